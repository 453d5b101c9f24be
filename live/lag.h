#pragma once

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <limits>
#include <optional>

#include "protocol/messages.h"

namespace tatami::live {

// Milliseconds since 1970, never going back. Whoever drives a table says what time it is.
using Time = std::int64_t;

// A connection's round trip in ms as the system's TCP measures it by acknowledgements, which no
// program at the other end can delay.
struct KernelLag {
  std::int32_t mean = 0;
  std::int32_t spread = 0;   // mean deviation
  std::int32_t fastest = 0;  // of all
  TATAMI_MESSAGE("kernel_lag", of("mean", &KernelLag::mean), of("spread", &KernelLag::spread),
                 of("fastest", &KernelLag::fastest))
  friend bool operator==(const KernelLag&, const KernelLag&) = default;
};

// One answered ping, and what TCP says of the connection if it ends at the player's own machine.
struct RoundTrip {
  std::int32_t ms = 0;
  std::optional<KernelLag> kernel{};
  TATAMI_MESSAGE("round_trip", of("ms", &RoundTrip::ms), of("kernel", &RoundTrip::kernel))
};

// How long a message to a player and their answer take together, as the server measures it: by
// pings that hold the server's own time, which a page's script cannot touch.
class Lag {
 public:
  static constexpr Time stale_after = 15'000;
  static constexpr std::int32_t program = 2;  // ms that a browser may take beyond TCP

  void pong(const RoundTrip& trip, Time now) {
    const std::int64_t sample = std::int64_t{std::max(trip.ms, 0)} * unit;
    fastest_ = std::min({fastest_, std::max(trip.ms, 0),
                         trip.kernel ? std::max(trip.kernel->fastest, 0) : fastest_});
    kernel_ = trip.kernel;
    if (measured_) {  // the smoothing of RFC 6298
      spread_ += (std::abs(sample - mean_) - spread_) / 4;
      mean_ += (sample - mean_) / 8;
    } else {
      mean_ = sample;
      spread_ = sample / 2;
    }
    measured_ = now;
  }

  // A connection that does not answer pings is credited with no lag at all.
  bool is_known(Time now) const { return measured_ && now - *measured_ <= stale_after; }
  std::int32_t mean(Time now) const {
    if (!is_known(now)) return 0;
    const auto mean = static_cast<std::int32_t>(mean_ / unit);
    return kernel_ ? std::min(mean, kernel_->mean + program) : mean;
  }
  std::int32_t spread(Time now) const {
    if (!is_known(now)) return 0;
    const auto spread = static_cast<std::int32_t>(spread_ / unit);
    return kernel_ ? std::min(spread, kernel_->spread + program / 2) : spread;
  }
  // The shortest way there and back so far.
  std::int32_t fastest(Time now) const { return is_known(now) ? fastest_ : 0; }
  // The most that may have passed on the way, of what a table makes good.
  std::int32_t credit(Time now, std::int32_t cap) const {
    return std::min(cap, mean(now) + 4 * spread(now));
  }
  protocol::Quality quality(Time now, std::int32_t cap) const {
    const std::int32_t worst = mean(now) + 4 * spread(now);
    if (!is_known(now) || worst > cap) return protocol::Quality::poor;
    return worst > cap / 2 ? protocol::Quality::fair : protocol::Quality::good;
  }

 private:
  static constexpr std::int64_t unit = 256;  // fractions of a millisecond
  std::int64_t mean_ = 0;
  std::int64_t spread_ = 0;
  std::int32_t fastest_ = std::numeric_limits<std::int32_t>::max();
  std::optional<KernelLag> kernel_;
  std::optional<Time> measured_;
};

// How much of a connection's lag a table may make good: with everybody near, usually, and far
// apart (docs/FAIRNESS.md).
struct LagCaps {
  std::int32_t near = 100;
  std::int32_t usual = 400;
  std::int32_t far = 1000;
  TATAMI_MESSAGE("lag_caps", of("near", &LagCaps::near), of("usual", &LagCaps::usual),
                 of("far", &LagCaps::far))
};
inline constexpr std::int32_t default_lag_cap = LagCaps{}.usual;
inline constexpr std::int32_t largest_lag_cap = 2000;

}  // namespace tatami::live
