#pragma once

#include "rules/core/splitmix.h"
#include "rules/tatamokatsu/legal.h"

namespace tatami::bots {

// Any choice, all equally likely.
constexpr tatamokatsu::ActionId random_choice(const tatamokatsu::Open& open, SplitMix& numbers) {
  const tatamokatsu::Options options{open};
  return options[numbers.below(static_cast<std::uint32_t>(options.size()))];
}

// Any reaction, all equally likely; the seat must be allowed to react.
constexpr tatamokatsu::ActionId random_reaction(const tatamokatsu::Open& open, Seat seat,
                                                tatamokatsu::Millis at, SplitMix& numbers) {
  const tatamokatsu::ActionList list = tatamokatsu::reactions(open, seat, at);
  return list[numbers.below(static_cast<std::uint32_t>(list.size()))];
}

}  // namespace tatami::bots
