// Playing at the real server, over real sockets.
#include <cctype>
#include <csignal>
#include <map>
#include <thread>

#include "live/dojo/position.h"
#include "server_support.h"

namespace tatami::server {
namespace {

using testing::four_at_dojo;
using testing::open_table;
using testing::parsed;
using testing::Person;
using testing::play;
using testing::Served;
using testing::sit;
using testing::start_game;

TEST_F(Served, Four_people_play_a_whole_Dojo_and_its_record_is_verified) {
  for (const std::string settings :
       {four_at_dojo, R"({"header":{"game":"dojo","players":4,"edition":"en"},"tempo":"fast"})",
        R"({"header":{"game":"dojo","players":4,"variants":["black-belt"]},"tempo":"untimed"})"}) {
    std::vector<Person> people(4);
    for (Person& person : people) person.connect(*server);
    open_table(people[0], settings);
    const std::string table = people[0].table();
    for (Person& person : people) sit(person, table);
    EXPECT_NE(get("/records/" + table + ".jsonl").find(" 404 "), std::string::npos);
    start_game(people[0]);
    SplitMix numbers{4};
    play(people, numbers);

    const std::string record = cli::body_of(get("/records/" + table + ".jsonl"));
    const std::string sidecar = cli::body_of(get("/records/" + table + ".sidecar.json"));
    std::ofstream{folder + "/game.jsonl"} << record;
    std::ofstream{folder + "/game.sidecar.json"} << sidecar;
    const auto verified = testing::run({"verify", folder + "/game.jsonl"});
    EXPECT_EQ(verified.status, 0) << verified.err;
    const std::string shown = people[0].knows.table.find("commitment")->text;
    EXPECT_EQ(testing::run({"verify", folder + "/game.jsonl", "--commitment", shown}).status, 0);
    const auto other =
        testing::run({"verify", folder + "/game.jsonl", "--commitment", shown.substr(1) + "0"});
    EXPECT_EQ(other.status, 1);
    EXPECT_NE(other.err.find("not the one"), std::string::npos) << other.err;
  }
}

// Every card named anywhere in a message, with the way to it.
void find_cards(const json::Value& value, const std::string& path,
                std::vector<std::pair<std::string, std::string>>& found) {
  const auto is_card = [](const std::string& text) { return record::card_named(text).has_value(); };
  if (value.kind == json::Kind::string && is_card(value.text)) found.emplace_back(path, value.text);
  for (const json::Value& item : value.items) find_cards(item, path + "[]", found);
  for (const json::Field& field : value.fields) {
    if (is_card(field.name)) found.emplace_back(path + ".*", field.name);
    find_cards(field.value, path + "." + field.name, found);
  }
}

// The game as it truly was, beside what somebody was told of it.
class Truth {
 public:
  explicit Truth(const std::string& record) : lines_{record} { step(); }

  bool step() {
    std::string line;
    if (!std::getline(lines_, line)) return false;
    EXPECT_FALSE(replay_.take(line)) << line;
    return true;
  }
  const dojo::State& now() const { return *replay_.state<dojo::State>(); }

  // Whether this is what lies open; who has to act depends on what others intend, too (D9).
  bool is_open_as(const json::Value& told) const {
    const json::Value open = parsed(protocol::to_json(live::position_of(now().open)));
    return std::ranges::all_of(open.fields, [&](const json::Field& field) {
      const json::Value* said = told.find(field.name);
      return field.name == "to_act" ||
             (said && testing::canonical(*said) == testing::canonical(field.value));
    });
  }
  // This seat's own knowledge (D21), without its intentions.
  json::Value own(Seat seat) const {
    return parsed(protocol::to_json(live::own_of(dojo::view_of(now(), seat))));
  }

 private:
  std::istringstream lines_;
  record::Replay replay_;
};

// Reads the mail of a seat (none: a spectator) as its client does. After every message the position
// is what lies open in the true game, and what the seat is told beyond it is what D21 lets it know.
// Returns how many cards were named.
std::size_t expect_only_what_they_may_know(const std::vector<std::string>& mail,
                                           std::optional<Seat> seat, const std::string& record) {
  const std::set<std::string> open_to_all = {".dojo.pool.*", ".dojo.dojos[].cards[].card",
                                             ".dojo.duel.challenger_card", ".dojo.duel.dealer_card",
                                             ".dojo_result.sheets[].arrangement[][]"};
  testing::Client client;
  Truth truth{record};
  std::size_t cards = 0;
  for (const std::string& text : mail) {
    client.read(text);
    const json::Value message = parsed(text);
    if (!message.find("dojo")) {
      EXPECT_FALSE(message.find("dojo_own"));
      continue;
    }
    if (const json::Value* events = message.find("events"))
      for (std::size_t i = 0; i < events->items.size(); ++i) EXPECT_TRUE(truth.step());
    else
      while (!truth.is_open_as(client.dojo) && truth.step()) {
      }
    EXPECT_TRUE(truth.is_open_as(client.dojo)) << text;
    EXPECT_EQ(message.find("dojo_own") != nullptr, seat.has_value());
    if (seat) {
      const json::Value own = truth.own(*seat);
      for (const char* what : {"hand", "drawn", "dealt", "thrown"})
        EXPECT_EQ(testing::canonical(*client.own.find(what)), testing::canonical(*own.find(what)))
            << what << " of " << text;
    }
    std::vector<std::pair<std::string, std::string>> found;
    find_cards(message, "", found);
    const bool deals = seat && seat == truth.now().open.dealer;
    std::map<std::string, int> unseen;  // cards of the past that nothing else in the message shows
    for (const auto& [path, card] : found) {
      ++cards;
      if (path.starts_with(".since[]")) {
        ++unseen[card];
        continue;
      }
      if (path != ".dojo.pool.*") --unseen[card];
      if (open_to_all.contains(path)) continue;
      EXPECT_TRUE(seat) << path << " told to a spectator";
      if (path == ".events[].draw" || path == ".dojo_own.drawn" || path == ".dojo_own.dealt[]")
        EXPECT_TRUE(deals) << path << " told to who does not deal: " << text;
      else
        EXPECT_EQ(path, ".dojo_own.hand") << text;
    }
    for (const auto& [card, count] : unseen) EXPECT_LE(count, 0) << card << " in " << text;
  }
  EXPECT_TRUE(dojo::is_over(truth.now().open)) << "all of the game was told";
  return cards;
}

// As a word of its own, quoted or not.
bool names(const std::string& text, const std::string& word) {
  const auto ends_word = [&](std::size_t at) {
    return at >= text.size() || std::isalnum(static_cast<unsigned char>(text[at])) == 0;
  };
  for (std::size_t at = text.find(word); at != std::string::npos; at = text.find(word, at + 1))
    if ((at == 0 || ends_word(at - 1)) && ends_word(at + word.size())) return true;
  return false;
}

TEST_F(Served, No_message_tells_a_seat_or_a_spectator_a_card_it_may_not_know_D21) {
  std::vector<Person> people(4);
  for (Person& person : people) person.connect(*server);
  Person spectator;
  spectator.connect(*server);
  open_table(
      people[0],
      R"({"header":{"game":"dojo","players":4,"variants":["black-belt"]},"tempo":"normal"})");
  const std::string table = people[0].table();
  for (Person& person : people) sit(person, table);
  spectator.connection.send(R"({"type":"watch","table":")" + table + "\"}");
  start_game(people[0]);
  SplitMix numbers{9};
  play(people, numbers);
  ASSERT_TRUE(spectator.read([&] { return spectator.stage() == "over"; }));

  std::size_t scanned = 0;
  const std::string record = cli::body_of(get("/records/" + table + ".jsonl"));
  for (Seat seat : all_seats(4))
    scanned += expect_only_what_they_may_know(people[seat.value].knows.mail, seat, record);
  scanned += expect_only_what_they_may_know(spectator.knows.mail, {}, record);
  EXPECT_GT(scanned, 2000U);  // cards named in messages
  dojo::for_each_card(
      [&](dojo::Card card) { EXPECT_FALSE(names(logged(), record::name(card))) << logged(); });
  EXPECT_EQ(logged().find(table), std::string::npos);
}

TEST_F(Served, A_reloading_client_is_back_at_once_and_has_missed_nothing) {
  std::vector<Person> people(3);
  for (Person& person : people) person.connect(*server);
  open_table(people[0], R"({"header":{"game":"dojo","players":3},"tempo":"normal"})");
  const std::string table = people[0].table();
  for (Person& person : people) sit(person, table);
  start_game(people[0]);
  SplitMix numbers{5};
  for (int moves = 0; moves < 20;) {
    for (Person& person : people) {
      while (const auto text = person.connection.next(5)) person.hear(*text);
      if (person.must_act()) person.act(numbers), ++moves;
    }
  }
  for (Person& person : people)
    while (const auto text = person.connection.next(100)) person.hear(*text);

  const std::string cookie = people[1].connection.cookie();
  ASSERT_FALSE(cookie.empty());
  const auto began = std::chrono::steady_clock::now();
  Person back;
  back.connect(*server, cookie);
  back.connection.send(R"({"type":"watch","table":")" + table + "\"}");
  ASSERT_TRUE(back.read([&] { return back.knows.seq == people[1].knows.seq; }));
  EXPECT_LT(std::chrono::steady_clock::now() - began, std::chrono::seconds(1));
  EXPECT_EQ(testing::canonical(back.knows.dojo), testing::canonical(people[1].knows.dojo));
  EXPECT_EQ(back.knows.table.find("you")->integer, 1);
}

// ---- Faults ----

TEST_F(Served, After_kill_9_during_200_games_all_go_on_and_no_acknowledged_move_is_missing) {
  start({"--connections", "0", "--messages", "0", "--tables", "0"});
  constexpr std::size_t tables = 200;
  std::vector<Person> people(tables);  // each against two bots
  for (Person& person : people) {
    person.connect(*server);
    open_table(person, R"({"header":{"game":"dojo","players":3},"tempo":"untimed"})");
    sit(person, person.table());
    person.connection.send(R"({"type":"seat_bot","table":")" + person.table() +
                           R"(","level":"student"})");
    person.connection.send(R"({"type":"start","table":")" + person.table() + "\"}");
  }
  SplitMix numbers{6};
  const auto a_while = [&](int milliseconds) {
    const auto end = std::chrono::steady_clock::now() + std::chrono::milliseconds(milliseconds);
    while (std::chrono::steady_clock::now() < end)
      for (Person& person : people) {
        while (const auto text = person.connection.next(0)) person.hear(*text);
        if (person.must_act()) person.act(numbers);
      }
  };
  const auto moves_heard = [&] {
    std::uint64_t sum = 0;
    for (const Person& person : people) sum += person.knows.seq;
    return sum;
  };
  while (moves_heard() < tables * 20) a_while(50);
  server->end(SIGKILL);
  for (Person& person : people)
    while (const auto text = person.connection.next(0)) person.hear(*text);

  const std::vector<std::string> cookies = [&] {
    std::vector<std::string> all;
    for (Person& person : people) all.push_back(person.connection.cookie());
    return all;
  }();
  start({"--connections", "0", "--messages", "0", "--tables", "0"});
  std::size_t finished_before = 0;
  for (std::size_t i = 0; i < tables; ++i) {
    Person& person = people[i];
    const std::uint32_t seen = person.knows.seq;
    const std::string table = person.table();
    const std::string position = testing::canonical(person.knows.dojo);
    if (person.stage() == "over") {
      ++finished_before;
      EXPECT_NE(get("/records/" + table + ".jsonl").find(" 200 "), std::string::npos);
      continue;
    }
    person.knows = {};
    person.connect(*server, cookies[i]);
    person.connection.send(R"({"type":"watch","table":")" + table + "\"}");
    ASSERT_TRUE(person.read([&] { return person.knows.seq != 0 || person.stage() == "over"; }));
    EXPECT_GE(person.knows.seq, seen);
    if (person.knows.seq == seen) {
      EXPECT_EQ(testing::canonical(person.knows.dojo), position);
    }
  }
  EXPECT_LT(finished_before, tables);
  const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(120);
  while (!std::ranges::all_of(people, [](const Person& each) { return each.stage() == "over"; })) {
    ASSERT_LT(std::chrono::steady_clock::now(), end);
    a_while(50);
  }
}

TEST_F(Served, A_rematch_keeps_or_rotates_the_seats) {
  std::vector<Person> people(3);
  for (Person& person : people) person.connect(*server);
  open_table(people[0], R"({"header":{"game":"dojo","players":3},"tempo":"normal"})");
  const std::string table = people[0].table();
  for (Person& person : people) sit(person, table);
  start_game(people[0]);
  SplitMix numbers{5};
  play(people, numbers);
  people[2].connection.send(R"({"type":"rematch","table":")" + table + R"(","rotate":true})");
  ASSERT_TRUE(people[0].read([&] { return people[0].knows.table.find("next") != nullptr; }));
  const std::string next = people[0].knows.table.find("next")->text;
  const std::string code = people[0].knows.table.find("code")->text;
  const std::string start = R"({"type":"start","table":")" + next + "\"}";
  people[2].refused.reset();
  people[2].connection.send(start);
  ASSERT_TRUE(people[2].read([&] { return people[2].refused.has_value(); }));
  EXPECT_EQ(people[2].refused, "not_all_here");
  for (std::size_t i = 0; i < people.size(); ++i) {
    people[i].connection.send(R"({"type":"watch","table":")" + next + "\"}");
    ASSERT_TRUE(people[i].read([&] { return people[i].table() == next; }));
    EXPECT_EQ(people[i].knows.table.find("you")->integer, static_cast<int>((i + 1) % 3));
    EXPECT_EQ(people[i].knows.table.find("host")->boolean, i == 2);
    EXPECT_EQ(people[i].knows.table.find("code")->text, code);
  }
  people[2].connection.send(start);
  EXPECT_TRUE(people[2].read([&] { return people[2].stage() == "playing"; }));

  // A guest who returns to the old table when it has left the memory learns of it, too.
  for (Person& person : people)
    person.connection.send(R"({"type":"leave","table":")" + table + "\"}");
  const auto tables = [&] { return cli::body_of(get("/metrics")); };
  for (int i = 0; i < 100 && tables().find("\ntatami_tables 1\n") == std::string::npos; ++i)
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
  people[0].connection.send(R"({"type":"watch","table":")" + table + "\"}");
  ASSERT_TRUE(people[0].read([&] { return people[0].table() == table; }));
  ASSERT_TRUE(people[0].knows.table.find("next"));
  EXPECT_EQ(people[0].knows.table.find("next")->text, next);
}

TEST_F(Served, Tatamokatsu_is_played_over_sockets_by_people_and_bots) {
  std::vector<Person> people(2);
  for (Person& person : people) person.connect(*server);
  open_table(people[0],
             R"({"header":{"game":"tatamokatsu","players":3,"first_roller":0,
                 "timing":{"window":600,"announce":300,"quiet":200,"tie":10,"bow":100}},
                 "tempo":"fast"})");
  const std::string table = people[0].table();
  for (Person& person : people) sit(person, table);
  people[0].connection.send(R"({"type":"seat_bot","table":")" + table + R"(","level":"child"})");
  start_game(people[0]);
  people[0].connection.send(R"({"type":"throw_dice","table":")" + table + "\"}");
  const auto got = [](const Person& person, const char* type) {
    return std::ranges::any_of(person.knows.mail, [&](const std::string& text) {
      return text.starts_with(std::string{"{\"type\":\""} + type + "\"");
    });
  };
  ASSERT_TRUE(people[1].read([&] { return got(people[1], "rolling"); }));
  ASSERT_TRUE(people[1].read([&] {
    const json::Value* phase = people[1].knows.tatamokatsu.find("phase");
    return phase && phase->text == "window";
  }));
  people[1].connection.send(R"({"type":"act","table":")" + table + R"(","seq":)" +
                            std::to_string(people[1].knows.seq) +
                            R"(,"move":{"seat":1,"at":150,"do":"salute"}})");
  EXPECT_TRUE(people[0].read([&] { return got(people[0], "heard"); }));
  EXPECT_TRUE(people[0].read([&] { return got(people[0], "verdict"); }));
}

TEST_F(Served, A_roll_that_lies_there_at_kill_9_is_played_when_all_are_back) {
  std::vector<Person> people(2);
  for (Person& person : people) person.connect(*server);
  open_table(people[0], R"({"header":{"game":"tatamokatsu","players":2,"first_roller":0},
                            "tempo":"untimed"})");
  const std::string table = people[0].table();
  for (Person& person : people) sit(person, table);
  start_game(people[0]);
  people[0].connection.send(R"({"type":"throw_dice","table":")" + table + "\"}");
  const auto is_open = [](const Person& person) {
    const json::Value* phase = person.knows.tatamokatsu.find("phase");
    return phase && phase->text == "window";
  };
  ASSERT_TRUE(people[1].read([&] { return is_open(people[1]); }));
  const std::string roll = testing::canonical(*people[1].knows.tatamokatsu.find("roll"));
  server->end(SIGKILL);
  std::vector<std::string> cookies;
  for (Person& person : people) cookies.push_back(person.connection.cookie());
  start();
  const auto has_verdict = [](const Person& person) {
    return std::ranges::any_of(person.knows.mail, [](const std::string& text) {
      return text.starts_with(R"({"type":"verdict")");
    });
  };
  for (std::size_t i = 0; i < people.size(); ++i) {
    people[i].knows = {};
    people[i].connect(*server, cookies[i]);
    people[i].connection.send(R"({"type":"watch","table":")" + table + "\"}");
    ASSERT_TRUE(people[i].read([&] { return people[i].knows.seq != 0; }));
    EXPECT_EQ(testing::canonical(*people[i].knows.tatamokatsu.find("roll")), roll);
    EXPECT_FALSE(has_verdict(people[i]));
  }
  for (Person& person : people) EXPECT_TRUE(person.read([&] { return has_verdict(person); }));
}

TEST_F(Served, The_bot_in_fifty_lines_plays_a_whole_game_and_is_never_refused) {
  if (std::system("python3 -c pass 2>/dev/null") != 0) GTEST_SKIP() << "there is no python3";
  const std::string command = "python3 " TATAMI_TEST_DATA "/../examples/bot.py 127.0.0.1 " +
                              std::to_string(server->port()) + " >" + folder + "/said 2>&1";
  EXPECT_EQ(std::system(command.c_str()), 0) << testing::read_file(folder + "/said");
  EXPECT_TRUE(testing::read_file(folder + "/said").starts_with("Over."));
  EXPECT_NE(get("/metrics").find("tatami_refused_total 0\n"), std::string::npos);
}

}  // namespace
}  // namespace tatami::server
