#include "bots/tatamokatsu/simple.h"

#include "rules/tatamokatsu/legal.h"

namespace tatami::bots {

using namespace tatamokatsu;

namespace {

// The roller's X: best is an opponent's finger, then a salute that others may miss, then nothing;
// worst is a finger of their own.
int worth(int sum) {
  switch (effect_of(sum)) {
    case Effect::strike:
      return 3;
    case Effect::salute:
      return 2;
    case Effect::roller_loses:
      return 0;
    default:
      return 1;
  }
}

// To the rules all fingers are alike: any finger left can grab the T (T11), and a dragon may use a
// little finger that they have lost (T12).
unsigned any_finger(Fingers hand) { return static_cast<unsigned>(hand.nth(0)); }

// A player who is out becomes a dragon, and one T gives a dragon back a whole hand (T12): it is
// better to keep all opponents low than to finish one (with three players that won 38 % of games
// instead of 33). Among equals take the next clockwise, so that no seat is always the victim.
Seat strongest_opponent(const Open& open, Seat me) {
  Seat strongest = left_of(me, open.setup.players);
  for (Seat seat = strongest; seat != me; seat = left_of(seat, open.setup.players))
    if (open.fingers[seat].size() > open.fingers[strongest].size()) strongest = seat;
  return strongest;
}

ActionId attack(const Open& open, Seat me) {
  unsigned aims = nothing_for_anyone;
  for (Seat other : without(open.living, SeatSet{me}))
    aims ^= only_for(other, any_finger(open.fingers[other]));
  return {Kind::attack, me, aims};
}

}  // namespace

ActionId simple_choice(const View& view) {
  const Open& open = view.open;
  const Seat me = *view.seat;
  const Fingers mine = open.fingers[me];
  switch (open.phase) {
    case Phase::strike: {
      const Seat target = strongest_opponent(open, me);
      return ActionId::strike(me, target, open.fingers[target].nth(0));
    }
    case Phase::choose: {
      const bool attack_wins = open.fingers[strongest_opponent(open, me)].size() == 1;
      if (mine.size() == 1 && !attack_wins) return {Kind::recover, me, any_finger(lost_of(mine))};
      return attack(open, me);
    }
    default:
      return {Kind::lose, me, any_finger(mine)};
  }
}

Announcement simple_announcement(Roll roll) {
  const Meaning meaning = what_is(roll);
  Announcement best{meaning.xs, 0};
  for (unsigned tens = 1; tens < 1U << meaning.xs; ++tens) {
    const Announcement other{meaning.xs, static_cast<std::uint8_t>(tens)};
    const auto of = [&](Announcement values) { return worth(meaning.sum(values.count_of_tens())); };
    if (of(other) > of(best)) best = other;
  }
  return best;
}

}  // namespace tatami::bots
