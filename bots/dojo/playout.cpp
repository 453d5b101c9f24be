#include "bots/dojo/playout.h"

#include "bots/dojo/allotment.h"
#include "bots/dojo/total.h"

namespace tatami::dojo::mind {

Position::Position(const Open& open)
    : dojos(open.dojos),
      dealer(open.dealer),
      face_up(open.face_up),
      prize(open.prize),
      round(open.round) {
  if (open.duel && open.duel->winner) winner = *open.duel->winner;
  for (Seat seat : all_seats(open.setup.players)) {
    floors[seat] = Floor{open.dojos[seat], open.setup.edition};
    trophies[seat] = static_cast<std::uint8_t>(trophies_held(open, seat));
  }
}

Ending Playout::play(Seat me, ActionId action, const World& world, const PerSeat<Card>& hands,
                     SplitMix numbers) {
  at_ = begin_;
  world_ = &world;
  hands_ = hands;
  next_card_ = next_trophy_ = 0;
  numbers_ = numbers;
  first_action(me, action);
  while (at_.round <= rounds) play_round();
  return ending(me);
}

void Playout::first_action(Seat me, ActionId action) {
  me_ = me;
  my_cell_.reset();
  switch (action.kind()) {
    case Kind::give:
      next_card_ = static_cast<std::size_t>(players()) - open_.given - 1;
      look_round();
      ask(left_of(at_.dealer, players()));
      break;
    case Kind::answer:
      look_round();
      if (action.yes())
        duel(me);
      else
        ask(left_of(me, players()));
      break;
    case Kind::throw_: {  // every throw wins, draws and loses equally often
      const Duel& duel_so_far = *open_.duel;
      int ahead = 0;
      for (std::size_t bout = 0; bout < duel_so_far.bouts; ++bout) {
        const Gesture challengers = duel_so_far.challenger_throws[bout];
        const Gesture dealers = duel_so_far.dealer_throws[bout];
        ahead += beats(challengers, dealers) ? 1 : beats(dealers, challengers) ? -1 : 0;
      }
      look_round();
      duel(duel_so_far.challenger, ahead, bouts_in_a_duel - duel_so_far.bouts);
      break;
    }
    case Kind::swap:
      if (action.yes()) std::swap(hands_[open_.duel->challenger], hands_[at_.dealer]);
      break;
    case Kind::place:
      my_cell_ = action.cell();
      break;
    default: {
      const Line line = action.line();
      stand(me, line.is_row(), line.is_row() ? slot(line.row()) : slot(line.column()), at_.prize);
      at_.prize = Trophy::none;
      finish_round();
      return;
    }
  }
  train();
}

void Playout::play_round() {
  at_.prize = Trophy::none;
  if (players() == 5 && (at_.round == 1 || at_.round == rounds)) {  // D18
    for (Seat seat : all_seats(players())) hands_[seat] = world_->coming[next_card_++];
  } else {
    if (at_.face_up == Trophy::none) at_.face_up = world_->trophies[next_trophy_++];
    deal();
    ask(left_of(at_.dealer, players()));
  }
  train();
}

void Playout::look_round() {
  for (Seat seat : all_seats(players())) offers_[seat] = judge(seat).all_offers(at_.floors[seat]);
}

// The value to the dealer of a point of each seat.
PerSeat<double> Playout::stakes() const {
  const Judge judging{(*models_[at_.dealer].outlooks)[at_.round - 1U], supply_};
  PerSeat<double> points{};
  for (Seat seat : all_seats(players())) {
    points[seat] = judging.whole(at_.floors[seat]) / double{point};
    if (open_.setup.white_belt) points[seat] += white_belt_trophy * at_.trophies[seat];
  }
  return Standing{points, players(), rounds - at_.round + 1}.stakes(at_.dealer, players());
}

void Playout::deal() {
  look_round();
  const auto count = static_cast<std::size_t>(players());
  const std::span coming = std::span{world_->coming}.subspan(next_card_);
  const PerSeat<double> worth = stakes();
  Allotment allotment{count, open_.setup.black_belt, coming};
  Seat seat = at_.dealer;
  for (std::size_t place = 0; place < count; ++place, seat = left_of(seat, players()))
    allotment.add(place, worth[seat], place < 2 ? trophy_gain(seat) : 0, offers_[seat]);
  const auto given = allotment.deal();
  for (std::size_t place = 0; place < count; ++place, seat = left_of(seat, players()))
    hands_[seat] = coming[given[place]];
  next_card_ += count;
}

Points Playout::trophy_gain(Seat seat) const {
  if (open_.setup.white_belt) return point * white_belt_trophy;
  return judge(seat).best_stand(at_.floors[seat], at_.face_up).gain;
}

void Playout::ask(Seat first) {
  for (Seat seat = first; seat != at_.dealer; seat = left_of(seat, players())) {
    const auto lot = static_cast<std::int32_t>(numbers_.below(1000));
    if (lot < models_[seat].challenges[hands_[seat].belt().value - 1U]) return duel(seat);
  }
}

// `ahead` is the challenger's lead from throws already made, `bouts` how many are left (D20).
void Playout::duel(Seat challenger, int ahead, int bouts) {
  ahead += hands_[challenger].belt().value - hands_[at_.dealer].belt().value;
  if (open_.setup.black_belt)
    for (int bout = 0; bout < bouts; ++bout) ahead += static_cast<int>(numbers_.below(3)) - 1;
  at_.winner = ahead >= 0 ? challenger : at_.dealer;
  const Seat loser = ahead >= 0 ? at_.dealer : challenger;
  ++at_.dojos[at_.winner].challenges_won;
  if (open_.setup.white_belt)
    ++at_.trophies[at_.winner];
  else
    at_.prize = at_.face_up;
  at_.face_up = Trophy::none;
  const Offers& offers = offers_[at_.winner];
  const bool swaps = counts_exactly()
                         ? swapping_wins(loser)
                         : offers.gain(hands_[loser]) > offers.gain(hands_[at_.winner]);
  if (swaps) std::swap(hands_[at_.winner], hands_[loser]);
}

// The winner of the last challenge swaps if that ends better for them, all hands being open.
bool Playout::swapping_wins(Seat loser) {
  const Position before = at_;
  const auto end = [&] {
    train();
    const Ending ends = ending(before.winner);
    at_ = before;
    return ends;
  };
  const Ending kept = end();
  std::swap(hands_[at_.winner], hands_[loser]);
  const Ending swapped = end();
  std::swap(hands_[at_.winner], hands_[loser]);
  return swapped.share != kept.share ? swapped.share > kept.share : swapped.ahead > kept.ahead;
}

void Playout::put(Seat seat, Cell cell) {
  at_.dojos[seat].occupied.insert(cell);
  at_.dojos[seat].cards[slot(cell)] = hands_[seat];
  at_.floors[seat].place(cell, hands_[seat], edition());
}

void Playout::train() {
  for (Seat seat : all_seats(players()))
    put(seat, my_cell_ && seat == me_ ? *my_cell_
                                      : judge(seat).best_spot(at_.floors[seat], hands_[seat]).cell);
  my_cell_.reset();
  if (at_.prize != Trophy::none) place_prize();
  finish_round();
}

void Playout::place_prize() {
  const Stand best = counts_exactly()
                         ? last_stand()
                         : judge(at_.winner).best_stand(at_.floors[at_.winner], at_.prize);
  if (best.possible) stand(at_.winner, is_black(at_.prize), best.line, at_.prize);
}

// Where the trophy scores most, with brooms and assistants used.
Stand Playout::last_stand() {
  const Position before = at_;
  const bool black = is_black(at_.prize);
  const Floor& floor = before.floors[at_.winner];
  Stand best;
  const std::size_t lines = black ? dojo_rows : dojo_columns;
  for (std::size_t line = 0; line < lines; ++line) {
    if ((black ? floor.row_kinds[line] : floor.column_kinds[line]) != 0) continue;
    stand(at_.winner, black, line, at_.prize);
    const Points total = score(at_.winner);
    at_ = before;
    if (!best.possible || total > best.gain) best = {static_cast<std::uint8_t>(line), true, total};
  }
  return best;
}

void Playout::stand(Seat seat, bool at_row, std::size_t line, Trophy trophy) {
  (at_row ? at_.floors[seat].row_kinds[line] : at_.floors[seat].column_kinds[line]) =
      kind_at_line(trophy);
  (at_row ? at_.dojos[seat].row_trophies[line] : at_.dojos[seat].column_trophies[line]) = trophy;
  ++at_.trophies[seat];
}

void Playout::finish_round() {
  if (players() != 5 || (at_.round != 1 && at_.round != rounds))
    at_.dealer = left_of(at_.dealer, players());  // D12
  ++at_.round;
}

int Playout::score(Seat seat) const {
  const Floor& floor = at_.floors[seat];
  const int white = open_.setup.white_belt ? white_belt_trophy * at_.trophies[seat] : 0;
  if (floor.can_be_rearranged()) return quick_total(at_.dojos[seat], edition()) + white;
  return Judge{(*models_[seat].outlooks)[rounds], supply_}.whole(floor) / point + white;
}

Ending Playout::ending(Seat me) const {
  Ending end;
  PerSeat<int> ranks{};
  int best = 0;
  int best_rival = 0;
  for (Seat seat : all_seats(players())) {
    const int points = score(seat);
    const int tie_break = edition() == Edition::fr ? at_.dojos[seat].challenges_won  // D17
                                                   : at_.trophies[seat];
    ranks[seat] = points * 16 + tie_break;
    best = std::max(best, ranks[seat]);
    if (seat == me)
      end.score = points;
    else
      best_rival = std::max(best_rival, points);
  }
  int winners = 0;
  for (Seat seat : all_seats(players())) winners += ranks[seat] == best ? 1 : 0;
  end.share = ranks[me] == best ? 1.0 / winners : 0;
  end.ahead = end.score - best_rival;
  return end;
}

}  // namespace tatami::dojo::mind
