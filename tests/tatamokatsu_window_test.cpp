// Windows: which reactions count, when they close, and ties (T16 to T20).

#include <gtest/gtest.h>

#include <optional>
#include <set>
#include <string_view>

#include "tatamokatsu_support.h"

namespace tatami::tatamokatsu {
namespace {

using namespace testing;

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

TEST(Tatamokatsu, T16_repeating_a_mistake_of_the_same_kind_costs_nothing_more) {
  Game game(2);
  game.roll("122").shout(s1, 100).shout(s1, 100).shout(s1, 200);
  EXPECT_EQ(game.open().owed[s1], 1);
  EXPECT_EQ(game.state.hidden.so_far.of[s1].mistake, Millis{100});
  game.slap(s1, 300);
  EXPECT_EQ(game.open().owed[s1], 2);
  EXPECT_EQ(game.state.hidden.so_far.of[s1].mistake, Millis{300});
}

TEST(Tatamokatsu, T16_a_repeated_mistake_still_comes_in_order_of_time) {
  Game game(2);
  game.roll("122").shout(s1, 100).shout(s1, 200);
  EXPECT_EQ(game.refused(shout(s0, 199)), Refusal::out_of_order);
}

TEST(Tatamokatsu, T16_T19_where_the_window_closes_at_once_that_millisecond_still_counts) {
  Game slapped(3);
  slapped.with(s2, 1).roll("444").slap(s0, 100).slap(s1, 200).slap(s2, 300);
  ASSERT_EQ(slapped.closing(), 300);
  EXPECT_EQ(slapped.refused(shout(s0, 301)), Refusal::after_the_close);
  slapped.shout(s0, 300);
  EXPECT_EQ(slapped.open().owed[s0], 1);
  EXPECT_EQ(slapped.shout(s2, 300).closing(), 300);
  EXPECT_EQ(slapped.open().standing, seats({s0, s1}));

  Game alone(2);
  alone.with(s1, 1).roll("444").shout(s1, 321);
  ASSERT_EQ(alone.closing(), 321);
  alone.shout(s0, 321);
  EXPECT_EQ(alone.open().owed[s0], 1);
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
  game.with(s1, 2).roll("36T").slap(s1, 100).slap(s1, 150);
  EXPECT_EQ(game.open().standing, seats({s0, s1, s2}));
  game.grab(s1, 200, 0, thumb);
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

// ---- The shape of it ----

TEST(Tatamokatsu, A_photo_finish_is_in_the_state_after_the_close) {
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

TEST(Tatamokatsu, The_photo_shows_the_first_salute_in_time_or_else_the_last_too_early) {
  Game game(2);
  game.roll("X12").salute(s0, 50).salute(s1, 100).salute(s0, 850).salute(s1, 900);
  game.announce(s0, 1650, {10}).salute(s1, 1700).salute(s1, 2500).close(5000);
  EXPECT_EQ(game.open().photo.known, Millis{1650});
  EXPECT_EQ(game.open().photo.of[s0].salute, Millis{850});
  EXPECT_EQ(game.open().photo.of[s1].salute, Millis{1700});
  EXPECT_TRUE(game.acts(Phase::lose, s0));
}

TEST(Tatamokatsu, Every_refusal_has_its_own_description) {
  std::set<std::string_view> texts;
  const int refusals = static_cast<int>(Refusal::finger_not_lost) + 1;
  for (int refusal = 0; refusal < refusals; ++refusal)
    texts.insert(describe(static_cast<Refusal>(refusal)));
  EXPECT_EQ(texts.size(), static_cast<std::size_t>(refusals));
}

TEST(Tatamokatsu, A_window_is_a_constant_expression) {
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
