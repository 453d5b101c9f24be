#pragma once

#include <cstdint>
#include <string>

namespace tatami::cli {

struct RaceOptions {
  std::uint32_t races = 20'000;  // for each line of the tables
  std::uint64_t seed = 1;
  std::string plot;  // SVG; none: no plot
  bool json = false;
};

// How fairly a table decides who was first: people of equal reflexes on unequal lines, simulated
// down to the table, which is the server's own.
int race(const RaceOptions& options);

}  // namespace tatami::cli
