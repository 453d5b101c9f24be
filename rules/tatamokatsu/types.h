#pragma once

#include <compare>
#include <cstdint>
#include <limits>

#include "rules/core/bit_set.h"
#include "rules/core/hand.h"
#include "rules/core/seat.h"
#include "rules/tatamokatsu/roll.h"

namespace tatami::tatamokatsu {

// ---- Time ----

// Whole milliseconds since a player saw the dice.
struct Millis {
  std::int32_t count = 0;

  constexpr Millis() = default;
  constexpr explicit Millis(std::int32_t milliseconds) : count(milliseconds) {}

  friend constexpr Millis operator+(Millis a, Millis b) { return Millis{a.count + b.count}; }
  friend constexpr auto operator<=>(Millis, Millis) = default;
};

inline constexpr Millis never{std::numeric_limits<std::int32_t>::max()};
inline constexpr Millis longest_timing{1'000'000};

struct Timing {
  Millis window{5000};
  Millis announce{2500};
  Millis quiet{1500};
  Millis tie{10};
  Millis bow{800};

  friend constexpr bool operator==(const Timing&, const Timing&) = default;
};

// For children, and for whoever reacts slowly.
inline constexpr Timing relaxed_timing{Millis{12'000}, Millis{8000}, Millis{5000}, Millis{30},
                                       Millis{800}};

// ---- A hand (T2) ----

using tatami::Hand;

enum class Finger : std::uint8_t { thumb, index, middle, ring, little };
inline constexpr int fingers_of_a_hand = 5;

using Fingers = BitSet<Finger>;
inline constexpr Fingers whole_hand = Fingers::from_bits((1U << fingers_of_a_hand) - 1U);

constexpr Fingers lost_of(Fingers left) { return without(whole_hand, left); }

// ---- The setup ----

inline constexpr int fewest_players = 2;

struct Setup {
  std::uint8_t players = 2;
  PerSeat<Hand> hands{{Hand::right, Hand::right, Hand::right, Hand::right, Hand::right}};
  Seat first_roller{};
  Timing timing;

  friend constexpr bool operator==(const Setup&, const Setup&) = default;
};

constexpr bool is_setup(const Setup& setup) {
  const auto fits = [](Millis setting) { return Millis{} <= setting && setting <= longest_timing; };
  const Timing& timing = setup.timing;
  return fewest_players <= setup.players && setup.players <= most_players &&
         setup.first_roller.value < setup.players && fits(timing.window) && fits(timing.announce) &&
         fits(timing.quiet) && fits(timing.tie) && fits(timing.bow);
}

}  // namespace tatami::tatamokatsu
