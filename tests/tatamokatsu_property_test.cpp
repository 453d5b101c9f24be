#include <gtest/gtest.h>

#include <utility>
#include <vector>

#include "tatamokatsu_umpire.h"

namespace tatami::tatamokatsu {
namespace {

using namespace testing;

SeatSet owing(const Open& open) {
  SeatSet seats;
  for (Seat seat : all_seats(open.setup.players))
    if (open.owed[seat] > 0) seats.insert(seat);
  return seats;
}

TEST(Tatamokatsu, T19_the_fold_says_what_an_umpire_with_a_list_says) {
  Umpire umpire;
  watch(1, 1500, [&](const State&, ActionId action, const State& after) {
    const Open& open = after.open;
    if (action.kind() == Kind::roll)
      umpire = {open.setup, open.roll, open.roller, open.fingers, {}};
    if (is_reaction(action)) umpire.done.push_back(action);
    if (!is_window_open(open)) return;
    ASSERT_EQ(closes_at(after).count, umpire.closing());
    ASSERT_EQ(open.standing, umpire.standing());
    ASSERT_EQ(claimers(open), umpire.claimers());
    for (Seat seat : all_seats(open.setup.players))
      ASSERT_EQ(open.owed[seat], umpire.mistakes(seat));
  });
}

TEST(Tatamokatsu, T21_the_effect_is_the_one_an_umpire_with_a_list_names) {
  Umpire umpire;
  watch(2, 1500, [&](const State& before, ActionId action, const State& after) {
    const Open& open = after.open;
    if (action.kind() == Kind::roll)
      umpire = {open.setup, open.roll, open.roller, open.fingers, {}};
    if (is_reaction(action)) umpire.done.push_back(action);
    const bool was_due = action.kind() == Kind::close || before.open.phase == Phase::pay;
    if (!was_due || open.phase == Phase::pay || is_over(open)) return;
    if (umpire.claimers().size() == 1 && umpire.dragon(umpire.claimers().first())) {
      ASSERT_EQ(open.fingers[umpire.claimers().first()], whole_hand);
    } else if (umpire.claimers().size() == 1) {
      ASSERT_EQ(open.phase, Phase::choose);
      ASSERT_EQ(open.to_act, umpire.claimers());
    } else if (!umpire.claimers().empty()) {
      ASSERT_EQ(open.phase, Phase::rolloff);
      ASSERT_EQ(open.contenders, umpire.tied_claimers());
    } else if (open.phase == Phase::rolloff) {
      ASSERT_TRUE(umpire.is_katana());
      ASSERT_EQ(open.contenders, umpire.losers());
    } else if (open.phase == Phase::strike) {
      ASSERT_GT(umpire.sum(), 17);
      ASSERT_EQ(open.to_act, SeatSet{umpire.roller});
    } else {
      ASSERT_EQ(owing(open), umpire.losers());
      ASSERT_EQ(open.phase, umpire.losers().empty() ? Phase::roll : Phase::lose);
    }
  });
}

// ---- Fingers ----

TEST(Tatamokatsu, Fingers_change_only_by_a_rule_that_says_so) {
  watch(3, 1500, [](const State& before, ActionId action, const State& after) {
    PerSeat<Fingers> expected = before.open.fingers;
    switch (action.kind()) {
      case Kind::lose:
        expected[action.seat()].erase(action.finger());
        break;
      case Kind::strike:
        expected[action.target()].erase(action.finger());
        break;
      case Kind::attack:
        for (Seat seat : all_seats(before.open.setup.players))
          if (seat != action.seat() && !expected[seat].empty())
            expected[seat].erase(action.finger(seat));
        break;
      case Kind::recover:
        expected[action.seat()].insert(action.finger());
        break;
      default:
        break;
    }
    // T12: a dragon may rise when the claim is decided, with five fingers.
    const SeatSet verdict = after.open.contenders;
    const bool decided = after.open.phase == Phase::roll || is_over(after.open);
    if (decided && after.open.roll.shows_t() && verdict.size() == 1 &&
        before.open.fingers[verdict.first()].empty()) {
      ASSERT_EQ(after.open.fingers[verdict.first()], whole_hand);
      expected[verdict.first()] = whole_hand;
    }
    ASSERT_EQ(after.open.fingers, expected);
  });
}

TEST(Tatamokatsu, A_lost_finger_never_grabs) {
  watch(4, 300, [](const State& before, ActionId, const State&) {
    if (!is_window_open(before.open)) return;
    const Millis at = before.hidden.so_far.until;
    for (Seat seat : before.open.living)
      for (Finger finger : lost_of(before.open.fingers[seat]))
        for (int die = 0; die < dice; ++die)
          ASSERT_TRUE(check(before, Grab{seat, at, Die{die}, finger}));
  });
}

TEST(Tatamokatsu, T15_exactly_the_right_players_win) {
  SeatSet living;  // at the beginning of the step
  int shared = 0;
  watch(5, 3000, [&](const State& before, ActionId action, const State& after) {
    const Open& open = after.open;
    const bool ends_payments = before.open.phase == Phase::pay && open.phase != Phase::pay;
    const bool dragon_rose = with_fingers(open).bits() > with_fingers(before.open).bits();
    if (is_over(open)) {
      const SeatSet left = with_fingers(open);
      ASSERT_LE(left.size(), 1);
      ASSERT_EQ(outcome(open).winners, left.empty() ? living : left);
      ASSERT_FALSE(outcome(open).winners.empty());
      ASSERT_EQ(outcome(open).fingers, open.fingers);
      shared += outcome(open).winners.size() > 1 ? 1 : 0;
    } else {
      ASSERT_TRUE(open.winners.empty());
      ASSERT_TRUE(open.phase != Phase::roll || with_fingers(open).size() >= 2);
    }
    if (action.kind() == Kind::roll || (ends_payments && !dragon_rose)) living = with_fingers(open);
  });
  EXPECT_GT(shared, 20);
}

// ---- Order of arrival ----

TEST(Tatamokatsu, T16_the_order_of_equal_times_changes_nothing) {
  SplitMix rng{6};
  int other_orders = 0;
  watch_windows(6, 2000, [&](const State& opened, const auto& reactions, const State& closing) {
    auto shuffled = reactions;
    for (int trial = 0; trial < 4; ++trial) {
      bool own_order_kept = true;
      for (std::size_t i = 1; i < shuffled.size(); ++i) {
        const std::size_t j = i - 1;
        if (shuffled[i].at() != shuffled[j].at() || rng.below(2) == 0) continue;
        std::swap(shuffled[i], shuffled[j]);
      }
      for (Seat seat : all_seats(opened.open.setup.players)) {
        const auto own = [&](const std::vector<ActionId>& list) {
          std::vector<ActionId> mine;
          for (ActionId id : list)
            if (id.seat() == seat) mine.push_back(id);
          return mine;
        };
        own_order_kept &= own(shuffled) == own(reactions);
      }
      const bool legal = is_legal(opened, shuffled);
      ASSERT_TRUE(legal || !own_order_kept);
      if (!legal) {  // one's own bow or last mistake came first
        shuffled = reactions;
        continue;
      }
      ASSERT_EQ(replay(opened, shuffled), closing);
      other_orders += shuffled != reactions ? 1 : 0;
    }
  });
  EXPECT_GT(other_orders, 1000);
}

// ---- What is repeated, and what comes last ----

TEST(Tatamokatsu, T13_T16_repeating_a_reaction_costs_nothing_and_tells_nothing_new) {
  int mistakes = 0;
  watch_windows(16, 1000, [&](const State& opened, const auto& reactions, const State& closing) {
    const Open& before = opened.open;
    const Umpire umpire{before.setup, before.roll, before.roller, before.fingers, reactions};
    const Millis until = closing.hidden.so_far.until;
    for (ActionId id : reactions) {
      const ActionId again{id.kind(), id.seat(), until, id.what() & 31U};
      if (check(closing, *unpack(again))) continue;  // announced, bowing or no longer standing
      State after = closing;
      apply_unchecked(after, again);
      ASSERT_EQ(after.open, closing.open);
      ASSERT_TRUE(id.kind() == Kind::salute || after == closing);
      mistakes += umpire.is_mistake(id) ? 1 : 0;
    }
  });
  EXPECT_GT(mistakes, 200);
}

TEST(Tatamokatsu, T16_whoever_may_react_may_do_so_until_the_closing_millisecond_and_no_longer) {
  int at_once = 0;
  watch(17, 500, [&](const State& before, ActionId, const State&) {
    if (!is_window_open(before.open)) return;
    const Millis close = closes_at(before);
    for (Seat seat : before.open.standing) {
      if (is_bowing(before, seat, close)) continue;
      ASSERT_EQ(check(before, Slap{seat, close}), std::nullopt);
      ASSERT_EQ(check(before, Slap{seat, close + Millis{1}}), Refusal::after_the_close);
      at_once += close == before.hidden.so_far.until ? 1 : 0;
      State after = before;
      apply_unchecked(after, {Kind::slap, seat, close});
      ASSERT_TRUE(after.open.heard.slapped.contains(seat));
      ASSERT_GE(closes_at(after), close);  // what was accepted lies within the window (T19)
    }
  });
  EXPECT_GT(at_once, 200);
}

}  // namespace
}  // namespace tatami::tatamokatsu
