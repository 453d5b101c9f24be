#pragma once

#include <cstdint>

#include "rules/core/splitmix.h"
#include "rules/tatamokatsu/actions.h"
#include "rules/tatamokatsu/view.h"

namespace tatami::bots {

inline constexpr std::uint32_t always = 1'000'000;  // rates are in millionths

// A model of a person's reactions. The defaults are those of an attentive adult.
struct Reflexes {
  tatamokatsu::Millis mean{420};    // from seeing or hearing to acting
  tatamokatsu::Millis spread{90};   // standard deviation of that
  tatamokatsu::Millis adding{600};  // additional mean time when three dice must be added up first
  std::uint32_t misses = 20'000;    // how often they do not react as required
  std::uint32_t false_alarms = 10'000;  // how often they shout or slap by mistake (T13)
  tatamokatsu::Millis reaching{0};  // additional mean time to find a T among the dice and reach it

  friend constexpr bool operator==(const Reflexes&, const Reflexes&) = default;
};

// Ex-Gaussian: a normal part with 0.6 of the spread and an exponential one with 0.8 of it. Together
// they have the whole spread and the long tail of measured reaction times (skewness 1.0). Computed
// in whole numbers, so that it is the same on every machine.
tatamokatsu::Millis reaction_time(const Reflexes& reflexes, SplitMix& numbers);

// How this person reacts to `event`, a roll or what was heard after it: changes their plans for the
// window. If they rolled an X, `values` is what they will announce.
void react(const tatamokatsu::View& view, tatamokatsu::ActionId event, const Reflexes& reflexes,
           tatamokatsu::Announcement values, SplitMix& numbers, tatamokatsu::ActionList& plans);

}  // namespace tatami::bots
