#include "live/tatamokatsu/position.h"

#include <algorithm>

namespace tatami::live {

namespace {

// Which X count 10 makes no difference to the sum; the first ones do.
tatamokatsu::Announcement announcement(unsigned xs, unsigned tens) {
  return {static_cast<std::uint8_t>(xs), static_cast<std::uint8_t>((1U << tens) - 1U)};
}

std::optional<List<Deed, 2>> expected_of(const Meaning& meaning) {
  if (!meaning.claim.empty()) return meaning.claim;
  List<Deed, 2> deeds;
  if (meaning.kind == tatamokatsu::RollKind::katana) {
    deeds.push(Deed::slap);
    return deeds;
  }
  const auto bows =
      std::ranges::count(meaning.sums, tatamokatsu::Effect::salute, &PossibleSum::effect);
  if (bows != 0 && bows != static_cast<std::ptrdiff_t>(meaning.sums.size())) return {};
  if (bows != 0) deeds.push(Deed::salute);
  return deeds;
}

// The result of the window, once it has closed.
void judge(TatamokatsuPosition& out, const tatamokatsu::Open& open) {
  for (Seat seat : all_seats(open.setup.players)) {
    const tatamokatsu::Times& times = open.photo.of[seat];
    out.photo.push({times.shout, times.hand, times.salute, times.mistake});
  }
  out.closed = open.photo.until;
  if (what_is(open.roll).kind == tatamokatsu::RollKind::sum)
    out.sum = static_cast<std::uint8_t>(sum_of(open));
  out.effect = open.effect;
  out.losses = losses_of(open);
  const std::optional<Seat> claimer = tatamokatsu::claimer(open);
  if (!claimer) return;
  (open.living.contains(*claimer) ? out.claimer : out.risen) = claimer;
}

}  // namespace

Meaning meaning_of(tatamokatsu::Meaning meaning) {
  Meaning out{meaning.kind, {}, meaning.tatamokatsu, {}, {}, Deed::grab, {}};
  if (meaning.allows_shout()) out.claim.push(Deed::shout);
  if (meaning.kind == tatamokatsu::RollKind::grab) out.claim.push(Deed::grab);
  if (!meaning.allows_shout()) out.mistakes.push(Deed::shout);
  if (!meaning.allows_slap()) out.mistakes.push(Deed::slap);
  if (meaning.kind != tatamokatsu::RollKind::grab) out.mistakes.push(Deed::grab);
  if (meaning.kind == tatamokatsu::RollKind::katana) out.hand = Deed::slap;
  for (int tens = 0; tens < meaning.possible_sums(); ++tens) {
    const int sum = meaning.sum(tens);
    out.sums.push({static_cast<std::uint8_t>(sum),
                   values_of(announcement(meaning.xs, static_cast<unsigned>(tens))),
                   tatamokatsu::effect_of(sum)});
  }
  out.expected = expected_of(out);
  return out;
}

XValues values_of(tatamokatsu::Announcement announced) {
  XValues values;
  for (unsigned x = 0; x < announced.xs; ++x) values.push((announced.tens >> x & 1U) != 0 ? 10 : 1);
  return values;
}

Losses losses_of(const tatamokatsu::Open& open) {
  Losses out;
  for (const auto& [seat, because] : losses(open)) out.push({seat, because});
  return out;
}

TatamokatsuPosition position_of(const tatamokatsu::Open& open) {
  using namespace tatamokatsu;
  TatamokatsuPosition out;
  const SeatSet seats = all_seats(open.setup.players);
  out.phase = open.phase;
  out.roller = open.roller;
  out.thrower = open.thrower;
  if (open.phase != Phase::roll || open.photo.until != Millis{}) {
    for (int die = 0; die < dice; ++die) out.roll.push(open.roll[Die{die}]);
    out.meaning = meaning_of(what_is(open.roll));
  }
  out.to_act = open.to_act;
  if (open.phase == Phase::roll) out.throws = open.roller;
  out.living = open.living;
  out.standing = open.standing;
  out.contenders = open.contenders;
  out.winners = open.winners;
  if (open.announced) out.announced = values_of(*open.announced);
  for (Seat seat : seats) {
    out.fingers.push(open.fingers[seat]);
    out.reach.push(reach(open, seat));
    out.owed.push(open.owed[seat]);
    if (open.fingers[seat].empty()) out.dragons.insert(seat);
  }
  if (open.phase == Phase::strike || open.phase == Phase::choose)
    out.targets = without(open.living, open.to_act);
  if (open.phase == Phase::choose) out.recoverable = lost_of(open.fingers[open.to_act.first()]);
  const tatamokatsu::Heard& heard = open.heard;
  out.heard = {heard.shouted, heard.saluted, heard.slapped,
               heard.dropped, heard.grabbed, heard.fumbled};
  if (!is_window_open(open) && !out.roll.empty()) judge(out, open);
  return out;
}

TatamokatsuOwn own_of(const tatamokatsu::View& view) {
  const tatamokatsu::Own& own = view.own;
  return {own.shout, own.hand, own.salute, own.mistake, own.announce};
}

}  // namespace tatami::live
