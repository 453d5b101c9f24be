#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace tatami::live {

// The last reactions of a seat, one of each roll. People need more than 200 ms on average to react
// to what they see, and are tens of milliseconds off their own average (docs/FAIRNESS.md).
class Series {
 public:
  static constexpr std::int64_t length = 8;
  static constexpr std::int64_t quickest_mean = 200;  // ms
  static constexpr std::int64_t least_deviation = 10;

  void add(std::int32_t reaction) { last_[count_++ % length] = reaction; }

  bool no_person_has() const {
    if (count_ < length) return false;
    std::int64_t sum = 0;
    std::int64_t squares = 0;
    for (const std::int64_t each : last_) {
      sum += each;
      squares += each * each;
    }
    return sum < length * quickest_mean ||
           length * squares - sum * sum < length * length * least_deviation * least_deviation;
  }

 private:
  std::array<std::int64_t, length> last_{};
  std::size_t count_ = 0;
};

}  // namespace tatami::live
