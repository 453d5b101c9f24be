#pragma once

#include <optional>

#include "rules/dojo/state.h"

namespace tatami::dojo {

// A seat's knowledge beyond the open table (D21). Where it knows nothing there is no card.
struct Own {
  Card card;                      // this round's
  Card drawn;                     // the dealer: the card they are holding
  PerSeat<Card> dealt;            // the dealer: the cards they gave, where they are now
  std::optional<Cell> placement;  // its own, waiting for the others' (D9)
  std::optional<Gesture> thrown;  // its own, waiting for the rival's (D20)

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

  constexpr explicit Views(const State& state);
  friend constexpr bool operator==(const Views&, const Views&) = default;
};

// In place, since every copy of these few bytes shows in the time of a move.
constexpr void tell(const State& state, Seat seat, Own& own) {
  const Open& open = state.open;
  const Hidden& hidden = state.hidden;
  own.card = hidden.hands[seat];
  if (seat == open.dealer && !dealt_at_random(open)) {
    own.drawn = hidden.drawn;
    own.dealt = hidden.hands;
  }
  if (open.phase == Phase::train && !open.to_act.contains(seat))
    own.placement = hidden.placements[seat];
  if (open.phase == Phase::throws && is_shown(open, seat) && !open.to_act.contains(seat))
    own.thrown = hidden.thrown[seat == open.duel->challenger ? 0 : 1];
}

constexpr View view_of(const State& state, Seat seat) {
  View view{state.open, seat, {}};
  tell(state, seat, view.own);
  return view;
}

constexpr View spectators_view(const State& state) { return {state.open, std::nullopt, {}}; }

constexpr Views::Views(const State& state) : open(state.open) {
  for (Seat seat : all_seats(open.setup.players)) tell(state, seat, own[seat]);
}

}  // namespace tatami::dojo
