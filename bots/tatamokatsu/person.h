#pragma once

#include <cstdint>

#include "rules/core/splitmix.h"
#include "rules/tatamokatsu/actions.h"
#include "rules/tatamokatsu/view.h"

namespace tatami::bots {

inline constexpr std::uint32_t always = 1'000'000;  // rates are parts of a million

// A person as figures. The defaults are an attentive adult's.
struct Reflexes {
  tatamokatsu::Millis mean{420};        // from seeing or hearing to acting
  tatamokatsu::Millis spread{90};       // the standard deviation of that
  tatamokatsu::Millis adding{600};      // more on average, when three dice must be added up first
  std::uint32_t misses = 20'000;        // how often he does not do what he is asked for
  std::uint32_t false_alarms = 10'000;  // how often he shouts or slaps at a roll by mistake (T13)

  friend constexpr bool operator==(const Reflexes&, const Reflexes&) = default;
};

// Ex-Gaussian: a normal part with 0.6 of the spread and an exponential one with 0.8 of it, which
// makes the whole spread and the long tail that measured reaction times have (skewness 1.0).
// Computed in whole numbers, so that it is the same on every machine.
tatamokatsu::Millis reaction_time(const Reflexes& reflexes, SplitMix& numbers);

// What this person does about `event`, a roll or what was heard after it: changes his plans for
// the window. If he rolled an X, `values` is what he will announce.
void react(const tatamokatsu::View& view, tatamokatsu::ActionId event, const Reflexes& reflexes,
           tatamokatsu::Announcement values, SplitMix& numbers, tatamokatsu::ActionList& plans);

}  // namespace tatami::bots
