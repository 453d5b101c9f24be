// Chairs and patience: who sits at a table, and how long it waits for them.

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "live/dojo/position.h"
#include "live/kind.h"
#include "table/chairs.h"
#include "table/patience.h"

namespace tatami::table {
namespace {

using protocol::Refusal;

const Guest anna = std::string{"anna"};
const Guest bert = std::string{"bert"};
constexpr Seat first{0};
constexpr Seat second{1};
constexpr Seat third{2};

Chairs three_chairs() { return {3, *live::game_named("dojo"), anna}; }

protocol::Sit sit(std::optional<Seat> seat = {}) {
  protocol::Sit command{std::string{"t"}, {}, {}, {}};
  if (seat) command.seat.emplace(*seat);
  return command;
}

protocol::SeatBot seat_bots(const std::string& level = "random") {
  return {std::string{"t"}, {}, std::string{level}};
}

// ---- Entries ----

// A log tells its table's entries from its game's by their types alone.
TEST(Entries, Of_a_table_and_of_every_game_have_types_of_their_own) {
  for (const live::Kind* game : live::games()) {
    EXPECT_TRUE(game->has_entry(live::first_entry)) << game->name();
    [&]<class... Ts>(std::type_identity<std::variant<Ts...>>) {
      for (const std::string_view type : {Ts::wire_name...})
        EXPECT_FALSE(game->has_entry(type)) << game->name() << ' ' << type;
    }(std::type_identity<Entry>{});
  }
}

// ---- Chairs ----

TEST(Chairs, The_first_free_one_is_taken_unless_another_is_asked_for) {
  Chairs chairs = three_chairs();
  ASSERT_TRUE(chairs.sit(anna, sit(second), 1).ok());
  ASSERT_TRUE(chairs.sit(bert, sit(), 2).ok());
  EXPECT_EQ(chairs.seat_of(anna), second);
  EXPECT_EQ(chairs.seat_of(bert), first);
  EXPECT_EQ(chairs.sit(bert, sit(second), 3).error(), Refusal::seat_taken);
  EXPECT_EQ(chairs.sit(bert, sit(Seat{3}), 3).error(), Refusal::no_such_seat);
  EXPECT_EQ(chairs.seated(), 2);
}

TEST(Chairs, Taking_another_chair_frees_the_first) {
  Chairs chairs = three_chairs();
  ASSERT_TRUE(chairs.sit(anna, sit(first), 1).ok());
  chairs[first].connected = true;
  const auto moved = chairs.sit(anna, sit(third), 2);
  ASSERT_TRUE(moved.ok());
  EXPECT_EQ(moved->size(), 2U) << "stood, then sat";
  EXPECT_TRUE(chairs[first].is_free());
  EXPECT_TRUE(chairs[third].connected);
}

TEST(Chairs, Are_the_same_when_their_entries_are_taken_from_a_log) {
  Chairs chairs = three_chairs();
  std::vector<Entry> log;
  const auto did = [&](const Chairs::Answer& answer) {
    ASSERT_TRUE(answer.ok());
    log.insert(log.end(), answer->begin(), answer->end());
  };
  const auto seq = [&] { return static_cast<std::uint32_t>(log.size()); };
  did(chairs.sit(anna, sit(second), seq()));
  did(chairs.sit(bert, sit(), seq()));
  did(chairs.sit(anna, sit(third), seq()));
  did(chairs.seat_bot(anna, seat_bots(), seq()));
  did(chairs.remove(anna, first, seq()));
  did(chairs.seat_bot(anna, seat_bots("novice"), seq()));
  Chairs again = three_chairs();
  for (std::uint32_t i = 0; i < log.size(); ++i) EXPECT_TRUE(again.take(log[i], i));
  for (Seat seat : chairs.all()) {
    EXPECT_EQ(again[seat].sitter, chairs[seat].sitter);
    EXPECT_EQ(again[seat].guest, chairs[seat].guest);
    EXPECT_EQ(again[seat].level, chairs[seat].level);
    EXPECT_EQ(again[seat].since, chairs[seat].since);
  }
  EXPECT_EQ(again.sit(bert, sit(), 9).error(), Refusal::removed_by_host);
}

TEST(Chairs, Only_the_host_seats_bots_and_removes_people) {
  Chairs chairs = three_chairs();
  ASSERT_TRUE(chairs.sit(bert, sit(), 1).ok());
  EXPECT_EQ(chairs.seat_bot(bert, seat_bots(), 2).error(), Refusal::not_the_host);
  EXPECT_EQ(chairs.remove(bert, first, 2).error(), Refusal::not_the_host);
  EXPECT_EQ(chairs.seat_bot(anna, seat_bots("nobody"), 2).error(), Refusal::unknown_bot);
  EXPECT_EQ(chairs.remove(anna, third, 2).error(), Refusal::no_such_seat);
  const auto bots = chairs.seat_bot(anna, seat_bots(), 2);
  ASSERT_TRUE(bots.ok());
  EXPECT_EQ(bots->size(), 2U) << "all that were free";
  EXPECT_EQ(chairs.seat_bot(anna, seat_bots(), 4).error(), Refusal::seat_taken);
}

TEST(Chairs, Sitting_down_again_and_again_is_limited) {
  Chairs chairs = three_chairs();
  int times = 0;
  std::uint32_t seq = 0;
  while (chairs.sit(bert, sit(times % 2 == 0 ? first : second), seq).ok() && times < 1000) {
    ++times;
    seq += 2;
  }
  EXPECT_EQ(times, 100);
  EXPECT_TRUE(chairs.sit(anna, sit(third), seq).ok());
}

// ---- Patience ----

// Anna and Bert, both connected, and a bot.
Chairs company() {
  Chairs chairs = three_chairs();
  EXPECT_TRUE(chairs.sit(anna, sit(first), 1).ok());
  EXPECT_TRUE(chairs.sit(bert, sit(second), 2).ok());
  EXPECT_TRUE(chairs.seat_bot(anna, seat_bots(), 3).ok());
  chairs[first].connected = chairs[second].connected = true;
  return chairs;
}

protocol::Settings at(protocol::Tempo tempo) {
  protocol::Settings settings;
  settings.tempo = tempo;
  return settings;
}

const Pace pace{.bot_pause = 700, .away_after = 60'000, .asleep_at_most = 1'000'000};
constexpr Time fast_limit = 15'000;

TEST(Patience, A_bot_decides_after_a_pause_and_once) {
  Chairs chairs = company();
  Patience patience{pace, at(protocol::Tempo::untimed), false};
  patience.ask(SeatSet{third}, chairs, 5, 1000);
  EXPECT_EQ(patience.wakes_at(chairs), 1700);
  EXPECT_TRUE(patience.bots_due(chairs, 1699).empty());
  EXPECT_EQ(patience.bots_due(chairs, 1700), SeatSet{third});
  patience.thinks(third);
  EXPECT_TRUE(patience.bots_due(chairs, 9000).empty());
  EXPECT_TRUE(patience.awaits(chairs, third, 5));
  EXPECT_FALSE(patience.awaits(chairs, third, 4)) << "another question";
  patience.has_thought(third, 5);
  EXPECT_FALSE(patience.awaits(chairs, third, 5));
}

TEST(Patience, When_the_time_is_up_the_seat_is_away_and_a_bot_decides) {
  Chairs chairs = company();
  Patience patience{pace, at(protocol::Tempo::fast), false};
  const Time limit = Time{*seconds_of(protocol::Tempo::fast)} * 1000;
  EXPECT_EQ(limit, fast_limit);
  patience.ask(SeatSet{first}, chairs, 5, 1000);
  EXPECT_EQ(patience.time_left(1000), limit);
  EXPECT_EQ(patience.wakes_at(chairs), 1000 + limit);
  EXPECT_FALSE(patience.take_over(chairs, 999 + limit));
  EXPECT_TRUE(patience.take_over(chairs, 1000 + limit));
  EXPECT_TRUE(chairs[first].away);
  EXPECT_FALSE(chairs[second].away) << "they were not asked";
}

TEST(Patience, The_same_question_goes_on_on_the_same_clock) {
  Chairs chairs = company();
  Patience patience{pace, at(protocol::Tempo::fast), false};
  patience.ask(SeatSet{first}, chairs, 5, 1000);
  patience.answered(SeatSet{first});
  patience.ask(SeatSet{first}, chairs, 6, 4000, SeatSet{first});
  EXPECT_EQ(patience.time_left(4000), fast_limit - 3000);
  patience.answered(SeatSet{first});
  patience.ask(SeatSet{first}, chairs, 7, 5000);
  EXPECT_EQ(patience.time_left(5000), fast_limit);
}

TEST(Patience, A_disconnected_player_is_waited_for_and_then_away) {
  Chairs chairs = company();
  Patience patience{pace, at(protocol::Tempo::untimed), false};
  chairs[second].connected = false;
  chairs[second].gone_since = 1000;
  patience.left(1000);
  EXPECT_EQ(patience.wakes_at(chairs), 1000 + pace.away_after);
  EXPECT_FALSE(patience.take_over(chairs, 999 + pace.away_after));
  EXPECT_TRUE(patience.take_over(chairs, 1000 + pace.away_after));
  EXPECT_TRUE(chairs[second].away);
}

TEST(Patience, Without_people_the_game_sleeps_and_then_bots_end_it) {
  Chairs chairs = company();
  Patience patience{pace, at(protocol::Tempo::fast), false};
  patience.ask(SeatSet{first}, chairs, 5, 1000);
  for (Seat seat : {first, second}) chairs[seat].connected = false;
  patience.left(2000);
  EXPECT_TRUE(patience.is_asleep(chairs, 2000 + pace.asleep_at_most - 1));
  EXPECT_FALSE(patience.take_over(chairs, 2000 + pace.asleep_at_most - 1));
  EXPECT_TRUE(patience.take_over(chairs, 2000 + pace.asleep_at_most));
  EXPECT_TRUE(chairs[first].away);
}

TEST(Patience, Everybodys_time_begins_again_after_a_sleep) {
  Chairs chairs = company();
  Patience patience{pace, at(protocol::Tempo::fast), false};
  patience.ask(SeatSet{first}, chairs, 5, 1000);
  for (Seat seat : {first, second}) chairs[seat].connected = false;
  patience.left(2000);
  patience.wake(chairs, 500'000);
  EXPECT_EQ(patience.time_left(500'000), fast_limit);
}

TEST(Patience, Games_over_days_neither_sleep_nor_miss_anybody) {
  Chairs chairs = company();
  Patience patience{pace, at(protocol::Tempo::days), false};
  for (Seat seat : {first, second}) chairs[seat].connected = false;
  patience.left(2000);
  EXPECT_FALSE(patience.sleeps_until(chairs));
  patience.ask(SeatSet{first}, chairs, 5, 1000);
  EXPECT_FALSE(patience.take_over(chairs, 1000 + Time{23} * 60 * 60 * 1000));
  EXPECT_TRUE(patience.take_over(chairs, 1000 + Time{24} * 60 * 60 * 1000));
}

// A trophy that found no place in the last round (D11) is not to be won any more.
TEST(DojoPosition, Has_no_prize_when_the_game_is_over) {
  dojo::Open open;
  open.setup.players = 3;
  open.prize = dojo::Trophy::belt;
  open.phase = dojo::Phase::place_trophy;
  EXPECT_EQ(live::position_of(open).prize, dojo::Trophy::belt);
  open.phase = dojo::Phase::over;
  EXPECT_EQ(live::position_of(open).prize, std::nullopt);
}

}  // namespace
}  // namespace tatami::table
