#pragma once

#include <algorithm>

#include "live/lag.h"

namespace tatami::server {

// A rate limit: tokens that refill with time. Everything that somebody may do only so often has
// one.
class Bucket {
 public:
  struct Size {
    double most = 0;      // at once
    double a_second = 0;  // refilled; 0: no limit
  };

  explicit Bucket(Size size) : size_(size), tokens_(size.most) {}

  // Takes this many if at least one is there.
  bool take(live::Time now, double tokens = 1) {
    tokens_ = tokens_at(now);
    refilled_ = now;
    if (size_.a_second > 0 && tokens_ < 1) return false;
    tokens_ -= tokens;
    return true;
  }
  // Takes them whether they are there or not: what follows has to wait.
  void charge(double tokens) { tokens_ -= tokens; }
  bool is_full(live::Time now) const { return tokens_at(now) >= size_.most; }
  bool is_half_full() const { return tokens_ > size_.most / 2; }

 private:
  double tokens_at(live::Time now) const {
    const auto since = static_cast<double>(std::max<live::Time>(0, now - refilled_));
    return std::min(size_.most, tokens_ + since * size_.a_second / 1000);
  }

  Size size_;
  double tokens_;
  live::Time refilled_ = 0;
};

}  // namespace tatami::server
