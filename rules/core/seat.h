#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

#include "rules/core/bits.h"
#include "rules/core/index.h"

namespace tatami {

using Seat = Index<struct SeatTag>;

inline constexpr int most_players = 5;

constexpr Seat left_of(Seat seat, int players) {
  return Seat{seat.value + 1 == players ? 0 : seat.value + 1};
}

// A set of seats, iterated from the lowest.
class SeatSet {
 public:
  constexpr SeatSet() = default;
  constexpr explicit SeatSet(Seat only) : bits_(bit(only)) {}
  static constexpr SeatSet from_bits(unsigned bits) {
    SeatSet set;
    set.bits_ = static_cast<std::uint8_t>(bits);
    return set;
  }

  constexpr void insert(Seat seat) { bits_ = static_cast<std::uint8_t>(bits_ | bit(seat)); }
  constexpr void erase(Seat seat) { bits_ = static_cast<std::uint8_t>(bits_ & ~bit(seat)); }
  constexpr bool contains(Seat seat) const { return (bits_ & bit(seat)) != 0; }
  constexpr bool empty() const { return bits_ == 0; }
  constexpr int size() const { return ones(bits_); }
  constexpr Seat first() const { return Seat{std::countr_zero(bits_)}; }
  constexpr Seat nth(unsigned n) const { return Seat{nth_one(bits_, n)}; }
  constexpr unsigned bits() const { return bits_; }

  class Iterator {
   public:
    constexpr explicit Iterator(unsigned rest) : rest_(rest) {}
    constexpr Seat operator*() const { return Seat{std::countr_zero(rest_)}; }
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

  friend constexpr bool operator==(SeatSet, SeatSet) = default;

 private:
  static constexpr std::uint8_t bit(Seat seat) {
    return static_cast<std::uint8_t>(1U << (seat.value & 7U));
  }
  std::uint8_t bits_ = 0;
};

constexpr SeatSet all_seats(int players) { return SeatSet::from_bits((1U << players) - 1U); }

constexpr SeatSet both(SeatSet a, SeatSet b) { return SeatSet::from_bits(a.bits() & b.bits()); }
constexpr SeatSet either(SeatSet a, SeatSet b) { return SeatSet::from_bits(a.bits() | b.bits()); }
constexpr SeatSet without(SeatSet a, SeatSet b) { return SeatSet::from_bits(a.bits() & ~b.bits()); }

// One T for each seat.
template <class T>
struct PerSeat {
  std::array<T, most_players> items{};

  constexpr T& operator[](Seat seat) { return items[seat.value]; }
  constexpr const T& operator[](Seat seat) const { return items[seat.value]; }
  friend constexpr bool operator==(const PerSeat&, const PerSeat&) = default;
};

// The seats for whose item it holds: all five are looked at, without a branch for each.
template <class T, class F>
constexpr SeatSet seats_where(const PerSeat<T>& items, F&& holds) {
  unsigned bits = 0;
  for (unsigned seat = 0; seat < most_players; ++seat)
    bits |= static_cast<unsigned>(holds(items.items[seat])) << seat;
  return SeatSet::from_bits(bits);
}

}  // namespace tatami
