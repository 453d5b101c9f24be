#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "record/dojo.h"

// The subcommands of `tatami`. Each returns the exit status: 0, or 1 for bad input.
namespace tatami::cli {

inline constexpr int ok = 0;
inline constexpr int bad_input = 1;
inline constexpr int bad_usage = 2;

enum class Colour : std::uint8_t { automatic, always, never };

int score();

int replay(const std::vector<std::string>& files);

struct ShowOptions {
  std::string file;
  std::optional<long> line;  // the position after this line; the last one by default
  std::optional<int> seat;   // as this seat knows it; all open by default
  bool spectator = false;
  Colour colour = Colour::automatic;
};
int show(const ShowOptions& options);

enum class Player : std::uint8_t { random, simple };

struct SimulateOptions {
  std::uint64_t games = 10000;
  record::DojoHeader header;
  Player player = Player::simple;
  std::uint64_t seed = 1;
  unsigned threads = 0;  // 0: one a core
  bool json = false;
};
int simulate_dojo(const SimulateOptions& options);

int signature();

struct PlayOptions {
  record::DojoHeader header;
  std::optional<std::uint64_t> seed;
  std::string record;  // where to keep the record; nowhere by default
  Colour colour = Colour::automatic;
};
int play_dojo(const PlayOptions& options);

}  // namespace tatami::cli
