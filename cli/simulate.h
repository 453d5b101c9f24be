#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <string>
#include <thread>
#include <vector>

#include "cli/commands.h"
#include "cli/interrupt.h"
#include "cli/progress.h"
#include "rules/core/seat.h"
#include "rules/core/splitmix.h"

// Shared by the simulations of both games. Tallies are whole numbers, so that sums do not depend
// on the order of adding: the result is the same with any number of threads.
namespace tatami::cli {

inline constexpr double percent = 100;

double ratio(std::uint64_t part, std::uint64_t whole);

// The half width of the 95 % interval around a share observed in so many games.
double uncertainty(double share, std::uint64_t games);

// How often each seat won, counted from the seat that began. A shared win is divided.
struct Victories {
  std::uint64_t games = 0;
  std::uint64_t shared = 0;
  std::array<std::uint64_t, most_players> sixtieths{};  // 60 is divisible by one to five winners

  void add(SeatSet winners, Seat first, int players);
  void add(const Victories& other);
  double share(int after_first) const;
};

// `beginner` is the seat that began: the dealer or the roller.
void print_for_people(const Victories& victories, int players, const char* beginner);
std::string shares_as_json(const Victories& victories, int players);

// Mean and deviation of whole numbers.
struct Sums {
  std::uint64_t count = 0;
  std::uint64_t sum = 0;
  std::uint64_t squares = 0;

  void add(std::uint64_t number);
  void add(const Sums& other);
  double mean() const;
  double deviation() const;
};

// How many numbers were between 0 and `width` - 1, and so on; the last bin takes all the rest.
struct Histogram {
  std::uint64_t width;
  std::vector<std::uint64_t> bars;

  Histogram(std::uint64_t bar_width, std::size_t count) : width(bar_width), bars(count) {}
  void add(std::uint64_t number);
  void add(const Histogram& other);
};

void print_for_people(const Histogram& histogram);
// `what` names what was counted.
std::string as_json(const Histogram& histogram, const char* what);

// Plays every game on one of the threads, until it is interrupted: `play_one(numbers, tally)`. Each
// game has its own random numbers, whichever thread plays it.
template <class Tally, class PlayOne>
Tally play_all(const SimulateOptions& options, const PlayOne& play_one) {
  const unsigned threads =
      options.threads > 0 ? options.threads : std::max(1U, std::thread::hardware_concurrency());
  std::vector<Tally> tallies(threads);
  {
    Progress progress{options.games};
    std::atomic<std::uint64_t> next = 0;
    const auto work = [&](Tally& tally) {
      constexpr std::uint64_t batch = 64;
      for (std::uint64_t first = next.fetch_add(batch); first < options.games;
           first = next.fetch_add(batch)) {
        const std::uint64_t last = std::min(first + batch, options.games);
        for (std::uint64_t game = first; game < last; ++game) {
          if (is_interrupted()) return;
          play_one(SplitMix{SplitMix{options.seed ^ SplitMix{game}.next()}.next()}, tally);
          progress.add(1);
        }
      }
    };
    std::vector<std::jthread> workers;
    workers.reserve(tallies.size());
    for (Tally& tally : tallies) workers.emplace_back([&work, &tally] { work(tally); });
  }
  Tally all;
  for (const Tally& tally : tallies) all.add(tally);
  return all;
}

// The exit status; says so if not all games were played.
int end_of_simulation(const Victories& victories, const SimulateOptions& options);

}  // namespace tatami::cli
