// Races at the real server over real sockets; one of the connections is slow.
#include <sys/socket.h>
#include <unistd.h>

#include <cmath>
#include <sstream>

#include "server/house.h"
#include "server/tcp_info.h"
#include "server_support.h"
#include "slow_connection.h"

namespace tatami::server {
namespace {

using testing::Person;
using testing::Served;
using testing::SlowConnection;
using Clock = std::chrono::steady_clock;

constexpr int tables = 4;
constexpr std::array<int, 2> reflexes = {500,
                                         300};  // ms; the quicker one is on the slow connection

int since(Clock::time_point start) {
  return static_cast<int>(
      std::chrono::duration_cast<std::chrono::milliseconds>(Clock::now() - start).count());
}

// A person at several tables at once, who reacts after seeing the faces.
struct Racer {
  struct At {
    std::optional<Clock::time_point> seen{};
    std::uint32_t seq = 0;
    bool has_reacted = false;
    json::Value verdict{};
  };
  std::map<std::string, At> at{};
  std::map<std::string, std::string> qualities{};  // by table: what its info says of both

  void hear(const std::string& text) {
    const json::Value message = testing::parsed(text);
    const std::string& type = message.find("type")->text;
    const json::Value* table = message.find("table");
    if (!table) return;
    if (type == "table")
      for (const json::Value& chair : message.find("chairs")->items)
        if (const json::Value* quality = chair.find("connection"))
          qualities[table->text] += quality->text;
    if (type == "verdict") at[table->text].verdict = message;
    const json::Value* position = message.find("tatamokatsu");
    const json::Value* phase = position ? position->find("phase") : nullptr;
    if (!phase || phase->text != "window") return;
    at[table->text].seen = Clock::now();
    at[table->text].seq = static_cast<std::uint32_t>(message.find("seq")->integer);
  }
};

// One roll at each of some tables. The second of two people is on a slow connection, and quicker.
std::vector<std::vector<json::Value>> race_at_tables(const cli::ServerProcess& server) {
  SlowConnection slow{server.port(), std::chrono::milliseconds(110), 20};
  std::array<Person, 2> people;
  people[0].connect(server);
  EXPECT_TRUE(people[1].connection.connect(slow.port(), {}));

  std::vector<std::string> ids;
  for (int i = 0; i < tables; ++i) {
    people[0].knows.table = {};
    testing::open_table(people[0],
                        R"({"header":{"game":"tatamokatsu","players":2,"first_roller":0},
                            "tempo":"untimed"})");
    ids.push_back(people[0].table());
    for (Person& person : people) testing::sit(person, ids.back());
  }
  std::array<Racer, 2> racers;
  const auto listen = [&](int milliseconds) {
    const auto end = Clock::now() + std::chrono::milliseconds(milliseconds);
    while (Clock::now() < end)
      for (std::size_t i = 0; i < people.size(); ++i)
        while (const auto text = people[i].connection.next(1)) racers[i].hear(*text);
  };
  listen(5000);  // the server measures the connections, and tells how good they are
  for (const std::string& id : ids) {
    EXPECT_NE(racers[0].qualities[id].find("good"), std::string::npos) << racers[0].qualities[id];
    people[0].connection.send(R"({"type":"start","table":")" + id + "\"}");
    people[0].connection.send(R"({"type":"throw_dice","table":")" + id + "\"}");
  }

  const auto judged = [&] {
    return std::ranges::count_if(ids, [&](const std::string& id) {
             return racers[0].at[id].verdict.kind == json::Kind::object;
           }) == tables;
  };
  const auto started = Clock::now();
  while (!judged()) {
    if (since(started) > 20'000) {
      ADD_FAILURE() << "no verdict";
      return {};
    }
    listen(1);
    for (std::size_t i = 0; i < people.size(); ++i)
      for (auto& [id, at] : racers[i].at) {
        if (!at.seen || at.has_reacted || since(*at.seen) < reflexes[i]) continue;
        at.has_reacted = true;
        people[i].connection.send(R"({"type":"act","table":")" + id + R"(","seq":)" +
                                  std::to_string(at.seq) + R"(,"move":{"seat":)" +
                                  std::to_string(i) + R"(,"at":)" +
                                  std::to_string(since(*at.seen)) + R"(,"do":"salute"}})");
      }
  }

  std::vector<std::vector<json::Value>> reactions;
  reactions.reserve(ids.size());
  for (const std::string& id : ids)
    reactions.push_back(racers[0].at[id].verdict.find("reactions")->items);
  return reactions;
}

TEST_F(Served, A_slow_connection_neither_wins_nor_loses_a_race) {
  for (const std::vector<json::Value>& reactions : race_at_tables(*server)) {
    ASSERT_EQ(reactions.size(), 2U);
    EXPECT_EQ(reactions[0].find("seat")->integer, 1) << "first, though it arrived last";
    for (const json::Value& reaction : reactions) {
      const auto seat = static_cast<std::size_t>(reaction.find("seat")->integer);
      const auto at = reaction.find("at")->integer;
      EXPECT_GE(at, reflexes[seat]);
      EXPECT_LE(at, reflexes[seat] + 100)
          << "as the client measured it, on a machine that may be busy";
      const auto arrived = reaction.find("arrived")->integer;
      EXPECT_GE(arrived, at + (seat == 1 ? 220 : 0));
      EXPECT_EQ(reaction.find("credit")->integer, arrived - at);
    }
  }
}

TEST_F(Served, A_program_that_delays_messages_is_credited_with_the_lag_of_its_machine) {
  start({"--tcp-lag", "all"});
  for (const std::vector<json::Value>& reactions : race_at_tables(*server)) {
    ASSERT_EQ(reactions.size(), 2U);
    for (const json::Value& reaction : reactions) {
      if (reaction.find("seat")->integer != 1) continue;
      EXPECT_LE(reaction.find("credit")->integer, 80) << "of some 240 ms that it delays";
    }
  }
}

TEST(Tcp, Another_socket_has_no_round_trips) {
  std::array<int, 2> ends{};
  ASSERT_EQ(socketpair(AF_UNIX, SOCK_STREAM, 0, ends.data()), 0);
  EXPECT_FALSE(kernel_lag(ends[0]));
  close(ends[0]);
  close(ends[1]);
}

TEST(Tcp, An_address_of_a_private_network_may_be_a_proxy) {
  for (const char* each : {"127.0.0.1", "10.1.2.3", "172.31.0.1", "192.168.1.7", "100.64.0.9",
                           "169.254.3.3", "::1", "::ffff:10.0.0.1", "fe80::1", "fd00::7"})
    EXPECT_FALSE(is_public(boost::asio::ip::make_address(each))) << each;
  for (const char* each :
       {"9.9.9.9", "172.32.0.1", "192.169.1.7", "100.128.0.1", "2001:db8::1", "::ffff:9.9.9.9"})
    EXPECT_TRUE(is_public(boost::asio::ip::make_address(each))) << each;
}

// The same races on every run; docs/FAIRNESS.md has more of them.
TEST(Race, Equal_reflexes_win_equal_shares_on_unequal_connections) {
  const auto races = testing::run({"load", "--race", "--races", "400", "--json"});
  ASSERT_EQ(races.status, 0) << races.err;
  std::istringstream lines{races.out};
  double worst_by_arrival = 0;
  int rows = 0;
  std::map<std::string, double> manners;
  for (std::string line; std::getline(lines, line); ++rows) {
    const auto number = [&](const std::string& name) {
      const std::size_t at = line.find("\"" + name + "\":");
      return at == std::string::npos ? -1 : std::stod(line.substr(at + name.size() + 3));
    };
    if (number("players") < 0) {
      manners[testing::parsed(line).find("manner")->text] = number("share");
      continue;
    }
    const double par = 1 / number("players");
    const double four_deviations = 4 * std::sqrt(par * (1 - par) / number("races"));
    const double unfair = line.find(R"("poor":true)") == std::string::npos ? 0.02 : 0.1;
    EXPECT_NEAR(number("share"), par, four_deviations + unfair) << line;
    worst_by_arrival = std::max(worst_by_arrival, std::abs(number("by_arrival") - par));
  }
  EXPECT_EQ(rows, 3 * (2 + 3 + 4 + 5 + 3) + 9);
  EXPECT_GT(worst_by_arrival, 0.4);
  for (const auto& [manner, share] : manners) {
    if (manner.find("proxy") != std::string::npos) continue;
    EXPECT_LT(share, 1.0 / 3 + 4 * std::sqrt(1.0 / 3 * 2 / 3 / 400) + 0.04) << manner;
  }
  EXPECT_LT(manners["withholds pongs"], manners["is honest"]);
}

}  // namespace
}  // namespace tatami::server
