// What is around the tables of the real server.
#include <sys/socket.h>

#include <csignal>

#include "server_support.h"

namespace tatami::server {
namespace {

using cli::WsClient;
using testing::four_at_dojo;
using testing::open_table;
using testing::parsed;
using testing::Person;
using testing::Served;
using testing::sit;
using testing::start_game;

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

TEST_F(Served, A_second_server_and_a_file_that_is_no_database_are_refused) {
  const auto serve = [](const std::string& port, const std::string& file) {
    return testing::run(
        {"serve", "--quiet", "--address", "127.0.0.1", "--port", port, "--database", file});
  };
  const auto second = serve("0", database());
  EXPECT_EQ(second.status, 1);
  EXPECT_NE(second.err.find("tatami serve: "), std::string::npos);
  std::ofstream{folder + "/text.db"} << "this is no database, but a text that is long enough";
  EXPECT_EQ(serve("0", folder + "/text.db").status, 1);
  const auto directory = serve("0", folder);
  EXPECT_EQ(directory.status, 1);
  EXPECT_NE(directory.err.find(folder), std::string::npos) << directory.err;
  const auto nowhere = serve("0", folder + "/nowhere/tatami.db");
  EXPECT_EQ(nowhere.status, 1);
  EXPECT_NE(nowhere.err.find("/nowhere: there is no such folder"), std::string::npos);
  const auto taken = serve(std::to_string(server->port()), folder + "/other.db");
  EXPECT_EQ(taken.status, 1);
  EXPECT_NE(taken.err.find("cannot be opened"), std::string::npos) << taken.err;
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
  const auto ask = [&](const std::string& request) {
    std::ofstream{folder + "/request"} << request;
    const std::string command = "(cat " + folder +
                                "/request; sleep 1) | openssl s_client -quiet -no_ign_eof" +
                                " -connect 127.0.0.1:" + std::to_string(server->port()) + " >" +
                                folder + "/answer 2>/dev/null";
    (void)std::system(command.c_str());
    return testing::read_file(folder + "/answer");
  };
  const std::string answer =
      ask("GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n");
  EXPECT_NE(answer.find("Strict-Transport-Security"), std::string::npos) << answer;
  EXPECT_NE(answer.find("ok\n"), std::string::npos);
  const std::string welcome =
      ask("GET /ws HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
          "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGF0YW1pIHNheXMgaGVsbG8=\r\n\r\n");
  EXPECT_NE(welcome.find(" 101 "), std::string::npos) << welcome;
  EXPECT_NE(welcome.find("; Secure"), std::string::npos) << welcome;
  EXPECT_NE(welcome.find(R"({"type":"welcome")"), std::string::npos) << welcome;
  const auto wrong = testing::run({"serve", "--quiet", "--port", "0", "--database",
                                   folder + "/x.db", "--cert", database(), "--key", key});
  EXPECT_EQ(wrong.status, 1);
  EXPECT_NE(wrong.err.find("certificate"), std::string::npos);
}

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
  const std::string whole_address = cli::http_exchange(
      server->port(),
      "GET http://localhost/healthz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n");
  EXPECT_NE(whole_address.find("\r\n\r\nok\n"), std::string::npos) << whole_address;
}

TEST_F(Served, What_is_no_HTTP_gets_an_answer_in_HTTP) {
  const auto status = [&](const std::string& request) {
    return cli::http_exchange(server->port(), request).substr(0, 12);
  };
  EXPECT_EQ(status("hello\r\n\r\n"), "HTTP/1.1 400");
  EXPECT_EQ(status("GET / HTTP/1.1\r\nNo colon\r\n\r\n"), "HTTP/1.1 400");
  EXPECT_EQ(status("GET / HTTP/9.9\r\n\r\n"), "HTTP/1.1 400");
  EXPECT_EQ(status("\x16\x03\x01\x02\r\n\r\n"), "HTTP/1.1 400") << "TLS where there is none";
  EXPECT_EQ(status("GET / HTTP/1.1\r\nX: " + std::string(200'000, 'x') + "\r\n\r\n"),
            "HTTP/1.1 431");
  EXPECT_EQ(status("POST / HTTP/1.1\r\nContent-Length: 200000\r\n\r\n" + std::string(200'000, 'x')),
            "HTTP/1.1 405");
}

// The first part of an answer to a handshake.
std::string handshake(std::uint16_t port, const std::string& more_headers) {
  WsClient line;
  EXPECT_TRUE(line.dial(port));
  line.raw(
      "GET /ws HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
      "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n" +
      more_headers + "\r\n");
  std::string answer(4096, ' ');
  answer.resize(static_cast<std::size_t>(
      std::max<ssize_t>(0, recv(line.socket(), answer.data(), answer.size(), 0))));
  return answer;
}

TEST_F(Served, Cookies_keep_to_TLS_where_a_proxy_speaks_it) {
  const std::string https = "X-Forwarded-Proto: https\r\n";
  EXPECT_EQ(handshake(server->port(), https).find("; Secure"), std::string::npos)
      << "without a proxy, anybody could have written it";
  EXPECT_EQ(get("/", https).find("Strict-Transport-Security"), std::string::npos);
  start({"--behind-proxy"});
  EXPECT_NE(handshake(server->port(), https).find("; Secure"), std::string::npos);
  EXPECT_NE(get("/", https).find("Strict-Transport-Security"), std::string::npos);
  const std::string http = "X-Forwarded-Proto: http\r\n";
  const std::string plain = handshake(server->port(), http);
  EXPECT_NE(plain.find("HttpOnly"), std::string::npos) << plain;
  EXPECT_EQ(plain.find("; Secure"), std::string::npos);
  EXPECT_EQ(get("/", http).find("Strict-Transport-Security"), std::string::npos);
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

TEST_F(Served, The_lobby_shows_after_a_restart_what_it_showed_before) {
  start({"--behind-proxy", "--tables", "0", "--messages", "0"});
  const auto listed = [&] {
    Person visitor;
    visitor.connect(*server);
    visitor.line.send(R"({"type":"lobby","on":true})");
    const auto list = visitor.line.next(5000);
    return list ? parsed(*list).find("tables")->items.size() : 0;
  };
  for (const char* address : {"203.0.113.1", "203.0.113.2"}) {
    WsClient host;
    ASSERT_TRUE(host.connect(server->port(), "X-Forwarded-For: " + std::string{address} + "\r\n"));
    for (int i = 0; i < 15; ++i)
      host.send(
          R"({"type":"open","settings":{"header":{"game":"dojo","players":3},"tempo":"fast","listed":true}})");
    for (int i = 0; i < 16; ++i) ASSERT_TRUE(host.next(5000));
  }
  EXPECT_EQ(listed(), 30U);
  start();
  EXPECT_EQ(listed(), 30U);
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

  // Spectators are muted together, and who has a seat is still heard.
  Person spectator;
  spectator.connect(*server);
  spectator.line.send(R"({"type":"watch","table":")" + table + "\"}");
  ASSERT_TRUE(spectator.read([&] { return !spectator.table().empty(); }));
  say(spectator, "psst");
  EXPECT_TRUE(people[0].read([&] { return heard(people[0], "psst"); }));
  people[0].line.send(R"({"type":"mute","table":")" + table + R"(","on":true})");
  people[0].line.send(R"({"type":"mute","table":")" + table + R"(","seat":1,"on":false})");
  people[0].line.send(R"({"type":"say","table":")" + table + R"(","text":"quiet now"})");
  EXPECT_TRUE(spectator.read([&] { return heard(spectator, "quiet now"); }));
  say(spectator, "take the left one");
  EXPECT_TRUE(people[1].read([&] { return heard(people[1], "take the left one"); }));
  say(people[1], "did somebody speak");
  EXPECT_TRUE(people[0].read([&] { return heard(people[0], "did somebody speak"); }));
  EXPECT_FALSE(heard(people[0], "take the left one"));

  people[1].line.send(R"({"type":"forget_me","really":true})");
  EXPECT_TRUE(people[1].read([&] { return !people[1].line.is_open(); }));
  // His lines, by the numbers they were told with.
  EXPECT_TRUE(people[0].read([&] {
    return std::ranges::any_of(people[0].knows.mail, [](const std::string& text) {
      return text.find(R"("unsaid")") != std::string::npos &&
             text.find(R"("lines":[1,2,6])") != std::string::npos;
    });
  }));
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
  // Who comes late finds how it ended.
  const std::string table = person.table();
  Person late;
  late.connect(*server, person.line.cookie());
  late.line.send(R"({"type":"watch","table":")" + table + "\"}");
  EXPECT_TRUE(late.read([&] { return late.stage() == "over" && late.knows.seq > 0; }));
  EXPECT_TRUE(late.knows.table.find("host")->boolean);
  late.line.close();
  for (int i = 0; i < 100 && !tables(); ++i)
    std::this_thread::sleep_for(std::chrono::milliseconds(100));
  EXPECT_TRUE(tables());
}

}  // namespace
}  // namespace tatami::server
