// People at a table: seats, absence, and how long anybody is waited for.
#include "table_support.h"

namespace tatami::table {
namespace {

using testing::Client;
using testing::dojo_settings;
using testing::expect_sound_record;
using testing::Match;
using testing::one_decision;
using testing::parsed;
using testing::play_dojo;
using testing::seat_all;
using testing::seat_beside_bots;
using testing::tatamokatsu_settings;

TEST(Table, A_bot_plays_for_a_player_whose_time_is_up_until_they_are_back) {
  Match match{dojo_settings(3), 13};
  seat_all(match, 3);
  const Time began = match.now;
  while (!match.over()) match.wait();  // nobody does anything
  expect_sound_record(match);
  const json::Value& table = match.clients[Match::guest(1)].table;
  EXPECT_TRUE(table.find("chairs")->items[1].find("away")->boolean);
  EXPECT_LT(match.now - began, 10 * 60 * 1000);

  Match back{dojo_settings(3), 13};
  seat_all(back, 3);
  const auto away = [&](std::size_t seat) {
    return back.clients[Match::guest(0)].table.find("chairs")->items[seat].find("away")->boolean;
  };
  while (!away(0) && !away(1) && !away(2)) back.wait();
  const int who = away(0) ? 0 : away(1) ? 1 : 2;
  EXPECT_FALSE(back.tell(Match::guest(who), R"({"type":"call","table":"t1","cry":"hai"})"));
  EXPECT_FALSE(away(static_cast<std::size_t>(who)));
}

TEST(Table, Saying_something_does_not_renew_a_time_that_is_up) {
  Match match{dojo_settings(3), 13};
  seat_all(match, 3);
  const Time began = match.now;
  while (!match.over()) {
    match.wait();
    for (int i = 0; i < 3; ++i)
      match.tell(Match::guest(i), R"({"type":"call","table":"t1","cry":"hai"})");
  }
  const int decisions = static_cast<int>(std::ranges::count_if(
      match.log, [](const auto& entry) { return entry.find("\"acted\"") != std::string::npos; }));
  EXPECT_LE(match.now - began, decisions * (45'000 + match.pace.bot_pause));
}

TEST(Table, A_sequence_number_from_the_future_is_refused) {
  Match match{dojo_settings(3), 13};
  seat_all(match, 3);
  for (int i = 0; i < 3; ++i) {
    const json::Value* legal = match.clients[Match::guest(i)].own.find("legal");
    if (!legal || legal->items.empty()) continue;
    ++match.clients[Match::guest(i)].seq;
    EXPECT_EQ(match.tell(Match::guest(i),
                         match.act_text(Match::guest(i), testing::text_of(legal->items.front()))),
              protocol::Refusal::stale);
  }
}

TEST(Table, One_that_nobody_starts_closes_a_day_after_it_opened_restarts_or_not) {
  Match match{dojo_settings(3), 13};
  match.sit(0);
  const Time opened = match.now;
  const Time day = Time{24} * 60 * 60 * 1000;
  auto again = Table::fold(match.log, match.pace, opened + day / 2, {opened, opened});
  ASSERT_TRUE(again) << again.error();
  EXPECT_EQ((*again)->wakes_at(), opened + day);
}

TEST(Table, A_move_at_a_table_that_never_started_is_refused) {
  Match match{dojo_settings(3), 13};
  match.sit(0);
  const std::string move = R"({"type":"act","table":"t1","seq":1,"move":{"seat":0,"give":1}})";
  EXPECT_EQ(match.tell(Match::guest(0), move), protocol::Refusal::not_started);
  match.rehearsal.driver().close("nobody was there");
  EXPECT_EQ(match.tell(Match::guest(0), move), protocol::Refusal::not_started);
}

TEST(Table, The_quality_of_connections_is_told_only_where_speed_decides) {
  for (const bool is_race : {false, true}) {
    Match match{is_race ? tatamokatsu_settings(3) : dojo_settings(3), 13};
    seat_all(match, 3);
    match.rehearsal.pong(Match::guest(0), {20});
    const auto letters_of_a_beat = [&] {
      const std::size_t before = match.clients[Match::guest(1)].mail.size();
      match.rehearsal.driver().beat();
      return match.clients[Match::guest(1)].mail.size() - before;
    };
    EXPECT_EQ(letters_of_a_beat(), is_race ? 1U : 0U);
    EXPECT_EQ(letters_of_a_beat(), 0U) << "it has been told";
  }
}

TEST(Table, An_untimed_table_waits_for_the_connected_and_not_for_the_vanished) {
  Match match{R"({"header":{"game":"dojo","players":3},"tempo":"untimed"})", 14};
  seat_all(match, 3);
  EXPECT_FALSE(match.table().wakes_at());
  for (int i : {1, 2}) match.leave(i);
  ASSERT_TRUE(match.table().wakes_at());
  EXPECT_EQ(*match.table().wakes_at(), match.now + match.pace.away_after);
  while (!match.over())
    if (!one_decision(match, 1)) match.wait();
}

// Time stands still while nobody is there: a reboot at night takes nobody's game away.
TEST(Table, A_game_that_everybody_has_left_sleeps_until_somebody_is_back) {
  for (const char* tempo : {"untimed", "fast"}) {
    Match match{R"({"header":{"game":"dojo","players":3},"tempo":")" + std::string{tempo} + "\"}",
                14};
    seat_beside_bots(match, 2, "student");
    for (int i : {0, 1}) match.leave(i);
    for (const bool restarts : {false, true}) {
      if (restarts) match.restart();
      const std::size_t written = match.log.size();
      EXPECT_EQ(match.table().wakes_at(), match.now + match.pace.asleep_at_most);
      match.now += match.pace.asleep_at_most / 2;
      match.rehearsal.tick();
      EXPECT_EQ(match.log.size(), written);
    }
    match.come(0);
    const auto wakes = match.table().wakes_at();
    ASSERT_TRUE(wakes);
    EXPECT_GE(*wakes, match.now);
    EXPECT_LE(*wakes, match.now + match.pace.away_after) << "the other has a minute from now";
    for (int i = 0; i < 5; ++i)
      if (!one_decision(match, 1)) match.wait();
    EXPECT_FALSE(match.over());
    match.leave(0);
    while (!match.over()) match.wait();
    expect_sound_record(match);
  }
}

// A phone that is laid aside: its owner's time is up before its line is known to be dead.
TEST(Table, A_game_sleeps_when_the_last_player_who_was_away_disconnects) {
  Match match{dojo_settings(3), 14};
  seat_beside_bots(match, 1, "student");
  const auto is_away = [&] {
    return match.clients[Match::guest(0)].table.find("chairs")->items[0].find("away")->boolean;
  };
  while (!is_away()) match.wait();
  match.leave(0);
  const std::size_t written = match.log.size();
  const Time left = match.now;
  EXPECT_EQ(match.table().wakes_at(), left + match.pace.asleep_at_most);
  // However often the server is restarted, the night has an end, and not at once.
  for (int i = 0; i < 5; ++i) {
    match.now += match.pace.asleep_at_most / 2;
    ASSERT_FALSE(match.rehearsal.restart(left));
    EXPECT_GT(match.table().wakes_at(), match.now);
    EXPECT_LE(match.table().wakes_at(),
              std::max(left + match.pace.asleep_at_most, match.now + 1'200'000));
  }
  EXPECT_EQ(match.log.size(), written);
  while (!match.over()) match.wait();
}

TEST(Table, A_race_that_everybody_has_left_waits_with_its_roll) {
  Match match{tatamokatsu_settings(2), 17};
  seat_all(match, 2);
  const std::string roll = R"({"type":"throw_dice","table":"t1"})";
  if (match.tell(Match::guest(0), roll)) {
    EXPECT_FALSE(match.tell(Match::guest(1), roll));
  }
  for (int i : {0, 1}) match.leave(i);
  const std::size_t written = match.log.size();
  match.now += match.pace.away_after * 10;
  match.rehearsal.tick();
  EXPECT_EQ(match.log.size(), written) << "the dice have not fallen";
  match.come(0);
  EXPECT_EQ(match.table().wakes_at(), match.now + match.pace.away_after)
      << "nor do they fall for who is quicker back";
  match.come(1);
  match.wait();
  EXPECT_EQ(match.log.size(), written + 1);
  EXPECT_EQ(match.clients[Match::guest(0)].tatamokatsu.find("phase")->text, "window");
}

TEST(Table, Dice_in_the_air_wait_for_nobody_when_all_are_back) {
  Match match{tatamokatsu_settings(2), 17};
  seat_beside_bots(match, 1, "regular");
  Client& mine = match.clients[Match::guest(0)];
  const auto is_away = [&] { return mine.table.find("chairs")->items[0].find("away")->boolean; };
  while (!is_away()) match.wait();
  mine.rolling = false;
  while (!mine.rolling) match.wait();
  match.leave(0);
  match.now += match.pace.away_after;
  match.come(0);
  EXPECT_LE(match.table().wakes_at(), match.now + 2000);
}

TEST(Table, A_player_who_disconnects_is_away_after_a_minute_asked_or_not) {
  Match match{R"({"header":{"game":"dojo","players":3},"tempo":"untimed"})", 14};
  seat_all(match, 3);
  const auto is_away = [&](std::size_t seat) {
    return match.clients[Match::guest(9)].table.find("chairs")->items[seat].find("away")->boolean;
  };
  for (int i = 0; i < 3; ++i) {
    const json::Value* legal = match.clients[Match::guest(i)].own.find("legal");
    const bool is_asked = legal && !legal->items.empty();
    if (is_asked) continue;
    match.leave(i);
    EXPECT_EQ(match.table().wakes_at(), match.now + match.pace.away_after);
    match.wait();
    EXPECT_TRUE(is_away(static_cast<std::size_t>(i)));
    match.come(i);
    EXPECT_FALSE(is_away(static_cast<std::size_t>(i)));
  }
}

TEST(Table, Days_for_a_decision_go_on_while_the_server_is_down) {
  Match match{R"({"header":{"game":"dojo","players":3},"tempo":"days","days":2})", 17};
  seat_all(match, 3);
  const Time two_days = Time{2} * 24 * 60 * 60 * 1000;
  EXPECT_EQ(match.table().wakes_at(), match.now + two_days);
  for (int i = 0; i < 3; ++i) match.leave(i);
  EXPECT_EQ(match.table().wakes_at(), match.now + two_days) << "nobody has to stay connected";
  const auto again =
      Table::fold(match.log, match.pace, match.now + two_days / 2, {match.now, match.now});
  ASSERT_TRUE(again) << again.error();
  EXPECT_EQ((*again)->wakes_at(), match.now + two_days);
}

// A decision may take days, a race may not.
TEST(Table, A_player_who_disconnects_from_a_race_is_away_after_a_minute_at_any_tempo) {
  Match match{R"({"header":{"game":"tatamokatsu","players":2},"tempo":"days","days":2})", 17};
  seat_all(match, 2);
  match.leave(1);
  EXPECT_EQ(match.table().wakes_at(), match.now + match.pace.away_after);
}

TEST(Table, A_player_who_leaves_is_replaced_at_once_and_may_come_back) {
  Match match{R"({"header":{"game":"tatamokatsu","players":2},"tempo":"normal"})", 17};
  seat_all(match, 2);
  const auto is_away = [&](std::size_t seat) {
    return match.clients[Match::guest(0)].table.find("chairs")->items[seat].find("away")->boolean;
  };
  for (int seat = 0; seat < 2; ++seat)
    EXPECT_FALSE(match.tell(Match::guest(seat), R"({"type":"stand","table":"t1"})"));
  EXPECT_TRUE(is_away(0));
  EXPECT_TRUE(is_away(1));
  EXPECT_LE(*match.table().wakes_at(), match.now + match.pace.bot_pause);
  match.tell(Match::guest(1), R"({"type":"call","table":"t1","cry":"hai"})");
  EXPECT_FALSE(is_away(1));
  EXPECT_TRUE(is_away(0));
}

TEST(Table, Only_the_host_fills_chairs_and_removes_people) {
  Match match{dojo_settings(3), 15};
  match.sit(0);
  match.sit(1);
  EXPECT_EQ(match.tell(Match::guest(1), R"({"type":"seat_bot","table":"t1","level":"student"})"),
            protocol::Refusal::not_the_host);
  EXPECT_EQ(match.tell(Match::guest(0), R"({"type":"seat_bot","table":"t1","level":"genius"})"),
            protocol::Refusal::unknown_bot);
  EXPECT_EQ(match.tell(Match::guest(0), R"({"type":"start","table":"t1"})"),
            protocol::Refusal::empty_chairs);
  EXPECT_FALSE(match.tell(Match::guest(0), R"({"type":"remove","table":"t1","seat":1})"));
  EXPECT_FALSE(match.table().seat_of(Match::guest(1)));
  EXPECT_FALSE(
      match.tell(Match::guest(0), R"({"type":"seat_bot","table":"t1","level":"student"})"));
  EXPECT_EQ(match.tell(Match::guest(1), R"({"type":"sit","table":"t1"})"),
            protocol::Refusal::removed_by_host);
  EXPECT_EQ(match.tell(Match::guest(2), R"({"type":"sit","table":"t1"})"),
            protocol::Refusal::seat_taken);
  EXPECT_FALSE(match.tell(Match::guest(0), R"({"type":"start","table":"t1"})"));
  EXPECT_EQ(match.tell(Match::guest(0), R"({"type":"remove","table":"t1","seat":1})"),
            protocol::Refusal::already_started);
  while (!match.over())
    if (!one_decision(match, 1)) match.wait();
  expect_sound_record(match);
}

TEST(Table, A_removed_player_stays_removed_after_a_restart) {
  Match match{dojo_settings(3), 15};
  match.sit(0);
  match.sit(1);
  EXPECT_FALSE(match.tell(Match::guest(0), R"({"type":"remove","table":"t1","seat":1})"));
  match.restart();
  EXPECT_EQ(match.tell(Match::guest(1), R"({"type":"sit","table":"t1"})"),
            protocol::Refusal::removed_by_host);
}

TEST(Table, A_rematch_begins_when_all_have_come) {
  const std::string start = R"({"type":"start","table":"t1"})";
  Match match{dojo_settings(3), 16};
  for (int i = 0; i < 3; ++i)
    match.log.push_back(
        protocol::to_json(table::Entry{Kept{Seat{static_cast<std::uint8_t>(i)}, Match::guest(i)}}));
  match.restart();
  match.come(0);
  match.come(1);
  EXPECT_EQ(match.tell(Match::guest(0), start), protocol::Refusal::not_all_here);
  EXPECT_NE(match.clients[Match::guest(0)].mail.back().find(R"("expected":true)"),
            std::string::npos);
  // Those who have not come are not shut out: they may sit again.
  EXPECT_FALSE(match.tell(Match::guest(0), R"({"type":"remove","table":"t1","seat":2})"));
  EXPECT_EQ(match.tell(Match::guest(0), start), protocol::Refusal::empty_chairs);
  match.sit(2);
  EXPECT_FALSE(match.tell(Match::guest(0), start));
  match.restart();
  match.come(0);
  EXPECT_EQ(match.clients[Match::guest(0)].table.find("chairs")->items[1].find("expected"),
            nullptr);
}

TEST(Table, Commands_that_write_an_entry_each_are_limited) {
  Match match{dojo_settings(3), 17};
  match.sit(0);
  const std::string sit = R"({"type":"sit","table":"t1"})";
  const std::size_t written = match.log.size();
  for (int i = 0; i < 5000; ++i) EXPECT_FALSE(match.tell(Match::guest(0), sit));
  EXPECT_EQ(match.log.size(), written) << "nothing has changed";
  int more = 0;
  while (!match.tell(Match::guest(1), sit)) {
    ASSERT_LT(++more, 5000);
    EXPECT_FALSE(match.tell(Match::guest(1), R"({"type":"stand","table":"t1"})"));
  }
  EXPECT_EQ(match.tell(Match::guest(1), sit), protocol::Refusal::enough);
  match.restart();
  EXPECT_EQ(match.tell(Match::guest(1), sit), protocol::Refusal::enough);
  EXPECT_FALSE(match.tell(Match::guest(2), sit)) << "nobody else is shut out";
  EXPECT_FALSE(
      match.tell(Match::guest(0), R"({"type":"seat_bot","table":"t1","level":"student"})"));
}

TEST(Table, A_new_seat_link_ends_the_one_before_and_takes_the_hosts_role_along) {
  Match match{dojo_settings(3), 16};
  match.sit(0);
  const auto link = [&] {
    EXPECT_FALSE(match.tell(Match::guest(0), R"({"type":"link","table":"t1"})"));
    return parsed(match.clients[Match::guest(0)].mail.back()).find("secret")->text;
  };
  const auto claim = [&](const std::string& secret) {
    return match.tell(Match::guest(7),
                      R"({"type":"claim","table":"t1","secret":")" + secret + "\"}");
  };
  const std::string first = link();
  const std::string second = link();
  EXPECT_NE(first, second);
  match.restart();
  match.come(0);
  EXPECT_EQ(claim(first), protocol::Refusal::wrong_secret) << "also after a restart";
  EXPECT_FALSE(match.tell(Match::guest(0), R"({"type":"sit","table":"t1","seat":2})"));
  EXPECT_EQ(claim(second), protocol::Refusal::wrong_secret) << "that was another seat";
  const std::string moved = link();
  EXPECT_FALSE(match.tell(Match::guest(0), R"({"type":"sit","table":"t1","contribution":"more"})"));
  match.restart();
  match.come(0);
  EXPECT_FALSE(claim(moved));
  EXPECT_EQ(match.tell(Match::guest(0), R"({"type":"seat_bot","table":"t1","level":"student"})"),
            protocol::Refusal::not_the_host);
  match.restart();
  EXPECT_FALSE(
      match.tell(Match::guest(7), R"({"type":"seat_bot","table":"t1","level":"student"})"));
}

TEST(Table, A_seat_link_asked_for_in_a_game_disturbs_nobodys_move) {
  Match match{dojo_settings(3), 16};
  seat_all(match, 3);
  for (int i = 0; i < 50; ++i)
    EXPECT_FALSE(match.tell(Match::guest(1), R"({"type":"link","table":"t1"})"));
  EXPECT_EQ(match.tell(Match::guest(1), R"({"type":"link","table":"t1"})"),
            protocol::Refusal::enough);
  play_dojo(match, 3);
  EXPECT_EQ(match.tell(Match::guest(1), R"({"type":"link","table":"t1"})"),
            protocol::Refusal::wrong_secret)
      << "the log of a finished table takes no entries";
}

TEST(Table, A_seat_is_picked_up_elsewhere_by_its_secret_link) {
  Match match{dojo_settings(3), 16};
  seat_all(match, 3);
  EXPECT_FALSE(match.tell(Match::guest(1), R"({"type":"link","table":"t1"})"));
  const std::string secret =
      parsed(match.clients[Match::guest(1)].mail.back()).find("secret")->text;
  for (auto& [guest, client] : match.clients) {
    if (guest == Match::guest(1)) continue;
    for (const std::string& text : client.mail) EXPECT_EQ(text.find(secret), std::string::npos);
  }
  EXPECT_EQ(match.tell(Match::guest(7), R"({"type":"claim","table":"t1","secret":"guess"})"),
            protocol::Refusal::wrong_secret);
  EXPECT_FALSE(
      match.tell(Match::guest(7), R"({"type":"claim","table":"t1","secret":")" + secret + "\"}"));
  EXPECT_EQ(match.table().seat_of(Match::guest(7)), Seat{1});
  EXPECT_FALSE(match.table().seat_of(Match::guest(1)));
}

TEST(Table, A_seat_link_is_worth_nothing_once_its_owner_has_stood_up) {
  Match match{dojo_settings(3), 16};
  match.sit(0);
  match.sit(1);
  EXPECT_FALSE(match.tell(Match::guest(1), R"({"type":"link","table":"t1"})"));
  const std::string secret =
      parsed(match.clients[Match::guest(1)].mail.back()).find("secret")->text;
  EXPECT_FALSE(match.tell(Match::guest(1), R"({"type":"stand","table":"t1"})"));
  match.sit(2);
  match.sit(3);
  EXPECT_FALSE(match.tell(Match::guest(0), R"({"type":"start","table":"t1"})"));
  EXPECT_EQ(
      match.tell(Match::guest(1), R"({"type":"claim","table":"t1","secret":")" + secret + "\"}"),
      protocol::Refusal::wrong_secret);
}

// The log of a table that is over takes no more entries.
TEST(Table, A_seat_link_opens_no_seat_when_the_game_is_over) {
  Match match{dojo_settings(3), 17};
  seat_all(match, 3);
  EXPECT_FALSE(match.tell(Match::guest(1), R"({"type":"link","table":"t1"})"));
  const std::string secret =
      parsed(match.clients[Match::guest(1)].mail.back()).find("secret")->text;
  play_dojo(match, 3);
  const std::size_t entries = match.log.size();
  EXPECT_EQ(
      match.tell(Match::guest(7), R"({"type":"claim","table":"t1","secret":")" + secret + "\"}"),
      protocol::Refusal::wrong_secret);
  EXPECT_EQ(match.log.size(), entries);
}

// ---- Tatamokatsu ----

}  // namespace
}  // namespace tatami::table
