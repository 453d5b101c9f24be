#pragma once

#include <optional>

#include "rules/dojo/state.h"

namespace tatami::dojo {

// What a seat knows beyond the open table (D21).
struct Own {
  std::optional<Card> card;
  std::optional<Cell> placement;  // his own, waiting for the others' (D9)
  std::optional<Gesture> thrown;  // his own, waiting for the rival's (D20)
  std::optional<Card> drawn;      // the dealer: the card he is holding
  PerSeat<std::optional<Card>> dealt;  // the dealer: the cards he gave, where they are now

  friend constexpr bool operator==(const Own&, const Own&) = default;
};

struct View {
  Open open;
  std::optional<Seat> seat;  // none: a spectator
  Own own;                   // nothing in it for a spectator

  friend constexpr bool operator==(const View&, const View&) = default;
};

// Every seat's knowledge at once; the open table is the same for all.
struct Views {
  Open open;
  PerSeat<Own> own;

  friend constexpr bool operator==(const Views&, const Views&) = default;
};

constexpr Own own_knowledge(const State& state, Seat seat) {
  const Open& open = state.open;
  const Hidden& hidden = state.hidden;
  Own own;
  if (open.holding.contains(seat)) own.card = hidden.hands[seat];
  if (open.phase == Phase::train && !open.to_act.contains(seat))
    own.placement = hidden.placements[seat];
  if (open.phase == Phase::throws && !open.to_act.contains(seat) && is_shown(open, seat))
    own.thrown = hidden.thrown[seat == open.duel->challenger ? 0 : 1];
  if (seat == open.dealer && !dealt_at_random(open)) {
    if (open.phase == Phase::give) own.drawn = hidden.drawn;
    for (Seat to : open.holding) own.dealt[to] = hidden.hands[to];
  }
  return own;
}

constexpr View view_of(const State& state, Seat seat) {
  return {state.open, seat, own_knowledge(state, seat)};
}

constexpr View spectators_view(const State& state) { return {state.open, std::nullopt, {}}; }

constexpr Views all_views(const State& state) {
  Views views{state.open, {}};
  for (Seat seat : all_seats(state.open.table.players))
    views.own[seat] = own_knowledge(state, seat);
  return views;
}

}  // namespace tatami::dojo
