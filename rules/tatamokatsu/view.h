#pragma once

#include <optional>

#include "rules/tatamokatsu/state.h"

namespace tatami::tatamokatsu {

// A seat's knowledge of an open window beyond what everybody hears: its own times.
struct Own {
  Millis shout = never;     // the first
  Millis hand = never;      // the first grab of the T, or the first slap of a katana
  Millis salute = never;    // the last, in time or not: the bow begins then (T16)
  Millis mistake = never;   // the last that cost a finger
  Millis announce = never;  // the roller

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
  own.shout = hidden.so_far.of[seat].shout;
  own.hand = hidden.so_far.of[seat].hand;
  own.mistake = hidden.so_far.of[seat].mistake;
  // Not so_far's salute: which one is kept there tells when the roller announced.
  own.salute = hidden.bowed[seat];
  if (is_window_open(open) && open.announced && seat == open.roller)
    own.announce = hidden.so_far.known;
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

}  // namespace tatami::tatamokatsu
