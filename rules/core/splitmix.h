#pragma once

#include <cstdint>

namespace tatami {

// SplitMix64: a fixed sequence of numbers for each seed. The rules never draw from it; bots,
// simulators, tests and benchmarks do, and core is the one place all of them may depend on.
class SplitMix {
 public:
  constexpr explicit SplitMix(std::uint64_t seed) : state_(seed) {}

  constexpr std::uint64_t next() {
    std::uint64_t z = state_ += 0x9E3779B97F4A7C15U;
    z = (z ^ (z >> 30U)) * 0xBF58476D1CE4E5B9U;
    z = (z ^ (z >> 27U)) * 0x94D049BB133111EBU;
    return z ^ (z >> 31U);
  }

  // 0 .. n-1, for n far below 2^32: the bias of the multiplication is below n / 2^32.
  constexpr std::uint32_t below(std::uint32_t n) {
    return static_cast<std::uint32_t>(((next() >> 32U) * n) >> 32U);
  }

  friend constexpr bool operator==(const SplitMix&, const SplitMix&) = default;

 private:
  std::uint64_t state_;
};

}  // namespace tatami
