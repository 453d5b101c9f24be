#include <benchmark/benchmark.h>

#include <vector>

#include "bots/tatamokatsu/random.h"
#include "chance/tatamokatsu.h"
#include "rules/tatamokatsu/apply.h"
#include "rules/tatamokatsu/view.h"

namespace {

using namespace tatami;
using namespace tatami::tatamokatsu;

constexpr Setup four_players = [] {
  Setup setup;
  setup.players = 4;
  return setup;
}();

// With this, a window gets four reactions on average: one per player.
constexpr std::uint32_t longest_pause = 1500;

// Anybody reacts in any way after a random pause, until the window has closed by then.
ActionId reaction_or_close(const State& state, SplitMix& numbers) {
  const Millis close = closes_at(state);
  const SeatSet seats = may_react(state.open);
  Millis at = state.hidden.so_far.until;
  for (;;) {
    at = at + Millis{static_cast<int>(1 + numbers.below(longest_pause))};
    if (at > close) return {Kind::close, Seat{}, close};
    const Seat seat = seats.nth(numbers.below(static_cast<std::uint32_t>(seats.size())));
    if (!is_bowing(state, seat, at)) return bots::random_reaction(state.open, seat, at, numbers);
  }
}

// Whole games of uniformly random play with four players, with an event stored for each action.
// Items are the players' reactions and choices. `after_move` is called after each of them, and
// after what chance or the clock does if it is then the players' turn.
template <class AfterMove>
void play_randomly(benchmark::State& bench, AfterMove&& after_move) {
  SplitMix numbers{1};
  chance::TatamokatsuLuck luck{2U};
  std::vector<ActionId> events;
  std::int64_t decisions = 0;
  for ([[maybe_unused]] auto _ : bench) {
    State state = start(four_players);
    const Open& open = state.open;
    events.clear();
    while (!is_over(open)) {
      ActionId action;
      if (chance_acts(open))
        action = luck.next(open);
      else if (is_window_open(open))
        action = reaction_or_close(state, numbers);
      else
        action = bots::random_choice(open, numbers);
      const bool is_decision = action.kind() > Kind::close;
      decisions += is_decision ? 1 : 0;
      events.push_back(action);
      apply_unchecked(state, action);
      if (is_decision || !chance_acts(open)) after_move(state);
    }
    Outcome end = outcome(open);
    benchmark::DoNotOptimize(end);
  }
  bench.SetItemsProcessed(decisions);
}

void random_play(benchmark::State& bench) {
  play_randomly(bench, [](const State&) {});
}
BENCHMARK(random_play)->Name("tatamokatsu/random_play");

void move_with_views(benchmark::State& bench) {
  play_randomly(bench, [](const State& state) {
    Views views{state};
    benchmark::DoNotOptimize(views);
  });
}
BENCHMARK(move_with_views)->Name("tatamokatsu/move_with_views");

void copy(benchmark::State& bench) {
  State state = start(four_players);
  for ([[maybe_unused]] auto _ : bench) {
    benchmark::DoNotOptimize(state);
    State other = state;
    benchmark::DoNotOptimize(other);
  }
}
BENCHMARK(copy)->Name("tatamokatsu/copy");

}  // namespace
