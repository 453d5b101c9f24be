#include <benchmark/benchmark.h>

#include <vector>

#include "bots/dojo/random.h"
#include "chance/dojo.h"
#include "rules/dojo/apply.h"
#include "rules/dojo/score.h"
#include "rules/dojo/view.h"

namespace {

using namespace tatami;
using namespace tatami::dojo;

constexpr Setup four_players{};

bool is_decision(const State& state, ActionId action) {
  const bool last_give =
      action.kind() == Kind::give && state.open.given + 1 == state.open.setup.players;
  return !chance_acts(state.open) && !last_give;
}

// Whole games of uniformly random play with four players, with an event stored for each action and
// the exact score at the end. Items are the players' decisions; the last give is forced.
// `after_move` is called after each player's action and the chance events that immediately follow
// it.
template <class AfterMove>
void play_randomly(benchmark::State& bench, AfterMove&& after_move) {
  SplitMix numbers{1};
  chance::DojoLuck luck{standard_deck(), 2U};
  std::vector<ActionId> events;
  std::int64_t decisions = 0;
  for ([[maybe_unused]] auto _ : bench) {
    State state = start(four_players);
    luck.gather();
    events.clear();
    while (!is_over(state.open)) {
      const ActionId action =
          chance_acts(state.open)
              ? luck.next(state.open)
              : bots::random_action(state.open, state.open.to_act.first(), numbers);
      decisions += is_decision(state, action) ? 1 : 0;
      events.push_back(action);
      apply_unchecked(state, action);
      if (!chance_acts(state.open)) after_move(state);
    }
    Outcome end = outcome(state.open);
    benchmark::DoNotOptimize(end);
  }
  bench.SetItemsProcessed(decisions);
}

void random_play(benchmark::State& bench) {
  play_randomly(bench, [](const State&) {});
}
BENCHMARK(random_play)->Name("dojo/random_play");

void move_with_views(benchmark::State& bench) {
  play_randomly(bench, [](const State& state) {
    Views views{state};
    benchmark::DoNotOptimize(views);
  });
}
BENCHMARK(move_with_views)->Name("dojo/move_with_views");

void copy(benchmark::State& bench) {
  State state = start(four_players);
  for ([[maybe_unused]] auto _ : bench) {
    benchmark::DoNotOptimize(state);
    State other = state;
    benchmark::DoNotOptimize(other);
  }
}
BENCHMARK(copy)->Name("dojo/copy");

// Random full dojos of the standard deck with the given trophies at random lines.
constexpr std::size_t many = 1024;

std::array<Tableau, many> random_dojos(const std::vector<Trophy>& trophies) {
  SplitMix numbers{3};
  std::array<Tableau, many> dojos;
  for (Tableau& full : dojos) {
    chance::DojoLuck luck{standard_deck(), numbers.next()};
    Open drawing;
    drawing.phase = Phase::draw;
    for (auto& row : full.cards)
      for (Card& card : row) card = luck.next(drawing).card();
    for (Trophy trophy : trophies)
      for (;;) {
        Trophy& place = is_black(trophy) ? full.row_trophies[numbers.below(dojo_rows)]
                                         : full.column_trophies[numbers.below(dojo_columns)];
        if (place != Trophy::none) continue;
        place = trophy;
        break;
      }
  }
  return dojos;
}

void score(benchmark::State& bench, const std::vector<Trophy>& trophies) {
  const std::array<Tableau, many> dojos = random_dojos(trophies);
  std::size_t next = 0;
  for ([[maybe_unused]] auto _ : bench) {
    benchmark::DoNotOptimize(best_total(dojos[next], Edition::fr));
    next = (next + 1) % many;
  }
}
constexpr Trophy A = Trophy::assistant;
constexpr Trophy B = Trophy::broom;
BENCHMARK_CAPTURE(score, plain, {Trophy::master, Trophy::belt})->Name("dojo/score_plain");
BENCHMARK_CAPTURE(score, assistant, {A})->Name("dojo/score_assistant");
BENCHMARK_CAPTURE(score, broom, {B})->Name("dojo/score_broom");
BENCHMARK_CAPTURE(score, one_of_each, {A, B})->Name("dojo/score_one_of_each");
BENCHMARK_CAPTURE(score, two_assistants, {A, A})->Name("dojo/score_two_assistants");
BENCHMARK_CAPTURE(score, two_brooms, {B, B})->Name("dojo/score_two_brooms");
BENCHMARK_CAPTURE(score, aab, {A, A, B})->Name("dojo/score_two_assistants_one_broom");
BENCHMARK_CAPTURE(score, abb, {A, B, B})->Name("dojo/score_one_assistant_two_brooms");
BENCHMARK_CAPTURE(score, worst, {A, A, B, B})->Name("dojo/score_worst");

}  // namespace
