#pragma once

#include <string>
#include <vector>

#include "review/puzzles.h"

namespace tatami::cli {

struct PuzzlesOptions {
  std::vector<std::string> files;
  review::PuzzleSearch search;
  int percent = 6;  // the least margin
};
int puzzles(const PuzzlesOptions& options);

}  // namespace tatami::cli
