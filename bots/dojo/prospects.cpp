#include "bots/dojo/prospects.h"

namespace tatami::dojo::mind {

namespace {

constexpr double in_points = 1.0 / point;
// Winning a challenge, or holding a trophy, breaks ties (D17).
constexpr double tie_break = 0.25;
constexpr double white_belt_trophy = 3;  // D19

int rearrangers(const Dojo& dojo) {
  int count = 0;
  for (Trophy trophy : dojo.row_trophies) count += trophy == Trophy::assistant ? 1 : 0;
  for (Trophy trophy : dojo.column_trophies) count += trophy == Trophy::broom ? 1 : 0;
  return count;
}

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
    if (open.table.white_belt) points[seat] += white_belt_trophy * trophies_held(open, seat);
  }
  return points;
}

double Prospects::worth(const Dojo& dojo) const {
  const int cards = dojo.occupied.size();
  if (cards == rounds) return best_total(tableau(dojo), scene_.edition);
  const Floor floor{dojo, scene_.edition};
  if (cards < rounds - 1 || rearrangers(dojo) > 2)
    return Judge{outlooks_[static_cast<std::size_t>(cards)], supply_}.whole(floor) * in_points;
  // One place is left for one of the cards still to come.
  const Cell last = floor.open.first();
  int sum = 0;
  int all = 0;
  for_each_card([&](Card card) {
    const int count = scene_.open.pool[card];
    if (count == 0) return;
    sum += count * best_total(tableau(mind::with_card(dojo, last, card)), scene_.edition);
    all += count;
  });
  return all > 0 ? static_cast<double>(sum) / all : 0;
}

void Prospects::fill(Entry& entry, Seat seat, Card card) const {
  entry.known = true;
  const Open& open = scene_.open;
  if (open.round == rounds) return fill_last(entry, seat, card);
  const Spot spot = judge_.best_spot(scene_.floors[seat], card);
  entry.alone = static_cast<float>(spot.gain * in_points);
  const Trophy trophy = open.face_up != Trophy::none ? open.face_up : open.prize;
  entry.trophy = static_cast<float>(tie_break);
  if (open.table.white_belt) {
    entry.trophy += static_cast<float>(white_belt_trophy);
  } else if (trophy != Trophy::none) {
    Floor floor = scene_.floors[seat];
    floor.place(spot.cell, card, scene_.edition);
    entry.trophy += static_cast<float>(judge_.best_stand(floor, trophy).gain * in_points);
  }
}

void Prospects::fill_last(Entry& entry, Seat seat, Card card) const {
  const Open& open = scene_.open;
  const Dojo full = mind::with_card(open.dojos[seat], scene_.floors[seat].open.first(), card);
  const int alone = best_total(tableau(full), scene_.edition);
  const Trophy trophy = open.face_up != Trophy::none ? open.face_up : open.prize;
  int most = alone;
  if (open.table.white_belt)
    most += static_cast<int>(white_belt_trophy);
  else if (trophy != Trophy::none)
    for_each_open_line(full, trophy, [&](Line line) {
      most = std::max(most,
                      best_total(tableau(mind::with_trophy(full, line, trophy)), scene_.edition));
    });
  entry.alone = static_cast<float>(alone);
  entry.trophy = static_cast<float>(most - alone + tie_break);
}

double Prospects::spoils(Seat winner, Card his, Seat loser, Card losers, bool swapped) {
  if (!swapped) return stake(winner) * trophy(winner, his);
  return stake(winner) *
             (with_card(winner, losers) - with_card(winner, his) + trophy(winner, losers)) +
         stake(loser) * (with_card(loser, his) - with_card(loser, losers));
}

double Prospects::best_spoils(Seat winner, Card his, Seat loser, Card losers) {
  const double kept = spoils(winner, his, loser, losers, false);
  const double swapped = spoils(winner, his, loser, losers, true);
  if (winner == scene_.me) return std::max(kept, swapped);
  // A rival takes the card that serves himself.
  const double more = with_card(winner, losers) + trophy(winner, losers) - with_card(winner, his) -
                      trophy(winner, his);
  return more > 0 ? swapped : kept;
}

double Prospects::duel(Seat challenger, Card attack, Card defence) {
  const Seat dealer = scene_.open.dealer;
  const double chance =
      chance_of_challenger(attack.belt(), defence.belt(), scene_.open.table.black_belt);
  double value = 0;
  if (chance > 0) value += chance * best_spoils(challenger, attack, dealer, defence);
  if (chance < 1) value += (1 - chance) * best_spoils(dealer, defence, challenger, attack);
  return value;
}

}  // namespace tatami::dojo::mind
