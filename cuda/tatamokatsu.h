#pragma once

#include <cstddef>
#include <cstdint>

#include "bots/tatamokatsu/random.h"
#include "cuda/luck.h"
#include "rules/core/device.h"
#include "rules/core/splitmix.h"
#include "rules/tatamokatsu/apply.h"
#include "rules/tatamokatsu/legal.h"
#include "rules/tatamokatsu/window.h"

// Batches of random games of Tatamokatsu; see cuda/dojo.h.
namespace tatami::cuda {

struct TatamokatsuEnd {
  tatamokatsu::Outcome outcome;
  std::uint16_t decisions = 0;  // reactions and choices

  friend constexpr bool operator==(const TatamokatsuEnd&, const TatamokatsuEnd&) = default;
};

struct TatamokatsuBatch {
  tatamokatsu::Setup setup;
  std::uint64_t seed = 0;
  std::uint64_t first_game = 0;
  std::uint32_t games = 0;
  TatamokatsuEnd* ends = nullptr;  // one a game
};

// Anybody reacts in any way after a random pause, until the window has closed by then. With this
// pause a window of four players gets four reactions on average.
inline constexpr std::uint32_t longest_pause = 1500;

constexpr tatamokatsu::ActionId any_reaction_or_close(const tatamokatsu::State& state,
                                                      SplitMix& numbers) {
  using namespace tatamokatsu;
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

// A bound, so that the loop ends: a game of more events counts as a failure.
inline constexpr unsigned most_tatamokatsu_events = 60'000;

// Every `stride`-th game of the batch from `first` on. Games are of very different length: a
// thread that has finished one goes on with the next while the others of its warp still play
// theirs.
TATAMI_HOST_DEVICE inline void play(const TatamokatsuBatch& batch, std::uint32_t first,
                                    std::uint32_t stride, tatamokatsu::State& state) {
  using namespace tatamokatsu;
  const Open& open = state.open;
  SplitMix numbers{0};
  unsigned decisions = 0;
  unsigned events = 0;
  const auto begin = [&](std::uint32_t game) {
    state = start(batch.setup);
    numbers = SplitMix{seed_of(batch.seed, batch.first_game + game)};
    decisions = 0;
    events = 0;
  };
  std::uint32_t game = first;
  if (game >= batch.games) return;
  begin(game);
  for (;;) {
    ++events;
    if (is_window_open(open)) {
      const ActionId action = any_reaction_or_close(state, numbers);
      decisions += action.kind() > Kind::close ? 1U : 0U;
      apply_unchecked(state, action);
    } else {
      const ActionId action = bots::random_choice(open, numbers);
      decisions += action.kind() > Kind::close ? 1U : 0U;
      apply_unchecked(state, action);
    }
    if (!is_over(open) && events < most_tatamokatsu_events) continue;
    batch.ends[game] = {outcome(open), static_cast<std::uint16_t>(decisions)};
    if (batch.games - game <= stride) return;
    game += stride;
    begin(game);
  }
}

}  // namespace tatami::cuda
