#pragma once

#include <array>
#include <bit>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <type_traits>

#include "rules/core/device.h"

// The only place under rules/ that counts or finds bits, so that a build for another kind of
// processor has these few functions to replace: on a GPU the standard library's compile and give
// wrong numbers.
namespace tatami {

// How many bits are set. std::popcount is a call into a library on the plain x86-64 we build for,
// which for eight bits takes longer than counting here.
constexpr int ones(std::uint8_t bits) {
#if defined(__CUDA_ARCH__)
  if (!std::is_constant_evaluated()) return __popc(bits);
#endif
  const unsigned pairs = bits - (bits >> 1U & 0x55U);
  const unsigned quads = (pairs & 0x33U) + (pairs >> 2U & 0x33U);
  return static_cast<int>((quads + (quads >> 4U)) & 0xFU);
}
template <std::unsigned_integral Bits>
constexpr int ones(Bits bits) {
#if defined(__CUDA_ARCH__)
  if (!std::is_constant_evaluated()) {
    if constexpr (sizeof(Bits) == 8)
      return __popcll(bits);
    else
      return __popc(bits);
  }
#endif
  return std::popcount(bits);
}

// Where the lowest set bit is; there must be one.
template <std::unsigned_integral Bits>
constexpr int lowest_one(Bits bits) {
#if defined(__CUDA_ARCH__)
  if (!std::is_constant_evaluated()) {
    if constexpr (sizeof(Bits) == 8)
      return __ffsll(static_cast<long long>(bits)) - 1;
    else
      return __ffs(static_cast<int>(bits)) - 1;
  }
#endif
  return std::countr_zero(bits);
}

// Where the highest set bit is; there must be one.
template <std::unsigned_integral Bits>
constexpr int highest_one(Bits bits) {
#if defined(__CUDA_ARCH__)
  if (!std::is_constant_evaluated()) {
    if constexpr (sizeof(Bits) == 8)
      return 63 - __clzll(static_cast<long long>(bits));
    else
      return 31 - __clz(static_cast<int>(bits));
  }
#endif
  return static_cast<int>(8 * sizeof(Bits)) - 1 - std::countl_zero(bits);
}

// Where the n-th set bit is, counted from 0; there must be one. Halves what is left six times: no
// branch depends on the bits.
constexpr int nth_one(std::uint64_t bits, unsigned n) {
  unsigned place = 0;
  const auto low_bits = static_cast<std::uint32_t>(bits);
  const auto in_low_half = static_cast<unsigned>(ones(low_bits));
  const bool high = n >= in_low_half;
  std::uint32_t rest = high ? static_cast<std::uint32_t>(bits >> 32U) : low_bits;
  n -= high ? in_low_half : 0;
  place += high ? 32 : 0;
  for (unsigned half = 16; half > 0; half /= 2) {
    const auto in_lower = static_cast<unsigned>(ones(rest & ((1U << half) - 1U)));
    const bool upper = n >= in_lower;
    rest = upper ? rest >> half : rest;
    n -= upper ? in_lower : 0;
    place += upper ? half : 0;
  }
  return static_cast<int>(place);
}

namespace detail {

inline constexpr auto place_of_one = [] {
  std::array<std::array<std::uint8_t, 5>, 32> places{};
  for (unsigned bits = 0; bits < 32; ++bits) {
    std::size_t n = 0;
    for (unsigned rest = bits; rest != 0; rest &= rest - 1)
      places[bits][n++] = static_cast<std::uint8_t>(lowest_one(rest));
  }
  return places;
}();

}  // namespace detail

// The same of a set of at most five things. A loop would be mispredicted.
constexpr int nth_one(std::uint8_t bits, unsigned n) {
#if defined(__CUDA_ARCH__)
  unsigned rest = bits;
  for (unsigned skipped = 0; skipped < 4; ++skipped)
    if (skipped < n) rest &= rest - 1U;
  return lowest_one(rest);
#else
  return detail::place_of_one[bits][n];
#endif
}

}  // namespace tatami
