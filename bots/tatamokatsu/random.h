#pragma once

#include "rules/core/splitmix.h"
#include "rules/tatamokatsu/legal.h"

namespace tatami::bots {

// Any choice, each as likely as the others.
inline tatamokatsu::ActionId random_choice(const tatamokatsu::Open& open, SplitMix& numbers) {
  const tatamokatsu::Options options{open};
  return options[numbers.below(static_cast<std::uint32_t>(options.size()))];
}

// Any reaction, each as likely as the others; the seat may react.
inline tatamokatsu::ActionId random_reaction(const tatamokatsu::Open& open, Seat seat,
                                             tatamokatsu::Millis at, SplitMix& numbers) {
  const tatamokatsu::ActionList list = tatamokatsu::reactions(open, seat, at);
  return list[numbers.below(static_cast<std::uint32_t>(list.size()))];
}

}  // namespace tatami::bots
