#include <gtest/gtest.h>

#include <initializer_list>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>

#include "rules/tatamokatsu/apply.h"

namespace tatami::tatamokatsu {
namespace {

constexpr Finger thumb = Finger::thumb;
constexpr Finger index_ = Finger::index;
constexpr Finger middle = Finger::middle;
constexpr Finger ring = Finger::ring;
constexpr Finger little = Finger::little;

constexpr Seat s0{0};
constexpr Seat s1{1};
constexpr Seat s2{2};
constexpr Seat s3{3};

using Aims = std::initializer_list<std::pair<Seat, Finger>>;
using Faces = std::initializer_list<std::pair<Seat, char>>;

Face face(char printed) { return static_cast<Face>(std::string("123456XT").find(printed)); }

// A game played by hand. Every helper but `refused` expects its step to be accepted.
class Game {
 public:
  explicit Game(int players, Timing timing = {}) {
    Table table;
    table.players = static_cast<std::uint8_t>(players);
    table.timing = timing;
    state = start(table);
  }

  // Before the first roll: that seat has only its first `count` fingers, counted from the thumb.
  Game& with(Seat seat, int count) {
    state.open.fingers[seat] = Fingers::from_bits((1U << count) - 1U);
    return *this;
  }

  std::optional<Refusal> refused(const Action& action) const { return check(state, action); }

  Game& play(const Action& action) {
    const auto next = tatamokatsu::apply(state, action);  // not std::apply
    EXPECT_TRUE(next.ok()) << (next.ok() ? "" : describe(next.error()));
    if (next.ok()) state = *next;
    return *this;
  }

  Game& roll(const char* faces) {
    return play(RollDice{{face(faces[0]), face(faces[1]), face(faces[2])}});
  }
  Game& rolloff(Faces faces) {
    RollOff roll;
    for (auto [seat, printed] : faces) roll.faces[seat] = face(printed);
    return play(roll);
  }
  Game& shout(Seat seat, int at) { return play(Shout{seat, Millis{at}}); }
  Game& salute(Seat seat, int at) { return play(Salute{seat, Millis{at}}); }
  Game& slap(Seat seat, int at) { return play(Slap{seat, Millis{at}}); }
  Game& drop(Seat seat, int at) { return play(Drop{seat, Millis{at}}); }
  Game& grab(Seat seat, int at, int die, Finger finger) {
    return play(Grab{seat, Millis{at}, Die{die}, finger});
  }
  Game& announce(Seat seat, int at, std::initializer_list<int> values) {
    return play(Announce{seat, Millis{at}, announcement(values)});
  }
  Game& close(int at) { return play(Close{Millis{at}}); }
  Game& close() { return play(Close{closes_at(state)}); }
  Game& lose(Seat seat, Finger finger) { return play(Lose{seat, finger}); }
  Game& attack(Seat seat, Aims aims) { return play(attack_on(seat, aims)); }

  static Announcement announcement(std::initializer_list<int> values) {
    Announcement result;
    for (int value : values) {
      if (value == 10) result.tens = static_cast<std::uint8_t>(result.tens | 1U << result.xs);
      ++result.xs;
    }
    return result;
  }
  static Attack attack_on(Seat seat, Aims aims) {
    Attack attack{seat, {}};
    for (auto [other, finger] : aims) attack.fingers[other] = finger;
    return attack;
  }

  const Open& open() const { return state.open; }
  Phase phase() const { return state.open.phase; }
  int closing() const { return closes_at(state).count; }
  int fingers(Seat seat) const { return state.open.fingers[seat].size(); }
  bool has(Seat seat, Finger finger) const { return state.open.fingers[seat].contains(finger); }
  bool acts(Phase phase, Seat seat) const {
    return state.open.phase == phase && state.open.to_act == SeatSet{seat};
  }
  bool won_by(SeatSet seats) const {
    return is_over(state.open) && outcome(state.open).winners == seats;
  }

  State state;
};

Action shout(Seat seat, int at) { return Shout{seat, Millis{at}}; }
Action salute(Seat seat, int at) { return Salute{seat, Millis{at}}; }
Action slap(Seat seat, int at) { return Slap{seat, Millis{at}}; }
Action drop(Seat seat, int at) { return Drop{seat, Millis{at}}; }
Action close(int at) { return Close{Millis{at}}; }
Action grab(Seat seat, int at, int die, Finger finger) {
  return Grab{seat, Millis{at}, Die{die}, finger};
}
Action announce(Seat seat, int at, std::initializer_list<int> values) {
  return Announce{seat, Millis{at}, Game::announcement(values)};
}

SeatSet seats(std::initializer_list<Seat> list) {
  SeatSet set;
  for (Seat seat : list) set.insert(seat);
  return set;
}

// ---- Components ----

TEST(Tatamokatsu, T1_a_roll_has_faces_its_dice_have) {
  Game game(2);
  EXPECT_EQ(game.refused(RollDice{{Face::t, Face::one, Face::one}}), Refusal::no_such_face);
  EXPECT_EQ(game.refused(RollDice{{Face::one, Face::t, Face::one}}), Refusal::no_such_face);
  EXPECT_EQ(game.refused(RollDice{{Face::one, Face::one, Face::t}}), std::nullopt);
}

TEST(Tatamokatsu, T2_everyone_starts_with_five_fingers_of_a_named_hand) {
  Table table;
  table.players = 3;
  table.hands[s1] = Hand::left;
  const State state = start(table);
  for (Seat seat : all_seats(3)) EXPECT_EQ(state.open.fingers[seat].size(), 5);
  EXPECT_EQ(state.open.table.hands[s0], Hand::right);
  EXPECT_EQ(state.open.table.hands[s1], Hand::left);
}

TEST(Tatamokatsu, T3_the_first_roller_is_the_one_the_table_names) {
  Table table;
  table.players = 3;
  table.first_roller = s2;
  const State state = start(table);
  EXPECT_TRUE(chance_acts(state.open));
  EXPECT_EQ(state.open.roller, s2);
}

TEST(Tatamokatsu, T3_T22_a_player_who_is_out_does_not_roll) {
  Game game(4);
  game.with(s1, 0).with(s2, 0).roll("145").close();
  EXPECT_EQ(game.open().roller, s3);
}

// ---- What a roll means ----

TEST(Tatamokatsu, T5_the_first_to_shout_attacks_each_opponent_as_he_likes) {
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
  for (Finger finger : Fingers::all())
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

TEST(Tatamokatsu, T7_below_ten_the_roller_loses_a_finger_of_his_choice) {
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

TEST(Tatamokatsu, T11_T13_after_a_mistake_every_finger_he_has_may_still_grab) {
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
  game.roll("33T").grab(s1, 300, 0, thumb).grab(s1, 301, 1, thumb);
  EXPECT_EQ(game.open().owed[s1], 2);
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
  game.lose(s0, thumb);
  ASSERT_TRUE(game.acts(Phase::pay, s0));
  game.lose(s0, index_);
  ASSERT_TRUE(game.acts(Phase::lose, s0));
  game.lose(s0, middle);
  EXPECT_EQ(game.fingers(s0), 2);
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

// ---- The window ----

TEST(Tatamokatsu, T16_a_salute_takes_bow_needless_or_repeated) {
  Game game(2);
  game.roll("122").salute(s1, 100);
  EXPECT_EQ(game.refused(shout(s1, 100)), Refusal::still_bowing);
  EXPECT_EQ(game.refused(shout(s1, 899)), Refusal::still_bowing);
  EXPECT_EQ(game.refused(shout(s1, 900)), std::nullopt);
  EXPECT_EQ(game.refused(shout(s0, 899)), std::nullopt);
  game.salute(s1, 900);
  EXPECT_EQ(game.refused(salute(s1, 1499)), Refusal::still_bowing);
}

TEST(Tatamokatsu, T16_the_roller_cannot_announce_while_bowing) {
  Game game(2);
  game.roll("X12").salute(s0, 100);
  EXPECT_EQ(game.refused(announce(s0, 899, {1})), Refusal::still_bowing);
  EXPECT_EQ(game.refused(announce(s0, 900, {1})), std::nullopt);
}

TEST(Tatamokatsu, T16_with_no_bow_a_player_may_act_again_at_once) {
  Timing timing;
  timing.bow = Millis{0};
  Game game(2, timing);
  game.roll("335").salute(s1, 100);
  EXPECT_EQ(game.refused(salute(s1, 100)), std::nullopt);
}

TEST(Tatamokatsu, T16_reactions_come_in_order_of_time) {
  Game game(2);
  game.roll("122").salute(s1, 100);
  EXPECT_EQ(game.refused(shout(s0, 99)), Refusal::out_of_order);
  EXPECT_EQ(game.refused(shout(s0, 100)), std::nullopt);
}

TEST(Tatamokatsu, T16_reactions_come_at_the_latest_at_the_closing_time) {
  Game game(2);
  game.roll("122");
  EXPECT_EQ(game.refused(shout(s0, 1499)), std::nullopt);
  EXPECT_EQ(game.refused(shout(s0, 1500)), std::nullopt);
  EXPECT_EQ(game.refused(shout(s0, 1501)), Refusal::after_the_close);
  game.close();
  EXPECT_EQ(game.refused(shout(s0, 1500)), Refusal::not_now);
}

TEST(Tatamokatsu, T16_repeating_a_valid_reaction_changes_nothing) {
  Game game(2);
  game.roll("36T").shout(s1, 100).shout(s1, 150).grab(s1, 200, 2, thumb).grab(s1, 205, 2, ring);
  EXPECT_EQ(game.closing(), 210);
  EXPECT_EQ(game.open().owed[s1], 0);
  EXPECT_EQ(game.state.hidden.so_far.of[s1].shout, Millis{100});
  Game slaps(2);
  slaps.roll("444").slap(s1, 100).slap(s1, 200);
  EXPECT_EQ(slaps.state.hidden.so_far.of[s1].hand, Millis{100});
}

TEST(Tatamokatsu, T16_repeating_a_mistake_costs_again) {
  Game game(2);
  game.roll("122").shout(s1, 100).shout(s1, 100);
  EXPECT_EQ(game.open().owed[s1], 2);
}

TEST(Tatamokatsu, T16_only_the_roller_announces_once_in_time_and_only_the_X_of_a_sum) {
  Game game(2);
  game.roll("X1X");
  EXPECT_EQ(game.refused(announce(s1, 100, {1, 1})), Refusal::not_the_roller);
  EXPECT_EQ(game.refused(announce(s0, 100, {1})), Refusal::not_a_value_for_each_x);
  EXPECT_EQ(game.refused(announce(s0, 100, {1, 1, 1})), Refusal::not_a_value_for_each_x);
  EXPECT_EQ(game.refused(announce(s0, 2500, {1, 10})), std::nullopt);
  EXPECT_EQ(game.refused(announce(s0, 2501, {1, 10})), Refusal::after_the_close);
  game.announce(s0, 100, {1, 10});
  EXPECT_EQ(game.open().announced, (Announcement{2, 0b10}));
  EXPECT_EQ(sum_of(game.open()), 12);
  EXPECT_EQ(game.refused(announce(s0, 100, {1, 10})), Refusal::announced_already);

  Game late(2);
  late.roll("X56");
  EXPECT_EQ(late.refused(announce(s0, 2500, {1})), std::nullopt);
  EXPECT_EQ(late.refused(announce(s0, 2501, {1})), Refusal::announced_late);

  for (const char* faces : {"122", "XXX", "XXT", "334"}) {
    Game nothing(2);
    nothing.roll(faces);
    EXPECT_EQ(nothing.refused(announce(s0, 100, {1, 1})), Refusal::nothing_to_announce);
  }
}

TEST(Tatamokatsu, T16_outside_a_window_nobody_reacts_and_inside_nobody_chooses) {
  Game game(2);
  EXPECT_EQ(game.refused(shout(s0, 0)), Refusal::not_now);
  EXPECT_EQ(game.refused(close(0)), Refusal::not_now);
  game.roll("122");
  EXPECT_EQ(game.refused(RollDice{}), Refusal::not_now);
  EXPECT_EQ(game.refused(RollOff{}), Refusal::not_now);
  EXPECT_EQ(game.refused(Lose{s0, thumb}), Refusal::not_now);
  EXPECT_EQ(game.refused(Strike{s0, s1, thumb}), Refusal::not_now);
  EXPECT_EQ(game.refused(Attack{s0, {}}), Refusal::not_now);
  EXPECT_EQ(game.refused(Recover{s0, thumb}), Refusal::not_now);
  EXPECT_EQ(game.refused(shout(s2, 0)), Refusal::no_such_seat);
  EXPECT_EQ(game.refused(shout(s0, -1)), Refusal::out_of_order);
}

TEST(Tatamokatsu, T17_who_no_longer_stands_can_do_nothing_more) {
  Game game(3);
  game.with(s1, 2).roll("36T").slap(s1, 100).slap(s1, 200);
  EXPECT_EQ(game.open().standing, seats({s0, s2}));
  for (const Action& action : {shout(s1, 300), salute(s1, 300), slap(s1, 300),
                               grab(s1, 300, 2, thumb), grab(s1, 300, 2, little)})
    EXPECT_EQ(game.refused(action), Refusal::no_longer_standing);
}

TEST(Tatamokatsu, T17_a_mistake_makes_a_claim_void_as_if_it_had_never_been) {
  Game game(3);
  game.with(s1, 1).roll("36T").grab(s1, 100, 2, thumb).shout(s1, 200).shout(s2, 205);
  EXPECT_EQ(game.closing(), 210);
  game.slap(s1, 210);
  EXPECT_EQ(game.closing(), 5000);
  game.grab(s2, 4000, 2, thumb);
  EXPECT_EQ(game.closing(), 4010);
  game.close().lose(s1, thumb);
  EXPECT_TRUE(game.acts(Phase::choose, s2));
}

TEST(Tatamokatsu, T17_the_next_claim_is_then_the_first) {
  Game game(4);
  game.with(s1, 1).roll("334").shout(s1, 200).shout(s2, 207).slap(s1, 210);
  EXPECT_EQ(game.closing(), 217);
  game.shout(s3, 217).close(217).lose(s1, thumb);
  EXPECT_EQ(game.open().contenders, seats({s2, s3}));
}

TEST(Tatamokatsu, T17_one_who_fell_in_the_window_is_no_dragon_after_it) {
  Game game(4);
  game.with(s1, 1).with(s3, 0).roll("36T").grab(s1, 100, 2, thumb).slap(s1, 150);
  game.grab(s3, 200, 2, little).close(210).lose(s1, thumb);
  EXPECT_EQ(game.fingers(s1), 0);
  EXPECT_EQ(game.fingers(s3), 5);
  EXPECT_EQ(game.phase(), Phase::roll);
}

TEST(Tatamokatsu, T18_an_unannounced_roll_counts_as_its_lowest_sum) {
  Game game(2);
  game.roll("X12").close(2500);
  EXPECT_TRUE(game.acts(Phase::lose, s0));
}

TEST(Tatamokatsu, T19_the_window_closes_at_once_when_at_most_one_stands) {
  Game game(2);
  game.with(s1, 1).roll("444").salute(s0, 100).shout(s1, 321);
  EXPECT_EQ(game.closing(), 321);
  EXPECT_EQ(game.refused(close(320)), Refusal::not_the_closing_time);
  EXPECT_EQ(game.refused(close(322)), Refusal::not_the_closing_time);
  game.close(321).lose(s1, thumb);
  EXPECT_TRUE(game.won_by(SeatSet{s0}));
}

TEST(Tatamokatsu, T19_even_a_claim_of_the_last_standing_does_not_keep_it_open) {
  Game game(2);
  game.with(s1, 1).roll("334").shout(s0, 100).slap(s1, 105);
  EXPECT_EQ(game.closing(), 105);
  game.close().lose(s1, thumb);
  EXPECT_TRUE(game.won_by(SeatSet{s0}));
}

TEST(Tatamokatsu, T19_a_dragons_claim_keeps_it_open) {
  Game game(3);
  game.with(s1, 1).with(s2, 0).roll("36T").slap(s1, 100);
  EXPECT_EQ(game.closing(), 100);
  game.grab(s2, 100, 2, little);
  EXPECT_EQ(game.closing(), 110);
}

TEST(Tatamokatsu, T19_a_katana_closes_when_every_standing_player_has_slapped) {
  Game game(3);
  game.with(s2, 1).roll("444").slap(s0, 100).slap(s1, 200);
  EXPECT_EQ(game.closing(), 5000);
  Game by_a_slap = game;
  EXPECT_EQ(by_a_slap.slap(s2, 300).closing(), 300);
  Game by_a_mistake = game;
  EXPECT_EQ(by_a_mistake.shout(s2, 250).closing(), 250);
}

TEST(Tatamokatsu, T19_a_claim_closes_it_tie_after_the_first_but_not_after_window) {
  Game game(2);
  game.roll("334").shout(s0, 4989);
  EXPECT_EQ(game.closing(), 4999);
  Game later(2);
  later.roll("334").shout(s0, 4990);
  EXPECT_EQ(later.closing(), 5000);
  Game last(2);
  last.roll("334").shout(s0, 4991);
  EXPECT_EQ(last.closing(), 5000);
}

TEST(Tatamokatsu, T19_a_grab_or_a_possible_ten_or_seventeen_stays_open_whatever_is_announced) {
  for (const char* faces : {"36T", "334", "X34", "XX6"}) {
    Game game(2);
    EXPECT_EQ(game.roll(faces).closing(), 5000) << faces;
  }
  Game game(2);
  game.roll("XX6").announce(s0, 10, {1, 1});
  EXPECT_EQ(game.closing(), 5000);
}

TEST(Tatamokatsu, T19_on_11_to_16_it_closes_when_all_have_saluted_but_not_before_quiet) {
  for (const auto& [last, closing] : {std::pair{1499, 1500}, {1500, 1500}, {1501, 1501}}) {
    Game game(2);
    game.roll("335").salute(s0, 100);
    EXPECT_EQ(game.closing(), 5000);
    EXPECT_EQ(game.salute(s1, last).closing(), closing);
  }
}

TEST(Tatamokatsu, T19_on_11_to_16_not_before_the_sum_is_known) {
  Game game(2);
  game.roll("X56").salute(s0, 1600).salute(s1, 1600);
  EXPECT_EQ(game.closing(), 5000);
  game.salute(s0, 2499);
  EXPECT_EQ(game.closing(), 5000);
  game.salute(s1, 2500);
  EXPECT_EQ(game.closing(), 5000);
  game.salute(s0, 3299);
  EXPECT_EQ(game.closing(), 3299);
}

TEST(Tatamokatsu, T19_on_other_sums_it_closes_at_quiet_or_when_the_sum_is_known) {
  Game plain(2);
  EXPECT_EQ(plain.roll("122").closing(), 1500);
  Game unknown(2);
  EXPECT_EQ(unknown.roll("X12").closing(), 2500);
  for (const auto& [at, closing] : {std::pair{1499, 1500}, {1500, 1500}, {1501, 1501}}) {
    Game game(2);
    EXPECT_EQ(game.roll("X12").announce(s0, at, {1}).closing(), closing);
  }
  Game above(2);
  EXPECT_EQ(above.roll("X46").announce(s0, 20, {10}).closing(), 1500);
}

TEST(Tatamokatsu, T19_an_announcement_may_call_for_salutes_or_end_the_wait_for_them) {
  Game calls(2);
  EXPECT_EQ(calls.roll("X12").announce(s0, 20, {10}).closing(), 5000);
  Game ends(2);
  EXPECT_EQ(ends.roll("X56").closing(), 5000);
  EXPECT_EQ(ends.announce(s0, 20, {10}).closing(), 1500);
}

TEST(Tatamokatsu, T19_never_later_than_window_never_before_the_last_reaction) {
  Timing timing;
  timing.window = Millis{1000};
  Game game(2, timing);
  EXPECT_EQ(game.roll("122").closing(), 1000);
  Game sum(2, timing);
  EXPECT_EQ(sum.roll("X12").announce(s0, 1000, {1}).closing(), 1000);
  timing.window = Millis{0};
  Game none(2, timing);
  EXPECT_EQ(none.roll("334").shout(s0, 0).closing(), 0);
}

TEST(Tatamokatsu, T20_claims_within_tie_of_the_first_are_at_the_same_time) {
  for (int later : {400, 409, 410}) {
    Game game(3);
    game.roll("334").shout(s0, 400).shout(s1, later);
    EXPECT_EQ(game.closing(), 410);
    game.close();
    EXPECT_EQ(game.phase(), Phase::rolloff) << later;
  }
  Game game(3);
  game.roll("334").shout(s0, 400);
  EXPECT_EQ(game.refused(shout(s1, 411)), Refusal::after_the_close);
}

TEST(Tatamokatsu, T20_slaps_within_tie_of_the_last_are_at_the_same_time) {
  for (const auto& [first, tied] : {std::pair{389, false}, {390, true}, {391, true}}) {
    Game game(2);
    game.roll("444").slap(s0, first).slap(s1, 400).close(400);
    EXPECT_EQ(game.phase() == Phase::rolloff, tied) << first;
    EXPECT_EQ(game.acts(Phase::lose, s1), !tied) << first;
  }
}

TEST(Tatamokatsu, T20_with_no_tie_only_the_same_millisecond_is_the_same_time) {
  Timing timing;
  timing.tie = Millis{0};
  Game game(2, timing);
  game.roll("334").shout(s0, 400);
  EXPECT_EQ(game.refused(shout(s1, 401)), Refusal::after_the_close);
  game.shout(s1, 400).close(400);
  EXPECT_EQ(game.phase(), Phase::rolloff);
}

TEST(Tatamokatsu, T20_the_slaps_of_those_who_fell_do_not_count) {
  Game game(3);
  game.with(s2, 1).roll("444").slap(s0, 100).slap(s2, 200).shout(s2, 200).slap(s1, 300);
  game.close(300).lose(s2, thumb);
  EXPECT_TRUE(game.acts(Phase::lose, s1));
}

TEST(Tatamokatsu, T21_mistakes_are_paid_seat_by_seat_from_0) {
  Game game(3);
  game.roll("334").shout(s1, 100).slap(s2, 102).slap(s0, 104).slap(s0, 106).close(110);
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

// ---- The shape of it ----

TEST(Tatamokatsu, a_photo_finish_is_in_the_state_after_the_close) {
  Game game(3);
  game.roll("36T").shout(s1, 100).grab(s2, 150, 2, thumb).grab(s1, 200, 2, ring).shout(s2, 207);
  game.close(210);
  const Timeline& photo = game.open().photo;
  EXPECT_EQ(photo.of[s1].shout, Millis{100});
  EXPECT_EQ(photo.of[s1].hand, Millis{200});
  EXPECT_EQ(photo.of[s2].hand, Millis{150});
  EXPECT_EQ(photo.of[s2].shout, Millis{207});
  EXPECT_EQ(photo.of[s0], Times{});
  EXPECT_EQ(photo.until, Millis{210});
  EXPECT_EQ(game.state.hidden, Hidden{});
}

TEST(Tatamokatsu, the_photo_shows_the_first_salute_in_time_or_else_the_last_too_early) {
  Game game(2);
  game.roll("X12").salute(s0, 50).salute(s1, 100).salute(s0, 850).salute(s1, 900);
  game.announce(s0, 1650, {10}).salute(s1, 1700).salute(s1, 2500).close(5000);
  EXPECT_EQ(game.open().photo.known, Millis{1650});
  EXPECT_EQ(game.open().photo.of[s0].salute, Millis{850});
  EXPECT_EQ(game.open().photo.of[s1].salute, Millis{1700});
  EXPECT_TRUE(game.acts(Phase::lose, s0));
}

TEST(Tatamokatsu, every_refusal_has_its_own_description) {
  std::set<std::string_view> texts;
  const int refusals = static_cast<int>(Refusal::finger_not_lost) + 1;
  for (int refusal = 0; refusal < refusals; ++refusal)
    texts.insert(describe(static_cast<Refusal>(refusal)));
  EXPECT_EQ(texts.size(), static_cast<std::size_t>(refusals));
}

TEST(Tatamokatsu, a_window_is_a_constant_expression) {
  constexpr State state = [] {
    State game = start({});
    apply_unchecked(game, {Kind::roll, Seat{}, Roll{Face::three, Face::three, Face::four}.code()});
    apply_unchecked(game, {Kind::shout, Seat{1}, Millis{400}});
    apply_unchecked(game, {Kind::close, Seat{}, closes_at(game)});
    return game;
  }();
  static_assert(state.open.phase == Phase::choose);
  static_assert(state.open.photo.until == Millis{410});
  static_assert(legal_actions(state.open, Seat{1}).size() == 5);
}

}  // namespace
}  // namespace tatami::tatamokatsu
