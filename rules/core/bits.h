#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

namespace tatami {

// How many bits are set. std::popcount is a call into a library on the plain x86-64 we build for.
constexpr int ones(std::uint8_t bits) {
  const unsigned pairs = bits - (bits >> 1U & 0x55U);
  const unsigned quads = (pairs & 0x33U) + (pairs >> 2U & 0x33U);
  return static_cast<int>((quads + (quads >> 4U)) & 0xFU);
}

namespace detail {

inline constexpr auto place_of_one = [] {
  std::array<std::array<std::uint8_t, 5>, 32> places{};
  for (unsigned bits = 0; bits < 32; ++bits) {
    std::size_t n = 0;
    for (unsigned rest = bits; rest != 0; rest &= rest - 1)
      places[bits][n++] = static_cast<std::uint8_t>(std::countr_zero(rest));
  }
  return places;
}();

}  // namespace detail

// Where the n-th set bit is, of a set of at most five things. A loop would be mispredicted.
constexpr int nth_one(std::uint8_t bits, unsigned n) { return detail::place_of_one[bits][n]; }

}  // namespace tatami
