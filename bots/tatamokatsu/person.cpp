#include "bots/tatamokatsu/person.h"

#include <algorithm>
#include <bit>

#include "bots/tatamokatsu/slower.h"
#include "rules/tatamokatsu/window.h"

namespace tatami::bots {

using namespace tatamokatsu;

namespace {

constexpr std::int64_t one = 1 << 16;  // fixed-point: fractions are in 65536ths

// Close to normal with standard deviation 1: the sum of four uniform numbers, at most 3.5 from 0.
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

struct Mind {
  const Open& open;
  const Seat me;
  const Reflexes& reflexes;
  const Announcement values;
  SplitMix& numbers;
  ActionList& plans;

  Millis delay() const { return reaction_time(reflexes, numbers); }

  // A reaction after the end of the window is pointless, and its time would not be a valid action.
  void plan(Millis at, auto&& action) const {
    if (at <= open.setup.timing.window) plans.push(action(at));
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
    // Any finger the player has will do (T11); a dragon uses the little one (T12).
    const Finger finger = is_dragon ? Finger::little : open.fingers[me].nth(0);
    const Reflexes slow = reaching(reflexes);
    plan(reaction_time(slow, numbers),
         [&](Millis at) { return ActionId::grab(me, at, t_die, finger); });
    if (!is_dragon) plan(Kind::shout, reaction_time(slow, numbers));
  }

  void see_sum(Meaning meaning) const {
    Millis ready = reaction_time(adding_up(reflexes), numbers);
    if (meaning.tatamokatsu) {
      plan(Kind::shout, ready);
      ready = ready + delay();
    }
    const bool lowest_asks = effect_of(meaning.lowest) == Effect::salute;
    if (meaning.xs == 0) {
      if (lowest_asks) plan(Kind::salute, ready);
      return;
    }
    if (me == open.roller)
      plan(ready, [&](Millis at) { return ActionId::announce(me, at, values); });
    if (lowest_asks) plan(Kind::salute, open.setup.timing.announce + delay());  // T18
  }

  void hear_sum(Millis now) const {
    ActionList others;
    for (ActionId each : plans)
      if (each.kind() != Kind::salute) others.push(each);
    plans = others;
    if (effect_of(sum_of(open)) == Effect::salute && !happens(reflexes.misses, numbers))
      plan(Kind::salute, now + delay());
  }

  Kind wrong(Meaning meaning) const {
    if (meaning.kind == RollKind::katana) return Kind::shout;
    if (meaning.kind == RollKind::grab || meaning.tatamokatsu) return Kind::slap;
    return numbers.below(2) == 0 ? Kind::shout : Kind::slap;
  }
};

}  // namespace

Millis reaction_time(const Reflexes& reflexes, SplitMix& numbers) {
  const std::int64_t normal = bell(numbers);
  const std::int64_t exponential = tail(numbers) - one;
  const std::int64_t deviation = (6 * normal + 8 * exponential) / 10;
  const std::int64_t time = reflexes.mean.count + reflexes.spread.count * deviation / one;
  return Millis{static_cast<std::int32_t>(std::clamp<std::int64_t>(time, 0, longest_timing.count))};
}

void react(const View& view, ActionId event, const Reflexes& reflexes, Announcement values,
           SplitMix& numbers, ActionList& plans) {
  const Mind mind{view.open, *view.seat, reflexes, values, numbers, plans};
  if (event.kind() == Kind::roll) mind.see_roll();
  if (event.kind() == Kind::announce) mind.hear_sum(event.at());
}

}  // namespace tatami::bots
