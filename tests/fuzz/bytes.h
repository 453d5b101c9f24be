#pragma once

#include <cstdint>
#include <numeric>
#include <span>

#include "rules/core/splitmix.h"

namespace tatami {

// When there are no more, numbers that follow from them: every input plays a game to its end.
class Bytes {
 public:
  explicit Bytes(std::span<const std::uint8_t> rest)
      : rest_(rest), more_(std::accumulate(rest.begin(), rest.end(), std::uint64_t{0})) {}
  unsigned next() {
    if (rest_.empty()) return more_.below(256);
    const unsigned byte = rest_.front();
    rest_ = rest_.subspan(1);
    return byte;
  }

 private:
  std::span<const std::uint8_t> rest_;
  SplitMix more_;
};

}  // namespace tatami
