#pragma once

#include <algorithm>
#include <array>
#include <optional>

#include "live/lag.h"
#include "live/tatamokatsu/letters.h"

namespace tatami::live {

// The lag that a seat's claims may make good, roll by roll (docs/FAIRNESS.md). An honest client
// claims, on average, the lag that pings measure, sometimes a little more; one that lies claims as
// much as is believed, every time. What a claim was believed beyond the measured lag is a debt that
// the next ones pay off.
class Claims {
 public:
  // The faces go out. Until the window closes nothing changes what a claim is worth, so that the
  // order of arrival decides nothing.
  void open(const Lag& lag, Time now, std::int32_t cap) {
    usual_ = std::min(cap, lag.mean(now));
    most_ = lag.credit(now, cap);
    thrift_ = 8 * lag.spread(now);
    fastest_ = lag.fastest(now);
    granted_.reset();
    done_ = {};
  }

  // The lag made good for a claim of so much. What the connection cannot explain is a lie, or a
  // lost packet: of both only the usual lag is made good.
  std::int32_t grant(std::int32_t claimed, Deed deed) {
    const std::int32_t believed = claimed > most_ ? usual_ : claimed;
    const std::int32_t lag = std::max(0, believed - std::max(0, debt_) / 2);
    // One of a roll counts, the one that can decide it: others beside it dilute nothing.
    const bool decides = deed == Deed::shout || deed == Deed::slap || deed == Deed::grab;
    bool& done = done_[static_cast<std::size_t>(deed)];
    if (!granted_ || (decides && !done)) granted_ = lag;
    done = true;
    return lag;
  }

  void close() {
    if (granted_) debt_ = std::max(debt_ + *granted_ - usual_, -thrift_);
    granted_.reset();
  }

  // Another connection: nothing is known of it, and debts stay.
  void forget() { usual_ = most_ = fastest_ = 0; }

  std::int32_t most() const { return most_; }
  // How long after something was done this seat may hear of it: an answer to the noise must be too
  // late to be decided before it.
  std::int32_t hears_after() const { return std::max(0, most_ - fastest_); }

 private:
  std::int32_t usual_ = 0;
  std::int32_t most_ = 0;
  std::int32_t thrift_ = 0;  // the most that modest claims lay by
  std::int32_t fastest_ = 0;
  std::int32_t debt_ = 0;
  std::optional<std::int32_t> granted_;  // in this window
  std::array<bool, deeds> done_{};
};

}  // namespace tatami::live
