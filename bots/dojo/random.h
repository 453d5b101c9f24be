#pragma once

#include "rules/core/splitmix.h"
#include "rules/dojo/legal.h"
#include "rules/dojo/view.h"

namespace tatami::bots {

// Any legal action, all equally likely.
constexpr dojo::ActionId random_action(const dojo::Open& open, Seat seat, SplitMix& numbers) {
  const dojo::ActionList legal = dojo::legal_actions(open, seat);
  return legal[numbers.below(static_cast<std::uint32_t>(legal.size()))];
}

}  // namespace tatami::bots
