#pragma once

#include <cstdint>
#include <optional>

#include "rules/core/list.h"
#include "rules/tatamokatsu/window.h"

namespace tatami::tatamokatsu {

// Why a player must give up a finger that they choose themselves. A strike (T9) and an attack (T5)
// need no reason: the action names whom it hits.
enum class Because : std::uint8_t {
  shout,         // T13: neither 10 nor 17 was possible, and no T showed
  slap,          // T13: it was no katana
  grab,          // T13: the die showed no T
  drop,          // T13
  low_sum,       // T7
  no_salute,     // T8
  early_salute,  // T8: the sum was not known yet
  no_slap,       // T10
  last_slap,     // T10
};

struct Loss {
  Seat seat;
  Because because;

  friend constexpr bool operator==(Loss, Loss) = default;
};

// The four kinds of mistakes, and the roll's effect, for every seat.
using Losses = List<Loss, 5 * std::size_t{most_players}>;

// The losses that the roll on the table has caused or will cause, as far as that is settled: one
// for each `lose`, in the order of T21.
constexpr Losses losses(const Open& open) {
  Losses list;
  if (is_window_open(open)) return list;
  const Meaning meaning = what_is(open.roll);
  const Heard& heard = open.heard;
  for (Seat seat : all_seats(open.setup.players)) {
    if (!meaning.allows_shout() && heard.shouted.contains(seat)) list.push({seat, Because::shout});
    if (!meaning.allows_slap() && heard.slapped.contains(seat)) list.push({seat, Because::slap});
    if (heard.fumbled.contains(seat)) list.push({seat, Because::grab});
    if (heard.dropped.contains(seat)) list.push({seat, Because::drop});
  }
  if (open.effect == Effect::roller_loses) list.push({open.thrower, Because::low_sum});
  if (open.effect == Effect::salute)
    for (Seat seat : failed_to_salute(open, open.photo))
      list.push({seat, heard.saluted.contains(seat) ? Because::early_salute : Because::no_salute});
  if (open.effect == Effect::slap) {
    const SeatSet late = without(open.standing, heard.slapped);
    for (Seat seat : late) list.push({seat, Because::no_slap});
    if (late.empty() && open.contenders.size() == 1)
      list.push({open.contenders.first(), Because::last_slap});
  }
  return list;
}

// T14: whose claim it is, once nobody contests it.
constexpr std::optional<Seat> claimer(const Open& open) {
  if (open.effect != Effect::claim || open.contenders.size() != 1) return {};
  return open.contenders.first();
}

}  // namespace tatami::tatamokatsu
