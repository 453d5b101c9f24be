#pragma once

#include <algorithm>
#include <cassert>

#include "rules/tatamokatsu/state.h"

namespace tatami::tatamokatsu {

// Out when the dice fell: to be asked until the mistakes are paid, then `living` moves on.
constexpr SeatSet dragons(const Open& open) {
  return without(all_seats(open.setup.players), open.living);
}

// The seats that the clock may hear (T16, T17). A dragon has only a T to wait for (T12).
constexpr SeatSet may_react(const Open& open) {
  if (!is_window_open(open)) return {};
  return open.roll.shows_t() ? either(open.standing, dragons(open)) : open.standing;
}

// The seats with a complete claim (T5, T11, T12). Those that no longer stand have none (T17).
constexpr SeatSet claimers(const Open& open) {
  const Meaning meaning = what_is(open.roll);
  const SeatSet shouted = both(open.standing, open.heard.shouted);
  if (meaning.kind != RollKind::grab) return meaning.tatamokatsu ? shouted : SeatSet{};
  return both(either(shouted, dragons(open)), open.heard.grabbed);
}

constexpr Millis claimed_at(const Open& open, const Timeline& timeline, Seat seat) {
  const Times& times = timeline.of[seat];
  if (!open.living.contains(seat)) return times.hand;  // T12
  return open.roll.shows_t() ? std::max(times.shout, times.hand) : times.shout;
}

// T16: from the last salute + `bow` on a player may act again.
constexpr bool is_bowing(const State& state, Seat seat, Millis at) {
  const Millis bowed = state.hidden.bowed[seat];
  return bowed != never && at < bowed + state.open.setup.timing.bow;
}

// T8: at or after the moment the sum is known, compared by time alone.
constexpr bool saluted_in_time(const Timeline& timeline, Seat seat) {
  const Millis salute = timeline.of[seat].salute;
  return salute != never && timeline.known <= salute;
}

constexpr SeatSet failed_to_salute(const Open& open, const Timeline& timeline) {
  SeatSet failed = open.standing;
  for (Seat seat : open.standing)
    if (saluted_in_time(timeline, seat)) failed.erase(seat);
  return failed;
}

// T10, T20: the last to slap, and all who were within `tie` of that slap.
constexpr SeatSet last_to_slap(const Open& open, const Timeline& timeline) {
  Millis last;
  for (Seat seat : open.standing) last = std::max(last, timeline.of[seat].hand);
  SeatSet tied;
  for (Seat seat : open.standing)
    if (last <= timeline.of[seat].hand + open.setup.timing.tie) tied.insert(seat);
  return tied;
}

// T19: when the open window closes if nobody reacts any more.
constexpr Millis closes_at(const State& state) {
  const Open& open = state.open;
  assert(is_window_open(open));
  const Timeline& so_far = state.hidden.so_far;
  const Timing& timing = open.setup.timing;
  const Meaning meaning = what_is(open.roll);
  const SeatSet claims = claimers(open);

  if (open.standing.size() <= 1 && both(claims, dragons(open)).empty()) return so_far.until;

  Millis close = timing.window;
  if (meaning.kind == RollKind::katana) {
    if (without(open.standing, open.heard.slapped).empty()) close = so_far.until;
  } else if (!claims.empty()) {
    Millis first = never;
    for (Seat seat : claims) first = std::min(first, claimed_at(open, so_far, seat));
    close = first + timing.tie;
  } else if (meaning.kind == RollKind::sum && !meaning.tatamokatsu) {
    if (effect_of(sum_of(open)) != Effect::salute || failed_to_salute(open, so_far).empty())
      close = std::max(timing.quiet, so_far.known);
  }
  return std::max(std::min(close, timing.window), so_far.until);
}

}  // namespace tatami::tatamokatsu
