#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "rules/core/seat.h"

namespace tatami::cli {

// How one seat of a game fared.
struct Fared {
  double share = 0;  // of the victory
  int rank = 0;      // 0 is first; equal ranks share
  int score = 0;
  std::uint64_t decisions = 0;
  std::uint64_t nanoseconds = 0;  // spent on them
};

// Follows one game.
class Scorecard {
 public:
  // What `decide()` says, and how long it took this seat.
  template <class Decide>
  auto decision(Seat seat, Decide&& decide) {
    const auto begun = Clock::now();
    const auto decided = decide();
    ++fared_[seat].decisions;
    fared_[seat].nanoseconds += static_cast<std::uint64_t>((Clock::now() - begun).count());
    return decided;
  }

  // Winners are first and the others follow by `merits`, equal ones on the same rank.
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
  std::string table;  // what is special about it
  std::vector<std::string> entrants;
  int players = 4;
  int first = 0;               // the seat that begins
  std::uint64_t games = 6000;  // at most
  std::uint64_t seed = 1;
  unsigned threads = 0;     // 0: one a core
  bool to_the_end = false;  // do not stop when the order is certain
  bool json = false;
  std::string csv;  // files; none by default
  std::string plot;
};

int run_tournament(const TournamentOptions& options, const PlayGame& play);

}  // namespace tatami::cli
