#pragma once

#include <optional>
#include <string>

#include "review/reviewing.h"

namespace tatami::cli {

struct AnalyseOptions {
  std::string file;
  review::Thinking thinking{2000, 1, {}};
  bool json = false;
  std::string curve;  // SVG file; none by default
};
int analyse(const AnalyseOptions& options);

struct HintOptions {
  std::string file;
  std::optional<long> line;  // the position after this line; the last one by default
  std::optional<int> seat;   // only for this seat
  review::Thinking thinking{2000, 1, {}};
  bool json = false;
};
int hint(const HintOptions& options);

}  // namespace tatami::cli
