// Legality is defined twice, by check and by legal_actions.

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "tatamokatsu_umpire.h"

namespace tatami::tatamokatsu {
namespace {

using namespace testing;

template <class Set>
bool contains(const Set& set, ActionId id) {
  for (ActionId each : set)
    if (each == id) return true;
  return false;
}

bool is_listed(const State& state, ActionId id) {
  if (id.kind() == Kind::close)
    return is_window_open(state.open) && id == ActionId{Kind::close, Seat{}, closes_at(state)};
  if (is_reaction(id)) return contains(legal_actions(state, id.seat(), id.at()), id);
  if (id.kind() <= Kind::rolloff) return contains(legal_chances(state), id);
  return contains(legal_actions(state.open, id.seat()), id);
}

void expect_agreement(const State& state, ActionId id) {
  const auto action = unpack(id);
  if (!action || id.seat().value >= state.open.setup.players) {
    ASSERT_FALSE(id.seat().value < most_players && is_listed(state, id)) << id.bits();
    return;
  }
  ASSERT_EQ(is_listed(state, id), !check(state, *action)) << id.bits();
}

ActionId random_id(SplitMix& rng, const State& state) {
  const auto kind = static_cast<Kind>(rng.below(action_kinds + 1));
  const Seat seat{static_cast<int>(rng.below(state.open.setup.players + 1U))};
  const Millis close = is_window_open(state.open) ? closes_at(state) : Millis{};
  if (kind == Kind::close || (Kind::shout <= kind && kind <= Kind::announce))
    return {kind, kind == Kind::close ? Seat{} : seat,
            Millis{std::max(0, close.count - 2 + static_cast<int>(rng.below(4)))}, rng.below(32)};
  if (kind == Kind::roll || kind == Kind::rolloff) return {kind, Seat{}, rng.below(1U << 15U)};
  return {kind, seat, rng.below(kind == Kind::attack ? 1U << 15U : 64U)};
}

TEST(Tatamokatsu, Every_listed_action_passes_the_check) {
  watch(7, 150, [](const State& before, ActionId, const State&) {
    const Open& open = before.open;
    const auto all_pass = [&](const auto& set) {
      for (ActionId id : set) {
        ASSERT_TRUE(unpack(id)) << id.bits();
        ASSERT_EQ(check(before, *unpack(id)), std::nullopt) << id.bits();
      }
    };
    if (chance_acts(open)) {
      ASSERT_FALSE(legal_chances(before).empty());
      if (open.phase == Phase::roll || open.contenders.size() < 4) all_pass(legal_chances(before));
    } else if (is_window_open(open)) {
      for (Seat seat : all_seats(open.setup.players))
        for (Millis at : {before.hidden.so_far.until, closes_at(before)})
          all_pass(legal_actions(before, seat, at));
    } else {
      ASSERT_EQ(open.to_act.size(), 1);
      ASSERT_FALSE(legal_actions(open, open.to_act.first()).empty());
      all_pass(legal_actions(open, open.to_act.first()));
    }
  });
}

TEST(Tatamokatsu, Every_reaction_that_passes_the_check_is_listed) {
  watch(8, 60, [](const State& before, ActionId, const State&) {
    if (!is_window_open(before.open)) return;
    const Millis close = closes_at(before);
    const Millis until = before.hidden.so_far.until;
    for (Millis at : {Millis{std::max(until.count - 1, 0)}, until, close, Millis{close.count + 1}})
      for (unsigned kind = 3; kind <= 8; ++kind)
        for (int seat = 0; seat < 8; ++seat)
          for (unsigned what = 0; what < 32; ++what)
            expect_agreement(before, {static_cast<Kind>(kind), Seat{seat}, at, what});
  });
}

TEST(Tatamokatsu, Every_choice_that_passes_the_check_is_listed_once) {
  watch(9, 60, [](const State& before, ActionId, const State&) {
    const Open& open = before.open;
    if (open.to_act.empty()) return;
    std::vector<ActionId> listed;
    for (ActionId id : legal_actions(open, open.to_act.first())) listed.push_back(id);
    std::ranges::sort(listed);
    ASSERT_EQ(std::ranges::adjacent_find(listed), listed.end());
    std::size_t passing = 0;
    for (Kind kind : {Kind::lose, Kind::strike, Kind::attack, Kind::recover})
      for (unsigned what = 0; what < 1U << 15U; ++what) {
        const auto action = unpack({kind, open.to_act.first(), what});
        passing += action && !check(before, *action) ? 1U : 0U;
      }
    ASSERT_EQ(passing, listed.size());
  });
}

TEST(Tatamokatsu, Random_actions_are_listed_exactly_when_they_pass_the_check) {
  SplitMix rng{10};
  watch(10, 150, [&](const State& before, ActionId, const State& after) {
    const bool few = before.open.phase != Phase::rolloff || before.open.contenders.size() < 3;
    for (int trial = 0; trial < 10 && few; ++trial)
      expect_agreement(before, random_id(rng, before));
    if (is_over(after.open))
      for (int trial = 0; trial < 100; ++trial) expect_agreement(after, random_id(rng, after));
  });
}

TEST(Tatamokatsu, Actions_pack_and_unpack) {
  SplitMix rng{11};
  int actions = 0;
  for (int trial = 0; trial < 200'000; ++trial) {
    const auto id = ActionId::from_bits(static_cast<std::uint32_t>(rng.next()));
    const auto action = unpack(id);
    if (!action) continue;
    ++actions;
    ASSERT_EQ(pack(*action), id);
    ASSERT_EQ(action->index(), static_cast<std::size_t>(id.kind()));
  }
  EXPECT_GT(actions, 5'000);
  watch(12, 100, [](const State&, ActionId action, const State&) {
    ASSERT_TRUE(unpack(action));
    ASSERT_EQ(pack(*unpack(action)), action);
  });
}

}  // namespace
}  // namespace tatami::tatamokatsu
