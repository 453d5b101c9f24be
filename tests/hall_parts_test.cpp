// The parts of the hall, each by itself.

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <filesystem>
#include <fstream>
#include <string>
#include <thread>
#include <vector>

#include "command_support.h"
#include "record_support.h"
#include "server/bucket.h"
#include "server/chat.h"
#include "server/files.h"
#include "server/guests.h"
#include "server/lobby.h"
#include "server/thinkers.h"
#include "store/memory.h"

namespace tatami::server {
namespace {

// ---- Buckets ----

TEST(Bucket, Gives_what_is_there_and_refills_with_time) {
  Bucket bucket{{.most = 3, .a_second = 2}};
  for (int i = 0; i < 3; ++i) EXPECT_TRUE(bucket.take(1000));
  EXPECT_FALSE(bucket.take(1000));
  EXPECT_FALSE(bucket.take(1499));
  EXPECT_TRUE(bucket.take(1501));
  EXPECT_FALSE(bucket.take(1501));
}

TEST(Bucket, Never_holds_more_than_its_size) {
  Bucket bucket{{.most = 3, .a_second = 2}};
  EXPECT_TRUE(bucket.is_full(0));
  int taken = 0;
  while (bucket.take(1'000'000)) ++taken;
  EXPECT_EQ(taken, 3);
}

TEST(Bucket, A_price_above_the_balance_delays_the_next_request) {
  Bucket bucket{{.most = 3, .a_second = 1}};
  EXPECT_TRUE(bucket.take(0, 3));
  bucket.charge(4);
  EXPECT_FALSE(bucket.take(4900));
  EXPECT_TRUE(bucket.take(5100));
}

TEST(Bucket, A_clock_that_is_put_back_refills_nothing) {
  Bucket bucket{{.most = 1, .a_second = 1}};
  EXPECT_TRUE(bucket.take(10'000));
  EXPECT_FALSE(bucket.take(0));
  EXPECT_FALSE(bucket.take(500));
  EXPECT_TRUE(bucket.take(1001));
}

TEST(Bucket, Without_a_rate_there_is_no_limit) {
  Bucket bucket{{.most = 0, .a_second = 0}};
  for (int i = 0; i < 1000; ++i) EXPECT_TRUE(bucket.take(0));
}

// ---- The lobby ----

struct Onlooker final : Session {
  void send(std::shared_ptr<const std::string> /*text*/) override {}
  void close(const std::string& /*why*/) override {}
};

std::vector<std::string> listed(const Lobby& lobby) {
  std::vector<std::string> tables;
  const json::Value list = record::testing::parsed(lobby.text());
  for (const json::Value& each : list.find("tables")->items)
    tables.push_back(each.find("table")->text);
  return tables;
}

protocol::LobbyTable seen(const std::string& table) {
  protocol::LobbyTable seen;
  seen.table = table;
  seen.header = {"dojo", 3, false, R"({"game":"dojo","players":3})"};
  return seen;
}

TEST(Lobby, Shows_the_tables_that_wait) {
  const Limits limits;
  Lobby lobby{limits};
  lobby.list("a", "1.2.3.4", seen("a"));
  lobby.list("b", "1.2.3.4", seen("b"));
  EXPECT_EQ(listed(lobby), (std::vector<std::string>{"a", "b"}));
  lobby.list("a", "1.2.3.4", {});
  EXPECT_EQ(listed(lobby), std::vector<std::string>{"b"});
}

TEST(Lobby, Is_not_filled_from_one_address) {
  Limits limits;
  limits.listed_of_an_address = 2;
  limits.listed = 5;
  Lobby lobby{limits};
  for (const char* table : {"a", "b", "c"}) lobby.list(table, "1.2.3.4", seen(table));
  lobby.list("d", "5.6.7.8", seen("d"));
  EXPECT_EQ(listed(lobby), (std::vector<std::string>{"a", "b", "d"}));
  // Of those from before a restart nobody knows the address.
  for (const char* table : {"e", "f", "g"}) lobby.list(table, "", seen(table));
  EXPECT_EQ(listed(lobby), (std::vector<std::string>{"a", "b", "d", "e", "f"})) << "five in all";
}

TEST(Lobby, Tells_those_who_look_once_and_only_of_changes) {
  const Limits limits;
  Lobby lobby{limits};
  Onlooker onlooker;
  lobby.enter(onlooker);
  EXPECT_TRUE(lobby.to_tell().empty());
  lobby.list("a", "1.2.3.4", {});
  EXPECT_TRUE(lobby.to_tell().empty()) << "it was not there before";
  lobby.list("a", "1.2.3.4", seen("a"));
  EXPECT_EQ(lobby.to_tell().size(), 1U);
  EXPECT_TRUE(lobby.to_tell().empty());
  lobby.list("a", "1.2.3.4", {});
  lobby.leave(onlooker);
  EXPECT_TRUE(lobby.to_tell().empty());
}

// ---- Guests ----

struct Someone {};

TEST(Guests, Are_called_by_their_last_name_of_the_log) {
  const auto log = store::open_memory();
  const auto named = [](const std::string& name) {
    return protocol::to_json(Named{std::string{name}});
  };
  log->append({{"guest/anna", 1, 0, "anna", named("Anna"), false},
               {"guest/anna", 2, 0, "anna", named("Änni"), false}},
              [](const auto& problem) { EXPECT_FALSE(problem); });
  Guests<Someone> guests{*log};
  EXPECT_EQ(guests.name_of("anna"), "Änni");
  EXPECT_EQ(guests["anna"].seq, 2U);
  EXPECT_EQ(guests.name_of("bert"), "");
}

TEST(Guests, Are_kept_as_long_as_there_is_a_reason) {
  const auto log = store::open_memory();
  Guests<Someone> guests{*log};
  Someone visitor;
  guests["anna"].muted.insert("bert");
  guests["anna"].visitors.push_back(&visitor);
  guests["anna"].remarks = 2;
  guests.let_go("anna");
  EXPECT_FALSE(guests["anna"].muted.empty());
  guests["anna"].visitors.clear();
  guests.lose_remark("anna");
  EXPECT_FALSE(guests["anna"].muted.empty()) << "one remark is left";
  guests.lose_remark("anna");
  EXPECT_TRUE(guests["anna"].muted.empty());
}

TEST(Guests, A_guest_stays_in_memory_while_their_data_is_being_erased) {
  const auto log = store::open_memory();
  Guests<Someone> guests{*log};
  guests["anna"].is_being_erased = true;
  guests.let_go("anna");
  EXPECT_TRUE(guests.is_being_erased("anna"));
  guests["anna"].is_being_erased = false;
  guests.let_go("anna");
  EXPECT_FALSE(guests.is_being_erased("anna"));
}

// ---- Chats ----

TEST(Chat, Keeps_the_last_remarks_and_says_whose_was_lost) {
  Chat chat{2};
  EXPECT_FALSE(chat.keep({1, {"anna", std::string{"hello"}}}));
  EXPECT_FALSE(chat.keep({2, {"bert", std::string{"hi"}}}));
  const auto lost = chat.keep({3, {"bert", std::string{"well?"}}});
  ASSERT_TRUE(lost);
  EXPECT_EQ(*lost, "anna");
  EXPECT_EQ(chat.recent().size(), 2U);
  EXPECT_EQ(chat.last_number(), 3U);
  EXPECT_EQ(chat.count_of("anna"), 1U) << "it is in the log all the same";
}

TEST(Chat, Forgets_all_that_somebody_has_said) {
  Chat chat{2};
  for (std::uint32_t number = 1; number <= 4; ++number)
    chat.keep({number, {number % 2 == 0 ? "anna" : "bert", std::string{"hm"}}});
  EXPECT_EQ(chat.forget("anna"), (std::vector<std::uint32_t>{2, 4}));
  EXPECT_EQ(chat.count_of("anna"), 0U);
  ASSERT_EQ(chat.recent().size(), 1U);
  EXPECT_EQ(chat.recent().front().remark.from, "bert");
  EXPECT_TRUE(chat.forget("anna").empty());
}

// ---- Files ----

TEST(Files, Follow_no_links_and_show_nothing_that_begins_with_a_dot) {
  namespace fs = std::filesystem;
  const tatami::testing::Folder folder;
  const fs::path web = folder.path("web");
  fs::create_directories(web / ".git");
  for (const char* name : {"web/index.html", "web/.env.txt", "web/.git/config.txt", "secret.txt"})
    std::ofstream{folder.path(name)} << name;
  fs::create_symlink("../secret.txt", web / "link.txt");
  fs::create_directory_symlink("..", web / "up");
  const Files files{web.string()};
  EXPECT_NE(files.find("/index.html"), nullptr);
  for (const char* hidden : {"/.env.txt", "/.git/config.txt", "/link.txt", "/up/secret.txt"})
    EXPECT_EQ(files.find(hidden), nullptr) << hidden;
}

// ---- Thinkers ----

// Serves what waits, and answers with the order.
std::string served(Thinkers& thinkers, std::string& order) {
  std::thread worker{[&] { thinkers.work(); }};
  while (thinkers.waiting() > 0) std::this_thread::yield();
  thinkers.stop();
  worker.join();
  return order;
}

TEST(Thinkers, Serve_tables_in_turn_whoever_came_first) {
  Thinkers thinkers;
  std::string order;
  for (std::uint64_t i = 0; i < 4; ++i) thinkers.add("here", "a", i, [&] { order += 'a'; });
  thinkers.add("here", "b", 0, [&] { order += 'b'; });
  for (std::uint64_t i = 0; i < 2; ++i) thinkers.add("here", "c", i, [&] { order += 'c'; });
  EXPECT_EQ(served(thinkers, order), "abcacaa");
}

// One address with a hundred tables gets no more than another with one.
TEST(Thinkers, Serve_addresses_in_turn_however_many_tables_they_have) {
  Thinkers thinkers;
  std::string order;
  for (int table = 0; table < 4; ++table)
    thinkers.add("crowd", std::to_string(table), 0, [&, table] { order += std::to_string(table); });
  for (std::uint64_t i = 0; i < 3; ++i) thinkers.add("one", "a", i, [&] { order += 'a'; });
  EXPECT_EQ(served(thinkers, order), "0a1a2a3");
}

TEST(Thinkers, Skip_dropped_thoughts) {
  Thinkers thinkers;
  std::string order;
  thinkers.add("here", "a", 1, [&] { order += '1'; });
  thinkers.add("here", "a", 2, [&] { order += '2'; });
  thinkers.add("here", "b", 1, [&] { order += 'b'; });
  thinkers.drop("a", 1);
  thinkers.drop("a", 7);
  thinkers.drop("z", 1);
  EXPECT_EQ(thinkers.waiting(), 2U);
  EXPECT_EQ(served(thinkers, order), "2b");
}

TEST(Thinkers, Threads_share_all_the_work) {
  Thinkers thinkers;
  std::atomic<int> done = 0;
  std::vector<std::thread> threads;
  threads.reserve(3);
  for (int i = 0; i < 3; ++i) threads.emplace_back([&] { thinkers.work(); });
  for (std::uint64_t i = 0; i < 1000; ++i)
    thinkers.add("here", "table" + std::to_string(i % 7), i, [&] { ++done; });
  while (done < 1000) std::this_thread::yield();
  thinkers.stop();
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(thinkers.waiting(), 0U);
}

}  // namespace
}  // namespace tatami::server
