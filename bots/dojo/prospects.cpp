#include "bots/dojo/prospects.h"

#include <algorithm>

#include "bots/dojo/total.h"

namespace tatami::dojo::mind {

namespace {

constexpr double in_points = 1.0 / point;
// Challenges won, or trophies held, break ties (D17).
constexpr double tie_break = 0.25;

}  // namespace

Dojo with_card(Dojo dojo, Cell cell, Card card) {
  dojo.occupied.insert(cell);
  dojo.cards[slot(cell)] = card;
  return dojo;
}

Dojo with_trophy(Dojo dojo, Line line, Trophy trophy) {
  if (line.is_row())
    dojo.row_trophies[slot(line.row())] = trophy;
  else
    dojo.column_trophies[slot(line.column())] = trophy;
  return dojo;
}

PerSeat<double> Prospects::points() const {
  const Open& open = scene_.open;
  PerSeat<double> points{};
  for (Seat seat : all_seats(scene_.players)) {
    const Floor& floor = scene_.floors[seat];
    const Outlook& outlook = outlooks_[floor.cards];
    const Points lines =
        Judge{outlook, supply_}.whole(floor) + outlook.deal * deals_ahead(open, seat) / rounds;
    points[seat] = lines * in_points + tie_break * open.dojos[seat].challenges_won;
    if (open.setup.white_belt) points[seat] += white_belt_trophy * trophies_held(open, seat);
  }
  return points;
}

double Prospects::worth(const Dojo& dojo) const {
  const auto cards = static_cast<std::size_t>(dojo.occupied.size());
  if (cards == rounds) return quick_total(dojo, scene_.edition);
  const Floor floor{dojo, scene_.edition};
  // The outlook of a full dojo ignores brooms and assistants.
  if (cards == rounds - 1 && floor.can_be_rearranged())
    return Judge{outlooks_[cards], supply_}.whole(floor) * in_points;
  const Judge next{outlooks_[cards + 1], supply_};
  return (next.whole(floor) + next.next_gain(floor, unseen_)) * in_points;
}

double Prospects::worth_to_me(const Dojo& dojo) const {
  const int moving = rearrangers(dojo);
  if (dojo.occupied.size() != rounds - 1 || moving == 0 || moving > 2) return worth(dojo);
  const Cell last = open_cells(dojo, scene_.edition).first();
  int sum = 0;
  for_each_card([&](Card card) {
    if (const int count = unseen_.of(card); count > 0)
      sum += count * best_total(tableau(mind::with_card(dojo, last, card)), scene_.edition);
  });
  return static_cast<double>(sum) / unseen_.total;
}

void Prospects::fill(Entry& entry, Seat seat, Card card) const {
  const Open& open = scene_.open;
  Dojo placed;
  double alone = -1e9;
  for (Cell cell : scene_.floors[seat].open) {
    const Dojo dojo = mind::with_card(open.dojos[seat], cell, card);
    const double value = worth(dojo);
    if (value > alone) alone = value, placed = dojo;
  }
  const Trophy trophy = open.face_up != Trophy::none ? open.face_up : open.prize;
  double most = alone;
  if (open.setup.white_belt)
    most += white_belt_trophy;
  else if (trophy != Trophy::none)
    for (Line line : open_lines(placed, trophy))
      most = std::max(most, worth(with_trophy(placed, line, trophy)));
  entry = {true, static_cast<float>(alone), static_cast<float>(most - alone + tie_break)};
}

double Prospects::spoils(Seat winner, Card winners, Seat loser, Card losers, bool swapped) {
  if (!swapped) return stake(winner) * trophy(winner, winners);
  return stake(winner) *
             (with_card(winner, losers) - with_card(winner, winners) + trophy(winner, losers)) +
         stake(loser) * (with_card(loser, winners) - with_card(loser, losers));
}

double Prospects::best_spoils(Seat winner, Card winners, Seat loser, Card losers) {
  const double kept = spoils(winner, winners, loser, losers, false);
  const double swapped = spoils(winner, winners, loser, losers, true);
  if (winner == scene_.me) return std::max(kept, swapped);
  // A rival keeps the card that is better for them.
  const double more = with_card(winner, losers) + trophy(winner, losers) -
                      with_card(winner, winners) - trophy(winner, winners);
  return more > 0 ? swapped : kept;
}

double Prospects::duel(Seat challenger, Card attack, Card defence) {
  const Seat dealer = scene_.open.dealer;
  const double chance =
      chance_of_challenger(attack.belt(), defence.belt(), scene_.open.setup.black_belt);
  double value = 0;
  if (chance > 0) value += chance * best_spoils(challenger, attack, dealer, defence);
  if (chance < 1) value += (1 - chance) * best_spoils(dealer, defence, challenger, attack);
  return value;
}

}  // namespace tatami::dojo::mind
