#pragma once

#include <cstdint>
#include <string>

namespace tatami::cli {

struct RaceOptions {
  std::uint32_t races = 20'000;  // shouts for each group of racers
  std::uint64_t seed = 1;
  std::string plot;  // SVG file; none by default
  bool json = false;
};

// Measures how fairly a table decides who was first: people with equal reflexes on unequal
// connections, simulated up to the table, which is the server's own code.
int race(const RaceOptions& options);

}  // namespace tatami::cli
