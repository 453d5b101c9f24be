#include "table_support.h"

namespace tatami::table {
namespace {

using testing::canonical;
using testing::Client;
using testing::dojo_settings;
using testing::expect_sound_record;
using testing::Match;
using testing::one_decision;
using testing::parsed;
using testing::play_dojo;
using testing::seat_all;
using testing::tatamokatsu_settings;

class DojoTables : public ::testing::TestWithParam<std::tuple<int, std::string>> {};

TEST_P(DojoTables, People_play_a_whole_game_and_its_chance_can_be_verified) {
  const auto& [players, more] = GetParam();
  Match match{dojo_settings(players, more), 7};
  seat_all(match, players);
  play_dojo(match, players);
  expect_sound_record(match);
}

INSTANTIATE_TEST_SUITE_P(
    All, DojoTables,
    ::testing::Combine(::testing::Values(3, 4, 5),
                       ::testing::Values("", R"(,"edition":"en")", R"(,"variants":["white-belt"])",
                                         R"(,"variants":["black-belt"],"first_dealer":1)",
                                         R"(,"variants":["white-belt","black-belt"])")));

TEST(Table, Updates_alone_keep_a_client_at_the_position_that_a_newcomer_gets) {
  Match match{dojo_settings(4, R"(,"variants":["black-belt"])"), 3};
  seat_all(match, 4);
  int checked = 0;
  while (!match.over()) {
    if (!one_decision(match, 4)) match.wait();
    for (int i : {0, 2, 9}) {
      Client fresh;
      for (const std::string& text : match.match->welcome(Match::guest(i), match.now))
        fresh.read(text);
      const Client& old = match.clients[Match::guest(i)];
      ASSERT_EQ(canonical(fresh.dojo), canonical(old.dojo));
      ASSERT_EQ(canonical(fresh.own), canonical(old.own));
      ASSERT_EQ(fresh.seq, old.seq);
      ++checked;
    }
  }
  EXPECT_GT(checked, 300);
}

TEST(Table, Folding_the_log_gives_the_same_table_after_every_entry) {
  Match match{dojo_settings(4, R"(,"variants":["black-belt"])"), 5};
  seat_all(match, 4);
  std::size_t folded = 0;
  while (!match.over()) {
    if (!one_decision(match, 4)) match.wait();
    if (match.log.size() < folded + 5) continue;
    folded = match.log.size();
    auto again = Table::fold(match.log, match.rule, match.now, {match.now, match.now});
    ASSERT_TRUE(again) << again.error();
    for (int i : {0, 1, 2, 3, 9}) {
      const Client& old = match.clients[Match::guest(i)];
      Client fresh;
      for (const std::string& text : (*again)->welcome(Match::guest(i), match.now))
        fresh.read(text);
      ASSERT_EQ(canonical(fresh.dojo), canonical(old.dojo));
      ASSERT_EQ(canonical(fresh.own), canonical(old.own));
      ASSERT_EQ(fresh.seq, old.seq);
    }
  }
}

TEST(Table, A_log_that_was_tampered_with_does_not_fold) {
  Match match{dojo_settings(3), 5};
  seat_all(match, 3);
  play_dojo(match, 3);
  int found = 0;
  for (std::string& entry : match.log) {
    const std::size_t draw = entry.find("{\"draw\":\"");
    if (draw == std::string::npos) continue;
    const std::string before = entry;
    char& belt = entry[draw + 10];
    belt = belt == '1' ? '2' : '1';
    EXPECT_FALSE(Table::fold(match.log, match.rule, match.now, {match.now, match.now})) << entry;
    entry = before;
    ++found;
  }
  EXPECT_GT(found, 10);
}

// What is wrong with a log is written where anybody may read it.
TEST(Table, A_log_that_cannot_be_read_gives_no_card_away) {
  Match match{dojo_settings(3), 5};
  seat_all(match, 3);
  std::string& entry = match.log.back();
  const std::size_t draw = entry.find("{\"draw\":\"");
  ASSERT_NE(draw, std::string::npos) << entry;
  entry[draw + 10] = ':';
  const auto table = Table::fold(match.log, match.rule, match.now, {match.now, match.now});
  ASSERT_FALSE(table);
  EXPECT_EQ(table.error(), "entry " + std::to_string(match.log.size()) + ": cannot be read");
}

TEST(Table, Verify_names_the_event_that_was_tampered_with) {
  Match match{dojo_settings(3), 6};
  seat_all(match, 3);
  play_dojo(match, 3);
  const auto sidecar =
      protocol::from_json<protocol::Sidecar>(std::string_view{match.match->sidecar()});
  std::string record = match.match->record();
  // Two cards change places: the rules do not mind.
  const std::size_t first = record.find("{\"draw\":\"");
  std::size_t second = first;
  do second = record.find("{\"draw\":\"", second + 1);
  while (record.substr(second, 12) == record.substr(first, 12));
  const auto line_of = [&](std::size_t at) {
    return 1 + std::count(record.begin(), record.begin() + static_cast<std::ptrdiff_t>(at), '\n');
  };
  for (std::size_t i = 9; i < 11; ++i) std::swap(record[first + i], record[second + i]);
  const auto mismatch = verify(record, *sidecar);
  ASSERT_TRUE(mismatch);
  EXPECT_EQ(mismatch->line, static_cast<std::size_t>(line_of(first)));

  const std::string whole = match.match->record();
  EXPECT_TRUE(verify(whole.substr(0, whole.rfind('\n', whole.size() - 2) + 1), *sidecar));

  protocol::Sidecar other = *sidecar;
  other.contributions[1] += "x";
  EXPECT_TRUE(verify(match.match->record(), other));
  other = *sidecar;
  other.seed[0] = other.seed[0] == 'a' ? 'b' : 'a';
  EXPECT_EQ(verify(match.match->record(), other)->line, 0U);
}

// Every card's name in a message to a seat is one that this seat may know (D21).
TEST(Table, No_letter_tells_a_seat_a_card_that_it_may_not_know_D21) {
  for (const char* more : {R"(,"edition":"fr")", R"(,"variants":["black-belt"])"}) {
    Match match{dojo_settings(5, more), 8};
    seat_all(match, 5);
    std::size_t scanned = 0;
    std::map<Guest, std::size_t> read;
    while (!match.over()) {
      if (!one_decision(match, 5)) match.wait();
      for (auto& [guest, client] : match.clients)
        for (std::size_t& i = read[guest]; i < client.mail.size(); ++i) {
          const json::Value message = parsed(client.mail[i]);
          const auto seat = match.match->seat_of(guest);
          if (!seat) {
            EXPECT_FALSE(message.find("dojo_own"));
          }
          const json::Value* events = message.find("events");
          for (const json::Value& event : events ? events->items : std::vector<json::Value>{}) {
            const json::Value* deal = event.find("deal");
            if (deal && deal->kind != json::Kind::null) {
              ASSERT_EQ(event.find("seat")->integer, seat->value);
            }
            const json::Value* draw = event.find("draw");
            if (draw && draw->kind != json::Kind::null) {
              ASSERT_EQ(client.dojo.find("dealer")->integer, seat->value);
            }
          }
          ++scanned;
        }
    }
    EXPECT_GT(scanned, 500U);
  }
}

TEST(Table, A_placement_is_hidden_until_all_have_placed_and_can_be_taken_back_D9) {
  Match match{dojo_settings(4), 11};
  seat_all(match, 4);
  const auto training = [&] {
    const json::Value* phase = match.clients[Match::guest(0)].dojo.find("phase");
    const json::Value* legal = match.clients[Match::guest(0)].own.find("legal");
    return phase->text == "train" && legal && legal->items.size() > 1;
  };
  while (!training())
    if (!one_decision(match, 4)) match.wait();
  Client& mine = match.clients[Match::guest(0)];
  const std::string place = testing::text_of(mine.own.find("legal")->items[1]);
  match.act(Match::guest(0), place);
  EXPECT_EQ(mine.own.find("placed")->kind, json::Kind::array);
  for (int i : {1, 2, 9})
    EXPECT_TRUE(parsed(match.clients[Match::guest(i)].mail.back()).find("events")->items.empty());
  EXPECT_EQ(match.tell(Match::guest(0), match.act_text(Match::guest(0), place)),
            protocol::Refusal::against_the_rules);

  const auto wakes = match.match->wakes_at();
  match.now += 5000;
  EXPECT_FALSE(match.tell(Match::guest(0), R"({"type":"take_back","table":"t1"})"));
  EXPECT_EQ(mine.own.find("placed")->kind, json::Kind::null);
  EXPECT_LE(match.match->wakes_at(), wakes) << "taking back gives no more time";
  EXPECT_EQ(match.tell(Match::guest(0), R"({"type":"take_back","table":"t1"})"),
            protocol::Refusal::nothing_to_take_back);
  std::optional<protocol::Refusal> refused;
  for (int i = 0; i < 1000 && !refused; ++i) {
    match.act(Match::guest(0), place);
    refused = match.tell(Match::guest(0), R"({"type":"take_back","table":"t1"})");
  }
  EXPECT_EQ(refused, protocol::Refusal::enough);
  auto again = Table::fold(match.log, match.rule, match.now, {match.now, match.now});
  ASSERT_TRUE(again) << again.error();
  play_dojo(match, 4);
  expect_sound_record(match);
}

TEST(Table, A_repeated_old_message_is_stale) {
  Match match{dojo_settings(3), 12};
  seat_all(match, 3);
  std::map<int, std::vector<std::string>> sent;
  int stale = 0;
  while (!match.over()) {
    for (int i = 0; i < 3; ++i) {
      const json::Value* legal = match.clients[Match::guest(i)].own.find("legal");
      if (!legal || legal->items.empty()) continue;
      for (const std::string& old : sent[i]) {
        const std::size_t before = match.log.size();
        EXPECT_TRUE(match.tell(Match::guest(i), old)) << old;
        ASSERT_EQ(match.log.size(), before);
        ++stale;
      }
      const std::string text =
          match.act_text(Match::guest(i), testing::text_of(legal->items.front()));
      sent[i].push_back(text);
      EXPECT_FALSE(match.tell(Match::guest(i), text));
      break;
    }
  }
  EXPECT_GT(stale, 100);
}

TEST(Table, Whose_time_is_up_is_played_by_a_bot_until_he_is_back) {
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
  EXPECT_LE(match.now - began, decisions * (45'000 + match.rule.bot_pause));
}

TEST(Table, Who_acts_on_what_is_still_to_come_is_refused) {
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
  auto again = Table::fold(match.log, match.rule, opened + day / 2, {opened, opened});
  ASSERT_TRUE(again) << again.error();
  EXPECT_EQ((*again)->wakes_at(), opened + day);
}

TEST(Table, The_quality_of_lines_is_told_where_speed_decides_and_nowhere_else) {
  for (const bool is_race : {false, true}) {
    Match match{is_race ? tatamokatsu_settings(3) : dojo_settings(3), 13};
    seat_all(match, 3);
    match.match->pong(Match::guest(0), 20, match.now);
    EXPECT_EQ(match.match->lines(match.now).letters.empty(), !is_race);
    EXPECT_TRUE(match.match->lines(match.now).letters.empty()) << "it has been told";
  }
}

TEST(Table, An_untimed_table_waits_for_the_connected_and_not_for_the_vanished) {
  Match match{R"({"header":{"game":"dojo","players":3},"tempo":"untimed"})", 14};
  seat_all(match, 3);
  EXPECT_FALSE(match.match->wakes_at());
  for (int i : {1, 2}) match.take(match.match->connected(Match::guest(i), false, match.now));
  ASSERT_TRUE(match.match->wakes_at());
  EXPECT_EQ(*match.match->wakes_at(), match.now + match.rule.away_after);
  while (!match.over())
    if (!one_decision(match, 1)) match.wait();
}

// Nobody waits, so nothing is hurried: a reboot at night takes nobody's game away.
TEST(Table, A_game_that_everybody_has_left_sleeps_until_somebody_is_back) {
  for (const char* tempo : {"untimed", "fast"}) {
    Match match{R"({"header":{"game":"dojo","players":3},"tempo":")" + std::string{tempo} + "\"}",
                14};
    match.sit(0);
    match.sit(1);
    EXPECT_FALSE(
        match.tell(Match::guest(0), R"({"type":"seat_bot","table":"t1","level":"student"})"));
    EXPECT_FALSE(match.tell(Match::guest(0), R"({"type":"start","table":"t1"})"));
    for (int i : {0, 1}) match.take(match.match->connected(Match::guest(i), false, match.now));
    for (const bool restarts : {false, true}) {
      if (restarts) match.restart();
      const std::size_t written = match.log.size();
      EXPECT_EQ(match.match->wakes_at(), match.now + match.rule.asleep_at_most);
      match.now += match.rule.asleep_at_most / 2;
      match.take(match.match->tick(match.now));
      EXPECT_EQ(match.log.size(), written);
    }
    match.come(0);
    const auto wakes = match.match->wakes_at();
    ASSERT_TRUE(wakes);
    EXPECT_GE(*wakes, match.now);
    EXPECT_LE(*wakes, match.now + match.rule.away_after) << "the other has a minute from now";
    for (int i = 0; i < 5; ++i)
      if (!one_decision(match, 1)) match.wait();
    EXPECT_FALSE(match.over());
    match.take(match.match->connected(Match::guest(0), false, match.now));
    while (!match.over()) match.wait();
    expect_sound_record(match);
  }
}

// A phone that is laid aside: its owner's time is up before its line is known to be dead.
TEST(Table, A_game_sleeps_when_the_last_who_was_away_has_lost_his_line) {
  Match match{dojo_settings(3), 14};
  match.sit(0);
  EXPECT_FALSE(
      match.tell(Match::guest(0), R"({"type":"seat_bot","table":"t1","level":"student"})"));
  EXPECT_FALSE(match.tell(Match::guest(0), R"({"type":"start","table":"t1"})"));
  const auto is_away = [&] {
    return match.clients[Match::guest(0)].table.find("chairs")->items[0].find("away")->boolean;
  };
  while (!is_away()) match.wait();
  match.take(match.match->connected(Match::guest(0), false, match.now));
  const std::size_t written = match.log.size();
  const Time left = match.now;
  EXPECT_EQ(match.match->wakes_at(), left + match.rule.asleep_at_most);
  // However often the server is restarted, the night has an end, and not at once.
  for (int i = 0; i < 5; ++i) {
    match.now += match.rule.asleep_at_most / 2;
    auto folded = Table::fold(match.log, match.rule, match.now, {left, left});
    ASSERT_TRUE(folded);
    match.match = std::move(*folded);
    EXPECT_GT(match.match->wakes_at(), match.now);
    EXPECT_LE(match.match->wakes_at(),
              std::max(left + match.rule.asleep_at_most, match.now + 1'200'000));
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
  for (int i : {0, 1}) match.take(match.match->connected(Match::guest(i), false, match.now));
  const std::size_t written = match.log.size();
  match.now += match.rule.away_after * 10;
  match.take(match.match->tick(match.now));
  EXPECT_EQ(match.log.size(), written) << "the dice have not fallen";
  match.come(0);
  EXPECT_EQ(match.match->wakes_at(), match.now + match.rule.away_after)
      << "nor do they fall for who is quicker back";
  match.come(1);
  match.wait();
  EXPECT_EQ(match.log.size(), written + 1);
  EXPECT_TRUE(match.match->tatamokatsu()->is_window_open());
}

TEST(Table, Who_vanishes_is_away_after_a_minute_asked_or_not) {
  Match match{R"({"header":{"game":"dojo","players":3},"tempo":"untimed"})", 14};
  seat_all(match, 3);
  const auto is_away = [&](std::size_t seat) {
    return match.clients[Match::guest(9)].table.find("chairs")->items[seat].find("away")->boolean;
  };
  for (int i = 0; i < 3; ++i) {
    const json::Value* legal = match.clients[Match::guest(i)].own.find("legal");
    const bool is_asked = legal && !legal->items.empty();
    if (is_asked) continue;
    match.take(match.match->connected(Match::guest(i), false, match.now));
    EXPECT_EQ(match.match->wakes_at(), match.now + match.rule.away_after);
    match.wait();
    EXPECT_TRUE(is_away(static_cast<std::size_t>(i)));
    match.take(match.match->connected(Match::guest(i), true, match.now));
    EXPECT_FALSE(is_away(static_cast<std::size_t>(i)));
  }
}

TEST(Table, Days_for_a_decision_go_on_while_the_server_is_down) {
  Match match{R"({"header":{"game":"dojo","players":3},"tempo":"days","days":2})", 17};
  seat_all(match, 3);
  const Time two_days = Time{2} * 24 * 60 * 60 * 1000;
  EXPECT_EQ(match.match->wakes_at(), match.now + two_days);
  for (int i = 0; i < 3; ++i) match.take(match.match->connected(Match::guest(i), false, match.now));
  EXPECT_EQ(match.match->wakes_at(), match.now + two_days) << "nobody has to stay connected";
  const auto again =
      Table::fold(match.log, match.rule, match.now + two_days / 2, {match.now, match.now});
  ASSERT_TRUE(again) << again.error();
  EXPECT_EQ((*again)->wakes_at(), match.now + two_days);
}

// A decision may take days, a race may not.
TEST(Table, Who_vanishes_from_a_race_is_away_after_a_minute_at_any_tempo) {
  Match match{R"({"header":{"game":"tatamokatsu","players":2},"tempo":"days","days":2})", 17};
  seat_all(match, 2);
  match.take(match.match->connected(Match::guest(1), false, match.now));
  EXPECT_EQ(match.match->wakes_at(), match.now + match.rule.away_after);
}

TEST(Table, The_host_fills_chairs_and_removes_people_and_nobody_else_does) {
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
  EXPECT_FALSE(match.match->seat_of(Match::guest(1)));
  EXPECT_FALSE(
      match.tell(Match::guest(0), R"({"type":"seat_bot","table":"t1","level":"student"})"));
  EXPECT_EQ(match.tell(Match::guest(1), R"({"type":"sit","table":"t1"})"),
            protocol::Refusal::not_at_this_table)
      << "he was removed";
  EXPECT_EQ(match.tell(Match::guest(2), R"({"type":"sit","table":"t1"})"),
            protocol::Refusal::seat_taken);
  EXPECT_FALSE(match.tell(Match::guest(0), R"({"type":"start","table":"t1"})"));
  EXPECT_EQ(match.tell(Match::guest(0), R"({"type":"remove","table":"t1","seat":1})"),
            protocol::Refusal::already_started);
  while (!match.over())
    if (!one_decision(match, 1)) match.wait();
  expect_sound_record(match);
}

TEST(Table, Who_was_removed_stays_removed_after_a_restart) {
  Match match{dojo_settings(3), 15};
  match.sit(0);
  match.sit(1);
  EXPECT_FALSE(match.tell(Match::guest(0), R"({"type":"remove","table":"t1","seat":1})"));
  match.restart();
  EXPECT_EQ(match.tell(Match::guest(1), R"({"type":"sit","table":"t1"})"),
            protocol::Refusal::not_at_this_table);
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
  // Who has not come is not shut out: he may sit again.
  EXPECT_FALSE(match.tell(Match::guest(0), R"({"type":"remove","table":"t1","seat":2})"));
  EXPECT_EQ(match.tell(Match::guest(0), start), protocol::Refusal::empty_chairs);
  match.sit(2);
  EXPECT_FALSE(match.tell(Match::guest(0), start));
  match.restart();
  match.come(0);
  EXPECT_EQ(match.clients[Match::guest(0)].table.find("chairs")->items[1].find("expected"),
            nullptr);
}

TEST(Table, What_is_written_down_each_time_cannot_go_on_for_ever) {
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

TEST(Table, A_seat_link_stays_when_its_owner_sits_again_and_takes_the_hosts_role_along) {
  Match match{dojo_settings(3), 16};
  match.sit(0);
  const auto link = [&] {
    EXPECT_FALSE(match.tell(Match::guest(0), R"({"type":"link","table":"t1"})"));
    return parsed(match.clients[Match::guest(0)].mail.back()).find("secret")->text;
  };
  const std::string secret = link();
  EXPECT_FALSE(match.tell(Match::guest(0), R"({"type":"sit","table":"t1","contribution":"more"})"));
  EXPECT_EQ(link(), secret);
  match.restart();
  EXPECT_EQ(link(), secret);
  EXPECT_FALSE(match.tell(Match::guest(0), R"({"type":"sit","table":"t1","seat":2})"));
  const std::string moved = link();
  match.restart();
  EXPECT_EQ(link(), moved);
  EXPECT_FALSE(
      match.tell(Match::guest(7), R"({"type":"claim","table":"t1","secret":")" + moved + "\"}"));
  EXPECT_EQ(match.tell(Match::guest(0), R"({"type":"seat_bot","table":"t1","level":"student"})"),
            protocol::Refusal::not_the_host);
  match.restart();
  EXPECT_FALSE(
      match.tell(Match::guest(7), R"({"type":"seat_bot","table":"t1","level":"student"})"));
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
  EXPECT_EQ(match.match->seat_of(Match::guest(7)), Seat{1});
  EXPECT_FALSE(match.match->seat_of(Match::guest(1)));
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

TEST(Table, Bots_and_the_absent_play_whole_games_of_Tatamokatsu) {
  for (int players = 2; players <= 5; ++players) {
    Match match{tatamokatsu_settings(players), 20 + static_cast<std::uint64_t>(players)};
    match.sit(0);
    ASSERT_FALSE(
        match.tell(Match::guest(0), R"({"type":"seat_bot","table":"t1","level":"regular"})"));
    ASSERT_FALSE(match.tell(Match::guest(0), R"({"type":"start","table":"t1"})"));
    while (!match.over()) match.wait();
    expect_sound_record(match);
    auto again = Table::fold(match.log, match.rule, match.now, {match.now, match.now});
    ASSERT_TRUE(again) << again.error();
    EXPECT_EQ((*again)->record(), match.match->record());
    EXPECT_EQ((*again)->sidecar(), match.match->sidecar());
  }
}

TEST(Table, Who_comes_late_learns_what_has_happened_since_the_dice_fell_and_why) {
  Match match{tatamokatsu_settings(3), 7};
  match.sit(0);
  ASSERT_FALSE(
      match.tell(Match::guest(0), R"({"type":"seat_bot","table":"t1","level":"regular"})"));
  ASSERT_FALSE(match.tell(Match::guest(0), R"({"type":"start","table":"t1"})"));
  // As one who was there all the time has seen it.
  std::string since;
  std::string verdict;
  std::size_t read = 0;
  int explained = 0;
  while (!match.over()) {
    match.wait();
    const auto& mail = match.clients[Match::guest(0)].mail;
    for (; read < mail.size(); ++read) {
      const json::Value message = testing::parsed(mail[read]);
      if (message.find("type")->text == "verdict") verdict = testing::canonical(message);
      if (message.find("type")->text != "update") continue;
      for (const json::Value& event : message.find("events")->items) {
        if (event.find("roll")) since = verdict = "";
        since += testing::canonical(event);
      }
    }
    const auto again = Table::fold(match.log, match.rule, match.now, {match.now, match.now});
    ASSERT_TRUE(again);
    for (const Table* table : {match.match.get(), again->get()}) {
      const std::vector<std::string> told = table->welcome(Match::guest(9), match.now);
      const json::Value position = testing::parsed(told.at(1));
      std::string late;
      for (const json::Value& event : position.find("since")->items)
        late += testing::canonical(event);
      EXPECT_EQ(late, since);
      EXPECT_EQ(told.size() > 2 ? testing::canonical(testing::parsed(told[2])) : "", verdict);
    }
    if (!verdict.empty()) ++explained;
  }
  EXPECT_GT(explained, 10);
}

}  // namespace
}  // namespace tatami::table
