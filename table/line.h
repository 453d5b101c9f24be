#pragma once

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <optional>

#include "protocol/messages.h"

namespace tatami::table {

// Milliseconds since 1970, never going back. Whoever drives a table says what time it is.
using Time = std::int64_t;

// How long a message to a player and his answer are on their way together, as the server measures
// it: by pings that hold its own time, which a page's script cannot touch.
class Line {
 public:
  static constexpr Time stale_after = 15'000;

  void pong(std::int32_t round_trip, Time now) {
    const std::int64_t sample = std::int64_t{std::max(round_trip, 0)} * unit;
    if (measured_) {  // the smoothing of RFC 6298
      spread_ += (std::abs(sample - lag_) - spread_) / 4;
      lag_ += (sample - lag_) / 8;
    } else {
      lag_ = sample;
      spread_ = sample / 2;
    }
    measured_ = now;
  }

  // Who does not answer pings is trusted with no lag at all.
  bool is_known(Time now) const { return measured_ && now - *measured_ <= stale_after; }
  std::int32_t lag(Time now) const {
    return is_known(now) ? static_cast<std::int32_t>(lag_ / unit) : 0;
  }
  std::int32_t spread(Time now) const {
    return is_known(now) ? static_cast<std::int32_t>(spread_ / unit) : 0;
  }
  // What may have passed on the line at the most, of what a table makes good.
  std::int32_t credit(Time now, std::int32_t cap) const {
    return std::min(cap, lag(now) + 4 * spread(now));
  }
  protocol::Quality quality(Time now, std::int32_t cap) const {
    const std::int32_t worst = lag(now) + 4 * spread(now);
    if (!is_known(now) || worst > cap) return protocol::Quality::poor;
    return worst > cap / 2 ? protocol::Quality::fair : protocol::Quality::good;
  }

 private:
  static constexpr std::int64_t unit = 256;  // fractions of a millisecond
  std::int64_t lag_ = 0;
  std::int64_t spread_ = 0;
  std::optional<Time> measured_;
};

inline constexpr std::int32_t fastest_reaction = 100;  // nobody is faster
inline constexpr std::int32_t default_lag_cap = 400;
inline constexpr std::int32_t largest_lag_cap = 2000;

// A claimed reaction time is accepted as far as its arrival allows, otherwise raised to that.
constexpr std::int32_t decided_time(std::int32_t claimed, std::int32_t arrived,
                                    std::int32_t credit) {
  return std::max(std::clamp(claimed, arrived - credit, arrived), fastest_reaction);
}

}  // namespace tatami::table
