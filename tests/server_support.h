#pragma once

#include <gtest/gtest.h>
#include <sys/stat.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "cli/child.h"
#include "cli/ws_client.h"
#include "command_support.h"
#include "table_support.h"

// The real server in a process of its own, real sockets, a real database file.
namespace tatami::testing {

using cli::ServerProcess;
using cli::WsClient;

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
    // The server's standard error is kept, to look for secrets.
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

// Somebody at a table, who keeps what they hear.
struct Person {
  WsClient connection;
  Client knows;
  std::string welcome;
  std::optional<std::string> refused;

  void connect(const ServerProcess& server, const std::string& cookie = {}) {
    const std::string headers = cookie.empty() ? "" : "Cookie: " + cookie + "\r\n";
    ASSERT_TRUE(connection.connect(server.port(), headers));
    const auto first = connection.next(5000);
    ASSERT_TRUE(first);
    welcome = *first;
  }

  // Reads what comes, until it satisfies or time is up.
  template <class Until>
  bool read(Until&& until, int milliseconds = 20'000) {
    const auto end = std::chrono::steady_clock::now() + std::chrono::milliseconds(milliseconds);
    while (!until()) {
      if (std::chrono::steady_clock::now() > end) return false;
      const auto text = connection.next(100);
      if (text) hear(*text);
      if (!connection.is_open()) return until();
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
    connection.send(R"({"type":"act","table":")" + table() + R"(","seq":)" +
                    std::to_string(knows.seq) + ",\"move\":" + text_of(choice) + "}");
    knows.own = {};
  }
};

inline void open_table(Person& host, const std::string& settings) {
  host.connection.send(R"({"type":"open","settings":)" + settings + "}");
  ASSERT_TRUE(host.read([&] { return !host.table().empty(); }));
}

inline void sit(Person& person, const std::string& table) {
  person.connection.send(R"({"type":"sit","table":")" + table + R"(","contribution":"salt"})");
  ASSERT_TRUE(person.read([&] {
    const json::Value* you = person.knows.table.find("you");
    return person.table() == table && you && you->kind == json::Kind::integer;
  }));
}

inline void start_game(Person& host) {
  host.connection.send(R"({"type":"start","table":")" + host.table() + "\"}");
  ASSERT_TRUE(host.read([&] { return host.stage() != "gathering"; }));
}

// Everybody acts when asked, until the game is over for all.
inline void play(std::vector<Person>& people, SplitMix& numbers) {
  const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(60);
  while (!std::ranges::all_of(people, [](const Person& each) { return each.stage() == "over"; })) {
    ASSERT_LT(std::chrono::steady_clock::now(), end);
    for (Person& person : people) {
      while (const auto text = person.connection.next(0)) person.hear(*text);
      if (person.must_act()) person.act(numbers);
    }
  }
}

inline constexpr const char* four_at_dojo =
    R"({"header":{"game":"dojo","players":4,"variants":["white-belt","black-belt"]},"tempo":"normal"})";

}  // namespace tatami::testing
