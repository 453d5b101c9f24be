// Attacks on the real server.
#include <sys/resource.h>

#include <thread>

#include "sanitized.h"
#include "server_support.h"

namespace tatami::server {
namespace {

using cli::WsClient;
using testing::four_at_dojo;
using testing::open_table;
using testing::Person;
using testing::Served;
using testing::sit;
using testing::start_game;

TEST_F(Served, Malformed_and_unknown_messages_are_refused_and_the_connection_stays_open) {
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
    person.connection.send(text);
    EXPECT_TRUE(person.read([&] { return person.refused.has_value(); }, 5000)) << text;
  }
  open_table(person, four_at_dojo);
}

TEST_F(Served, Broken_frames_close_their_own_connection_alone) {
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
    WsClient connection;
    ASSERT_TRUE(connection.connect(server->port()));
    connection.raw(attack);
    while (connection.next(2000)) {
    }
    EXPECT_FALSE(connection.is_open());
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
    rogue->connection.send(R"({"type":"act","table":")" + table +
                           R"(","seq":99,"move":{"seat":0,"give":1}})");
    EXPECT_TRUE(rogue->read([&] { return rogue->refused.has_value(); }));
    rogue->refused.reset();
    rogue->connection.send(R"({"type":"act","table":")" + table +
                           R"(","seq":99,"move":{"draw":"M1"}})");
    EXPECT_TRUE(rogue->read([&] { return rogue->refused.has_value(); }));
    rogue->refused.reset();
    rogue->connection.send(R"({"type":"remove","table":")" + table + R"(","seat":0})");
    EXPECT_TRUE(rogue->read([&] { return rogue->refused.has_value(); }));
  }
}

TEST_F(Served, A_forged_or_damaged_cookie_is_ignored) {
  Person person;
  person.connect(*server);
  const std::string cookie = person.connection.cookie();
  open_table(person, four_at_dojo);
  for (std::size_t i : {std::size_t{7}, cookie.size() - 1}) {
    std::string forged = cookie;
    forged[i] = forged[i] == 'a' ? 'b' : 'a';
    Person rogue;
    rogue.connect(*server, forged);
    EXPECT_NE(rogue.connection.cookie(), cookie);
    rogue.connection.send(R"({"type":"watch","table":")" + person.table() + "\"}");
    ASSERT_TRUE(rogue.read([&] { return !rogue.table().empty(); }));
    EXPECT_FALSE(rogue.knows.table.find("host")->boolean);
  }
  Person again;
  again.connect(*server, cookie);
  again.connection.send(R"({"type":"watch","table":")" + person.table() + "\"}");
  ASSERT_TRUE(again.read([&] { return !again.table().empty(); }));
  EXPECT_TRUE(again.knows.table.find("host")->boolean);
  EXPECT_EQ(logged().find(cookie.substr(7, 16)), std::string::npos);
}

TEST_F(Served, Pages_from_elsewhere_may_not_connect) {
  WsClient connection;
  EXPECT_FALSE(connection.connect(server->port(), "Origin: https://evil.example\r\n"));
  EXPECT_EQ(connection.status(), 403U);
  EXPECT_TRUE(connection.connect(
      server->port(), "Origin: http://localhost:" + std::to_string(server->port()) + "\r\n"));
  start({"--origin", "https://friend.example"});
  EXPECT_TRUE(connection.connect(server->port(), "Origin: https://friend.example\r\n"));
}

TEST_F(Served, A_connection_that_sends_too_much_is_slowed_and_then_closed) {
  Person person;
  person.connect(*server);
  for (int i = 0; i < 400 && person.connection.is_open(); ++i)
    person.connection.send(R"({"type":"lobby","on":false})");
  bool too_fast = false;
  person.read([&] {
    too_fast |= person.refused == "too_fast";
    return !person.connection.is_open();
  });
  EXPECT_TRUE(too_fast);
  EXPECT_FALSE(person.connection.is_open());
}

TEST_F(Served, Pings_pongs_and_empty_fragments_are_counted) {
  for (const unsigned control : {9U, 10U}) {
    WsClient connection;
    ASSERT_TRUE(connection.connect(server->port()));
    for (int i = 0; i < 400; ++i) connection.frame(control, "x");
    while (connection.next(1000)) {
    }
    EXPECT_FALSE(connection.is_open()) << control;
  }
  WsClient connection;
  ASSERT_TRUE(connection.connect(server->port()));
  connection.raw(std::string("\x01\x80\0\0\0\0", 6));
  std::string empty;
  for (int i = 0; i < 2000; ++i) empty += std::string("\0\x80\0\0\0\0", 6);
  const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(15);
  while (connection.is_open() && std::chrono::steady_clock::now() < end) {
    connection.raw(empty);
    connection.next(50);
  }
  EXPECT_FALSE(connection.is_open());
  EXPECT_NE(cli::body_of(get("/metrics")).find("tatami_too_noisy_total 3"), std::string::npos);
}

TEST_F(Served, A_binary_message_is_closed_with_its_own_code) {
  WsClient connection;
  ASSERT_TRUE(connection.connect(server->port()));
  connection.raw(std::string("\x82\x81\0\0\0\0x", 7) + std::string("\x88\x80\0\0\0\0", 6));
  EXPECT_NE(connection.rest().find("\x03\xEB"), std::string::npos) << "1003";
}

TEST_F(Served, A_page_that_came_without_TLS_may_not_connect_where_there_is_TLS) {
  start({"--behind-proxy"});
  const std::string proxy = "X-Forwarded-For: 192.0.2.1\r\nX-Forwarded-Proto: https\r\n";
  const std::string host = "localhost:" + std::to_string(server->port());
  WsClient connection;
  EXPECT_FALSE(connection.connect(server->port(), proxy + "Origin: http://" + host + "\r\n"));
  EXPECT_TRUE(connection.connect(server->port(), proxy + "Origin: https://" + host + "\r\n"));
}

TEST_F(Served, A_connection_that_does_not_read_is_dropped_and_the_others_play_on) {
  start({"--messages", "0"});
  Person deaf;
  deaf.connect(*server);
  open_table(deaf, four_at_dojo);
  Person talker;
  talker.connect(*server);
  talker.connection.send(R"({"type":"watch","table":")" + deaf.table() + "\"}");
  ASSERT_TRUE(talker.read([&] { return !talker.table().empty(); }));
  const std::string say =
      R"({"type":"say","table":")" + deaf.table() + R"(","text":")" + std::string(180, 'x') + "\"}";
  const auto dropped = [&] {
    return cli::body_of(get("/metrics")).find("tatami_too_slow_total 1") != std::string::npos;
  };
  for (int i = 0; i < 100; ++i) talker.connection.send(say);
  for (int i = 0; i < 100; ++i) ASSERT_TRUE(talker.connection.next(5000));
  // All of it is told again each time.
  for (int i = 0; i < 1000 && !dropped(); ++i)
    deaf.connection.send(R"({"type":"watch","table":")" + deaf.table() + "\"}");
  EXPECT_TRUE(dropped());
  while (talker.connection.next(100)) {
  }
  talker.connection.send(R"({"type":"lobby","on":true})");
  EXPECT_TRUE(talker.connection.next(5000));
}

TEST_F(Served, Connections_of_an_address_are_limited) {
  start({"--connections", "5"});
  std::vector<WsClient> connections(5);
  for (WsClient& connection : connections) EXPECT_TRUE(connection.connect(server->port()));
  WsClient more;
  EXPECT_FALSE(more.connect(server->port()));
  connections[0].close();
  std::this_thread::sleep_for(std::chrono::milliseconds(200));
  EXPECT_TRUE(more.connect(server->port()));
}

TEST_F(Served, Behind_a_proxy_connections_are_counted_by_the_address_it_saw) {
  start({"--connections", "2", "--behind-proxy"});
  std::vector<WsClient> connections(4);
  const std::string first = "X-Forwarded-For: 198.51.100.9, 203.0.113.1\r\n";
  EXPECT_TRUE(connections[0].connect(server->port(), first));
  EXPECT_TRUE(connections[1].connect(server->port(), first));
  EXPECT_FALSE(connections[2].connect(server->port(), first));
  EXPECT_EQ(connections[2].status(), 429U);
  EXPECT_TRUE(connections[3].connect(server->port(), "X-Forwarded-For: 203.0.113.2\r\n"));
  EXPECT_FALSE(connections[2].connect(server->port(), "X-Forwarded-For: 203.0.113.1:4711\r\n"));
  // The client's own part of the header stands before the proxy's.
  EXPECT_FALSE(connections[2].connect(server->port(), "X-Forwarded-For: 203.0.113.7\r\n" + first));
  EXPECT_NE(get("/healthz", first).find(" 429 "), std::string::npos);
}

TEST_F(Served, Tables_of_a_guest_and_of_an_address_are_limited) {
  start({"--tables", "2"});
  const auto open = [&](Person& person) {
    const std::string before = person.table();
    person.refused.reset();
    person.connection.send(R"({"type":"open","settings":)" + std::string{four_at_dojo} + "}");
    EXPECT_TRUE(person.read([&] { return person.refused || person.table() != before; }));
    return !person.refused;
  };
  std::deque<Person> people;
  for (int i = 0; i < 10; ++i) {
    people.emplace_back().connect(*server);
    EXPECT_TRUE(open(people.back()));
    EXPECT_TRUE(open(people.back()));
    EXPECT_FALSE(open(people.back()));
    EXPECT_EQ(people.back().refused, "too_many_tables");
  }
  people.emplace_back().connect(*server);
  EXPECT_FALSE(open(people.back())) << "the address has twenty";
}

TEST_F(Served, Records_fetched_by_an_address_are_limited) {
  WsClient before;
  EXPECT_TRUE(before.connect(server->port()));
  const auto is_refused = [&](const std::string& path) {
    return get(path).find(" 429 ") != std::string::npos;
  };
  int refused = 0;
  for (int i = 0; i < 400; ++i) refused += is_refused("/records/abc.jsonl");
  EXPECT_GT(refused, 0);
  EXPECT_LT(refused, 310);
  WsClient after;
  EXPECT_FALSE(after.connect(server->port()));
  EXPECT_EQ(after.status(), 429U);
  EXPECT_FALSE(is_refused("/healthz"));
  before.send(R"({"type":"lobby","on":true})");
  EXPECT_TRUE(before.next(5000)) << "who plays is not disturbed";
  std::this_thread::sleep_for(std::chrono::milliseconds(2200));
  EXPECT_FALSE(is_refused("/records/abc.jsonl"));
}

TEST_F(Served, A_name_has_a_visible_character) {
  Person person;
  person.connect(*server);
  const auto renamed = [&](const std::string& name) -> std::string {
    person.refused.reset();
    person.knows.mail.clear();
    person.connection.send(R"({"type":"rename","to":")" + name + "\"}");
    person.read([&] { return person.refused || !person.knows.mail.empty(); });
    return person.refused ? *person.refused
                          : testing::parsed(person.knows.mail.back()).find("name")->text;
  };
  for (const std::string nothing : {"", " ", "\u200b", "\u3164 \u2800", "\u200d\ufe0f",
                                    "\u0301\u0301", R"(\u202e)", R"(\u0085)"})
    EXPECT_EQ(renamed(nothing), "bad_name") << nothing;
  EXPECT_EQ(renamed("  Ko\u200b\\u202eda\u3000 \\n Rohan "), "Koda Rohan");
  EXPECT_EQ(renamed("幸田露伴"), "幸田露伴");
  EXPECT_EQ(renamed("👩\u200d🌾"), "👩\u200d🌾");
  EXPECT_EQ(renamed(std::string(24, 'x')), std::string(24, 'x'));
  EXPECT_EQ(renamed(std::string(25, 'x')), "bad_name");
}

TEST_F(Served, Settings_that_make_no_sense_are_refused_in_words) {
  Person person;
  person.connect(*server);
  const auto answer = [&](const std::string& more) {
    person.refused.reset();
    person.connection.send(R"({"type":"open","settings":{"header":{"game":"dojo","players":3},)" +
                           more + "}}");
    person.read([&] { return person.refused.has_value(); });
    return person.knows.mail.back();
  };
  EXPECT_NE(answer(R"("tempo":"days","days":15)").find("days: expected 1 to 14"),
            std::string::npos);
  EXPECT_NE(answer(R"("tempo":"fast","days":1)").find("only with the tempo"), std::string::npos);
  EXPECT_NE(answer(R"("tempo":"fast","lag_cap":9000)").find("at most 2000"), std::string::npos);
  EXPECT_NE(answer(R"("tempo":"fast","substitute":"samurai")").find("unknown_bot"),
            std::string::npos);
}

TEST_F(Served, A_connection_that_pings_without_end_is_dropped) {
  Person person;
  person.connect(*server);
  for (int i = 0; i < 1000 && person.connection.is_open(); ++i) person.connection.frame(9, "?");
  person.read([&] { return !person.connection.is_open(); }, 5000);
  EXPECT_FALSE(person.connection.is_open());
}

TEST_F(Served, Room_codes_cannot_be_searched) {
  Person person;
  person.connect(*server);
  int answers = 0;
  for (int i = 0; i < 300 && person.connection.is_open(); ++i)
    person.connection.send(R"({"type":"watch","table":"ABC2)" +
                           std::string(1, static_cast<char>('A' + i % 20)) + "\"}");
  person.read([&] {
    answers = static_cast<int>(std::ranges::count_if(person.knows.mail, [](const auto& text) {
      return text.find("no_such_table") != std::string::npos;
    }));
    return !person.connection.is_open();
  });
  EXPECT_GE(answers, 3);
  EXPECT_LE(answers, 20);
  EXPECT_FALSE(person.connection.is_open());
}

TEST_F(Served, A_refused_seat_leaves_nobody_at_the_table) {
  Person host;
  host.connect(*server);
  open_table(host, four_at_dojo);
  Person rogue;
  rogue.connect(*server);
  rogue.connection.send(R"({"type":"claim","table":")" + host.table() + R"(","secret":"a guess"})");
  ASSERT_TRUE(rogue.read([&] { return rogue.refused.has_value(); }));
  rogue.refused.reset();
  rogue.connection.send(R"({"type":"say","table":")" + host.table() + R"(","text":"hello"})");
  ASSERT_TRUE(rogue.read([&] { return rogue.refused.has_value(); }));
  EXPECT_EQ(rogue.refused, "not_at_this_table");
}

TEST_F(Served, Commands_after_a_request_to_be_forgotten_are_ignored) {
  Person person;
  person.connect(*server);
  open_table(person, four_at_dojo);
  person.connection.send(R"({"type":"forget_me","really":true})");
  person.connection.send(R"({"type":"rename","to":"Still here"})");
  person.connection.send(R"({"type":"say","table":")" + person.table() +
                         R"(","text":"still here"})");
  person.read([&] { return !person.connection.is_open(); });
  EXPECT_FALSE(person.connection.is_open());
  for (const std::string& text : person.knows.mail)
    EXPECT_TRUE(text.find("ill here") == std::string::npos) << text;
  person.connect(*server, person.connection.cookie());
  EXPECT_NE(person.welcome.find(R"("name":"")"), std::string::npos) << person.welcome;
}

TEST_F(Served, Serves_ten_thousand_idle_connections) {
  start({"--connections", "0"});
  const double before = server->resident_kilobytes();
  rlimit limit{};
  getrlimit(RLIMIT_NOFILE, &limit);
  constexpr std::size_t many = 10'000;
  if (limit.rlim_max < many + 200) GTEST_SKIP() << "only " << limit.rlim_max << " descriptors";
  limit.rlim_cur = limit.rlim_max;
  setrlimit(RLIMIT_NOFILE, &limit);
  std::deque<WsClient> connections;
  for (std::size_t i = 0; i < many; ++i)
    ASSERT_TRUE(connections.emplace_back().connect(server->port()));
  Person person;
  person.connect(*server);
  open_table(person, four_at_dojo);
  const double kilobytes = (server->resident_kilobytes() - before) / static_cast<double>(many);
  RecordProperty("kilobytes_a_connection", std::to_string(kilobytes));
#ifndef TATAMI_SANITIZED
  EXPECT_LT(kilobytes, 12);
#endif
}

TEST_F(Served, Renaming_over_two_connections_at_once_is_safe) {
  Person first;
  first.connect(*server);
  const std::string cookie = first.connection.cookie();
  for (int i = 0; i < 30; ++i) {
    Person again;
    again.connect(*server, cookie);
    first.connection.send(R"({"type":"rename","to":"One"})");
    first.connection.close();
    again.connection.send(R"({"type":"rename","to":"Two"})");
    again.connection.close();
    first.connect(*server, cookie);
  }
  EXPECT_NE(get("/healthz").find("ok"), std::string::npos);
}

}  // namespace
}  // namespace tatami::server
