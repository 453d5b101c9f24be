#pragma once

#include <bit>
#include <compare>
#include <cstdint>
#include <limits>

#include "rules/core/bits.h"
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

// ---- A hand (T2) ----

enum class Hand : std::uint8_t { left, right };

enum class Finger : std::uint8_t { thumb, index, middle, ring, little };
inline constexpr int fingers_of_a_hand = 5;

// A set of fingers, iterated from the thumb.
class Fingers {
 public:
  constexpr Fingers() = default;
  static constexpr Fingers all() { return from_bits((1U << fingers_of_a_hand) - 1U); }
  static constexpr Fingers from_bits(unsigned bits) {
    Fingers fingers;
    fingers.bits_ = static_cast<std::uint8_t>(bits);
    return fingers;
  }

  constexpr void insert(Finger finger) { bits_ = static_cast<std::uint8_t>(bits_ | bit(finger)); }
  constexpr void erase(Finger finger) { bits_ = static_cast<std::uint8_t>(bits_ & ~bit(finger)); }
  constexpr bool contains(Finger finger) const { return (bits_ & bit(finger)) != 0; }
  constexpr bool empty() const { return bits_ == 0; }
  constexpr int size() const { return ones(bits_); }
  constexpr Fingers lost() const { return from_bits(bits_ ^ all().bits_); }
  constexpr unsigned bits() const { return bits_; }
  constexpr Finger nth(unsigned n) const { return static_cast<Finger>(nth_one(bits_, n)); }

  class Iterator {
   public:
    constexpr explicit Iterator(unsigned rest) : rest_(rest) {}
    constexpr Finger operator*() const { return static_cast<Finger>(std::countr_zero(rest_)); }
    constexpr Iterator& operator++() {
      rest_ &= rest_ - 1;
      return *this;
    }
    friend constexpr bool operator==(Iterator, Iterator) = default;

   private:
    unsigned rest_;
  };
  constexpr Iterator begin() const { return Iterator{bits_}; }
  constexpr Iterator end() const { return Iterator{0}; }

  friend constexpr bool operator==(Fingers, Fingers) = default;

 private:
  static constexpr std::uint8_t bit(Finger finger) {
    return static_cast<std::uint8_t>(1U << (static_cast<unsigned>(finger) & 7U));
  }
  std::uint8_t bits_ = 0;
};

// ---- The table ----

inline constexpr int fewest_players = 2;

struct Table {
  std::uint8_t players = 2;
  PerSeat<Hand> hands{{Hand::right, Hand::right, Hand::right, Hand::right, Hand::right}};
  Seat first_roller{};
  Timing timing;

  friend constexpr bool operator==(const Table&, const Table&) = default;
};

constexpr bool is_table(const Table& table) {
  const auto fits = [](Millis setting) { return Millis{} <= setting && setting <= longest_timing; };
  const Timing& timing = table.timing;
  return fewest_players <= table.players && table.players <= most_players &&
         table.first_roller.value < table.players && fits(timing.window) && fits(timing.announce) &&
         fits(timing.quiet) && fits(timing.tie) && fits(timing.bow);
}

}  // namespace tatami::tatamokatsu
