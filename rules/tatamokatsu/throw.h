#pragma once

#include "rules/tatamokatsu/types.h"

namespace tatami::tatamokatsu {

// How hard the dice are thrown on a screen, in thousandths of a full shake: below `from` they stay
// in the hand, above `to` one leaves the table (T13).
struct SafeThrow {
  int from = 300;
  int to = 800;

  friend constexpr bool operator==(SafeThrow, SafeThrow) = default;
};

// Every finger lost makes it harder.
constexpr SafeThrow safe_throw(int fingers_left) {
  constexpr int narrower = 85;
  SafeThrow range;
  range.to -= narrower * (fingers_of_a_hand - fingers_left);
  return range;
}

}  // namespace tatami::tatamokatsu
