#include "nodes/nodes.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>

#include "bus/memory.h"
#include "store/memory.h"
#include "table_support.h"

// Three halls that share a log and a bus in one process: guests are connected to any of them.
namespace tatami::nodes {
namespace {

using bus::milliseconds;
using testing::Client;

struct Ear final : Session {
  void send(std::shared_ptr<const std::string> text) override {
    knows.read(*text);
    const json::Value message = testing::parsed(*text);
    if (message.find("type")->text == "refused") refused = message.find("why")->text;
    if (message.find("type")->text == "forgotten") is_forgotten = true;
  }
  void close(const std::string& /*why*/) override { is_closed = true; }

  std::string table() const {
    const json::Value* id = knows.table.find("table");
    return id ? id->text : "";
  }
  std::string stage() const {
    const json::Value* stage = knows.table.find("stage");
    return stage ? stage->text : "";
  }
  bool has_heard(const std::string& part) const {
    return std::ranges::any_of(
        knows.mail, [&](const std::string& each) { return each.find(part) != std::string::npos; });
  }

  Client knows;
  std::string refused;
  bool is_closed = false, is_forgotten = false;
};

class ThreeNodes : public ::testing::Test {
 protected:
  // Everything that happens, in the order of its time.
  void later(Time wait, std::function<void()> job) {
    jobs.emplace(std::pair{now + wait, ++order}, std::move(job));
  }
  void pass(Time time) {
    const Time end = now + time;
    while (!jobs.empty() && jobs.begin()->first.first <= end) {
      const auto next = jobs.extract(jobs.begin());
      now = std::max(now, next.key().first);
      next.mapped()();
    }
    now = end;
  }

  struct Node {
    Node(ThreeNodes& test, const std::string& node, const server::Limits& limits)
        : log(store::open_memory(test.database)),
          hall({.log = *log,
                .post = [&test](auto job) { test.later(0, std::move(job)); },
                .think =
                    [&test](const auto&, const std::string& whose, auto, auto job) {
                      if (whose.empty()) return;  // preparations: they only save time
                      test.later(1, std::move(job));
                    },
                .stop_thinking = [](const auto&, auto) {},
                .now = [&test] { return test.now; },
                .fail = [](const std::string& what) { ADD_FAILURE() << what; },
                .alarm_changed = {}},
               {.bot_pause = 0}, limits),
          bus(test.memory.join(node)) {
      EXPECT_FALSE(hall.take_up());
      nodes.emplace(Nodes::Surroundings{
                        .bus = *bus,
                        .post = [&test](auto job) { test.later(0, std::move(job)); },
                        .now = [&test] { return test.now; },
                        .tell =
                            [&test, node](std::string_view event, const std::string& other) {
                              test.told.push_back(node + " " + std::string{event} + " " + other);
                            }},
                    hall, "test", node, ++test.starts);
    }
    std::unique_ptr<store::EventLog> log;
    Hall hall;
    std::unique_ptr<bus::Bus> bus;
    std::optional<Nodes> nodes;
  };

  void start(server::Limits limits = generous()) {
    for (std::size_t i = 0; i < 3; ++i) {
      node[i] = std::make_unique<Node>(*this, names[i], limits);
      pass(10);
    }
    for (std::size_t i = 0; i < 3; ++i) {
      guest[i] = node[i]->hall.greet({});
      enter(i);
      tell(i, R"({"type":"rename","to":"Guest )" + std::to_string(i) + "\"}");
    }
    beat();
  }
  void TearDown() override {
    jobs.clear();
    for (auto& each : node) each.reset();
  }
  static server::Limits generous() {
    server::Limits limits;
    limits.messages.a_second = 0;
    return limits;
  }

  void enter(std::size_t i) {
    ear[i] = std::make_unique<Ear>();
    node[i]->hall.enter(*ear[i], guest[i], "192.0.2." + std::to_string(i));
  }
  void tell(std::size_t i, const std::string& command) {
    ear[i]->refused.clear();
    node[i]->hall.hear(*ear[i], command);
    pass(200);
  }
  void tell_table(std::size_t i, const std::string& type, const std::string& more = {}) {
    tell(i, R"({"type":")" + type + R"(","table":")" + table + "\"" + more + "}");
  }
  void beat(int seconds = 1) {
    for (int i = 0; i < seconds; ++i) {
      for (auto& each : node)
        if (each) {
          each->hall.tick();
          each->hall.beat();
          each->nodes->beat();
        }
      pass(1000);
    }
  }
  void open(std::size_t i, const std::string& more = {}) {
    tell(i, R"({"type":"open","settings":{"header":{"game":"dojo","players":3},"tempo":"untimed")" +
                more + "}}");
    table = ear[i]->table();
    code = ear[i]->knows.table.find("code")->text;
  }
  void sit_and_start() {
    for (std::size_t i = 0; i < 3; ++i) {
      if (i > 0) tell(i, R"({"type":"watch","table":")" + code + "\"}");
      tell_table(i, "sit", R"(,"contribution":"salt")");
      EXPECT_EQ(ear[i]->refused, "");
    }
    tell_table(0, "start");
  }
  // One action of whoever is asked; whether there was one.
  bool act() {
    for (std::size_t i = 0; i < 3; ++i) {
      if (!node[i] || !ear[i]) continue;
      const json::Value* legal = ear[i]->knows.own.find("legal");
      if (!legal || legal->items.empty()) continue;
      const auto& choice =
          legal->items[numbers.below(static_cast<std::uint32_t>(legal->items.size()))];
      const std::string move = testing::text_of(choice);
      tell_table(i, "act", R"(,"seq":)" + std::to_string(ear[i]->knows.seq) + ",\"move\":" + move);
      return true;
    }
    return false;
  }

  const std::array<std::string, 3> names{"a", "b", "c"};
  Time now = 1'000'000;
  std::uint64_t order = 0, starts = 0;
  std::map<std::pair<Time, std::uint64_t>, std::function<void()>> jobs;
  std::vector<std::string> told;
  SplitMix numbers{7};
  bus::Memory memory{{[this](auto job) { later(0, std::move(job)); },
                      [this](milliseconds wait, auto job) { later(wait.count(), std::move(job)); }},
                     [this] { return milliseconds{now}; },
                     7};
  std::shared_ptr<store::MemoryDatabase> database =
      store::memory_database([this] { return milliseconds{now}; });
  std::array<std::unique_ptr<Node>, 3> node;
  std::array<Guest, 3> guest;
  std::array<std::unique_ptr<Ear>, 3> ear;
  std::string table, code;
};

TEST_F(ThreeNodes, Guests_of_three_nodes_play_a_whole_game_at_one_table) {
  memory.weather = {.slowest = 20};
  start();
  open(0);
  sit_and_start();
  for (const auto& each : ear) EXPECT_EQ(each->stage(), "playing");
  int actions = 0;
  while (act()) ++actions;
  EXPECT_GT(actions, 20);
  const auto record = node[0]->hall.record(table);
  ASSERT_TRUE(record);
  for (std::size_t i = 0; i < 3; ++i) {
    EXPECT_EQ(ear[i]->stage(), "over");
    EXPECT_EQ(ear[i]->knows.seq, ear[0]->knows.seq);
    EXPECT_EQ(testing::canonical(ear[i]->knows.dojo), testing::canonical(ear[0]->knows.dojo));
    EXPECT_EQ(node[i]->hall.record(table), record);
    EXPECT_EQ(ear[i]->knows.table.find("chairs")->items[i].find("name")->text,
              "Guest " + std::to_string(i));
  }
  EXPECT_EQ(node[0]->hall.tables(), 1);
  EXPECT_EQ(node[1]->hall.tables() + node[2]->hall.tables(), 0);

  // The rematch is found by its code, and by the link that everybody is told.
  tell_table(2, "rematch", R"(,"rotate":false)");
  ASSERT_TRUE(ear[1]->knows.table.find("next"));
  const std::string next = ear[1]->knows.table.find("next")->text;
  tell(1, R"({"type":"watch","table":")" + next + "\"}");
  EXPECT_EQ(ear[1]->table(), next);
  EXPECT_EQ(ear[1]->stage(), "gathering");
}

TEST_F(ThreeNodes, The_lobby_of_each_lists_the_tables_of_all) {
  start();
  tell(2, R"({"type":"lobby","on":true})");
  open(0, R"(,"listed":true)");
  beat();
  EXPECT_TRUE(ear[2]->knows.mail.back().find(table) != std::string::npos);
  EXPECT_TRUE(ear[2]->knows.mail.back().find("Guest 0") != std::string::npos);
  sit_and_start();
  beat(2);
  const auto list = std::find_if(
      ear[2]->knows.mail.rbegin(), ear[2]->knows.mail.rend(),
      [](const std::string& each) { return each.find("lobby_list") != std::string::npos; });
  EXPECT_EQ(list->find(table), std::string::npos);
}

TEST_F(ThreeNodes, Remarks_names_and_absence_are_known_everywhere) {
  start();
  open(0);
  sit_and_start();
  tell_table(1, "say", R"(,"text":"good evening")");
  for (const auto& each : ear) EXPECT_TRUE(each->has_heard("good evening"));
  tell(2, R"({"type":"rename","to":"Hana"})");
  for (const auto& each : ear)
    EXPECT_EQ(each->knows.table.find("chairs")->items[2].find("name")->text, "Hana");
  node[2]->hall.leave(*ear[2]);
  pass(100);
  EXPECT_FALSE(ear[0]->knows.table.find("chairs")->items[2].find("connected")->boolean);
  enter(2);
  tell_table(2, "watch");
  EXPECT_TRUE(ear[0]->knows.table.find("chairs")->items[2].find("connected")->boolean);
  EXPECT_TRUE(ear[2]->has_heard("good evening"));
}

TEST_F(ThreeNodes, A_guest_who_asks_is_forgotten_by_all_nodes) {
  start();
  open(0);
  sit_and_start();
  tell_table(1, "say", R"(,"text":"a secret")");
  tell(1, R"({"type":"forget_me","really":true})");
  EXPECT_TRUE(ear[1]->is_forgotten);
  EXPECT_TRUE(ear[1]->is_closed);
  EXPECT_TRUE(ear[2]->has_heard("unsaid"));
  EXPECT_EQ(ear[0]->knows.table.find("chairs")->items[1].find("name")->text, "");
  for (const auto& each : node) {
    const auto chat = each->log->read("chat/" + table);
    ASSERT_TRUE(chat);
    for (const auto& entry : *chat) EXPECT_EQ(entry.body.find("a secret"), std::string::npos);
  }
}

TEST_F(ThreeNodes, Limits_count_what_is_done_at_all_nodes) {
  server::Limits limits = generous();
  limits.tables_of_a_guest = 2;
  limits.wrong_codes = {.most = 3, .a_second = 0.001};
  start(limits);
  // The same guest, connected to each node.
  std::array<Ear, 3> same;
  for (std::size_t i = 0; i < 3; ++i) {
    node[i]->hall.enter(same[i], guest[0], "198.51.100.1");
    node[i]->hall.hear(
        same[i],
        R"({"type":"open","settings":{"header":{"game":"dojo","players":3},"tempo":"untimed"}})");
    pass(100);
  }
  EXPECT_EQ(same[1].refused, "");
  EXPECT_EQ(same[2].refused, "too_many_tables");
  for (std::size_t i = 0; i < 5; ++i) {
    node[i % 3]->hall.hear(same[i % 3], R"({"type":"watch","table":"QQQQQ"})");
    pass(100);
    EXPECT_EQ(same[i % 3].refused, i < 3 ? "no_such_table" : "too_fast") << i;
  }
  for (std::size_t i = 0; i < 3; ++i) node[i]->hall.leave(same[i]);
}

TEST_F(ThreeNodes, A_node_that_dies_disconnects_its_own_guests_alone) {
  start();
  open(0);
  sit_and_start();
  // The process ends without a word.
  node[2]->nodes.reset();
  node[2].reset();
  beat(5);
  EXPECT_TRUE(std::ranges::count(told, "a node_lost c") == 1) << ::testing::PrintToString(told);
  EXPECT_FALSE(ear[0]->knows.table.find("chairs")->items[2].find("connected")->boolean);
  EXPECT_TRUE(ear[0]->knows.table.find("chairs")->items[1].find("connected")->boolean);
  EXPECT_EQ(node[0]->nodes->count(), 1);
}

TEST_F(ThreeNodes, Without_the_bus_tables_go_on_for_those_who_are_there_and_others_come_back) {
  start();
  open(0);
  sit_and_start();
  memory.cut("a", true);
  beat(5);
  EXPECT_TRUE(node[0]->nodes->trouble());
  EXPECT_EQ(node[1]->nodes->trouble(), "node a does not answer: its tables stand still");
  tell_table(1, "say", R"(,"text":"is anybody there?")");
  EXPECT_EQ(ear[1]->refused, "stale");
  tell_table(0, "say", R"(,"text":"I am")");
  EXPECT_EQ(ear[0]->refused, "");
  EXPECT_FALSE(ear[0]->knows.table.find("chairs")->items[1].find("connected")->boolean);

  memory.cut("a", false);
  beat(3);
  EXPECT_FALSE(node[0]->nodes->trouble());
  EXPECT_FALSE(node[1]->nodes->trouble());
  EXPECT_TRUE(ear[1]->has_heard("I am"));
  EXPECT_TRUE(ear[0]->knows.table.find("chairs")->items[1].find("connected")->boolean);
  while (act()) {
  }
  for (const auto& each : ear) EXPECT_EQ(each->stage(), "over");
}

// T19: speed is judged by the owner, who counts the way between the nodes, too.
TEST_F(ThreeNodes, Lag_is_measured_over_the_whole_way) {
  start();
  tell(
      0,
      R"({"type":"open","settings":{"header":{"game":"tatamokatsu","players":2},"tempo":"untimed","lag_cap":100}})");
  table = ear[0]->table();
  tell_table(1, "sit");
  const auto quality_after = [&](int seconds) {
    for (int i = 0; i < seconds; ++i) {
      if (node[1]->hall.races(*ear[1])) node[1]->hall.pong(*ear[1], {10});
      beat();
    }
    for (const json::Value& chair : ear[0]->knows.table.find("chairs")->items)
      if (chair.find("name")->text == "Guest 1")
        return chair.find("connection") ? chair.find("connection")->text : "unknown";
    return std::string{"nobody"};
  };
  EXPECT_EQ(quality_after(12), "good");
  EXPECT_TRUE(node[1]->hall.races(*ear[1]));
  memory.weather = {.slowest = 400};
  EXPECT_EQ(quality_after(12), "poor");
}

TEST_F(ThreeNodes, Lost_messages_are_requested_again) {
  start();
  memory.weather = {.slowest = 50, .lost_one_in = 2};
  for (int i = 0; i < 10; ++i) open(0, R"(,"listed":true)");
  EXPECT_LT(node[1]->nodes->tables() + node[2]->nodes->tables(), 20);
  memory.weather = {};
  beat(8);
  EXPECT_EQ(node[1]->nodes->tables(), 10);
  EXPECT_EQ(node[2]->nodes->tables(), 10);
}

}  // namespace
}  // namespace tatami::nodes
