#include "table/dojo_game.h"

namespace tatami::table {

using namespace dojo;

namespace {

// Draws who begins from the same stream as the cards that follow.
record::DojoHeader with_first(record::DojoHeader header, bool is_named, chance::ChaCha20& numbers) {
  if (!is_named)
    header.table.first_dealer = Seat{static_cast<int>(numbers.below(header.table.players))};
  return header;
}

// D21: who alone may know it, after it has happened.
std::optional<Seat> knower(const Open& open, ActionId action) {
  switch (action.kind()) {
    case Kind::draw:
      return open.dealer;
    case Kind::deal:
      return action.seat();
    case Kind::throw_:  // D20: until the other has thrown too
      if (open.phase == Phase::throws && !open.to_act.contains(action.seat())) return action.seat();
      return {};
    default:
      return {};
  }
}

}  // namespace

DojoGame::DojoGame(record::DojoHeader header, bool first_is_named, const chance::Bytes32& key)
    : DojoGame(header, first_is_named, chance::ChaCha20{key}) {}

DojoGame::DojoGame(record::DojoHeader header, bool first_is_named, chance::ChaCha20 numbers)
    : header_(with_first(header, first_is_named, numbers)),
      luck_(header_.deck, numbers),
      state_(start(header_.table, header_.deck)) {}

State DojoGame::shown() const {
  State state = state_;
  for (Seat seat : intending())
    apply_unchecked(state, {Kind::place, seat, intended_[seat]->code()});
  return state;
}

std::optional<Refusal> DojoGame::check(const Action& action) const {
  const auto* place = std::get_if<Place>(&action);
  if (place && intends(place->seat)) return Refusal::not_your_turn;
  return dojo::check(state_, action);
}

bool DojoGame::may_take_back(Seat seat) const {
  return intends(seat) && legal_actions(state_.open, seat).size() > 1;
}

History DojoGame::take(const Action& action) {
  History events;
  if (const auto* place = std::get_if<Place>(&action))
    intended_[place->seat] = place->cell;
  else
    happen(pack(action), events);
  while (follow(events)) {
  }
  return events;
}

History DojoGame::begin() {
  History events;
  while (follow(events)) {
  }
  return events;
}

bool DojoGame::follow(History& events) {
  const Open& open = state_.open;
  if (dojo::is_over(open)) return false;
  if (chance_acts(open)) return happen(luck_.next(open), events), true;
  if (to_act().empty()) {  // D9: all intend something
    for (Seat seat : intending()) happen({Kind::place, seat, intended_[seat]->code()}, events);
    intended_ = {};
    return true;
  }
  for (Seat seat : to_act()) {
    const ActionList legal = legal_actions(open, seat);
    if (legal.size() > 1) continue;
    if (legal[0].kind() == Kind::place)
      intended_[seat] = legal[0].cell();
    else
      happen(legal[0], events);
    return true;
  }
  return false;
}

void DojoGame::happen(ActionId action, History& events) {
  apply_unchecked(state_, action);
  events.push_back({{*unpack(action)}, knower(state_.open, action)});
}

SeatSet DojoGame::intending() const {
  return seats_where(intended_, [](const auto& cell) { return cell.has_value(); });
}

}  // namespace tatami::table
