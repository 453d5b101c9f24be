#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "bots/dojo/player.h"
#include "bots/tatamokatsu/person.h"
#include "record/dojo.h"
#include "rules/tatamokatsu/types.h"

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

struct SimulateOptions {
  std::uint64_t games = 10000;
  std::uint64_t seed = 1;
  unsigned threads = 0;  // 0: one a core
  bool json = false;
};

struct SimulateDojoOptions : SimulateOptions {
  record::DojoHeader header;
  bots::DojoLevel player = bots::DojoLevel::student;
};
int simulate_dojo(const SimulateDojoOptions& options);

struct SimulateTatamokatsuOptions : SimulateOptions {
  tatamokatsu::Table table;           // the first roller has seat 0
  PerSeat<bots::Reflexes> reflexes;   // of each player
  tatamokatsu::Millis between{6000};  // from the close of a window to the next roll
};
int simulate_tatamokatsu(const SimulateTatamokatsuOptions& options);

int signature();

struct TrainOptions {
  std::uint64_t games = 48000;
  double minutes = 0;  // instead of a number of games
  std::uint64_t seed = 1;
  unsigned threads = 0;  // 0: one a core
  std::string out = "dojo-weights.inc";
  std::string curve;  // an SVG of how the play improved; none by default
};
int train_dojo(const TrainOptions& options);

struct PlayOptions {
  record::DojoHeader header;
  std::optional<std::uint64_t> seed;
  std::string record;  // where to keep the record; nowhere by default
  Colour colour = Colour::automatic;
};
int play_dojo(const PlayOptions& options);

struct VerifyOptions {
  std::string record;
  std::string sidecar;     // beside the record by default
  std::string commitment;  // as the table showed it; any by default
};
int verify(const VerifyOptions& options);

struct ProtocolOptions {
  bool schema = false;  // a JSON Schema instead of TypeScript
};
int print_protocol(const ProtocolOptions& options);

}  // namespace tatami::cli
