#pragma once

#include "sim/simulation.h"

namespace tatami::cli {

struct SimOptions {
  sim::Options run;
  std::uint64_t seeds = 1;  // so many, one after the other
  bool forever = false;
  bool shrink = false;  // look for a shorter run that fails
};
int simulate_house(const SimOptions& options);

}  // namespace tatami::cli
