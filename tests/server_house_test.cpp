// The real server around its tables: HTTP, TLS, lobby, chat, metrics.
#include <sqlite3.h>
#include <sys/socket.h>
#include <sys/stat.h>

#include <csignal>
#include <thread>

#include "server_support.h"

namespace tatami::server {
namespace {

using cli::ServerProcess;
using cli::WsClient;
using testing::four_at_dojo;
using testing::open_table;
using testing::parsed;
using testing::Person;
using testing::play;
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
    return farewell || !person.connection.is_open();
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

TEST_F(Served, HTTP_serves_pages_with_security_headers_and_refuses_other_methods) {
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

TEST_F(Served, Malformed_HTTP_gets_400_or_431) {
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
  WsClient connection;
  EXPECT_TRUE(connection.dial(port));
  connection.raw(
      "GET /ws HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
      "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n" +
      more_headers + "\r\n");
  std::string answer(4096, ' ');
  answer.resize(static_cast<std::size_t>(
      std::max<ssize_t>(0, recv(connection.socket(), answer.data(), answer.size(), 0))));
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
  const std::string page = get("/open", "Accept-Encoding: gzip\r\n");
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

TEST_F(Served, A_hangup_reloads_the_certificate_and_ends_nothing) {
  Person person;
  person.connect(*server);
  for (const int signal : {SIGHUP, SIGPIPE, SIGXFSZ}) kill(server->pid(), signal);
  for (int i = 0; i < 50 && logged().find("reloaded") == std::string::npos; ++i)
    std::this_thread::sleep_for(std::chrono::milliseconds(100));
  EXPECT_NE(logged().find(R"("event":"reloaded")"), std::string::npos);
  open_table(person, four_at_dojo);
}

TEST_F(Served, After_a_hangup_new_connections_get_the_new_certificate) {
  const std::string pem = folder + "/cert.pem";
  const std::string key = folder + "/key.pem";
  const auto renew = [&](const std::string& name) {
    return std::system(
               ("openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days "
                "1 -subj /CN=" +
                name + " -keyout " + key + " -out " + pem + " 2>/dev/null")
                   .c_str()) == 0;
  };
  if (!renew("first.example")) GTEST_SKIP() << "no openssl command";
  start({"--cert", pem, "--key", key});
  const auto served = [&] {
    const std::string command =
        "openssl s_client -connect 127.0.0.1:" + std::to_string(server->port()) +
        " </dev/null 2>/dev/null >" + folder + "/answer";
    (void)std::system(command.c_str());
    const std::string answer = testing::read_file(folder + "/answer");
    const std::size_t begin = answer.find("-----BEGIN CERTIFICATE");
    const std::size_t end = answer.find("-----END CERTIFICATE");
    return begin == std::string::npos ? answer : answer.substr(begin, end - begin);
  };
  const auto own = [&] {
    const std::string text = testing::read_file(pem);
    return text.substr(0, text.find("-----END CERTIFICATE"));
  };
  const std::string first = served();
  EXPECT_EQ(first, own());
  const auto hang_up = [&](const std::string& event) {
    const auto count = [&] {
      const std::string log = logged();
      std::size_t found = 0;
      for (std::size_t at = 0; (at = log.find(event, at)) != std::string::npos; ++at) ++found;
      return found;
    };
    const std::size_t before = count();
    kill(server->pid(), SIGHUP);
    for (int i = 0; i < 100 && count() == before; ++i)
      std::this_thread::sleep_for(std::chrono::milliseconds(50));
    EXPECT_EQ(count(), before + 1) << event;
  };
  ASSERT_TRUE(renew("second.example"));
  EXPECT_EQ(served(), first) << "not before it is told";
  hang_up(R"("event":"reloaded")");
  const std::string second = served();
  EXPECT_NE(second, first);
  EXPECT_EQ(second, own());
  std::ofstream{key} << "no key";
  hang_up(R"("event":"not_reloaded")");
  EXPECT_EQ(served(), second) << "the one in use stays";
}

TEST_F(Served, On_a_full_disk_it_says_so_and_ends_and_nothing_that_was_heard_is_lost) {
  server.reset();
  // In a shell of its own: no file may grow beyond a megabyte or two.
  std::ofstream{folder + "/small"}
      << "#!/bin/sh\nulimit -f 2000\nexec " TATAMI_COMMAND " \"$@\" 2>>" << folder << "/log\n";
  chmod((folder + "/small").c_str(), 0700);
  server = std::make_unique<ServerProcess>(folder + "/small", database(),
                                           std::vector<std::string>{"--messages", "0"});
  ASSERT_TRUE(server->is_up());
  Person person;
  person.connect(*server);
  open_table(person, four_at_dojo);
  const std::string table = person.table();
  sit(person, table);
  std::size_t heard = 0;
  bool has_gone = false;
  for (int i = 0; i < 1500 && !has_gone; ++i) {
    person.connection.send(R"({"type":"say","table":")" + table + R"(","text":"remark )" +
                           std::to_string(i) + "\"}");
    has_gone = !person.read([&] {
      heard = static_cast<std::size_t>(std::ranges::count_if(
          person.knows.mail,
          [](const std::string& text) { return text.starts_with(R"({"type":"said")"); }));
      return heard > static_cast<std::size_t>(i);
    });
  }
  EXPECT_TRUE(has_gone);
  EXPECT_GT(heard, 10U);
  EXPECT_TRUE(std::ranges::any_of(person.knows.mail, [](const std::string& text) {
    return text.find("farewell") != std::string::npos && text.find("disk") != std::string::npos;
  }));
  EXPECT_EQ(server->end(0), 1);
  EXPECT_NE(logged().find(R"("event":"log_failed")"), std::string::npos);
  start({"--messages", "0"});
  Person later;
  later.connect(*server);
  later.connection.send(R"({"type":"watch","table":")" + table + "\"}");
  const std::string last = R"("text":"remark )" + std::to_string(heard - 1) + "\"";
  EXPECT_TRUE(later.read([&] {
    return std::ranges::any_of(later.knows.mail, [&](const std::string& text) {
      return text.find(last) != std::string::npos;
    });
  })) << heard;
}

TEST_F(Served, A_database_is_looked_through_when_asked) {
  Person person;
  person.connect(*server);
  open_table(person, four_at_dojo);
  EXPECT_EQ(server->end(SIGTERM), 0);
  const auto check = [&] { return testing::run({"serve", "--check", "--database", database()}); };
  const auto whole = check();
  EXPECT_EQ(whole.status, 0) << whole.err;
  EXPECT_NE(whole.out.find("is whole"), std::string::npos) << whole.out;
  sqlite3* connection = nullptr;
  ASSERT_EQ(sqlite3_open(database().c_str(), &connection), SQLITE_OK);
  sqlite3_exec(connection, "UPDATE entry SET at = at + 1 WHERE id = 1", nullptr, nullptr, nullptr);
  sqlite3_close(connection);
  const auto damaged = check();
  EXPECT_EQ(damaged.status, 1);
  EXPECT_NE(damaged.err.find("is damaged"), std::string::npos) << damaged.err;
  EXPECT_EQ(testing::run({"serve", "--check", "--database", folder + "/none"}).status, 1);
  EXPECT_FALSE(std::filesystem::exists(folder + "/none"));
}

TEST_F(Served, Young_games_are_kept_and_their_records_stay) {
  start({"--keep-days", "1"});
  std::vector<Person> people(1);
  people[0].connect(*server);
  open_table(people[0], R"({"header":{"game":"dojo","players":3},"tempo":"normal"})");
  const std::string table = people[0].table();
  sit(people[0], table);
  people[0].connection.send(R"({"type":"seat_bot","table":")" + table + R"(","level":"random"})");
  start_game(people[0]);
  SplitMix numbers{3};
  play(people, numbers);
  start({"--keep-days", "1"});
  EXPECT_NE(get("/records/" + table + ".jsonl").find(" 200 "), std::string::npos);
  EXPECT_FALSE(std::filesystem::exists(database() + ".records"));
}

TEST_F(Served, Metrics_tell_how_long_moves_take_and_what_waits) {
  std::vector<Person> people(3);
  for (Person& person : people) person.connect(*server);
  open_table(people[0], R"({"header":{"game":"dojo","players":3},"tempo":"normal"})");
  for (Person& person : people) sit(person, people[0].table());
  start_game(people[0]);
  SplitMix numbers{5};
  play(people, numbers);
  const std::string page = cli::body_of(get("/metrics"));
  const auto value = [&](const std::string& name) {
    const std::size_t at = page.find("\n" + name + " ");
    return at == std::string::npos ? -1.0 : std::stod(page.substr(at + name.size() + 2));
  };
  EXPECT_EQ(value("tatami_move_milliseconds_count"), value("tatami_moves_total"));
  EXPECT_EQ(value(R"(tatami_move_milliseconds_bucket{le="+Inf"})"), value("tatami_moves_total"));
  EXPECT_GT(value("tatami_moves_total"), 30);
  EXPECT_GT(value("tatami_commits_total"), 30);
  EXPECT_GT(value("tatami_commit_seconds_total"), 0);
  EXPECT_GT(value("tatami_resident_bytes"), 1e6);
  EXPECT_GT(value("tatami_database_bytes"), 1e4);
  EXPECT_EQ(value("tatami_log_queue"), 0);
  EXPECT_EQ(value("tatami_send_queue_bytes"), 0);
  EXPECT_GE(value("tatami_bots_queue"), 0);  // what is prepared at the start may wait there
}

TEST_F(Served, Links_to_tables_replays_and_puzzles_have_a_preview) {
  std::filesystem::create_directories(folder + "/web");
  std::ofstream{folder + "/web/index.html"} << "<head><title>Tatami</title></head><body>";
  start({"--web", folder + "/web", "--behind-proxy"});
  const auto has = [&](const std::string& path, const std::string& what) {
    return get(path, "X-Forwarded-Proto: https\r\n").find(what) != std::string::npos;
  };
  EXPECT_TRUE(has("/t/abc", R"(<meta property="og:url" content="https://localhost/t/abc" />)"));
  EXPECT_TRUE(has("/t/abc", R"(content="https://localhost/preview-table.png")"));
  EXPECT_TRUE(has("/join/KATANA?x", R"(content="https://localhost/preview-table.png")"));
  EXPECT_TRUE(has("/replay/abc", "/preview-replay.png"));
  EXPECT_TRUE(has("/puzzle", "/preview-puzzle.png"));
  EXPECT_TRUE(has("/t/abc", "\" />\n</head><body>"));
  EXPECT_FALSE(has("/trainer", "og:"));
  EXPECT_FALSE(has("/rules/dojo", "og:"));
  // No address breaks out of its attribute.
  EXPECT_TRUE(has("/t/\"><script>&", "/t/&quot;&gt;&lt;script&gt;&amp;\" />"));
  EXPECT_FALSE(has("/t/\"><script>&", "<script>"));
}

TEST_F(Served, The_lobby_shows_listed_tables_and_no_others) {
  Person host;
  host.connect(*server);
  host.connection.send(R"({"type":"rename","to":"Hana"})");
  open_table(host, R"({"header":{"game":"dojo","players":3},"tempo":"normal"})");
  const std::string unlisted = host.table();
  host.knows = {};
  host.connection.send(
      R"({"type":"open","settings":{"header":{"game":"dojo","players":3},"tempo":"fast","listed":true}})");
  ASSERT_TRUE(host.read([&] { return !host.table().empty(); }));
  Person visitor;
  visitor.connect(*server);
  visitor.connection.send(R"({"type":"lobby","on":true})");
  const auto list = visitor.connection.next(5000);
  ASSERT_TRUE(list);
  EXPECT_NE(list->find(host.table()), std::string::npos);
  EXPECT_NE(list->find("Hana"), std::string::npos);
  EXPECT_EQ(list->find(unlisted), std::string::npos);

  // By its code, in small letters too.
  std::string code = host.knows.table.find("code")->text;
  for (char& c : code) c = static_cast<char>(std::tolower(c));
  visitor.connection.send(R"({"type":"watch","table":")" + code + "\"}");
  ASSERT_TRUE(visitor.read([&] { return visitor.table() == host.table(); }));
}

TEST_F(Served, The_lobby_shows_after_a_restart_what_it_showed_before) {
  start({"--behind-proxy", "--tables", "0", "--messages", "0"});
  const auto listed = [&] {
    Person visitor;
    visitor.connect(*server);
    visitor.connection.send(R"({"type":"lobby","on":true})");
    const auto list = visitor.connection.next(5000);
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
    person.connection.send(R"({"type":"say","table":")" + table + R"(","text":")" + text + "\"}");
  };
  people[1].connection.send(R"({"type":"rename","to":"Ursula K"})");
  say(people[1], "konnichiwa");
  EXPECT_TRUE(people[0].read([&] { return heard(people[0], "konnichiwa"); }));
  people[0].connection.send(R"({"type":"mute","table":")" + table + R"(","seat":1,"on":true})");
  people[0].connection.send(R"({"type":"lobby","on":true})");
  ASSERT_TRUE(people[0].read(
      [&] { return people[0].knows.mail.back().find("lobby_list") != std::string::npos; }));
  say(people[1], "can you hear me");
  EXPECT_TRUE(people[1].read([&] { return heard(people[1], "can you hear me"); }));
  EXPECT_FALSE(people[0].read([&] { return heard(people[0], "can you hear me"); }, 300));

  // Spectators are muted together, and who has a seat is still heard.
  Person spectator;
  spectator.connect(*server);
  spectator.connection.send(R"({"type":"watch","table":")" + table + "\"}");
  ASSERT_TRUE(spectator.read([&] { return !spectator.table().empty(); }));
  say(spectator, "psst");
  EXPECT_TRUE(people[0].read([&] { return heard(people[0], "psst"); }));
  people[0].connection.send(R"({"type":"mute","table":")" + table + R"(","on":true})");
  people[0].connection.send(R"({"type":"mute","table":")" + table + R"(","seat":1,"on":false})");
  people[0].connection.send(R"({"type":"say","table":")" + table + R"(","text":"quiet now"})");
  EXPECT_TRUE(spectator.read([&] { return heard(spectator, "quiet now"); }));
  say(spectator, "take the left one");
  EXPECT_TRUE(people[1].read([&] { return heard(people[1], "take the left one"); }));
  say(people[1], "did somebody speak");
  EXPECT_TRUE(people[0].read([&] { return heard(people[0], "did somebody speak"); }));
  EXPECT_FALSE(heard(people[0], "take the left one"));

  people[1].connection.send(R"({"type":"forget_me","really":true})");
  EXPECT_TRUE(people[1].read([&] { return !people[1].connection.is_open(); }));
  // Their remarks, by the numbers they were told with.
  EXPECT_TRUE(people[0].read([&] {
    return std::ranges::any_of(people[0].knows.mail, [](const std::string& text) {
      return text.find(R"("unsaid")") != std::string::npos &&
             text.find(R"("numbers":[1,2,6])") != std::string::npos;
    });
  }));
  Person newcomer;
  newcomer.connect(*server);
  newcomer.connection.send(R"({"type":"watch","table":")" + table + "\"}");
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
  person.connection.send(R"({"type":"seat_bot","table":")" + person.table() +
                         R"(","level":"student"})");
  start_game(person);
  person.connection.close();
  const auto tables = [&] {
    const std::string page = cli::body_of(get("/metrics"));
    return page.find("\ntatami_tables 0\n") != std::string::npos &&
           page.find("tatami_tables_finished_total 1") != std::string::npos;
  };
  for (int i = 0; i < 100 && !tables(); ++i)
    std::this_thread::sleep_for(std::chrono::milliseconds(100));
  EXPECT_TRUE(tables());
  // A latecomer finds how it ended.
  const std::string table = person.table();
  Person late;
  late.connect(*server, person.connection.cookie());
  late.connection.send(R"({"type":"watch","table":")" + table + "\"}");
  EXPECT_TRUE(late.read([&] { return late.stage() == "over" && late.knows.seq > 0; }));
  EXPECT_TRUE(late.knows.table.find("host")->boolean);
  late.connection.close();
  for (int i = 0; i < 100 && !tables(); ++i)
    std::this_thread::sleep_for(std::chrono::milliseconds(100));
  EXPECT_TRUE(tables());
}

}  // namespace
}  // namespace tatami::server
