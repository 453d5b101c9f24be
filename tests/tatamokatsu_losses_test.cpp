#include "rules/tatamokatsu/losses.h"

#include <gtest/gtest.h>

#include <vector>

#include "tatamokatsu_umpire.h"

namespace tatami::tatamokatsu {
namespace {

using namespace testing;

// The reason for a payment according to the umpire, who remembers every reaction.
bool is_reason(const Umpire& umpire, Phase phase, Loss loss) {
  const auto did = [&](Kind kind, bool by_mistake) {
    for (ActionId id : umpire.done)
      if (id.seat() == loss.seat && id.kind() == kind && umpire.is_mistake(id) == by_mistake)
        return true;
    return false;
  };
  switch (loss.because) {
    case Because::shout:
      return phase == Phase::pay && did(Kind::shout, true);
    case Because::slap:
      return phase == Phase::pay && did(Kind::slap, true);
    case Because::grab:
      return phase == Phase::pay && did(Kind::grab, true);
    case Because::drop:
      return phase == Phase::pay && did(Kind::drop, true);
    case Because::low_sum:
      return phase == Phase::lose && umpire.sum() < 10 && loss.seat == umpire.roller;
    case Because::no_salute:
      return phase == Phase::lose && umpire.sum() > 10 && !did(Kind::salute, false);
    case Because::early_salute:
      return phase == Phase::lose && umpire.sum() > 10 && did(Kind::salute, false) &&
             !umpire.first(loss.seat, Kind::salute, umpire.known());
    case Because::no_slap:
      return phase == Phase::lose && umpire.is_katana() && !did(Kind::slap, false);
    case Because::last_slap:
      return phase == Phase::lose && umpire.is_katana() &&
             umpire.katana_losers().contains(loss.seat) && did(Kind::slap, false);
  }
  return false;
}

TEST(Tatamokatsu, T21_every_finger_that_is_given_up_has_its_reason_in_the_order_of_payment) {
  Umpire umpire;
  std::size_t paid = 0;
  std::array<int, 9> seen{};
  watch(7, 1500, [&](const State& before, ActionId action, const State& after) {
    const Open& open = after.open;
    if (action.kind() == Kind::roll) {
      umpire = {open.setup, open.roll, open.roller, open.fingers, {}};
      paid = 0;
    }
    if (is_reaction(action)) umpire.done.push_back(action);
    const Losses list = losses(before.open);
    if (action.kind() == Kind::lose) {
      ASSERT_LT(paid, list.size());
      const Loss loss = list[paid++];
      ASSERT_EQ(loss.seat, action.seat());
      ASSERT_TRUE(is_reason(umpire, before.open.phase, loss));
      ++seen[static_cast<std::size_t>(loss.because)];
    }
    const bool is_settled = open.phase == Phase::roll || is_over(open);
    if (is_settled) {
      ASSERT_EQ(losses(open).size(), paid);
      ASSERT_EQ(open.thrower, umpire.roller);
    }
  });
  for (std::size_t i = 0; i < seen.size(); ++i) EXPECT_GT(seen[i], 0) << i;
}

TEST(Tatamokatsu, T17_an_open_window_tells_no_reason) {
  watch(8, 100, [](const State&, ActionId, const State& after) {
    if (!is_window_open(after.open)) return;
    ASSERT_TRUE(losses(after.open).empty());
    ASSERT_EQ(after.open.effect, Effect::none);
    ASSERT_FALSE(claimer(after.open));
  });
}

TEST(Tatamokatsu, T14_the_claim_is_whose_who_then_chooses_or_rises) {
  int claims = 0;
  watch(9, 300, [&](const State& before, ActionId action, const State& after) {
    if (action.kind() == Kind::attack || action.kind() == Kind::recover) {
      ASSERT_EQ(claimer(before.open), action.seat());
      ASSERT_EQ(claimer(after.open), action.seat());
      ++claims;
    }
    for (Seat seat : all_seats(after.open.setup.players)) {
      const bool rose = before.open.fingers[seat].empty() && !after.open.fingers[seat].empty();
      if (rose) {
        ASSERT_EQ(claimer(after.open), seat);
      }
    }
  });
  EXPECT_GT(claims, 0);
}

}  // namespace
}  // namespace tatami::tatamokatsu
