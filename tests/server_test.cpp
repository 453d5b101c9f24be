// The real server in a process of its own, real sockets, a real database file.
#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/stat.h>

#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <thread>

#include "cli/child.h"
#include "cli/ws_client.h"
#include "command_support.h"
#include "table_support.h"

namespace tatami::server {
namespace {

using cli::ServerProcess;
using cli::WsClient;
using testing::parsed;

class Served : public ::testing::Test {
 protected:
  void SetUp() override {
    folder = (std::filesystem::temp_directory_path() / "tatami-test-XXXXXX").string();
    ASSERT_TRUE(mkdtemp(folder.data()));
    start();
  }
  void TearDown() override {
    server.reset();
    std::filesystem::remove_all(folder);
  }

  void start(std::vector<std::string> more = {}) {
    server.reset();
    more.insert(more.end(), {"--bot-pause", "0"});
    // What the server writes to standard error is kept, to look for secrets.
    const std::string keeping = "exec " TATAMI_COMMAND " \"$@\" 2>>" + folder + "/log";
    std::ofstream{folder + "/serve"} << "#!/bin/sh\n" << keeping << "\n";
    chmod((folder + "/serve").c_str(), 0700);
    server = std::make_unique<ServerProcess>(folder + "/serve", database(), more);
    ASSERT_TRUE(server->is_up());
  }
  std::string database() const { return folder + "/tatami.db"; }
  std::string logged() const {
    std::ifstream in{folder + "/log"};
    return {std::istreambuf_iterator<char>{in}, {}};
  }

  std::string get(const std::string& path, const std::string& more = {}) {
    return cli::http_exchange(server->port(), "GET " + path + " HTTP/1.1\r\nHost: localhost\r\n" +
                                                  more + "Connection: close\r\n\r\n");
  }

  std::string folder;
  std::unique_ptr<ServerProcess> server;
};

// Somebody at a table, who keeps what he hears.
struct Person {
  WsClient line;
  testing::Client knows;
  std::string welcome;
  std::optional<std::string> refused;

  void connect(const ServerProcess& server, const std::string& cookie = {}) {
    const std::string headers = cookie.empty() ? "" : "Cookie: " + cookie + "\r\n";
    ASSERT_TRUE(line.connect(server.port(), headers));
    const auto first = line.next(5000);
    ASSERT_TRUE(first);
    welcome = *first;
  }

  // Reads what comes, until it satisfies or time is up.
  template <class Until>
  bool read(Until&& until, int milliseconds = 20'000) {
    const auto end = std::chrono::steady_clock::now() + std::chrono::milliseconds(milliseconds);
    while (!until()) {
      if (std::chrono::steady_clock::now() > end) return false;
      const auto text = line.next(100);
      if (text) hear(*text);
      if (!line.is_open()) return until();
    }
    return true;
  }

  void hear(const std::string& text) {
    const json::Value message = parsed(text);
    if (message.find("type")->text == "refused") refused = message.find("why")->text;
    knows.read(text);
  }

  std::string table() const {
    const json::Value* id = knows.table.find("table");
    return id ? id->text : "";
  }
  std::string stage() const {
    const json::Value* stage = knows.table.find("stage");
    return stage ? stage->text : "";
  }
  bool must_act() const {
    const json::Value* legal = knows.own.find("legal");
    return legal && !legal->items.empty();
  }

  void act(SplitMix& numbers) {
    const auto& legal = knows.own.find("legal")->items;
    const auto& choice = legal[numbers.below(static_cast<std::uint32_t>(legal.size()))];
    line.send(R"({"type":"act","table":")" + table() + R"(","seq":)" + std::to_string(knows.seq) +
              ",\"move\":" + testing::text_of(choice) + "}");
    knows.own = {};
  }
};

void open_table(Person& host, const std::string& settings) {
  host.line.send(R"({"type":"open","settings":)" + settings + "}");
  ASSERT_TRUE(host.read([&] { return !host.table().empty(); }));
}

void sit(Person& person, const std::string& table) {
  person.line.send(R"({"type":"sit","table":")" + table + R"(","contribution":"salt"})");
  ASSERT_TRUE(person.read([&] {
    const json::Value* you = person.knows.table.find("you");
    return person.table() == table && you && you->kind == json::Kind::integer;
  }));
}

void start_game(Person& host) {
  host.line.send(R"({"type":"start","table":")" + host.table() + "\"}");
  ASSERT_TRUE(host.read([&] { return host.stage() != "gathering"; }));
}

// Everybody acts when asked, until the game is over for all.
void play(std::vector<Person>& people, SplitMix& numbers) {
  const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(60);
  while (!std::ranges::all_of(people, [](const Person& each) { return each.stage() == "over"; })) {
    ASSERT_LT(std::chrono::steady_clock::now(), end);
    for (Person& person : people) {
      while (const auto text = person.line.next(0)) person.hear(*text);
      if (person.must_act()) person.act(numbers);
    }
  }
}

constexpr const char* four_at_dojo =
    R"({"header":{"game":"dojo","players":4,"variants":["white-belt","black-belt"]},"tempo":"normal"})";

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

// Reads the mail of a seat (-1: a spectator) as its client does. Cards may be named where all may
// see them, and otherwise only to whom D21 allows; returns how many were.
std::size_t expect_only_what_he_may_know(const std::vector<std::string>& mail, int seat) {
  const std::set<std::string> open_to_all = {".dojo.pool.*", ".dojo.dojos[].cards[].card",
                                             ".dojo.duel.challenger_card", ".dojo.duel.dealer_card",
                                             ".dojo_result.sheets[].arrangement[][]"};
  testing::Client client;
  std::size_t cards = 0;
  for (const std::string& text : mail) {
    client.read(text);
    const json::Value message = parsed(text);
    std::vector<std::pair<std::string, std::string>> found;
    find_cards(message, "", found);
    const json::Value* dealer = client.dojo.find("dealer");
    const bool deals = dealer && dealer->integer == seat;
    for (const auto& [path, card] : found) {
      ++cards;
      if (open_to_all.contains(path)) continue;
      EXPECT_GE(seat, 0) << path << " told to a spectator";
      if (path == ".events[].draw" || path == ".dojo_own.drawn" || path == ".dojo_own.dealt[]")
        EXPECT_TRUE(deals) << path << " told to seat " << seat << ": " << text;
      else
        EXPECT_EQ(path, ".dojo_own.hand") << text;
    }
  }
  return cards;
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
  spectator.line.send(R"({"type":"watch","table":")" + table + "\"}");
  start_game(people[0]);
  SplitMix numbers{9};
  play(people, numbers);
  spectator.read([&] { return spectator.stage() == "over"; });

  std::size_t scanned = 0;
  for (std::size_t seat = 0; seat < people.size(); ++seat)
    scanned += expect_only_what_he_may_know(people[seat].knows.mail, static_cast<int>(seat));
  scanned += expect_only_what_he_may_know(spectator.knows.mail, -1);
  EXPECT_GT(scanned, 2000U);  // cards named in messages
  dojo::for_each_card([&](dojo::Card card) {
    EXPECT_EQ(logged().find("\"" + record::name(card) + "\""), std::string::npos) << logged();
  });
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
      while (const auto text = person.line.next(5)) person.hear(*text);
      if (person.must_act()) person.act(numbers), ++moves;
    }
  }
  for (Person& person : people)
    while (const auto text = person.line.next(100)) person.hear(*text);

  const std::string cookie = people[1].line.cookie();
  ASSERT_FALSE(cookie.empty());
  const auto began = std::chrono::steady_clock::now();
  Person back;
  back.connect(*server, cookie);
  back.line.send(R"({"type":"watch","table":")" + table + "\"}");
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
    person.line.send(R"({"type":"seat_bot","table":")" + person.table() +
                     R"(","level":"student"})");
    person.line.send(R"({"type":"start","table":")" + person.table() + "\"}");
  }
  SplitMix numbers{6};
  const auto a_while = [&](int milliseconds) {
    const auto end = std::chrono::steady_clock::now() + std::chrono::milliseconds(milliseconds);
    while (std::chrono::steady_clock::now() < end)
      for (Person& person : people) {
        while (const auto text = person.line.next(0)) person.hear(*text);
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
    while (const auto text = person.line.next(0)) person.hear(*text);

  const std::vector<std::string> cookies = [&] {
    std::vector<std::string> all;
    for (Person& person : people) all.push_back(person.line.cookie());
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
    person.line.send(R"({"type":"watch","table":")" + table + "\"}");
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

TEST_F(Served, SIGTERM_says_farewell_and_ends_cleanly) {
  Person person;
  person.connect(*server);
  open_table(person, four_at_dojo);
  std::thread stop{[&] { EXPECT_EQ(server->end(SIGTERM), 0); }};
  bool farewell = false;
  person.read([&] {
    for (const std::string& text : person.knows.mail)
      farewell |= text.find("\"farewell\"") != std::string::npos;
    return farewell || !person.line.is_open();
  });
  stop.join();
  EXPECT_TRUE(farewell);
  EXPECT_NE(logged().find("\"stopped\""), std::string::npos);
}

TEST_F(Served, A_second_serverand_a_file_that_is_no_database_are_refused) {
  const auto serve = [](const std::string& port, const std::string& file) {
    return testing::run(
        {"serve", "--quiet", "--address", "127.0.0.1", "--port", port, "--database", file});
  };
  const auto second = serve("0", database());
  EXPECT_EQ(second.status, 1);
  EXPECT_NE(second.err.find("tatami serve: "), std::string::npos);
  std::ofstream{folder + "/text.db"} << "this is no database, but a text that is long enough";
  EXPECT_EQ(serve("0", folder + "/text.db").status, 1);
  const auto taken = serve(std::to_string(server->port()), folder + "/other.db");
  EXPECT_EQ(taken.status, 1);
  EXPECT_NE(taken.err.find("cannot be opened"), std::string::npos) << taken.err;
}

// ---- Hostile input ----

TEST_F(Served, Malformed_and_unknown_messages_are_refused_and_the_line_stays_open) {
  Person person;
  person.connect(*server);
  for (const char* text :
       {"", "{", "[]", "null", "{\"type\":\"fly\"}", "{\"type\":\"sit\"}",
        "{\"type\":\"sit\",\"table\":\"x\",\"more\":1}", "{\"type\":\"sit\",\"table\":7}",
        "{\"type\":\"act\",\"table\":\"x\",\"seq\":-1,\"move\":{}}",
        R"({"type":"open","settings":{"header":{"game":"chess","players":2},"tempo":"fast"}})",
        "{\"type\":\"rename\",\"to\":\"   \"}", "{\"type\":\"watch\",\"table\":\"nowhere\"}",
        "[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[["}) {
    person.refused.reset();
    person.line.send(text);
    EXPECT_TRUE(person.read([&] { return person.refused.has_value(); }, 5000)) << text;
  }
  open_table(person, four_at_dojo);
}

TEST_F(Served, Broken_frames_close_the_line_and_hurt_nobody_else) {
  Person witness;
  witness.connect(*server);
  const std::vector<std::string> attacks = {
      std::string("\x83\x80\0\0\0\0", 6),  // an opcode that is reserved
      std::string("\x81\x05hello", 7),     // not masked
      std::string("\x81\xFF\x7F\xFF\xFF\xFF\xFF\xFF\xFF\xFF\0\0\0\0", 14),    // 2^63 bytes
      std::string("\xF1\x80\0\0\0\0", 6),                                     // reserved bits
      std::string("\x89\xFE\x01\x00\0\0\0\0", 8) + std::string(256, 'x'),     // a long ping
      std::string("\x82\x81\0\0\0\0x", 7),                                    // binary
      std::string("\x81\x82\0\0\0\0\xC3\x28", 8),                             // not UTF-8
      std::string("\x81\xFE\x80\x00\0\0\0\0", 8) + std::string(32768, 'x')};  // too long
  for (const std::string& attack : attacks) {
    WsClient line;
    ASSERT_TRUE(line.connect(server->port()));
    line.raw(attack);
    while (line.next(2000)) {
    }
    EXPECT_FALSE(line.is_open());
  }
  WsClient half;
  half.connect(server->port());
  half.raw(std::string("\x81\xFE", 2));
  half.close();
  open_table(witness, four_at_dojo);
}

TEST_F(Served, Other_peoples_seats_cannot_be_played) {
  std::vector<Person> people(3);
  for (Person& person : people) person.connect(*server);
  open_table(people[0],
             R"({"header":{"game":"dojo","players":3,"first_dealer":0},"tempo":"normal"})");
  const std::string table = people[0].table();
  for (Person& person : people) sit(person, table);
  start_game(people[0]);
  ASSERT_TRUE(people[0].read([&] { return people[0].must_act(); }));
  Person stranger;
  stranger.connect(*server);
  for (Person* rogue : {&people[1], &stranger}) {
    rogue->refused.reset();
    rogue->line.send(R"({"type":"act","table":")" + table +
                     R"(","seq":99,"move":{"seat":0,"give":1}})");
    EXPECT_TRUE(rogue->read([&] { return rogue->refused.has_value(); }));
    rogue->refused.reset();
    rogue->line.send(R"({"type":"act","table":")" + table + R"(","seq":99,"move":{"draw":"M1"}})");
    EXPECT_TRUE(rogue->read([&] { return rogue->refused.has_value(); }));
    rogue->refused.reset();
    rogue->line.send(R"({"type":"remove","table":")" + table + R"(","seat":0})");
    EXPECT_TRUE(rogue->read([&] { return rogue->refused.has_value(); }));
  }
}

TEST_F(Served, A_forged_or_damaged_cookie_is_nobodys) {
  Person person;
  person.connect(*server);
  const std::string cookie = person.line.cookie();
  open_table(person, four_at_dojo);
  for (std::size_t i : {std::size_t{7}, cookie.size() - 1}) {
    std::string forged = cookie;
    forged[i] = forged[i] == 'a' ? 'b' : 'a';
    Person rogue;
    rogue.connect(*server, forged);
    EXPECT_NE(rogue.line.cookie(), cookie);
    rogue.line.send(R"({"type":"watch","table":")" + person.table() + "\"}");
    ASSERT_TRUE(rogue.read([&] { return !rogue.table().empty(); }));
    EXPECT_FALSE(rogue.knows.table.find("host")->boolean);
  }
  Person again;
  again.connect(*server, cookie);
  again.line.send(R"({"type":"watch","table":")" + person.table() + "\"}");
  ASSERT_TRUE(again.read([&] { return !again.table().empty(); }));
  EXPECT_TRUE(again.knows.table.find("host")->boolean);
  EXPECT_EQ(logged().find(cookie.substr(7, 16)), std::string::npos);
}

TEST_F(Served, Pages_from_elsewhere_may_not_connect) {
  WsClient line;
  EXPECT_FALSE(line.connect(server->port(), "Origin: https://evil.example\r\n"));
  EXPECT_EQ(line.status(), 403U);
  EXPECT_TRUE(line.connect(server->port(),
                           "Origin: http://localhost:" + std::to_string(server->port()) + "\r\n"));
  start({"--origin", "https://friend.example"});
  EXPECT_TRUE(line.connect(server->port(), "Origin: https://friend.example\r\n"));
}

TEST_F(Served, Who_sends_too_much_is_slowed_and_then_shown_the_door) {
  Person person;
  person.connect(*server);
  for (int i = 0; i < 400 && person.line.is_open(); ++i)
    person.line.send(R"({"type":"lobby","on":false})");
  bool too_fast = false;
  person.read([&] {
    too_fast |= person.refused == "too_fast";
    return !person.line.is_open();
  });
  EXPECT_TRUE(too_fast);
  EXPECT_FALSE(person.line.is_open());
}

TEST_F(Served, Who_does_not_read_is_dropped_and_the_others_play_on) {
  start({"--messages", "0"});
  Person deaf;
  deaf.connect(*server);
  open_table(deaf, four_at_dojo);
  Person talker;
  talker.connect(*server);
  talker.line.send(R"({"type":"watch","table":")" + deaf.table() + "\"}");
  ASSERT_TRUE(talker.read([&] { return !talker.table().empty(); }));
  const std::string say =
      R"({"type":"say","table":")" + deaf.table() + R"(","text":")" + std::string(180, 'x') + "\"}";
  const auto dropped = [&] {
    return cli::body_of(get("/metrics")).find("tatami_too_slow_total 1") != std::string::npos;
  };
  for (int i = 0; i < 200 && !dropped(); ++i) {
    for (int j = 0; j < 200; ++j) talker.line.send(say);
    while (talker.line.next(0)) {
    }
  }
  EXPECT_TRUE(dropped());
  talker.line.send(R"({"type":"lobby","on":true})");
  EXPECT_TRUE(talker.line.next(5000));
}

TEST_F(Served, An_address_has_only_so_many_connections) {
  start({"--connections", "5"});
  std::vector<WsClient> lines(5);
  for (WsClient& line : lines) EXPECT_TRUE(line.connect(server->port()));
  WsClient more;
  EXPECT_FALSE(more.connect(server->port()));
  lines[0].close();
  std::this_thread::sleep_for(std::chrono::milliseconds(200));
  EXPECT_TRUE(more.connect(server->port()));
}

TEST_F(Served, Behind_a_proxy_connections_are_counted_by_the_address_it_saw) {
  start({"--connections", "2", "--behind-proxy"});
  std::vector<WsClient> lines(4);
  const std::string first = "X-Forwarded-For: 198.51.100.9, 203.0.113.1\r\n";
  EXPECT_TRUE(lines[0].connect(server->port(), first));
  EXPECT_TRUE(lines[1].connect(server->port(), first));
  EXPECT_FALSE(lines[2].connect(server->port(), first));
  EXPECT_EQ(lines[2].status(), 429U);
  EXPECT_TRUE(lines[3].connect(server->port(), "X-Forwarded-For: 203.0.113.2\r\n"));
}

TEST_F(Served, HTTPS_with_a_certificate_of_its_own) {
  const std::string pem = folder + "/cert.pem";
  const std::string key = folder + "/key.pem";
  if (std::system(
          ("openssl req -x509 -newkey rsa:2048 -nodes -days 1 -subj /CN=localhost -keyout " + key +
           " -out " + pem + " 2>/dev/null")
              .c_str()) != 0)
    GTEST_SKIP() << "no openssl command";
  start({"--cert", pem, "--key", key});
  const std::string request =
      "GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n";
  std::ofstream{folder + "/request"} << request;
  const std::string command =
      "openssl s_client -quiet -connect 127.0.0.1:" + std::to_string(server->port()) + " <" +
      folder + "/request >" + folder + "/answer 2>/dev/null";
  (void)std::system(command.c_str());
  std::ifstream in{folder + "/answer"};
  const std::string answer{std::istreambuf_iterator<char>{in}, {}};
  EXPECT_NE(answer.find("Strict-Transport-Security"), std::string::npos) << answer;
  EXPECT_NE(answer.find("ok\n"), std::string::npos);
  const auto wrong = testing::run({"serve", "--quiet", "--port", "0", "--database",
                                   folder + "/x.db", "--cert", database(), "--key", key});
  EXPECT_EQ(wrong.status, 1);
  EXPECT_NE(wrong.err.find("certificate"), std::string::npos);
}

TEST_F(Served, Ten_thousand_idle_connections_are_borne) {
  start({"--connections", "0"});
  const double before = server->resident_kilobytes();
  rlimit limit{};
  getrlimit(RLIMIT_NOFILE, &limit);
  const std::size_t many = std::min<std::size_t>(10'000, limit.rlim_max - 200);
  limit.rlim_cur = limit.rlim_max;
  setrlimit(RLIMIT_NOFILE, &limit);
  std::deque<WsClient> lines;
  for (std::size_t i = 0; i < many; ++i) ASSERT_TRUE(lines.emplace_back().connect(server->port()));
  Person person;
  person.connect(*server);
  open_table(person, four_at_dojo);
  const double kilobytes = (server->resident_kilobytes() - before) / static_cast<double>(many);
  RecordProperty("kilobytes_a_connection", std::to_string(kilobytes));
#ifndef __SANITIZE_ADDRESS__
  EXPECT_LT(kilobytes, 12);
#endif
}

// ---- Around the table ----

TEST_F(Served, HTTP_shows_what_it_should) {
  EXPECT_NE(get("/healthz").find("\r\n\r\nok\n"), std::string::npos);
  EXPECT_NE(get("/metrics").find("tatami_connections 0"), std::string::npos);
  EXPECT_NE(get("/protocol.schema.json").find("\"$defs\""), std::string::npos);
  EXPECT_NE(get("/records/../../etc/passwd").find(" 404 "), std::string::npos);
  const std::string page = get("/");
  for (const char* header : {"Content-Security-Policy: ", "X-Content-Type-Options: nosniff",
                             "Referrer-Policy: no-referrer"})
    EXPECT_NE(page.find(header), std::string::npos);
  const std::string post = cli::http_exchange(
      server->port(),
      "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 0\r\nConnection: close\r\n\r\n");
  EXPECT_NE(post.find(" 405 "), std::string::npos);
  const std::string long_header = cli::http_exchange(
      server->port(), "GET / HTTP/1.1\r\nX: " + std::string(20'000, 'x') + "\r\n\r\n");
  EXPECT_EQ(long_header.find(" 200 "), std::string::npos);
}

TEST_F(Served, The_web_client_is_served_compressed_and_cached_by_hash) {
  std::filesystem::create_directories(folder + "/web/assets");
  std::ofstream{folder + "/web/index.html"} << "<!doctype html><title>Tatami</title>"
                                            << std::string(2000, ' ');
  std::ofstream{folder + "/web/assets/app-1a2b.js"} << "export const x = 1; // "
                                                    << std::string(2000, 'x');
  start({"--web", folder + "/web"});
  const std::string page = get("/t/abc", "Accept-Encoding: gzip\r\n");
  EXPECT_NE(page.find("Content-Encoding: gzip"), std::string::npos);
  EXPECT_NE(page.find("Cache-Control: no-cache"), std::string::npos);
  const std::string script = get("/assets/app-1a2b.js");
  EXPECT_NE(script.find("immutable"), std::string::npos);
  EXPECT_NE(script.find("text/javascript"), std::string::npos);
  const std::size_t tag = script.find("ETag: ") + 6;
  const std::string again =
      get("/assets/app-1a2b.js",
          "If-None-Match: " + script.substr(tag, script.find('\r', tag) - tag) + "\r\n");
  EXPECT_NE(again.find(" 304 "), std::string::npos);
  EXPECT_NE(get("/assets/missing.js").find(" 404 "), std::string::npos);
}

TEST_F(Served, The_lobby_shows_listed_tables_and_no_others) {
  Person host;
  host.connect(*server);
  host.line.send(R"({"type":"rename","to":"Hana"})");
  open_table(host, R"({"header":{"game":"dojo","players":3},"tempo":"normal"})");
  const std::string unlisted = host.table();
  host.knows = {};
  host.line.send(
      R"({"type":"open","settings":{"header":{"game":"dojo","players":3},"tempo":"fast","listed":true}})");
  ASSERT_TRUE(host.read([&] { return !host.table().empty(); }));
  Person visitor;
  visitor.connect(*server);
  visitor.line.send(R"({"type":"lobby","on":true})");
  const auto list = visitor.line.next(5000);
  ASSERT_TRUE(list);
  EXPECT_NE(list->find(host.table()), std::string::npos);
  EXPECT_NE(list->find("Hana"), std::string::npos);
  EXPECT_EQ(list->find(unlisted), std::string::npos);

  // By its code, in small letters too.
  std::string code = host.knows.table.find("code")->text;
  for (char& c : code) c = static_cast<char>(std::tolower(c));
  visitor.line.send(R"({"type":"watch","table":")" + code + "\"}");
  ASSERT_TRUE(visitor.read([&] { return visitor.table() == host.table(); }));
}

TEST_F(Served, Chat_is_heard_muted_and_forgotten_with_its_author) {
  std::vector<Person> people(2);
  for (Person& person : people) person.connect(*server);
  open_table(people[0], R"({"header":{"game":"dojo","players":3},"tempo":"normal"})");
  const std::string table = people[0].table();
  for (Person& person : people) sit(person, table);
  const auto heard = [](const Person& person, const std::string& what) {
    return std::ranges::any_of(person.knows.mail, [&](const std::string& text) {
      return text.find("\"said\"") != std::string::npos && text.find(what) != std::string::npos;
    });
  };
  const auto say = [&](Person& person, const std::string& text) {
    person.line.send(R"({"type":"say","table":")" + table + R"(","text":")" + text + "\"}");
  };
  people[1].line.send(R"({"type":"rename","to":"Ursula K"})");
  say(people[1], "konnichiwa");
  EXPECT_TRUE(people[0].read([&] { return heard(people[0], "konnichiwa"); }));
  people[0].line.send(R"({"type":"mute","table":")" + table + R"(","seat":1,"on":true})");
  people[0].line.send(R"({"type":"lobby","on":true})");
  ASSERT_TRUE(people[0].read(
      [&] { return people[0].knows.mail.back().find("lobby_list") != std::string::npos; }));
  say(people[1], "can you hear me");
  EXPECT_TRUE(people[1].read([&] { return heard(people[1], "can you hear me"); }));
  EXPECT_FALSE(people[0].read([&] { return heard(people[0], "can you hear me"); }, 300));

  people[1].line.send(R"({"type":"forget_me","really":true})");
  EXPECT_TRUE(people[1].read([&] { return !people[1].line.is_open(); }));
  Person newcomer;
  newcomer.connect(*server);
  newcomer.line.send(R"({"type":"watch","table":")" + table + "\"}");
  ASSERT_TRUE(newcomer.read([&] { return !newcomer.table().empty(); }));
  EXPECT_FALSE(newcomer.read([&] { return heard(newcomer, "konnichiwa"); }, 300));
  server->end(SIGTERM);
  std::ifstream in{database(), std::ios::binary};
  const std::string bytes{std::istreambuf_iterator<char>{in}, {}};
  EXPECT_EQ(bytes.find("konnichiwa"), std::string::npos);
  EXPECT_EQ(bytes.find("Ursula"), std::string::npos);
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
  people[2].line.send(R"({"type":"rematch","table":")" + table + R"(","rotate":true})");
  ASSERT_TRUE(people[0].read([&] { return people[0].knows.table.find("next") != nullptr; }));
  const std::string next = people[0].knows.table.find("next")->text;
  for (std::size_t i = 0; i < people.size(); ++i) {
    people[i].line.send(R"({"type":"watch","table":")" + next + "\"}");
    ASSERT_TRUE(people[i].read([&] { return people[i].table() == next; }));
    EXPECT_EQ(people[i].knows.table.find("you")->integer, static_cast<int>((i + 1) % 3));
    EXPECT_EQ(people[i].knows.table.find("host")->boolean, i == 2);
  }
}

TEST_F(Served, A_finished_table_that_nobody_watches_leaves_the_memory) {
  Person person;
  person.connect(*server);
  open_table(person, R"({"header":{"game":"dojo","players":3},"tempo":"fast"})");
  person.line.send(R"({"type":"seat_bot","table":")" + person.table() + R"(","level":"student"})");
  start_game(person);
  person.line.close();
  const auto tables = [&] {
    const std::string page = cli::body_of(get("/metrics"));
    return page.find("\ntatami_tables 0\n") != std::string::npos &&
           page.find("tatami_tables_finished_total 1") != std::string::npos;
  };
  for (int i = 0; i < 100 && !tables(); ++i)
    std::this_thread::sleep_for(std::chrono::milliseconds(100));
  EXPECT_TRUE(tables());
}

TEST_F(Served, Renaming_on_two_lines_at_once_hurts_nobody) {
  Person first;
  first.connect(*server);
  const std::string cookie = first.line.cookie();
  for (int i = 0; i < 30; ++i) {
    Person again;
    again.connect(*server, cookie);
    first.line.send(R"({"type":"rename","to":"One"})");
    first.line.close();
    again.line.send(R"({"type":"rename","to":"Two"})");
    again.line.close();
    first.connect(*server, cookie);
  }
  EXPECT_NE(get("/healthz").find("ok"), std::string::npos);
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
  people[0].line.send(R"({"type":"seat_bot","table":")" + table + R"(","level":"child"})");
  start_game(people[0]);
  people[0].line.send(R"({"type":"throw_dice","table":")" + table + "\"}");
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
  people[1].line.send(R"({"type":"act","table":")" + table + R"(","seq":)" +
                      std::to_string(people[1].knows.seq) +
                      R"(,"move":{"seat":1,"at":150,"do":"salute"}})");
  EXPECT_TRUE(people[0].read([&] { return got(people[0], "heard"); }));
  EXPECT_TRUE(people[0].read([&] { return got(people[0], "verdict"); }));
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
