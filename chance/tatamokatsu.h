#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>

#include "rules/core/splitmix.h"
#include "rules/tatamokatsu/apply.h"
#include "rules/tatamokatsu/view.h"

namespace tatami::chance {

// Dice: the same rolls and roll-offs for the same seed on every machine.
template <class Numbers>
class TatamokatsuLuckFrom {
 public:
  explicit TatamokatsuLuckFrom(auto seed) : numbers_(seed) {}

  // The next chance event; it must be chance's turn.
  tatamokatsu::ActionId next(const tatamokatsu::Open& open) {
    const tatamokatsu::Options sides{open};
    return sides[numbers_.below(static_cast<std::uint32_t>(sides.size()))];
  }

 private:
  Numbers numbers_;
};

using TatamokatsuLuck = TatamokatsuLuckFrom<SplitMix>;

namespace detail {

using Plans = PerSeat<tatamokatsu::ActionList>;

// The earliest plan that the rules accept, or else the close. Plans are removed as their time
// comes; those refused then (T16) have no effect.
inline tatamokatsu::ActionId next_in_window(const tatamokatsu::State& state, Plans& plans) {
  using namespace tatamokatsu;
  const Millis close = closes_at(state);
  for (;;) {
    ActionId* earliest = nullptr;
    ActionList* theirs = nullptr;
    for (ActionList& list : plans.items)
      for (std::size_t i = 0; i < list.size(); ++i)
        if (!earliest || list[i].at() < earliest->at()) earliest = &list[i], theirs = &list;
    if (!earliest || earliest->at() > close) return {Kind::close, Seat{}, close};
    const ActionId plan = std::exchange(*earliest, (*theirs)[theirs->size() - 1]);
    theirs->pop();
    if (!check(state, *unpack(plan))) return plan;
  }
}

}  // namespace detail

// Plays to the end. Everybody who may react is shown the roll and all that is heard after it:
// `react(view, event, plans)` changes what they plan to do in this window. `choose(view)` decides
// outside it (T21); `before(state, action)` is called just before each action.
template <class React, class Choose, class Before>
void play_out(tatamokatsu::State& state, TatamokatsuLuck& luck, React&& react, Choose&& choose,
              Before&& before) {
  using namespace tatamokatsu;
  const Open& open = state.open;
  detail::Plans plans;
  while (!is_over(open)) {
    const ActionId action = chance_acts(open)      ? luck.next(open)
                            : is_window_open(open) ? detail::next_in_window(state, plans)
                                                   : choose(view_of(state, open.to_act.first()));
    before(std::as_const(state), action);
    apply_unchecked(state, action);
    if (action.kind() == Kind::roll) plans = {};
    for (Seat seat : may_react(open)) react(view_of(state, seat), action, plans[seat]);
  }
}

}  // namespace tatami::chance
