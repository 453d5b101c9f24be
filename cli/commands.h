#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "bots/tatamokatsu/person.h"
#include "cli/dojo_entrant.h"
#include "cli/tatamokatsu_entrant.h"
#include "record/dojo.h"
#include "record/tatamokatsu.h"
#include "rules/tatamokatsu/types.h"

// The subcommands of `tatami`. Each returns the exit status: 0, or 1 for bad input.
namespace tatami::cli {

inline constexpr int ok = 0;
inline constexpr int bad_input = 1;
inline constexpr int bad_usage = 2;

enum class Colour : std::uint8_t { automatic, always, never };

// Reads cards row by row, and trophies, as words. Returns what is wrong with them, if anything.
std::optional<std::string> parse(const std::vector<std::string>& words, record::DojoToScore& dojo);

struct ScoreOptions {
  std::optional<record::DojoToScore> dojo;  // without one: standard input
  bool json = false;
};
int score(const ScoreOptions& options);

int replay(const std::vector<std::string>& files);

struct ShowOptions {
  std::string file;
  std::optional<long> line;  // the position after this line; the last one by default
  std::optional<int> seat;   // as this seat sees it; everything open by default
  bool spectator = false;
  Colour colour = Colour::automatic;
};
int show(const ShowOptions& options);

struct SimulateOptions {
  std::uint64_t games = 10000;
  std::uint64_t seed = 1;
  unsigned threads = 0;  // 0: one per core
  bool json = false;
};

struct SimulateDojoOptions : SimulateOptions {
  record::DojoHeader header;
  std::string player = "student";  // as named on the command line
  DojoEntrant entrant;             // the same
};
int simulate_dojo(const SimulateDojoOptions& options);

struct SimulateTatamokatsuOptions : SimulateOptions {
  tatamokatsu::Setup table;           // the first roller is seat 0
  PerSeat<bots::Reflexes> reflexes;   // of each player
  tatamokatsu::Millis between{6000};  // from the close of a window to the next roll
};
int simulate_tatamokatsu(const SimulateTatamokatsuOptions& options);

int signature();

struct TrainOptions {
  std::uint64_t games = 48000;
  double minutes = 0;  // instead of a number of games
  std::uint64_t seed = 1;
  unsigned threads = 0;  // 0: one per core
  std::string out = "dojo-weights.inc";
  std::string curve;   // SVG file with the progress; none by default
  std::string resume;  // file to keep the state in; none by default
};
int train_dojo(const TrainOptions& options);

struct PlayOptions {
  record::DojoHeader header;
  std::vector<std::string> opponent_names;  // from seat 1 on
  std::vector<DojoEntrant> opponents;       // the same
  std::optional<std::uint64_t> seed;
  std::string record;  // file to write the record to; none by default
  Colour colour = Colour::automatic;
};
int play_dojo(const PlayOptions& options);

struct PlayTatamokatsuOptions {
  record::TatamokatsuHeader header;
  std::vector<std::string> opponent_names;    // from seat 1 on
  std::vector<TatamokatsuEntrant> opponents;  // the same
  tatamokatsu::Millis pause{1200};            // before a bot rolls or chooses
  std::optional<std::uint64_t> seed;
  std::string record;  // file to write the record to; none by default
  Colour colour = Colour::automatic;
};
int play_tatamokatsu(const PlayTatamokatsuOptions& options);

struct VerifyOptions {
  std::string record;
  std::string sidecar;     // next to the record by default
  std::string commitment;  // as the table showed it; not checked by default
};
int verify(const VerifyOptions& options);

struct ProtocolOptions {
  bool schema = false;  // a JSON Schema instead of TypeScript
};
int print_protocol(const ProtocolOptions& options);

}  // namespace tatami::cli
