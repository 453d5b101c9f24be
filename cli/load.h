#pragma once

#include <cstdint>
#include <string>

#include "cli/race.h"

namespace tatami::cli {

struct LoadOptions {
  std::uint32_t tables = 64;
  std::uint32_t idle = 0;  // connections that only listen
  double seconds = 10;
  double rate = 0;       // moves a second at all tables together; 0: as fast as possible
  std::string database;  // none: a temporary one
  std::uint64_t seed = 1;
  bool json = false;
  bool race = false;  // measure how fairly races are decided instead
  RaceOptions races;
};
int load(const LoadOptions& options);

}  // namespace tatami::cli
