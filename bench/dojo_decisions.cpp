// How long Dojo bots think about each decision: in wall-clock time, which other work on the machine
// disturbs, and in processor time, which it does not. A bot's budget in milliseconds is processor
// time too.
//
//   dojo_decisions adept 1000         # games among four of them
//   dojo_decisions sensei:50ms 4

#include <fmt/core.h>

#include <algorithm>
#include <chrono>
#include <ctime>
#include <vector>

#include "chance/dojo.h"
#include "cli/dojo_entrant.h"

namespace {

using namespace tatami;

double processor_milliseconds() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return 1e3 * static_cast<double>(now.tv_sec) + 1e-6 * static_cast<double>(now.tv_nsec);
}

double wall_milliseconds() {
  using namespace std::chrono;
  return duration<double, std::milli>(steady_clock::now().time_since_epoch()).count();
}

struct Deadline {
  double at = 0;
  static bool is_over(void* deadline) {
    return processor_milliseconds() >= static_cast<const Deadline*>(deadline)->at;
  }
};

dojo::ActionId decide(const cli::DojoEntrant& entrant, const dojo::View& view, SplitMix& numbers) {
  bots::Budget budget{.iterations = entrant.iterations};
  Deadline deadline;
  if (entrant.time) {
    const std::chrono::duration<double, std::milli> given = *entrant.time;
    deadline.at = processor_milliseconds() + given.count();
    budget = {UINT32_MAX, Deadline::is_over, &deadline};
  }
  return bots::DojoPlayer{entrant.level, budget, *entrant.weights}.choose(view, numbers);
}

void print(const char* clock, std::vector<double>& times) {
  std::ranges::sort(times);
  const auto at = [&](double share) {
    return times[static_cast<std::size_t>(share * static_cast<double>(times.size() - 1))];
  };
  double sum = 0;
  for (const double time : times) sum += time;
  fmt::print("{:<10} mean {:8.4f}  median {:8.4f}  99 % {:8.4f}  99.9 % {:8.4f}  most {:8.4f} ms\n",
             clock, sum / static_cast<double>(times.size()), at(0.5), at(0.99), at(0.999), at(1));
}

}  // namespace

int main(int argc, char** argv) {
  cli::DojoEntrant entrant;
  const int games = argc == 3 ? std::atoi(argv[2]) : 0;
  if (games < 1 || cli::parse(argv[1], entrant)) {
    fmt::print(stderr, "usage: dojo_decisions BOT GAMES\n");
    return 2;
  }
  std::vector<double> wall;
  std::vector<double> processor;
  for (int game = 0; game < games; ++game) {
    SplitMix numbers{static_cast<std::uint64_t>(game)};
    chance::DojoLuck luck{dojo::standard_deck(), numbers.next()};
    dojo::State state = dojo::start({});
    const auto timed = [&](const dojo::State& now, Seat seat) {
      const auto legal = dojo::legal_actions(now.open, seat);
      if (legal.size() == 1) return legal[0];
      const double walls = wall_milliseconds();
      const double processors = processor_milliseconds();
      const dojo::ActionId action = decide(entrant, dojo::view_of(now, seat), numbers);
      processor.push_back(processor_milliseconds() - processors);
      wall.push_back(wall_milliseconds() - walls);
      return action;
    };
    chance::play_out(state, luck, timed, [](const dojo::State&, dojo::ActionId) {});
  }
  fmt::print("{}, {} games, {} decisions\n", argv[1], games, wall.size());
  print("wall", wall);
  print("processor", processor);
  return 0;
}
