#include "rules/tatamokatsu/apply.h"

namespace tatami::tatamokatsu {

namespace {

using Objection = std::optional<Refusal>;

// Written from the rules and not from legal_actions: tests hold the two against each other.
struct Checker {
  const State& state;
  const Open& open = state.open;
  const Hidden& hidden = state.hidden;

  Objection operator()(RollDice a) const {
    if (open.phase != Phase::roll) return Refusal::not_now;
    if (!a.roll.is_roll()) return Refusal::no_such_face;
    return {};
  }

  Objection operator()(const RollOff& a) const {
    if (open.phase != Phase::rolloff) return Refusal::not_now;
    for (Seat seat : all_seats(most_players))
      if (a.faces[seat] && *a.faces[seat] > Face::x) return Refusal::no_such_face;
    for (Seat seat : all_seats(most_players))
      if (a.faces[seat].has_value() != open.contenders.contains(seat))
        return Refusal::not_the_contenders;
    return {};
  }

  Objection operator()(Close a) const {
    if (open.phase != Phase::window) return Refusal::not_now;
    if (a.at != closes_at(state)) return Refusal::not_the_closing_time;
    return {};
  }

  Objection operator()(Shout a) const { return standing(a.seat, a.at); }
  Objection operator()(Salute a) const { return standing(a.seat, a.at); }
  Objection operator()(Slap a) const { return standing(a.seat, a.at); }

  Objection operator()(Drop a) const {
    if (const Objection refusal = standing(a.seat, a.at)) return refusal;
    if (a.seat != open.roller) return Refusal::not_the_roller;
    return {};
  }

  Objection operator()(Grab a) const {
    if (const Objection refusal = reacting(a.seat, a.at)) return refusal;
    if (is_dragon(a.seat)) {  // T12
      const bool is_showing_t = a.die.value == 2 && open.roll[a.die] == Face::t;
      const bool may = is_showing_t && a.finger == Finger::little;
      return may ? Objection{} : Refusal::dragon_has_only_the_t;
    }
    if (!open.fingers[a.seat].contains(a.finger)) return Refusal::finger_lost;
    return {};
  }

  Objection operator()(Announce a) const {
    if (const Objection refusal = standing(a.seat, a.at)) return refusal;
    if (a.seat != open.roller) return Refusal::not_the_roller;
    int xs = 0;
    for (int die = 0; die < dice; ++die) xs += open.roll[Die{die}] == Face::x ? 1 : 0;
    const bool is_sum = open.roll[Die{2}] != Face::t && xs < dice;
    if (!is_sum || xs == 0) return Refusal::nothing_to_announce;
    if (open.announced) return Refusal::announced_already;
    if (a.at > open.setup.timing.announce) return Refusal::announced_late;
    if (a.values.xs != xs || a.values.tens >= 1 << xs) return Refusal::not_a_value_for_each_x;
    return {};
  }

  Objection operator()(Lose a) const {
    const Phase phase = open.phase == Phase::pay ? Phase::pay : Phase::lose;
    if (const Objection refusal = turn(phase, a.seat)) return refusal;
    if (!open.fingers[a.seat].contains(a.finger)) return Refusal::finger_lost;
    return {};
  }

  Objection operator()(Strike a) const {
    if (const Objection refusal = turn(Phase::strike, a.seat)) return refusal;
    if (!is_living_opponent(a.seat, a.target)) return Refusal::not_the_living_opponents;
    if (!open.fingers[a.target].contains(a.finger)) return Refusal::finger_lost;
    return {};
  }

  Objection operator()(const Attack& a) const {
    if (const Objection refusal = turn(Phase::choose, a.seat)) return refusal;
    for (Seat other : all_seats(most_players))
      if (a.fingers[other].has_value() != is_living_opponent(a.seat, other))
        return Refusal::not_the_living_opponents;
    for (Seat other : all_seats(most_players))
      if (a.fingers[other] && !open.fingers[other].contains(*a.fingers[other]))
        return Refusal::finger_lost;
    return {};
  }

  Objection operator()(Recover a) const {
    if (const Objection refusal = turn(Phase::choose, a.seat)) return refusal;
    if (open.fingers[a.seat].contains(a.finger)) return Refusal::finger_not_lost;
    return {};
  }

 private:
  bool is_dragon(Seat seat) const { return open.fingers[seat].empty(); }

  bool is_living_opponent(Seat seat, Seat other) const {
    return other.value < open.setup.players && other != seat && !open.fingers[other].empty();
  }

  Objection turn(Phase phase, Seat seat) const {
    if (open.phase != phase) return Refusal::not_now;
    if (seat.value >= open.setup.players) return Refusal::no_such_seat;
    if (!open.to_act.contains(seat)) return Refusal::not_your_turn;
    return {};
  }

  Objection reacting(Seat seat, Millis at) const {
    if (open.phase != Phase::window) return Refusal::not_now;
    if (seat.value >= open.setup.players) return Refusal::no_such_seat;
    if (at < hidden.so_far.until) return Refusal::out_of_order;
    if (at > closes_at(state)) return Refusal::after_the_close;
    if (!is_dragon(seat) && open.owed[seat] >= open.fingers[seat].size())
      return Refusal::no_longer_standing;
    if (const Millis bowed = hidden.bowed[seat];
        bowed != never && at.count - bowed.count < open.setup.timing.bow.count)
      return Refusal::still_bowing;
    return {};
  }

  Objection standing(Seat seat, Millis at) const {
    if (const Objection refusal = reacting(seat, at)) return refusal;
    if (is_dragon(seat)) return Refusal::dragon_has_only_the_t;
    return {};
  }
};

}  // namespace

std::optional<Refusal> check(const State& state, const Action& action) {
  if (is_over(state.open)) return Refusal::game_over;
  return std::visit(Checker{state}, action);
}

Result<State, Refusal> apply(const State& state, const Action& action) {
  if (const auto refusal = check(state, action)) return *refusal;
  State next = state;
  apply_unchecked(next, pack(action));
  return next;
}

std::string_view awaited(const Open& open) {
  switch (open.phase) {
    case Phase::roll:
      return "the dice are to be rolled (T3)";
    case Phase::rolloff:
      return "those who are tied are to roll off (T14)";
    case Phase::window:
      return "the window is open for reactions and its close (T16, T19)";
    case Phase::pay:
      return "a finger is to be lost for a mistake (T13)";
    case Phase::lose:
      return "a finger is to be lost (T21)";
    case Phase::strike:
      return "the roller is to strike (T9)";
    case Phase::choose:
      return "the claimer is to attack or recover (T5)";
    case Phase::over:
      break;
  }
  return "nothing: the game is over (T15)";
}

std::string_view describe(Refusal refusal) {
  switch (refusal) {
    case Refusal::game_over:
      return "the game is over (T15)";
    case Refusal::not_now:
      return "another step comes next";
    case Refusal::no_such_seat:
      return "there is no such seat at this table";
    case Refusal::not_your_turn:
      return "it is not this seat's turn (T21)";
    case Refusal::no_such_face:
      return "that die has no such face (T1)";
    case Refusal::not_the_contenders:
      return "exactly those who are tied roll off (T14)";
    case Refusal::not_the_closing_time:
      return "the window closes at another time (T19)";
    case Refusal::out_of_order:
      return "reactions come in the order of their times, and a later one was accepted (T16)";
    case Refusal::after_the_close:
      return "the window has closed by then (T16)";
    case Refusal::no_longer_standing:
      return "this player has no finger left to risk in this window (T17)";
    case Refusal::still_bowing:
      return "this player is still bowing (T16)";
    case Refusal::dragon_has_only_the_t:
      return "a dragon may only grab a showing T, with the little finger (T12)";
    case Refusal::not_the_roller:
      return "only the roller may do that (T16)";
    case Refusal::not_the_living_opponents:
      return "a strike names one living opponent, an attack each of them (T5, T9)";
    case Refusal::finger_lost:
      return "that finger is already lost (T2)";
    case Refusal::nothing_to_announce:
      return "there is no X in a sum to announce (T16)";
    case Refusal::announced_already:
      return "the roller has announced already (T16)";
    case Refusal::announced_late:
      return "it is too late to announce (T16)";
    case Refusal::not_a_value_for_each_x:
      return "an announcement gives each X a value, 1 or 10 (T16)";
    case Refusal::finger_not_lost:
      return "only a lost finger can be recovered (T5)";
  }
  return "refused";
}

}  // namespace tatami::tatamokatsu
