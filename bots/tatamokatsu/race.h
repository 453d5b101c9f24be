#pragma once

#include <array>

#include "bots/tatamokatsu/person.h"
#include "rules/core/seat.h"

namespace tatami::bots {

// The chances in a window among equally fast players: of several who do the same thing, all are
// equally likely to be first, or last.
struct Race {
  double misses = 0;  // how often a player does not do what the roll requires
  double mistakes =
      0;  // how often a given living player makes one at a roll; at most one player does
  // [standing][dragons]: the chance that a dragon is first when so many go for a T. Dragons need
  // not shout (T12).
  std::array<std::array<double, most_players + 1>, most_players + 1> dragon_first{};

  friend bool operator==(const Race&, const Race&) = default;
};

// The race among people with these reflexes.
Race race_among(const Reflexes& reflexes, tatamokatsu::Millis tie = tatamokatsu::Timing{}.tie);

}  // namespace tatami::bots
