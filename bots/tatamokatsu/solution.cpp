#include "bots/tatamokatsu/solution.h"

#include <algorithm>
#include <cassert>

#include "rules/tatamokatsu/apply.h"

namespace tatami::bots {

using namespace tatamokatsu;

namespace {

// The fingers, counted from a seat, and shares counted from there as those of the seats.
FingerCode counted(const Open& open, int from) {
  const int players = open.setup.players;
  FingerCode code = 0;
  for (int i = players - 1; i >= 0; --i)
    code = 6 * code + static_cast<FingerCode>(open.fingers[Seat{(from + i) % players}].size());
  return code;
}

Shares seen_from(const Open& open, const Shares& shares, int from) {
  Shares seen;
  for (Seat seat : all_seats(open.setup.players))
    seen[Seat{(from + seat.value) % open.setup.players}] = shares[seat];
  return seen;
}

Open after(const Open& open, ActionId action) {
  State state{open, {}};
  apply_unchecked(state, action);
  return state.open;
}

// T14: a roll-off that this seat wins or, after a katana, loses.
ActionId rolloff_for(const Open& open, Seat seat) {
  const bool lowest = what_is(open.roll).kind == RollKind::katana;
  const Face own = lowest ? Face::one : Face::x;
  const Face theirs = lowest ? Face::x : Face::one;
  unsigned faces = nothing_for_anyone;
  for (Seat each : open.contenders)
    faces ^= only_for(each, static_cast<unsigned>(each == seat ? own : theirs));
  return {Kind::rolloff, Seat{}, faces};
}

// One of each kind, target and sum.
List<ActionId, most_players> different_options(const Open& open, Seat seat, Millis at) {
  List<ActionId, most_players> options;
  const bool announces = is_window_open(open) && seat == open.roller && !open.announced &&
                         open.standing.contains(seat);
  if (announces) {
    const std::uint8_t xs = what_is(open.roll).xs;
    for (unsigned tens = 0; xs > 0 && tens <= xs; ++tens)
      options.push(
          ActionId::announce(seat, at, {xs, static_cast<std::uint8_t>((1U << tens) - 1U)}));
    return options;
  }
  if (!open.to_act.contains(seat)) return options;
  if (open.phase == Phase::strike) {
    for (Seat other : without(open.living, SeatSet{seat}))
      options.push(ActionId::strike(seat, other, open.fingers[other].nth(0)));
    return options;
  }
  const Options all{open};
  options.push(all[0]);
  const ActionId last = all[all.size() - 1];
  if (last.kind() == Kind::recover) options.push(last);
  return options;
}

}  // namespace

Solution::Solution(int players, const Race& race, OnPurpose on_purpose)
    : turns_(players, race, on_purpose) {
  turns_.solve();
}

Shares Solution::value(const Open& open) const {
  assert(open.setup.players == players());
  switch (open.phase) {
    case Phase::over: {
      Shares shares;
      for (Seat seat : open.winners) shares[seat] = 1.0 / open.winners.size();
      return shares;
    }
    case Phase::roll: {
      const int before = open.roller.value + players() - 1;
      return seen_from(open, turns_.over(counted(open, before)), before);
    }
    case Phase::window: {
      const int roller = open.roller.value;
      const auto tens =
          open.announced ? std::optional{open.announced->count_of_tens()} : std::nullopt;
      return seen_from(open, turns_.rolled(counted(open, roller), what_is(open.roll), tens),
                       roller);
    }
    case Phase::rolloff: {
      Shares shares;
      for (Seat seat : open.contenders)
        add(shares, 1.0 / open.contenders.size(), value(after(open, rolloff_for(open, seat))));
      return shares;
    }
    default: {
      Shares shares;
      for (const Prospect& prospect : weigh(open, open.to_act.first()))
        add(shares, prospect.chance, prospect.shares);
      return shares;
    }
  }
}

Prospects Solution::weigh(const Open& open, Seat seat, Millis at) const {
  Prospects valued;
  double best = 0;
  for (ActionId action : different_options(open, seat, at)) {
    valued.push({action, value(after(open, action))});
    best = std::max(best, valued[valued.size() - 1].shares[seat]);
  }
  const auto weight = [&](const Prospect& each) {
    return turns_.inclination(best - each.shares[seat]);
  };
  double total = 0;
  for (const Prospect& each : valued) total += weight(each);
  Prospects prospects;
  for (const Prospect& each : valued)
    prospects.push({each.action, each.shares, weight(each) / total});
  return prospects;
}

BestAnswers::BestAnswers(int players, const Race& race) : turns_(players, race) { turns_.solve(); }

Answered BestAnswers::value(const Open& open) const {
  assert(open.setup.players == players() && open.phase == Phase::roll);
  const int before = open.roller.value + players() - 1;
  const Answered& worth = turns_.over(counted(open, before));
  return {seen_from(open, worth.shares, before), seen_from(open, worth.answers, before)};
}

}  // namespace tatami::bots
