#pragma once

#include "rules/core/splitmix.h"
#include "rules/dojo/legal.h"
#include "rules/tatamokatsu/apply.h"
#include "rules/tatamokatsu/legal.h"
#include "rules/tatamokatsu/window.h"

// Some legal event of a position, by chance or by a player: for tests and the signature, which want
// to see everything in a game rather than play it well. The game must not be over.
namespace tatami::chance {

template <class Items>
auto any_of(const Items& items, SplitMix& numbers) {
  return items[numbers.below(static_cast<std::uint32_t>(items.size()))];
}

inline Seat any_seat(SeatSet seats, SplitMix& numbers) {
  return seats.nth(numbers.below(static_cast<std::uint32_t>(seats.size())));
}

inline dojo::ActionId any_event(const dojo::State& state, SplitMix& numbers) {
  if (dojo::chance_acts(state.open)) return any_of(dojo::legal_chances(state), numbers);
  const Seat seat = any_seat(state.open.to_act, numbers);
  return any_of(dojo::legal_actions(state.open, seat), numbers);
}

inline tatamokatsu::ActionId any_event(const tatamokatsu::State& state, SplitMix& numbers) {
  using namespace tatamokatsu;
  if (chance_acts(state.open)) return any_of(legal_chances(state), numbers);
  if (!is_window_open(state.open))
    return any_of(legal_actions(state.open, state.open.to_act.first()), numbers);

  // Somebody reacts, often in the same millisecond as the last reaction, or nobody does any more.
  const Millis close = closes_at(state);
  const SeatSet seats = may_react(state.open);
  const Millis pause{static_cast<int>(numbers.below(2) * numbers.below(600))};
  const Millis at = numbers.below(8) == 0 ? close : state.hidden.so_far.until + pause;
  if (!seats.empty() && numbers.below(4) != 0) {
    const ActionList legal = legal_actions(state, any_seat(seats, numbers), at);
    // Most possible reactions are mistakes (T13); with few of them, games last long enough to show
    // the rest.
    for (int tries = 0; !legal.empty() && tries < 6; ++tries) {
      const ActionId reaction = any_of(legal, numbers);
      State next = state;
      apply_unchecked(next, reaction);
      if (next.open.owed == state.open.owed || numbers.below(16) == 0) return reaction;
    }
  }
  return {Kind::close, Seat{}, close};
}

}  // namespace tatami::chance
