// Mistakes and ties (T13, T14), payments and the next turn (T21, T22), the end (T15).

#include <gtest/gtest.h>

#include <optional>

#include "tatamokatsu_support.h"

namespace tatami::tatamokatsu {
namespace {

using namespace testing;

TEST(Tatamokatsu, T13_a_shout_without_ten_or_seventeen_costs_a_finger) {
  Game game(2);
  game.roll("335").shout(s1, 300).salute(s0, 400).salute(s1, 400).close(1500);
  ASSERT_TRUE(game.acts(Phase::pay, s1));
  game.lose(s1, thumb);
  EXPECT_EQ(game.phase(), Phase::roll);
}

TEST(Tatamokatsu, T13_a_shout_at_a_T_or_a_possible_ten_or_seventeen_is_no_mistake) {
  for (const char* faces : {"36T", "334", "X34", "XX6"}) {
    Game game(2);
    game.roll(faces).shout(s1, 300);
    EXPECT_EQ(game.open().owed[s1], 0);
  }
}

TEST(Tatamokatsu, T13_a_shout_at_a_katana_costs_a_finger) {
  Game game(2);
  game.roll("555").shout(s1, 300);
  EXPECT_EQ(game.open().owed[s1], 1);
}

TEST(Tatamokatsu, T13_a_slap_without_a_katana_costs_a_finger) {
  Game game(2);
  game.roll("33T").slap(s1, 300);
  EXPECT_EQ(game.open().owed[s1], 1);
}

TEST(Tatamokatsu, T13_grabbing_a_die_that_shows_no_T_costs_a_finger) {
  Game game(2);
  game.roll("33T").grab(s1, 300, 0, thumb);
  EXPECT_EQ(game.open().owed[s1], 1);
  EXPECT_TRUE(game.open().heard.grabbed.empty());
  Game no_t(2);
  no_t.roll("334").grab(s1, 300, 2, thumb);
  EXPECT_EQ(no_t.open().owed[s1], 1);
}

TEST(Tatamokatsu, T13_a_die_off_the_table_costs_the_roller_a_finger_and_the_roll_still_counts) {
  Game game(2);
  game.roll("122");
  EXPECT_EQ(game.refused(drop(s1, 10)), Refusal::not_the_roller);
  game.drop(s0, 10).drop(s0, 20).close(1500);
  ASSERT_TRUE(game.acts(Phase::pay, s0));
  game.lose(s0, thumb);
  ASSERT_TRUE(game.acts(Phase::lose, s0));
  game.lose(s0, middle);
  EXPECT_EQ(game.fingers(s0), 3);
}

TEST(Tatamokatsu, T13_each_kind_of_mistake_costs_one_finger_a_roll) {
  Game game(2);
  game.roll("122");
  for (int at = 10; at < 20; ++at)
    game.shout(s0, at).slap(s0, at).drop(s0, at).grab(s0, at, 0, thumb).grab(s0, at, 1, ring);
  EXPECT_EQ(game.open().owed[s0], 4);
  EXPECT_EQ(game.open().owed[s1], 0);
  EXPECT_EQ(game.open().standing, seats({s0, s1}));
  game.close(1500).lose(s0, thumb).lose(s0, index_).lose(s0, middle).lose(s0, ring);
  ASSERT_TRUE(game.acts(Phase::lose, s0));  // T7
}

TEST(Tatamokatsu, T13_the_next_roll_has_mistakes_of_its_own) {
  Game game(2);
  game.roll("334").slap(s1, 10).slap(s1, 20).close(5000).lose(s1, thumb);
  game.roll("334").slap(s1, 10);
  EXPECT_EQ(game.open().owed[s1], 1);
  game.close(5000).lose(s1, ring);
  EXPECT_EQ(game.fingers(s1), 3);
}

TEST(Tatamokatsu, T13_a_needless_salute_costs_no_finger) {
  for (const char* faces : {"122", "334", "36T", "444", "XX6"}) {
    Game game(2);
    game.roll(faces).salute(s1, 300);
    EXPECT_EQ(game.open().owed[s1], 0);
  }
}

TEST(Tatamokatsu, T14_tied_claims_roll_off_until_one_is_highest) {
  Game game(4);
  game.roll("334").shout(s0, 400).shout(s2, 405).shout(s3, 410).close(410);
  ASSERT_EQ(game.phase(), Phase::rolloff);
  game.rolloff({{s0, '6'}, {s2, 'X'}, {s3, 'X'}});
  ASSERT_EQ(game.phase(), Phase::rolloff);
  EXPECT_EQ(game.open().contenders, seats({s2, s3}));
  game.rolloff({{s2, '2'}, {s3, '2'}}).rolloff({{s2, '5'}, {s3, '2'}});
  EXPECT_TRUE(game.acts(Phase::choose, s2));
  EXPECT_EQ(game.open().contenders, SeatSet{s2});
}

TEST(Tatamokatsu, T14_of_tied_last_slaps_the_lowest_loses) {
  Game game(3);
  game.roll("444").slap(s0, 400).slap(s1, 405).slap(s2, 410).close(410);
  game.rolloff({{s0, '1'}, {s1, 'X'}, {s2, '1'}});
  EXPECT_EQ(game.open().contenders, seats({s0, s2}));
  game.rolloff({{s0, 'X'}, {s2, '6'}});
  EXPECT_TRUE(game.acts(Phase::lose, s2));
}

TEST(Tatamokatsu, T14_exactly_the_tied_roll_off_and_with_the_dice_without_a_T) {
  Game game(3);
  game.roll("334").shout(s0, 400).shout(s2, 405).close();
  const auto refused = [&](Faces faces) {
    RollOff roll;
    for (auto [seat, printed] : faces) roll.faces[seat] = face(printed);
    return game.refused(roll);
  };
  EXPECT_EQ(refused({{s0, '1'}}), Refusal::not_the_contenders);
  EXPECT_EQ(refused({{s0, '1'}, {s1, '1'}, {s2, '1'}}), Refusal::not_the_contenders);
  EXPECT_EQ(refused({{s0, '1'}, {Seat{4}, '1'}}), Refusal::not_the_contenders);
  EXPECT_EQ(refused({{s0, '1'}, {s2, 'T'}}), Refusal::no_such_face);
  EXPECT_EQ(refused({{s0, '1'}, {s2, 'X'}}), std::nullopt);
}

TEST(Tatamokatsu, T15_the_last_player_with_fingers_is_the_samurai) {
  Game game(3);
  game.with(s1, 1).with(s2, 1).roll("334").shout(s0, 400).close();
  game.attack(s0, {{s1, thumb}, {s2, thumb}});
  EXPECT_TRUE(game.won_by(SeatSet{s0}));
  EXPECT_EQ(game.refused(RollDice{}), Refusal::game_over);
}

TEST(Tatamokatsu, T15_those_who_fall_together_by_mistakes_share_the_title) {
  Game game(4);
  game.with(s0, 1).with(s1, 1).with(s2, 1).with(s3, 0).roll("122");
  game.slap(s0, 300).slap(s1, 400);
  EXPECT_EQ(game.closing(), 400);
  game.slap(s2, 400).close(400).lose(s0, thumb).lose(s1, thumb).lose(s2, thumb);
  EXPECT_TRUE(game.won_by(seats({s0, s1, s2})));
}

TEST(Tatamokatsu, T15_those_who_fall_together_by_the_effect_share_the_title_alone) {
  Game game(3);
  game.with(s0, 1).with(s1, 1).with(s2, 1).roll("335").slap(s2, 300).close(5000);
  game.lose(s2, thumb).lose(s0, thumb);
  EXPECT_FALSE(is_over(game.open()));
  game.lose(s1, thumb);
  EXPECT_TRUE(game.won_by(seats({s0, s1})));
  EXPECT_TRUE(outcome(game.open()).fingers[s0].empty());
}

TEST(Tatamokatsu, T21_mistakes_are_paid_seat_by_seat_from_0) {
  Game game(3);
  game.roll("334").shout(s1, 100).slap(s2, 102).slap(s0, 104).drop(s0, 106).close(110);
  ASSERT_TRUE(game.acts(Phase::pay, s0));
  EXPECT_EQ(game.refused(Lose{s2, thumb}), Refusal::not_your_turn);
  game.lose(s0, thumb);
  EXPECT_EQ(game.refused(Lose{s0, thumb}), Refusal::finger_lost);
  ASSERT_TRUE(game.acts(Phase::pay, s0));
  game.lose(s0, index_);
  ASSERT_TRUE(game.acts(Phase::pay, s2));
  game.lose(s2, thumb);
  EXPECT_TRUE(game.acts(Phase::choose, s1));
}

TEST(Tatamokatsu, T21_a_last_finger_has_its_lose_event) {
  Game game(2);
  game.with(s0, 1).roll("122").close();
  ASSERT_TRUE(game.acts(Phase::lose, s0));
  game.lose(s0, thumb);
  EXPECT_TRUE(game.won_by(SeatSet{s1}));
}

TEST(Tatamokatsu, T21_a_roller_who_is_out_neither_loses_nor_strikes) {
  Game below(3);
  below.with(s0, 1).roll("122").drop(s0, 10).close().lose(s0, thumb);
  EXPECT_EQ(below.phase(), Phase::roll);
  EXPECT_EQ(below.open().roller, s1);
  Game above(3);
  above.with(s0, 1).roll("X46").announce(s0, 5, {10}).drop(s0, 10).close().lose(s0, thumb);
  EXPECT_EQ(above.phase(), Phase::roll);
  EXPECT_EQ(above.fingers(s1) + above.fingers(s2), 10);
}

TEST(Tatamokatsu, T21_with_one_living_and_a_dragons_claim_the_game_goes_on) {
  Game game(3);
  game.with(s1, 1).with(s2, 0).roll("36T").grab(s2, 100, 2, little).slap(s1, 105).close(110);
  game.lose(s1, thumb);
  EXPECT_EQ(game.phase(), Phase::roll);
  EXPECT_EQ(game.fingers(s2), 5);
  EXPECT_EQ(game.open().roller, s2);
}

TEST(Tatamokatsu, T21_a_claimer_with_no_living_opponent_has_nothing_to_choose) {
  Game game(3);
  game.with(s0, 2).with(s1, 1).with(s2, 0).roll("36T").grab(s0, 90, 2, thumb).shout(s0, 100);
  game.grab(s2, 102, 2, little).slap(s1, 105).close(110).lose(s1, thumb);
  ASSERT_EQ(game.phase(), Phase::rolloff);
  game.rolloff({{s0, 'X'}, {s2, '6'}});
  EXPECT_TRUE(game.won_by(SeatSet{s0}));
  EXPECT_EQ(game.fingers(s0), 2);
}

TEST(Tatamokatsu, T21_a_dragon_may_rise_over_an_empty_table) {
  Game game(3);
  game.with(s0, 1).with(s1, 1).with(s2, 0).roll("36T").grab(s2, 100, 2, little);
  game.slap(s0, 105).slap(s1, 106).close(110).lose(s0, thumb).lose(s1, thumb);
  EXPECT_TRUE(game.won_by(SeatSet{s2}));
  EXPECT_EQ(game.fingers(s2), 5);
}

TEST(Tatamokatsu, T22_the_next_living_player_clockwise_rolls) {
  Game game(3);
  for (Seat roller : {s0, s1, s2, s0}) {
    EXPECT_EQ(game.open().roller, roller);
    game.roll("334").close();
  }
}

}  // namespace
}  // namespace tatami::tatamokatsu
