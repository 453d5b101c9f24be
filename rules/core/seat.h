#pragma once

#include <array>
#include <cstddef>

#include "rules/core/bit_set.h"
#include "rules/core/index.h"

namespace tatami {

using Seat = Index<struct SeatTag>;

inline constexpr int most_players = 5;

constexpr Seat left_of(Seat seat, int players) {
  return Seat{seat.value + 1 == players ? 0 : seat.value + 1};
}

using SeatSet = BitSet<Seat>;

constexpr SeatSet all_seats(int players) { return SeatSet::from_bits((1U << players) - 1U); }

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
