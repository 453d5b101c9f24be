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
using testing::seat_beside_bots;
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
      for (const std::string& text : match.table().welcome(Match::guest(i), match.now))
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
    auto again = Table::fold(match.log, match.pace, match.now, {match.now, match.now});
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
    EXPECT_FALSE(Table::fold(match.log, match.pace, match.now, {match.now, match.now})) << entry;
    entry = before;
    ++found;
  }
  EXPECT_GT(found, 10);
}

// Bots that a later version has, or a damaged log: the table is set aside, and the server lives.
TEST(Table, A_log_with_an_unknown_bot_does_not_fold) {
  Match match{dojo_settings(3), 5};
  seat_beside_bots(match, 2, "novice");
  const std::vector<std::string> log = match.log;
  const auto folds_with = [&](const std::string& from, const std::string& to) {
    std::vector<std::string> changed = log;
    bool found = false;
    for (std::string& entry : changed)
      if (const std::size_t at = entry.find(from); at != std::string::npos && !found) {
        entry.replace(at, from.size(), to);
        found = true;
      }
    EXPECT_TRUE(found) << from;
    return Table::fold(changed, match.pace, match.now, {match.now, match.now}).ok();
  };
  EXPECT_TRUE(folds_with(R"("level":"novice")", R"("level":"student")"));
  EXPECT_FALSE(folds_with(R"("level":"novice")", R"("level":"ninja")"));
  EXPECT_TRUE(folds_with(R"("tempo":)", R"("substitute":"student","tempo":)"));
  EXPECT_FALSE(folds_with(R"("tempo":)", R"("substitute":"ninja","tempo":)"));
}

// Problems of a log are written where anybody may read them.
TEST(Table, A_log_that_cannot_be_read_gives_no_card_away) {
  Match match{dojo_settings(3), 5};
  seat_all(match, 3);
  std::string& entry = match.log.back();
  const std::size_t draw = entry.find("{\"draw\":\"");
  ASSERT_NE(draw, std::string::npos) << entry;
  entry[draw + 10] = ':';
  const auto table = Table::fold(match.log, match.pace, match.now, {match.now, match.now});
  ASSERT_FALSE(table);
  EXPECT_EQ(table.error(), "entry " + std::to_string(match.log.size()) + ": cannot be read");
}

TEST(Table, Verify_names_the_event_that_was_tampered_with) {
  Match match{dojo_settings(3), 6};
  seat_all(match, 3);
  play_dojo(match, 3);
  const auto sidecar =
      protocol::from_json<protocol::Sidecar>(std::string_view{match.table().sidecar()});
  std::string record = match.table().record();
  // Two cards change places: the rules do not mind.
  const std::size_t first = record.find("{\"draw\":\"");
  std::size_t second = first;
  do second = record.find("{\"draw\":\"", second + 1);
  while (record.substr(second, 12) == record.substr(first, 12));
  const auto line_of = [&](std::size_t at) {
    return 1 + std::count(record.begin(), record.begin() + static_cast<std::ptrdiff_t>(at), '\n');
  };
  for (std::size_t i = 9; i < 11; ++i) std::swap(record[first + i], record[second + i]);
  const auto mismatch = live::verify(record, *sidecar);
  ASSERT_TRUE(mismatch);
  EXPECT_EQ(mismatch->line, static_cast<std::size_t>(line_of(first)));

  const std::string whole = match.table().record();
  EXPECT_TRUE(live::verify(whole.substr(0, whole.rfind('\n', whole.size() - 2) + 1), *sidecar));

  protocol::Sidecar other = *sidecar;
  other.contributions[1] += "x";
  EXPECT_TRUE(live::verify(match.table().record(), other));
  other = *sidecar;
  other.seed[0] = other.seed[0] == 'a' ? 'b' : 'a';
  EXPECT_EQ(live::verify(match.table().record(), other)->line, 0U);
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
          const auto seat = match.table().seat_of(guest);
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

  const auto wakes = match.table().wakes_at();
  match.now += 5000;
  EXPECT_FALSE(match.tell(Match::guest(0), R"({"type":"take_back","table":"t1"})"));
  EXPECT_EQ(mine.own.find("placed")->kind, json::Kind::null);
  EXPECT_LE(match.table().wakes_at(), wakes) << "taking back gives no more time";
  EXPECT_EQ(match.tell(Match::guest(0), R"({"type":"take_back","table":"t1"})"),
            protocol::Refusal::nothing_to_take_back);
  std::optional<protocol::Refusal> refused;
  for (int i = 0; i < 1000 && !refused; ++i) {
    match.act(Match::guest(0), place);
    refused = match.tell(Match::guest(0), R"({"type":"take_back","table":"t1"})");
  }
  EXPECT_EQ(refused, protocol::Refusal::enough);
  auto again = Table::fold(match.log, match.pace, match.now, {match.now, match.now});
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

TEST(Table, Bots_and_the_absent_play_whole_games_of_Tatamokatsu) {
  for (int players = 2; players <= 5; ++players) {
    Match match{tatamokatsu_settings(players), 20 + static_cast<std::uint64_t>(players)};
    match.sit(0);
    ASSERT_FALSE(
        match.tell(Match::guest(0), R"({"type":"seat_bot","table":"t1","level":"regular"})"));
    ASSERT_FALSE(match.tell(Match::guest(0), R"({"type":"start","table":"t1"})"));
    while (!match.over()) match.wait();
    expect_sound_record(match);
    auto again = Table::fold(match.log, match.pace, match.now, {match.now, match.now});
    ASSERT_TRUE(again) << again.error();
    EXPECT_EQ((*again)->record(), match.table().record());
    EXPECT_EQ((*again)->sidecar(), match.table().sidecar());
  }
}

TEST(Table, A_latecomer_learns_what_has_happened_since_the_roll_and_why) {
  Match match{tatamokatsu_settings(3), 7};
  seat_beside_bots(match, 1, "regular");
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
    const auto again = Table::fold(match.log, match.pace, match.now, {match.now, match.now});
    ASSERT_TRUE(again);
    for (const Table* table : {&match.table(), static_cast<const Table*>(again->get())}) {
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
