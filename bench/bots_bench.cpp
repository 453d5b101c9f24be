#include <benchmark/benchmark.h>

#include "bots/dojo/dreams.h"
#include "bots/dojo/player.h"
#include "chance/dojo.h"

namespace {

using namespace tatami;
using namespace tatami::dojo;
using bots::DojoLevel;
using bots::DojoPlayer;

// The position after four students have played until somebody must act in this phase of this round.
State position(Phase phase, int round) {
  const DojoPlayer student{DojoLevel::student};
  for (std::uint64_t seed = 1;; ++seed) {
    SplitMix numbers{seed};
    chance::DojoLuck luck{standard_deck(), numbers.next()};
    State state = start({});
    while (!is_over(state.open) && (state.open.phase != phase || state.open.round < round)) {
      const Seat seat = state.open.to_act.first();
      apply_unchecked(state, chance_acts(state.open)
                                 ? luck.next(state.open)
                                 : student.choose(view_of(state, seat), numbers));
    }
    if (state.open.phase == phase && state.open.round == round) return state;
  }
}

// Items are games played from the middle to the end, by players who look one step ahead.
void playout_student(benchmark::State& bench) {
  const State state = position(Phase::give, 7);
  const View view = view_of(state, state.open.dealer);
  const mind::Supply usual;
  PerSeat<mind::Model> models{};
  for (Seat seat : all_seats(state.open.setup.players))
    models[seat] = {&mind::hand_made_outlooks(Edition::fr), {0, 300, 1000, 1000, 1000}};
  mind::Playout playout{state.open, usual, models};
  const ActionList legal = legal_actions(view.open, *view.seat);
  SplitMix numbers{1};
  mind::Dreams dreams{view, mind::plain_belief(), numbers};
  for ([[maybe_unused]] auto _ : bench) {
    const mind::World& world = dreams.next();
    const ActionId action = legal[numbers.below(static_cast<std::uint32_t>(legal.size()))];
    PerSeat<Card> hands = world.hands;
    hands[action.to()] = view.own.drawn;
    std::size_t next = 0;
    for (Seat seat : all_seats(state.open.setup.players))
      if (!hands[seat].is_card()) hands[seat] = world.coming[next++];
    benchmark::DoNotOptimize(
        playout.play(*view.seat, action, world, hands, SplitMix{numbers.next()}));
  }
  bench.SetItemsProcessed(bench.iterations());
}
BENCHMARK(playout_student)->Name("dojo/playout_student");

void decide(benchmark::State& bench, DojoLevel level, Phase phase) {
  const State state = position(phase, 7);
  const View view = view_of(state, state.open.to_act.first());
  const DojoPlayer player{level};
  SplitMix numbers{1};
  for ([[maybe_unused]] auto _ : bench) benchmark::DoNotOptimize(player.choose(view, numbers));
}
BENCHMARK_CAPTURE(decide, student_give, DojoLevel::student, Phase::give)->Name("dojo/student_give");
BENCHMARK_CAPTURE(decide, student_place, DojoLevel::student, Phase::train)
    ->Name("dojo/student_place");
BENCHMARK_CAPTURE(decide, adept_give, DojoLevel::adept, Phase::give)->Name("dojo/adept_give");
BENCHMARK_CAPTURE(decide, adept_answer, DojoLevel::adept, Phase::ask)->Name("dojo/adept_answer");
BENCHMARK_CAPTURE(decide, adept_place, DojoLevel::adept, Phase::train)->Name("dojo/adept_place");

}  // namespace
