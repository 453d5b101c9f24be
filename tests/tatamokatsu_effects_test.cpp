// The material (T1 to T3) and the effects of rolls (T4 to T12).

#include <gtest/gtest.h>

#include <optional>

#include "tatamokatsu_support.h"

namespace tatami::tatamokatsu {
namespace {

using namespace testing;

// ---- Components ----

TEST(Tatamokatsu, T1_a_roll_has_faces_its_dice_have) {
  Game game(2);
  EXPECT_EQ(game.refused(RollDice{{Face::t, Face::one, Face::one}}), Refusal::no_such_face);
  EXPECT_EQ(game.refused(RollDice{{Face::one, Face::t, Face::one}}), Refusal::no_such_face);
  EXPECT_EQ(game.refused(RollDice{{Face::one, Face::one, Face::t}}), std::nullopt);
}

TEST(Tatamokatsu, T2_everyone_starts_with_five_fingers_of_a_named_hand) {
  tatamokatsu::Setup setup;
  setup.players = 3;
  setup.hands[s1] = Hand::left;
  const State state = start(setup);
  for (Seat seat : all_seats(3)) EXPECT_EQ(state.open.fingers[seat].size(), 5);
  EXPECT_EQ(state.open.setup.hands[s0], Hand::right);
  EXPECT_EQ(state.open.setup.hands[s1], Hand::left);
}

TEST(Tatamokatsu, T3_the_first_roller_is_the_one_the_table_names) {
  tatamokatsu::Setup setup;
  setup.players = 3;
  setup.first_roller = s2;
  const State state = start(setup);
  EXPECT_TRUE(chance_acts(state.open));
  EXPECT_EQ(state.open.roller, s2);
}

TEST(Tatamokatsu, T3_T22_a_player_who_is_out_does_not_roll) {
  Game game(4);
  game.with(s1, 0).with(s2, 0).roll("145").close();
  EXPECT_EQ(game.open().roller, s3);
}

// ---- What a roll means ----

TEST(Tatamokatsu, T5_the_first_to_shout_chooses_an_attack_on_each_opponent) {
  Game game(3);
  game.roll("334").shout(s2, 400).close(410);
  ASSERT_TRUE(game.acts(Phase::choose, s2));
  game.attack(s2, {{s0, thumb}, {s1, ring}});
  EXPECT_FALSE(game.has(s0, thumb));
  EXPECT_FALSE(game.has(s1, ring));
  EXPECT_EQ(game.fingers(s0) + game.fingers(s1), 8);
  EXPECT_EQ(game.fingers(s2), 5);
  EXPECT_EQ(game.open().roller, s1);
}

TEST(Tatamokatsu, T5_an_attack_names_a_finger_of_each_living_opponent_and_of_no_one_else) {
  Game game(4);
  game.with(s1, 2).with(s3, 0).roll("334").shout(s0, 400).close();
  const auto refused = [&](Aims aims) { return game.refused(Game::attack_on(s0, aims)); };
  EXPECT_EQ(refused({}), Refusal::not_the_living_opponents);
  EXPECT_EQ(refused({{s1, thumb}}), Refusal::not_the_living_opponents);
  EXPECT_EQ(refused({{s1, thumb}, {s2, thumb}, {s3, thumb}}), Refusal::not_the_living_opponents);
  EXPECT_EQ(refused({{s0, thumb}, {s1, thumb}, {s2, thumb}}), Refusal::not_the_living_opponents);
  EXPECT_EQ(refused({{s1, thumb}, {s2, thumb}, {Seat{4}, thumb}}),
            Refusal::not_the_living_opponents);
  EXPECT_EQ(refused({{s1, middle}, {s2, thumb}}), Refusal::finger_lost);
  EXPECT_EQ(refused({{s1, index_}, {s2, little}}), std::nullopt);
  EXPECT_EQ(game.refused(Game::attack_on(s1, {{s0, thumb}, {s2, thumb}})), Refusal::not_your_turn);
}

TEST(Tatamokatsu, T5_a_claimer_may_get_back_a_lost_finger_instead) {
  Game game(2);
  game.with(s0, 3).roll("334").shout(s0, 400).close();
  EXPECT_EQ(game.refused(Recover{s0, thumb}), Refusal::finger_not_lost);
  game.play(Recover{s0, little});
  EXPECT_TRUE(game.has(s0, little));
  EXPECT_FALSE(game.has(s0, ring));
  EXPECT_EQ(game.fingers(s1), 5);
}

TEST(Tatamokatsu, T5_with_a_whole_hand_there_is_nothing_to_get_back) {
  Game game(2);
  game.roll("334").shout(s0, 400).close();
  for (Finger finger : whole_hand)
    EXPECT_EQ(game.refused(Recover{s0, finger}), Refusal::finger_not_lost);
  EXPECT_EQ(legal_actions(game.open(), s0).size(), 5U);
}

TEST(Tatamokatsu, T5_a_claim_beats_whatever_the_roller_announces) {
  Game game(2);
  game.roll("XX6").announce(s0, 300, {10, 10}).shout(s1, 900).close(910);
  EXPECT_TRUE(game.acts(Phase::choose, s1));
}

TEST(Tatamokatsu, T6_the_rollers_values_decide_when_nobody_claims) {
  Game strike(2);
  strike.roll("XX6").announce(s0, 300, {10, 10}).close(5000);
  EXPECT_TRUE(strike.acts(Phase::strike, s0));
  Game lose(2);
  lose.roll("XX6").announce(s0, 300, {1, 1}).close(5000);
  EXPECT_TRUE(lose.acts(Phase::lose, s0));
}

TEST(Tatamokatsu, T6_an_unclaimed_10_or_17_does_nothing) {
  for (const char* faces : {"334", "566"}) {
    Game game(2);
    game.roll(faces).close(5000);
    EXPECT_EQ(game.phase(), Phase::roll);
    EXPECT_EQ(game.open().roller, s1);
  }
  Game announced(2);
  announced.roll("XX6").announce(s0, 300, {1, 10}).close(5000);
  EXPECT_EQ(announced.phase(), Phase::roll);
}

TEST(Tatamokatsu, T7_below_ten_the_roller_loses_a_finger_of_their_choice) {
  Game game(2);
  game.roll("126").close(1500);
  ASSERT_TRUE(game.acts(Phase::lose, s0));
  EXPECT_EQ(game.refused(Lose{s1, thumb}), Refusal::not_your_turn);
  game.lose(s0, middle);
  EXPECT_FALSE(game.has(s0, middle));
  EXPECT_EQ(game.refused(Lose{s0, thumb}), Refusal::not_now);
}

TEST(Tatamokatsu, T8_whoever_has_not_saluted_loses_a_finger) {
  Game game(3);
  game.roll("335").salute(s1, 700).close(5000);
  ASSERT_TRUE(game.acts(Phase::lose, s0));
  game.lose(s0, ring);
  ASSERT_TRUE(game.acts(Phase::lose, s2));
  game.lose(s2, thumb);
  EXPECT_EQ(game.fingers(s1), 5);
  EXPECT_EQ(game.phase(), Phase::roll);
}

TEST(Tatamokatsu, T8_a_salute_counts_from_the_moment_the_sum_is_known_by_time_alone) {
  Game game(5);
  game.roll("X12")
      .salute(s1, 899)
      .salute(s2, 900)
      .announce(s0, 900, {10})
      .salute(s3, 900)
      .salute(s0, 901);
  EXPECT_EQ(failed_to_salute(game.open(), game.state.hidden.so_far), seats({s1, Seat{4}}));
  game.salute(s1, 1699).salute(Seat{4}, 1700).close(1700);
  EXPECT_EQ(game.phase(), Phase::roll);
}

TEST(Tatamokatsu, T8_when_the_sum_is_known_too_late_nobody_can_salute_it) {
  Timing timing;
  timing.announce = Millis{6000};
  Game game(2, timing);
  game.roll("X56").salute(s0, 5000).salute(s1, 5000).close(5000);
  EXPECT_TRUE(game.acts(Phase::lose, s0));
  game.lose(s0, thumb);
  EXPECT_TRUE(game.acts(Phase::lose, s1));
}

TEST(Tatamokatsu, T9_above_17_the_roller_strikes_a_living_opponent) {
  Game game(3);
  game.with(s1, 0).with(s2, 2).roll("X46").announce(s0, 100, {10}).close(1500);
  ASSERT_TRUE(game.acts(Phase::strike, s0));
  EXPECT_EQ(game.refused(Strike{s0, s0, thumb}), Refusal::not_the_living_opponents);
  EXPECT_EQ(game.refused(Strike{s0, s1, little}), Refusal::not_the_living_opponents);
  EXPECT_EQ(game.refused(Strike{s0, s3, thumb}), Refusal::not_the_living_opponents);
  EXPECT_EQ(game.refused(Strike{s0, s2, little}), Refusal::finger_lost);
  game.play(Strike{s0, s2, index_});
  EXPECT_FALSE(game.has(s2, index_));
  EXPECT_TRUE(game.has(s2, thumb));
}

TEST(Tatamokatsu, T10_whoever_has_not_slapped_loses_a_finger) {
  Game game(3);
  game.roll("444").slap(s1, 300).close(5000);
  ASSERT_TRUE(game.acts(Phase::lose, s0));
  game.lose(s0, thumb);
  ASSERT_TRUE(game.acts(Phase::lose, s2));
  game.lose(s2, thumb);
  EXPECT_EQ(game.fingers(s1), 5);
}

TEST(Tatamokatsu, T10_if_all_have_slapped_the_last_one_loses) {
  Game game(3);
  game.roll("XXX").slap(s1, 300).slap(s0, 311).slap(s2, 322).close(322);
  EXPECT_TRUE(game.acts(Phase::lose, s2));
}

TEST(Tatamokatsu, T11_grab_and_shout_claim_in_either_order) {
  Game game(2);
  game.roll("36T").grab(s0, 300, 2, thumb).shout(s1, 350);
  EXPECT_EQ(game.closing(), 5000);
  game.grab(s1, 400, 2, ring);
  EXPECT_EQ(game.closing(), 410);
  game.close(410);
  EXPECT_TRUE(game.acts(Phase::choose, s1));
}

TEST(Tatamokatsu, T11_the_later_of_the_two_counts) {
  Game game(2);
  game.roll("36T").shout(s0, 100).grab(s1, 200, 2, thumb).shout(s1, 500).grab(s0, 510, 2, thumb);
  EXPECT_EQ(game.closing(), 510);
  game.close(510);
  EXPECT_EQ(game.phase(), Phase::rolloff);
  EXPECT_EQ(game.open().contenders, seats({s0, s1}));
}

TEST(Tatamokatsu, T11_a_lost_finger_cannot_grab) {
  Game game(2);
  game.with(s1, 2).roll("36T");
  EXPECT_EQ(game.refused(grab(s1, 100, 2, middle)), Refusal::finger_lost);
  EXPECT_EQ(game.refused(grab(s1, 100, 0, middle)), Refusal::finger_lost);
  EXPECT_EQ(game.refused(grab(s1, 100, 2, index_)), std::nullopt);
}

TEST(Tatamokatsu, T11_paying_with_the_grabbing_finger_does_not_undo_the_claim) {
  Game game(2);
  game.with(s1, 2).roll("36T").grab(s1, 100, 2, thumb).shout(s1, 200).slap(s1, 205).close(210);
  ASSERT_TRUE(game.acts(Phase::pay, s1));
  game.lose(s1, thumb);
  ASSERT_TRUE(game.acts(Phase::choose, s1));
  game.play(Recover{s1, thumb});
  EXPECT_EQ(game.fingers(s1), 2);
}

TEST(Tatamokatsu, T11_T13_after_a_mistake_every_remaining_finger_may_still_grab) {
  Game game(2);
  game.with(s1, 2).roll("36T").slap(s1, 50).grab(s1, 100, 2, thumb).shout(s1, 200).close(210);
  game.lose(s1, thumb);
  EXPECT_TRUE(game.acts(Phase::choose, s1));
}

TEST(Tatamokatsu, T11_without_a_complete_claim_nothing_happens) {
  Game game(2);
  game.roll("36T").grab(s0, 100, 2, thumb).shout(s1, 100).close(5000);
  EXPECT_EQ(game.phase(), Phase::roll);
  EXPECT_EQ(game.fingers(s0) + game.fingers(s1), 10);
}

TEST(Tatamokatsu, T12_a_dragon_comes_back_with_five_fingers_and_gets_nothing_else) {
  Game game(3);
  game.with(s2, 0).roll("36T").grab(s2, 300, 2, little).close(310);
  EXPECT_EQ(game.phase(), Phase::roll);
  EXPECT_EQ(game.fingers(s2), 5);
  EXPECT_EQ(game.fingers(s0) + game.fingers(s1), 10);
}

TEST(Tatamokatsu, T12_a_dragon_has_only_the_little_finger_and_only_the_T) {
  Game game(3);
  game.with(s2, 0).roll("36T");
  for (const Action& action :
       {shout(s2, 1), salute(s2, 1), slap(s2, 1), drop(s2, 1), grab(s2, 1, 2, thumb),
        grab(s2, 1, 2, ring), grab(s2, 1, 0, little), announce(s2, 1, {1})})
    EXPECT_EQ(game.refused(action), Refusal::dragon_has_only_the_t);
  EXPECT_EQ(game.refused(grab(s2, 1, 2, little)), std::nullopt);

  Game no_t(3);
  no_t.with(s2, 0).roll("366");
  EXPECT_EQ(no_t.refused(grab(s2, 1, 2, little)), Refusal::dragon_has_only_the_t);
}

TEST(Tatamokatsu, T12_dragon_and_standing_compete) {
  Game first(3);
  first.with(s2, 0).roll("36T").grab(s1, 100, 2, thumb).shout(s1, 200).grab(s2, 210, 2, little);
  first.close(210);
  ASSERT_EQ(first.phase(), Phase::rolloff);
  EXPECT_EQ(first.open().contenders, seats({s1, s2}));
  Game second = first;
  first.rolloff({{s1, '3'}, {s2, '4'}});
  EXPECT_EQ(first.fingers(s2), 5);
  EXPECT_EQ(first.phase(), Phase::roll);
  second.rolloff({{s1, '4'}, {s2, '3'}});
  EXPECT_EQ(second.fingers(s2), 0);
  EXPECT_TRUE(second.acts(Phase::choose, s1));
}

}  // namespace
}  // namespace tatami::tatamokatsu
