#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <filesystem>

#include "cli/ws_client.h"
#include "server/serve.h"
#include "sim/simulation.h"
#include "table_support.h"
#include "third_game/live.h"

// A game that only this program knows, by one folder and one entry in its list of games.
namespace tatami {
namespace {

using testing::Match;

const std::string settings = R"({"header":{"game":"highest-card","players":3},"tempo":"normal"})";

TEST(ThirdGame, Is_played_at_a_table_with_a_bot_restarts_and_leaves_a_record_that_can_be_verified) {
  Match match{settings, 5};
  testing::seat_beside_bots(match, 2, "eager");
  int decisions = 0;
  while (!match.over()) {
    for (int i = 0; i < 2; ++i) {
      const json::Value* mine = match.clients[Match::guest(i)].own.find("legal");
      if (!mine || mine->items.empty()) continue;
      match.act(Match::guest(i), testing::text_of(mine->items.front()));
      if (++decisions == 2) {  // the server is killed and goes on
        const std::string record = match.table().record();
        match.restart();
        EXPECT_EQ(match.table().record(), record);
        for (int back = 0; back < 2; ++back) match.come(back);
      }
    }
    if (!match.over()) match.rehearsal.wait();
  }
  EXPECT_EQ(decisions, 6);
  testing::expect_sound_record(match);
}

// People open tables of every game in the list, among crashes and broken connections.
TEST(ThirdGame, Is_played_in_the_simulator) {
  const sim::Report report = sim::simulate({.seed = 1, .ticks = 6000, .people = 15});
  EXPECT_FALSE(report.failure) << *report.failure;
  EXPECT_GT(report.crashes, 0U);
  EXPECT_GT(report.games_of.at("highest-card"), 0U);
}

TEST(ThirdGame, Is_in_the_protocol) {
  const std::string types = record::typescript(live::catalogue());
  EXPECT_NE(types.find("highest_own"), std::string::npos);
  EXPECT_NE(types.find("\"highest-card\""), std::string::npos);
}

// The real server in a process of its own, on a real socket.
class ServedThirdGame : public ::testing::Test {
 protected:
  void SetUp() override {
    folder = (std::filesystem::temp_directory_path() / "tatami-third-XXXXXX").string();
    ASSERT_TRUE(mkdtemp(folder.data()));
    std::array<int, 2> pipe_ends{};
    ASSERT_EQ(pipe(pipe_ends.data()), 0);
    child = fork();
    ASSERT_GE(child, 0);
    if (child == 0) {
      dup2(pipe_ends[1], STDOUT_FILENO);
      server::ServeOptions options;
      options.address = "127.0.0.1";
      options.port = 0;
      options.database = folder + "/tatami.db";
      options.bot_pause = 0;
      options.quiet = true;
      _exit(server::serve(options));
    }
    close(pipe_ends[1]);  // so that a server that dies ends the wait for its address
    std::array<char, 200> url{};
    ASSERT_GT(read(pipe_ends[0], url.data(), url.size() - 1), 0);
    const std::string text{url.data()};
    port = static_cast<std::uint16_t>(std::stoi(text.substr(text.rfind(':') + 1)));
  }
  void TearDown() override {
    if (child > 0) {  // 0 and -1 would name other processes, our own among them
      kill(child, SIGTERM);
      waitpid(child, nullptr, 0);
    }
    std::filesystem::remove_all(folder);
  }

  std::string folder;
  pid_t child = 0;
  std::uint16_t port = 0;
};

TEST_F(ServedThirdGame, Is_played_over_a_real_socket_to_its_end) {
  cli::WsClient connection;
  ASSERT_TRUE(connection.connect(port));
  testing::Client client;
  const auto table = [&] { return client.table.find("table")->text; };
  const auto until = [&](auto&& holds) {
    while (!holds()) {
      const auto text = connection.next(10'000);
      if (!text) return false;
      client.read(*text);
    }
    return true;
  };
  const auto stage = [&] {
    return client.table.find("stage") ? client.table.find("stage")->text : "";
  };
  connection.send(R"({"type":"open","settings":)" + settings + "}");
  ASSERT_TRUE(until([&] { return stage() == "gathering"; }));
  connection.send(R"({"type":"sit","table":")" + table() + "\"}");
  connection.send(R"({"type":"seat_bot","table":")" + table() + R"(","level":"eager"})");
  connection.send(R"({"type":"start","table":")" + table() + "\"}");
  while (stage() != "over") {
    ASSERT_TRUE(until([&] {
      const json::Value* legal = client.own.find("legal");
      return stage() == "over" || (legal && !legal->items.empty());
    }));
    if (stage() == "over") break;
    const std::string move = testing::text_of(client.own.find("legal")->items.front());
    client.own = {};
    connection.send(R"({"type":"act","table":")" + table() + R"(","seq":)" +
                    std::to_string(client.seq) + ",\"move\":" + move + "}");
  }
  const std::string record = cli::body_of(cli::http_exchange(
      port, "GET /records/" + table() +
                ".jsonl HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"));
  record::Replay replay;
  for (std::string_view text = record; !text.empty();)
    ASSERT_EQ(replay.take(live::take_line(text)), std::nullopt) << record;
  EXPECT_TRUE(replay.over()) << record;
}

}  // namespace
}  // namespace tatami
