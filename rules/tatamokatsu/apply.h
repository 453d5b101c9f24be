#pragma once

#include <algorithm>
#include <cassert>
#include <optional>
#include <string_view>

#include "rules/core/result.h"
#include "rules/tatamokatsu/actions.h"
#include "rules/tatamokatsu/legal.h"
#include "rules/tatamokatsu/state.h"
#include "rules/tatamokatsu/window.h"

namespace tatami::tatamokatsu {

// ---- For the world: every action is checked ----

// Why an action is refused: the first of these that holds.
enum class Refusal : std::uint8_t {
  game_over,
  not_now,  // another kind of step comes next
  no_such_seat,
  not_your_turn,
  no_such_face,
  not_the_contenders,
  not_the_closing_time,
  out_of_order,
  after_the_close,
  no_longer_standing,
  still_bowing,
  dragon_has_only_the_t,
  not_the_roller,
  not_the_living_opponents,
  finger_lost,
  nothing_to_announce,
  announced_already,
  announced_late,
  not_a_value_for_each_x,
  finger_not_lost,
};

std::string_view describe(Refusal refusal);
// What must come next: for Refusal::not_now.
std::string_view awaited(const Open& open);

std::optional<Refusal> check(const State& state, const Action& action);
Result<State, Refusal> apply(const State& state, const Action& action);

// ---- For search: the caller vouches that the action is legal ----

namespace detail {

constexpr void open_window(State& state, Roll roll) {
  Open& open = state.open;
  open.phase = Phase::window;
  open.roll = roll;
  open.living = with_fingers(open);
  open.standing = open.living;
  open.contenders = {};
  open.announced.reset();
  open.heard = {};
  open.photo = {};
  if (what_is(roll).xs > 0) state.hidden.so_far.known = open.table.timing.announce;
}

// T13, T17
constexpr void make_mistake(State& state, Seat seat, Millis at) {
  Open& open = state.open;
  state.hidden.so_far.of[seat].mistake = at;
  if (++open.owed[seat] == open.fingers[seat].size()) open.standing.erase(seat);
}

constexpr void begin_turn(Open& open, SeatSet living) {
  do open.roller = left_of(open.roller, open.table.players);
  while (!living.contains(open.roller));  // T22
  open.phase = Phase::roll;
}

// T15: whoever is left, or all who fell together in this step.
constexpr void end_game(Open& open, SeatSet left) {
  open.phase = Phase::over;
  open.winners = left.empty() ? open.living : left;
}

constexpr void end_turn(Open& open) {
  open.to_act = {};
  const SeatSet left = with_fingers(open);
  if (left.size() <= 1)
    end_game(open, left);
  else
    begin_turn(open, left);
}

constexpr void ask(Open& open, Phase phase, Seat seat) {
  open.phase = phase;
  open.to_act = SeatSet{seat};
}

// T21: seat by seat from the lowest. False: nobody owes a finger.
constexpr bool ask_for_a_finger(Open& open, Phase phase) {
  const SeatSet owing = seats_where(open.owed, [](std::uint8_t owed) { return owed > 0; });
  if (owing.empty()) return false;
  ask(open, phase, owing.first());
  return true;
}

constexpr void make_lose(Open& open, SeatSet losers) {
  for (Seat seat : losers) open.owed[seat] = 1;
  if (!ask_for_a_finger(open, Phase::lose)) end_turn(open);
}

constexpr void grant_claim(Open& open, Seat claimer) {
  if (open.fingers[claimer].empty()) {  // T12
    open.fingers[claimer] = Fingers::all();
    end_turn(open);
  } else if (without(open.living, SeatSet{claimer}).empty()) {  // T21
    end_turn(open);
  } else {
    ask(open, Phase::choose, claimer);
  }
}

// T14: one contender is the verdict, several roll for it.
constexpr void settle(Open& open) {
  if (open.contenders.size() > 1) {
    open.phase = Phase::rolloff;
    open.to_act = {};
  } else if (what_is(open.roll).kind == RollKind::katana) {
    make_lose(open, open.contenders);
  } else {
    grant_claim(open, open.contenders.first());
  }
}

constexpr void take_effect_of_sum(Open& open, int sum) {
  const SeatSet roller = both(open.living, SeatSet{open.roller});  // T21: he may be out by now
  if (asks_to_salute(sum))
    make_lose(open, failed_to_salute(open, open.photo));
  else if (costs_the_roller(sum))
    make_lose(open, roller);
  else if (lets_the_roller_strike(sum) && !roller.empty())
    ask(open, Phase::strike, open.roller);
  else
    end_turn(open);
}

constexpr void take_effect(Open& open) {
  const RollKind kind = what_is(open.roll).kind;
  if (!open.contenders.empty()) return settle(open);
  if (kind == RollKind::sum) return take_effect_of_sum(open, sum_of(open));
  if (kind == RollKind::grab) return end_turn(open);
  const SeatSet late = without(open.standing, open.heard.slapped);
  if (!late.empty()) return make_lose(open, late);  // T10
  open.contenders = last_to_slap(open, open.photo);
  settle(open);
}

constexpr void end_payments(Open& open) {
  open.to_act = {};
  const bool dragon_claims = !both(open.contenders, dragons(open)).empty();
  const SeatSet left = with_fingers(open);
  if (left.size() <= 1 && !dragon_claims) return end_game(open, left);
  open.living = left;
  take_effect(open);
}

constexpr void close_window(State& state, Millis at) {
  Open& open = state.open;
  open.photo = state.hidden.so_far;
  open.photo.until = at;
  open.contenders = claimers(open);  // T20: it closed `tie` after the first, so all are tied
  state.hidden = {};
  if (!ask_for_a_finger(open, Phase::pay)) end_payments(open);
}

// T14: an X counts 10, more than any other face, as it does in the order of faces.
constexpr void roll_off(Open& open, ActionId action) {
  const bool lowest = what_is(open.roll).kind == RollKind::katana;
  Face best = action.face(open.contenders.first());
  for (Seat seat : open.contenders)
    best = lowest ? std::min(best, action.face(seat)) : std::max(best, action.face(seat));
  for (Seat seat : open.contenders)
    if (action.face(seat) != best) open.contenders.erase(seat);
  settle(open);
}

}  // namespace detail

constexpr State start(const Table& table) {
  assert(is_table(table));
  State state;
  Open& open = state.open;
  open.table = table;
  open.roller = table.first_roller;
  open.living = open.standing = all_seats(table.players);
  for (Seat seat : open.living) open.fingers[seat] = Fingers::all();
  return state;
}

constexpr void apply_unchecked(State& state, ActionId action) {
  Open& open = state.open;
  Timeline& so_far = state.hidden.so_far;
  const Seat seat = action.seat();
  const Millis at = action.at();
  switch (action.kind()) {
    case Kind::roll:
      return detail::open_window(state, action.roll());

    case Kind::rolloff:
      return detail::roll_off(open, action);

    case Kind::close:
      return detail::close_window(state, at);

    case Kind::shout: {
      const Meaning meaning = what_is(open.roll);
      so_far.until = at;
      open.heard.shouted.insert(seat);
      if (meaning.tatamokatsu || meaning.kind == RollKind::grab)
        so_far.of[seat].shout = std::min(so_far.of[seat].shout, at);
      else
        detail::make_mistake(state, seat, at);
      return;
    }

    case Kind::salute:
      so_far.until = at;
      open.heard.saluted.insert(seat);
      if (!saluted_in_time(so_far, seat)) so_far.of[seat].salute = at;
      state.hidden.bowed[seat] = at;
      return;

    case Kind::slap:
      so_far.until = at;
      open.heard.slapped.insert(seat);
      if (what_is(open.roll).kind == RollKind::katana)
        so_far.of[seat].hand = std::min(so_far.of[seat].hand, at);
      else
        detail::make_mistake(state, seat, at);
      return;

    case Kind::drop:
      so_far.until = at;
      open.heard.dropped.insert(seat);
      detail::make_mistake(state, seat, at);
      return;

    case Kind::grab:
      so_far.until = at;
      if (open.roll[action.die()] == Face::t) {
        open.heard.grabbed.insert(seat);
        so_far.of[seat].hand = std::min(so_far.of[seat].hand, at);
      } else {
        open.heard.fumbled.insert(seat);
        detail::make_mistake(state, seat, at);
      }
      return;

    case Kind::announce:
      so_far.until = at;
      so_far.known = at;
      open.announced = action.values();
      return;

    case Kind::lose:
      open.fingers[seat].erase(action.finger());
      --open.owed[seat];
      if (detail::ask_for_a_finger(open, open.phase)) return;
      if (open.phase == Phase::pay) return detail::end_payments(open);
      return detail::end_turn(open);

    case Kind::strike:
      open.fingers[action.target()].erase(action.finger());
      return detail::end_turn(open);

    case Kind::attack:
      for (Seat other : without(open.living, SeatSet{seat}))
        open.fingers[other].erase(action.finger(other));
      return detail::end_turn(open);

    case Kind::recover:
      open.fingers[seat].insert(action.finger());
      return detail::end_turn(open);
  }
}

}  // namespace tatami::tatamokatsu
