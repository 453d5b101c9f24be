#include "bots/tatamokatsu/solution.h"

#include <algorithm>
#include <cassert>

#include "rules/tatamokatsu/apply.h"

namespace tatami::bots {

using namespace tatamokatsu;

namespace {

constexpr double tolerance = 1e-7;
constexpr int most_sweeps = 1000;

// Positions where somebody rolls, those with fewer fingers first: most of what can happen leads
// there, so a sweep already uses the values it has just computed.
std::vector<FingerCode> rolling(const Turns& turns) {
  const auto fingers = [&](FingerCode code) {
    int sum = 0;
    for (Seat seat : turns.living(code)) sum += turns.fingers(code, seat);
    return sum;
  };
  std::vector<FingerCode> codes;
  for (int sum = 2; sum <= fingers_of_a_hand * turns.players(); ++sum)
    for (FingerCode code = 0; code < turns.codes(); ++code)
      if (fingers(code) == sum && turns.living(code).contains(Seat{0}) &&
          turns.living(code).size() > 1)
        codes.push_back(code);
  return codes;
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
  const std::vector<FingerCode> codes = rolling(turns_);
  while (residual_ > tolerance && sweeps_ < most_sweeps) {
    residual_ = sweep(codes);
    ++sweeps_;
  }
}

double Solution::sweep(const std::vector<FingerCode>& codes) {
  double change = 0;
  for (const FingerCode code : codes) {
    const Shares shares = turns_.before_roll(code);
    // T22: the previous roller may sit further back if those between are out.
    for (int back = 1; back < players(); ++back) {
      Shares& over = turns_.over(turns_.from_before(code, back));
      for (Seat seat : all_seats(players())) {
        double& share = over[Seat{(seat.value + back) % players()}];
        change = std::max({change, share - shares[seat], shares[seat] - share});
        share = shares[seat];
      }
      if (turns_.living(code).contains(Seat{players() - back})) break;
    }
  }
  return change;
}

FingerCode Solution::counted(const Open& open, int from) const {
  FingerCode code = 0;
  for (int i = players() - 1; i >= 0; --i)
    code = 6 * code + static_cast<FingerCode>(open.fingers[Seat{(from + i) % players()}].size());
  return code;
}

Shares Solution::seen_from(const Shares& shares, int from) const {
  Shares seen;
  for (Seat seat : all_seats(players())) seen[Seat{(from + seat.value) % players()}] = shares[seat];
  return seen;
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
      return seen_from(std::as_const(turns_).over(counted(open, before)), before);
    }
    case Phase::window: {
      const int roller = open.roller.value;
      const auto tens =
          open.announced ? std::optional{open.announced->count_of_tens()} : std::nullopt;
      return seen_from(turns_.rolled(counted(open, roller), what_is(open.roll), tens), roller);
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

}  // namespace tatami::bots
