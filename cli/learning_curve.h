#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace tatami::cli {

// A win share and the half width of its 95 % interval.
struct ShareSeen {
  double share = 0;
  double uncertainty = 0;
};

// As SVG: the share after each generation of so many games.
std::string draw_curve(const std::vector<ShareSeen>& curve, std::uint64_t games);

}  // namespace tatami::cli
