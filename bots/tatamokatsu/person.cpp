#include "bots/tatamokatsu/person.h"

#include <algorithm>
#include <bit>

#include "rules/tatamokatsu/window.h"

namespace tatami::bots {

using namespace tatamokatsu;

namespace {

constexpr std::int64_t one = 1 << 16;  // fractions are counted in 65536ths

// Close to normal with standard deviation 1: the sum of four uniform ones, at most 3.5 from 0.
std::int64_t bell(SplitMix& numbers) {
  constexpr std::int64_t mean = 131'070;
  constexpr std::int64_t deviation = 37'837;  // 65536 / √3
  const std::uint64_t bits = numbers.next();
  std::int64_t sum = -mean;
  for (unsigned part = 0; part < 64; part += 16)
    sum += static_cast<std::int64_t>(bits >> part & 0xFFFFU);
  return sum * one / deviation;
}

// Exponential with mean 1: -ln u of a uniform u = 2^-(zeros + 1) · (1 + f), where log2(1 + f) is
// within 0.01 of f + 0.3466 f (1 - f).
std::int64_t tail(SplitMix& numbers) {
  constexpr std::int64_t bulge = 22'715;               // 0.3466
  constexpr std::int64_t ln2 = 45'426;                 // 0.6931
  const std::uint64_t u = numbers.next() | 0x1'0000U;  // at least 16 bits below the leading one
  const int zeros = std::countl_zero(u);
  const auto f = static_cast<std::int64_t>(u << zeros << 1U >> 48U);
  const std::int64_t log2 = f + f * (one - f) / one * bulge / one;
  return (one * (zeros + 1) - log2) * ln2 / one;
}

bool happens(std::uint32_t rate, SplitMix& numbers) { return numbers.below(always) < rate; }

// The roller's X: an opponent's finger is best, then a salute that others may miss, then nothing;
// the worst is a finger of his own.
int worth(int sum) {
  if (lets_the_roller_strike(sum)) return 3;
  if (asks_to_salute(sum)) return 2;
  return costs_the_roller(sum) ? 0 : 1;
}

Announcement best_announcement(Meaning meaning) {
  Announcement best{meaning.xs, 0};
  for (unsigned tens = 1; tens < 1U << meaning.xs; ++tens) {
    const Announcement other{meaning.xs, static_cast<std::uint8_t>(tens)};
    const auto of = [&](Announcement values) { return worth(meaning.sum(values.count_of_tens())); };
    if (of(other) > of(best)) best = other;
  }
  return best;
}

struct Mind {
  const Open& open;
  const Seat me;
  const Reflexes& reflexes;
  SplitMix& numbers;
  ActionList& plans;

  Millis delay() const { return reaction_time(reflexes, numbers); }

  // What would come after the window is not worth planning, and is no time of an action either.
  void plan(Millis at, auto&& action) const {
    if (at <= open.table.timing.window) plans.push(action(at));
  }
  void plan(Kind kind, Millis at) const {
    plan(at, [&](Millis when) { return ActionId{kind, me, when}; });
  }

  void see_roll() const {
    const Meaning meaning = what_is(open.roll);
    const bool is_dragon = !open.living.contains(me);
    if (!is_dragon && happens(reflexes.false_alarms, numbers)) {
      const Kind mistake = wrong(meaning);
      plan(mistake, delay());
    }
    if (happens(reflexes.misses, numbers)) return;
    if (meaning.kind == RollKind::katana) return plan(Kind::slap, delay());
    if (meaning.kind == RollKind::sum) return see_sum(meaning);
    // Any finger he has will do (T11); a dragon has the little one for this (T12).
    const Finger finger = is_dragon ? Finger::little : open.fingers[me].nth(0);
    plan(delay(), [&](Millis at) { return ActionId::grab(me, at, t_die, finger); });
    if (!is_dragon) plan(Kind::shout, delay());
  }

  void see_sum(Meaning meaning) const {
    Millis ready = delay() + reflexes.adding;
    if (meaning.tatamokatsu) {
      plan(Kind::shout, ready);
      ready = ready + delay();
    }
    const bool lowest_asks = asks_to_salute(meaning.lowest);
    if (meaning.xs == 0) {
      if (lowest_asks) plan(Kind::salute, ready);
      return;
    }
    if (me == open.roller)
      plan(ready,
           [&](Millis at) { return ActionId::announce(me, at, best_announcement(meaning)); });
    if (lowest_asks) plan(Kind::salute, open.table.timing.announce + delay());  // T18
  }

  void hear_sum(Millis now) const {
    ActionList others;
    for (ActionId each : plans)
      if (each.kind() != Kind::salute) others.push(each);
    plans = others;
    if (asks_to_salute(sum_of(open)) && !happens(reflexes.misses, numbers))
      plan(Kind::salute, now + delay());
  }

  Kind wrong(Meaning meaning) const {
    if (meaning.kind == RollKind::katana) return Kind::shout;
    if (meaning.kind == RollKind::grab || meaning.tatamokatsu) return Kind::slap;
    return numbers.below(2) == 0 ? Kind::shout : Kind::slap;
  }
};

// To the rules all fingers are alike: whichever is left can grab the T (T11), and a dragon's
// little finger is the one thing he need not have kept (T12).
unsigned any_finger(Fingers hand) { return static_cast<unsigned>(hand.nth(0)); }

// Whoever is out becomes a dragon, whom one T gives back a whole hand (T12): better to keep all
// opponents low than to finish one (it won 38 % of games for three, and not 33). Of equals the next
// clockwise, lest one seat always suffer.
Seat strongest_opponent(const Open& open, Seat me) {
  Seat strongest = left_of(me, open.table.players);
  for (Seat seat = strongest; seat != me; seat = left_of(seat, open.table.players))
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

Millis reaction_time(const Reflexes& reflexes, SplitMix& numbers) {
  const std::int64_t normal = bell(numbers);
  const std::int64_t exponential = tail(numbers) - one;
  const std::int64_t deviation = (6 * normal + 8 * exponential) / 10;
  const std::int64_t time = reflexes.mean.count + reflexes.spread.count * deviation / one;
  return Millis{static_cast<std::int32_t>(std::clamp<std::int64_t>(time, 0, longest_timing.count))};
}

void react(const View& view, ActionId event, const Reflexes& reflexes, SplitMix& numbers,
           ActionList& plans) {
  const Mind mind{view.open, *view.seat, reflexes, numbers, plans};
  if (event.kind() == Kind::roll) mind.see_roll();
  if (event.kind() == Kind::announce) mind.hear_sum(event.at());
}

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
      if (mine.size() == 1 && !attack_wins) return {Kind::recover, me, any_finger(mine.lost())};
      return attack(open, me);
    }
    default:
      return {Kind::lose, me, any_finger(mine)};
  }
}

}  // namespace tatami::bots
