#pragma once

#include <cstdint>
#include <string>

namespace tatami::cli {

struct LoadOptions {
  std::uint32_t tables = 64;
  std::uint32_t idle = 0;  // connections that only listen
  double seconds = 10;
  double rate = 0;       // moves a second at all tables together; 0: as fast as they go
  std::string database;  // none: a temporary one
  std::uint64_t seed = 1;
  bool json = false;
};
int load(const LoadOptions& options);

}  // namespace tatami::cli
