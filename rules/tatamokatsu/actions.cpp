#include "rules/tatamokatsu/actions.h"

namespace tatami::tatamokatsu {

namespace {

template <class T>
unsigned pack_per_seat(const PerSeat<std::optional<T>>& items) {
  unsigned what = nothing_for_anyone;
  for (Seat seat : all_seats(most_players))
    if (items[seat]) what ^= only_for(seat, static_cast<unsigned>(*items[seat]));
  return what;
}

template <class T>
PerSeat<std::optional<T>> unpack_per_seat(ActionId id) {
  PerSeat<std::optional<T>> items;
  for (Seat seat : all_seats(most_players))
    if (id.for_seat(seat) != nothing_for_a_seat) items[seat] = static_cast<T>(id.for_seat(seat));
  return items;
}

ActionId timed(Kind kind, Seat seat, Millis at) { return {kind, seat, at}; }

struct Packer {
  ActionId operator()(RollDice a) const { return {Kind::roll, Seat{}, a.roll.code()}; }
  ActionId operator()(const RollOff& a) const {
    return {Kind::rolloff, Seat{}, pack_per_seat(a.faces)};
  }
  ActionId operator()(Close a) const { return timed(Kind::close, Seat{}, a.at); }
  ActionId operator()(Shout a) const { return timed(Kind::shout, a.seat, a.at); }
  ActionId operator()(Salute a) const { return timed(Kind::salute, a.seat, a.at); }
  ActionId operator()(Slap a) const { return timed(Kind::slap, a.seat, a.at); }
  ActionId operator()(Drop a) const { return timed(Kind::drop, a.seat, a.at); }
  ActionId operator()(Grab a) const { return ActionId::grab(a.seat, a.at, a.die, a.finger); }
  ActionId operator()(Announce a) const { return ActionId::announce(a.seat, a.at, a.values); }
  ActionId operator()(Lose a) const { return of_finger(Kind::lose, a.seat, a.finger); }
  ActionId operator()(Strike a) const { return ActionId::strike(a.seat, a.target, a.finger); }
  ActionId operator()(const Attack& a) const {
    return {Kind::attack, a.seat, pack_per_seat(a.fingers)};
  }
  ActionId operator()(Recover a) const { return of_finger(Kind::recover, a.seat, a.finger); }

 private:
  static ActionId of_finger(Kind kind, Seat seat, Finger finger) {
    return {kind, seat, static_cast<unsigned>(finger)};
  }
};

bool is_finger(Finger finger) { return static_cast<int>(finger) < fingers_of_a_hand; }

std::optional<Action> unpacked(ActionId id) {
  const Seat seat = id.seat();
  if (seat.value >= most_players) return {};
  switch (id.kind()) {
    case Kind::roll:
      if (!id.roll().is_roll()) return {};
      return RollDice{id.roll()};
    case Kind::rolloff:
      return RollOff{unpack_per_seat<Face>(id)};
    case Kind::close:
      return Close{id.at()};
    case Kind::shout:
      return Shout{seat, id.at()};
    case Kind::salute:
      return Salute{seat, id.at()};
    case Kind::slap:
      return Slap{seat, id.at()};
    case Kind::drop:
      return Drop{seat, id.at()};
    case Kind::grab:
      if (id.die().value >= dice || !is_finger(id.finger())) return {};
      return Grab{seat, id.at(), id.die(), id.finger()};
    case Kind::announce:
      if (id.values().tens >> id.values().xs != 0) return {};
      return Announce{seat, id.at(), id.values()};
    case Kind::lose:
      if (!is_finger(id.finger())) return {};
      return Lose{seat, id.finger()};
    case Kind::strike:
      if (id.target().value >= most_players || !is_finger(id.finger())) return {};
      return Strike{seat, id.target(), id.finger()};
    case Kind::attack:
      for (Seat other : all_seats(most_players))
        if (!is_finger(id.finger(other)) && id.for_seat(other) != nothing_for_a_seat) return {};
      return Attack{seat, unpack_per_seat<Finger>(id)};
    case Kind::recover:
      if (!is_finger(id.finger())) return {};
      return Recover{seat, id.finger()};
  }
  return {};
}

}  // namespace

ActionId pack(const Action& action) { return std::visit(Packer{}, action); }

std::optional<Action> unpack(ActionId id) {
  std::optional<Action> action = unpacked(id);
  // Bits that no action uses are not ignored: every action has one packed form.
  if (action && pack(*action) != id) return {};
  return action;
}

}  // namespace tatami::tatamokatsu
