#pragma once

#include <cstdint>

#include "rules/core/splitmix.h"
#include "rules/dojo/legal.h"
#include "rules/dojo/view.h"

namespace tatami::bots {

namespace detail {

// Takes a random card of those that are left.
constexpr dojo::Card take_any(dojo::CardCounts& left, SplitMix& numbers) {
  auto n = numbers.below(static_cast<std::uint32_t>(left.total()));
  dojo::Card taken;
  dojo::for_each_card([&](dojo::Card card) {
    if (!taken.is_card() && n < left[card]) taken = card;
    if (!taken.is_card()) n -= left[card];
  });
  --left[taken];
  return taken;
}

}  // namespace detail

// Makes it a state that this seat cannot tell from what it was: whatever it does not know is drawn
// anew, every card equally likely (D21). It runs on a GPU too (cuda/batch.h).
constexpr void imagine(dojo::State& state, Seat seat, SplitMix& numbers) {
  using namespace dojo;
  const Open& open = state.open;
  Hidden& hidden = state.hidden;
  Own own;
  tell(state, seat, own);
  CardCounts left = open.pool;
  SeatSet unknown;
  for (Seat each : open.holding) {
    if (is_shown(open, each)) continue;
    if (each == seat || own.dealt[each].is_card())
      --left[hidden.hands[each]];
    else
      unknown.insert(each);
  }
  const bool holds_drawn = hidden.drawn.is_card();
  if (holds_drawn && own.drawn.is_card()) --left[hidden.drawn];
  for (Seat each : unknown) hidden.hands[each] = detail::take_any(left, numbers);
  if (holds_drawn && !own.drawn.is_card()) hidden.drawn = detail::take_any(left, numbers);
  if (open.phase == Phase::train)
    for (Seat each : without(all_seats(open.setup.players), open.to_act))
      if (each != seat) {
        const Cells cells = open_cells(open.dojos[each], open.setup.edition);
        hidden.placements[each] =
            cells.nth(numbers.below(static_cast<std::uint32_t>(cells.size())));
      }
  if (open.phase == Phase::throws)
    for (int side = 0; side < 2; ++side) {
      const Seat each = side == 0 ? open.duel->challenger : open.dealer;
      if (each != seat && !open.to_act.contains(each))
        hidden.thrown[static_cast<std::size_t>(side)] = static_cast<Gesture>(numbers.below(3));
    }
}

}  // namespace tatami::bots
