#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "cli/interrupt.h"
#include "cli/state_file.h"
#include "rules/core/seat.h"

namespace tatami::cli {

// The result of one seat in a game.
struct Fared {
  double share = 0;  // of the win
  int rank = 0;      // 0 is first; ties have equal ranks
  int score = 0;
  std::uint64_t decisions = 0;
  std::uint64_t nanoseconds = 0;  // spent on them
};

// Collects the results of one game.
class Scorecard {
 public:
  // Returns what `decide()` returns and adds the time it took to this seat. Throws Interrupted
  // instead when the program is to stop.
  template <class Decide>
  auto decision(Seat seat, Decide&& decide) {
    if (is_interrupted()) throw Interrupted{};
    const auto begun = Clock::now();
    const auto decided = decide();
    ++fared_[seat].decisions;
    fared_[seat].nanoseconds += static_cast<std::uint64_t>((Clock::now() - begun).count());
    return decided;
  }

  // Winners are first; the others are ranked by `merits`, ties with equal ranks.
  std::vector<Fared> finish(int players, SeatSet winners, const PerSeat<int>& merits,
                            const PerSeat<int>& scores);

 private:
  using Clock = std::chrono::steady_clock;
  PerSeat<Fared> fared_;
};

// Plays one game: `lineup[seat]` is the entrant who sits there.
using PlayGame =
    std::function<std::vector<Fared>(std::span<const std::size_t> lineup, std::uint64_t seed)>;

struct TournamentOptions {
  std::string game;
  std::string table;  // how the setup differs from the default
  std::vector<std::string> entrants;
  int players = 4;
  int first = 0;               // the seat that begins
  std::uint64_t games = 6000;  // at most
  std::uint64_t seed = 1;
  unsigned threads = 0;     // 0: one per core
  bool to_the_end = false;  // do not stop when the order is certain
  bool json = false;
  std::string csv;  // files; none by default
  std::string plot;
  std::string resume;
  RunOptions setup;  // whatever else the games depend on
};

int run_tournament(const TournamentOptions& options, const PlayGame& play);

}  // namespace tatami::cli
