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
// The event that must come next: for Refusal::not_now.
std::string_view awaited(const Open& open);

std::optional<Refusal> check(const State& state, const Action& action);
Result<State, Refusal> apply(const State& state, const Action& action);

// ---- For search: the caller vouches that the action is legal ----

namespace detail {

constexpr void open_window(State& state, Roll roll) {
  Open& open = state.open;
  open.phase = Phase::window;
  open.roll = roll;
  open.thrower = open.roller;
  open.effect = Effect::none;
  open.living = with_fingers(open);
  open.standing = open.living;
  open.contenders = {};
  open.announced.reset();
  open.heard = {};
  open.photo = {};
  if (what_is(roll).xs > 0) state.hidden.so_far.known = open.setup.timing.announce;
}

// T13, T17: `made` is who has made this kind of mistake in this window; it costs once.
constexpr void make_mistake(State& state, SeatSet& made, Seat seat, Millis at) {
  Open& open = state.open;
  if (made.contains(seat)) return;
  made.insert(seat);
  state.hidden.so_far.of[seat].mistake = at;
  if (++open.owed[seat] == open.fingers[seat].size()) open.standing.erase(seat);
}

constexpr void begin_turn(Open& open, SeatSet living) {
  do open.roller = left_of(open.roller, open.setup.players);
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
    open.fingers[claimer] = whole_hand;
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
  } else if (open.effect == Effect::slap) {
    make_lose(open, open.contenders);
  } else {
    grant_claim(open, open.contenders.first());
  }
}

constexpr void take_effect_of_sum(Open& open) {
  const Effect effect = effect_of(sum_of(open));
  const bool roller_lives = open.living.contains(open.roller);  // T21: they may be out by now
  if (effect == Effect::none || (effect != Effect::salute && !roller_lives)) return end_turn(open);
  open.effect = effect;
  if (effect == Effect::salute)
    make_lose(open, failed_to_salute(open, open.photo));
  else if (effect == Effect::roller_loses)
    make_lose(open, SeatSet{open.roller});
  else
    ask(open, Phase::strike, open.roller);
}

constexpr void take_effect(Open& open) {
  const RollKind kind = what_is(open.roll).kind;
  if (!open.contenders.empty()) {
    open.effect = Effect::claim;
    return settle(open);
  }
  if (kind == RollKind::sum) return take_effect_of_sum(open);
  if (kind == RollKind::grab) return end_turn(open);
  open.effect = Effect::slap;
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
  const bool lowest = open.effect == Effect::slap;
  Face best = action.face(open.contenders.first());
  for (Seat seat : open.contenders)
    best = lowest ? std::min(best, action.face(seat)) : std::max(best, action.face(seat));
  for (Seat seat : open.contenders)
    if (action.face(seat) != best) open.contenders.erase(seat);
  settle(open);
}

}  // namespace detail

constexpr State start(const Setup& setup) {
  assert(is_setup(setup));
  State state;
  Open& open = state.open;
  open.setup = setup;
  open.roller = setup.first_roller;
  open.living = open.standing = all_seats(setup.players);
  for (Seat seat : open.living) open.fingers[seat] = whole_hand;
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

    case Kind::shout:
      so_far.until = at;
      if (!what_is(open.roll).allows_shout())
        return detail::make_mistake(state, open.heard.shouted, seat, at);
      open.heard.shouted.insert(seat);
      so_far.of[seat].shout = std::min(so_far.of[seat].shout, at);
      return;

    case Kind::salute:
      so_far.until = at;
      open.heard.saluted.insert(seat);
      if (!saluted_in_time(so_far, seat)) so_far.of[seat].salute = at;
      state.hidden.bowed[seat] = at;
      return;

    case Kind::slap:
      so_far.until = at;
      if (!what_is(open.roll).allows_slap())
        return detail::make_mistake(state, open.heard.slapped, seat, at);
      open.heard.slapped.insert(seat);
      so_far.of[seat].hand = std::min(so_far.of[seat].hand, at);
      return;

    case Kind::drop:
      so_far.until = at;
      return detail::make_mistake(state, open.heard.dropped, seat, at);

    case Kind::grab:
      so_far.until = at;
      if (open.roll[action.die()] != Face::t)
        return detail::make_mistake(state, open.heard.fumbled, seat, at);
      open.heard.grabbed.insert(seat);
      so_far.of[seat].hand = std::min(so_far.of[seat].hand, at);
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
