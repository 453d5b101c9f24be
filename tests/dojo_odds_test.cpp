#include "rules/dojo/odds.h"

#include <gtest/gtest.h>

#include <cmath>

#include "dojo_support.h"

namespace tatami::dojo {
namespace {

// By counting every card and, in Black Belt, every way of throwing.
Odds counted(const View& view) {
  const int mine = view.own.card.belt().value;
  int cards = 0;
  int no_higher = 0;
  long won = 0;
  for (unsigned code = 0; code < Card::codes; ++code) {
    const Card card = Card::from_code(code);
    for (int i = card == view.own.card ? 1 : 0; i < view.open.pool[card]; ++i) {
      ++cards;
      const int theirs = card.belt().value;
      if (theirs <= mine) ++no_higher;
      for (int a = -1; a <= 1; ++a)
        for (int b = -1; b <= 1; ++b)
          for (int c = -1; c <= 1; ++c)
            won += mine + (view.open.setup.black_belt ? a + b + c : 0) >= theirs ? 1 : 0;
    }
  }
  const double share = static_cast<double>(won) / (27.0 * cards);
  return {static_cast<std::uint8_t>(cards), static_cast<std::uint8_t>(no_higher),
          static_cast<std::uint16_t>(std::lround(share * 1000))};
}

TEST(Dojo, D6_D20_the_odds_of_a_challenge_count_every_card_that_may_be_the_dealers) {
  int asked = 0;
  for (const bool black_belt : {false, true}) {
    for (std::uint64_t seed = 0; seed < 40; ++seed) {
      dojo::Setup setup;
      setup.players = 4;
      setup.black_belt = black_belt;
      testing::random_game(setup, seed, [&](const State& state) {
        for (Seat seat : all_seats(setup.players)) {
          const View view = view_of(state, seat);
          const auto odds = challenge_odds(view);
          const bool is_asked = state.open.phase == Phase::ask && state.open.to_act.contains(seat);
          ASSERT_EQ(odds.has_value(), is_asked);
          if (!odds) continue;
          ++asked;
          const Odds expected = counted(view);
          ASSERT_EQ(odds->cards, expected.cards);
          ASSERT_EQ(odds->no_higher, expected.no_higher);
          ASSERT_NEAR(odds->permille, expected.permille, 1);
        }
      });
    }
  }
  EXPECT_GT(asked, 100);
}

}  // namespace
}  // namespace tatami::dojo
