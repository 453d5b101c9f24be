#pragma once

#include <array>
#include <cstddef>
#include <memory>
#include <string>
#include <string_view>
#include <utility>

#include "bots/dojo/observation.h"
#include "rules/core/result.h"
#include "rules/core/seat.h"

namespace tatami::bots {

// A net's expectations and choices (docs/bots.md). Seats are counted from the one that sees.
struct DojoForecast {
  std::array<float, 64> logits{};  // of legal actions, by `what`; when giving, that is a seat
  std::array<float, most_players> win_shares{};
  std::array<float, most_players> margins{};  // over the best of the others, in tens of points
};

// The net that tools/train trains: the same function as its net.py, in single precision.
class DojoNet {
 public:
  struct Weights;

  // From a file that tools/train has written, or what is wrong with it.
  static Result<DojoNet, std::string> read(std::string_view file);

  DojoForecast judge(const DojoObservation& seen) const;

 private:
  explicit DojoNet(std::shared_ptr<const Weights> weights) : weights_(std::move(weights)) {}

  std::shared_ptr<const Weights> weights_;
};

}  // namespace tatami::bots
