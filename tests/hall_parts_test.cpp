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
#include "server/accounts.h"
#include "server/bucket.h"
#include "server/chat.h"
#include "server/files.h"
#include "server/guests.h"
#include "server/lobby.h"
#include "server/record_pages.h"
#include "server/room_codes.h"
#include "server/server_key.h"
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

// ---- Accounts ----

Tally open_table(const Guest& host, std::int64_t slow_bots = 0) {
  return {{.tables = 1, .slow_bots = slow_bots}, host};
}

TEST(Accounts, Count_what_a_host_and_an_address_have_open) {
  Accounts accounts;
  accounts.change("1.2.3.4", {}, open_table("anna"));
  accounts.change("1.2.3.4", {}, open_table("anna", 2));
  EXPECT_EQ(accounts.hosted_by("anna"), 2U);
  EXPECT_TRUE(accounts.is_at_limit("1.2.3.4", 2, &Usage::tables));
  EXPECT_FALSE(accounts.is_at_limit("1.2.3.4", 3, &Usage::tables));
  EXPECT_FALSE(accounts.is_at_limit("1.2.3.5", 2, &Usage::tables));
  EXPECT_FALSE(accounts.is_at_limit("1.2.3.4", 4, &Usage::slow_bots, 2));
  EXPECT_TRUE(accounts.is_at_limit("1.2.3.4", 4, &Usage::slow_bots, 3));
  accounts.change("1.2.3.4", open_table("anna"), open_table("bert"));
  EXPECT_EQ(accounts.hosted_by("anna"), 1U);
  EXPECT_EQ(accounts.hosted_by("bert"), 1U);
  accounts.change("1.2.3.4", open_table("anna", 2), {});
  EXPECT_EQ(accounts.hosted_by("anna"), 0U);
  EXPECT_FALSE(accounts.is_at_limit("1.2.3.4", 2, &Usage::tables));
}

TEST(Accounts, A_larger_network_has_its_share_and_no_more) {
  Accounts accounts;
  const auto address = [](int i) { return "2001:db8:0:" + std::to_string(i) + "::/64"; };
  for (int i = 0; i < 4; ++i) accounts.change(address(i), {}, open_table("anna"));
  EXPECT_TRUE(accounts.is_at_limit(address(9), 1, &Usage::tables)) << "four times one for its /56";
  EXPECT_FALSE(accounts.is_at_limit(address(9), 2, &Usage::tables));
}

TEST(Accounts, Without_a_limit_or_a_known_address_there_is_none) {
  Accounts accounts;
  accounts.change("", {}, open_table("anna"));
  accounts.change("1.2.3.4", {}, open_table("anna"));
  EXPECT_EQ(accounts.hosted_by("anna"), 2U);
  EXPECT_FALSE(accounts.is_at_limit("", 1, &Usage::tables));
  EXPECT_FALSE(accounts.is_at_limit("1.2.3.4", 0, &Usage::tables));
}

// ---- Room codes ----

TEST(RoomCodes, Lead_to_a_table_in_capitals_or_small_letters) {
  RoomCodes codes{{}};
  codes.lead("KATANA", "t1");
  ASSERT_NE(codes.table_of("kaTana"), nullptr);
  EXPECT_EQ(*codes.table_of("kaTana"), "t1");
  EXPECT_EQ(codes.table_of("dragon"), nullptr);
  EXPECT_FALSE(codes.contains(codes.draw()));
}

TEST(RoomCodes, A_rematch_keeps_the_code_when_the_game_before_is_dropped) {
  RoomCodes codes{{}};
  codes.lead("KATANA", "t1");
  codes.lead("KATANA", "t2");
  codes.remove("KATANA", "t1");
  ASSERT_NE(codes.table_of("KATANA"), nullptr);
  EXPECT_EQ(*codes.table_of("KATANA"), "t2");
  codes.remove("KATANA", "t2");
  EXPECT_EQ(codes.table_of("KATANA"), nullptr);
}

TEST(RoomCodes, Wrong_guesses_of_an_address_are_limited_and_forgiven_with_time) {
  RoomCodes codes{{.most = 2, .a_second = 1}};
  for (int i = 0; i < 2; ++i) {
    EXPECT_TRUE(codes.may_guess("1.2.3.4", 1000));
    codes.charge_guess("1.2.3.4", 1000);
  }
  EXPECT_FALSE(codes.may_guess("1.2.3.4", 1000));
  EXPECT_TRUE(codes.may_guess("1.2.3.5", 1000));
  codes.sweep(1500);
  EXPECT_FALSE(codes.may_guess("1.2.3.4", 1500)) << "it is remembered while it matters";
  EXPECT_TRUE(codes.may_guess("1.2.3.4", 2500));
}

// ---- Records asked for lately ----

TEST(RecordPages, Are_made_once_until_they_are_too_many_or_out_of_date) {
  RecordPages pages{2};
  int made = 0;
  const auto make = [&]() -> std::optional<std::string> { return std::to_string(++made); };
  EXPECT_EQ(pages.get("a", make), "1");
  EXPECT_EQ(pages.get("a", make), "1");
  EXPECT_EQ(pages.get("b", make), "2");
  EXPECT_EQ(pages.get("c", make), "3");
  EXPECT_EQ(pages.get("a", make), "4") << "all were dropped for the third";
  pages.clear();
  EXPECT_EQ(pages.get("a", make), "5");
  const auto none = []() -> std::optional<std::string> { return {}; };
  EXPECT_FALSE(pages.get("d", none));
  EXPECT_EQ(pages.get("d", make), "6") << "that there is none is not kept";
}

// ---- The server's key ----

TEST(ServerKey, Is_made_in_an_empty_log_and_found_again) {
  const auto log = store::open_memory();
  const auto key = key_of(*log, 0);
  ASSERT_TRUE(key);
  const auto again = key_of(*log, 1);
  ASSERT_TRUE(again);
  EXPECT_EQ(*key, *again);
}

TEST(ServerKey, Must_be_there_if_anything_else_is) {
  const auto log = store::open_memory();
  log->append({{"table/t1", 1, 0, "anna", "{}", false}},
              [](const auto& problem) { EXPECT_FALSE(problem); });
  const auto key = key_of(*log, 0);
  ASSERT_FALSE(key);
  EXPECT_EQ(key.error(), "the server's key is missing, so it could not recognise its guests");
}

TEST(ServerKey, Must_be_readable) {
  const auto log = store::open_memory();
  log->append({{"server", 1, 0, "", R"({"type":"server_key","key":"00"})", false}},
              [](const auto& problem) { EXPECT_FALSE(problem); });
  const auto key = key_of(*log, 0);
  ASSERT_FALSE(key);
  EXPECT_EQ(key.error(), "the server's key cannot be read");
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

TEST(Guests, A_new_name_is_written_first_and_then_theirs) {
  const auto log = store::open_memory();
  Guests<Someone> guests{*log};
  guests.write_name("anna", "Anna", 7, [](const auto& problem) { EXPECT_FALSE(problem); });
  EXPECT_EQ(guests["anna"].name, "");
  guests.let_go("anna");
  EXPECT_EQ(guests["anna"].seq, 1U) << "kept while it is being written";
  guests.name_is_written("anna");
  EXPECT_TRUE(guests.call("anna", "Anna", 1));
  EXPECT_EQ(guests["anna"].name, "Anna");
  const auto last = log->last("guest/anna");
  ASSERT_TRUE(last && *last);
  EXPECT_EQ((*last)->author, "anna");
  EXPECT_EQ((*last)->at, 7);
}

TEST(Guests, Are_anonymous_while_their_data_is_being_erased) {
  const auto log = store::open_memory();
  Guests<Someone> guests{*log};
  guests["anna"].name = "Anna";
  guests["anna"].remarks = 3;
  guests.begin_erasing("anna");
  EXPECT_FALSE(guests.call("anna", "Änni", 9));
  EXPECT_EQ(guests["anna"].seq, 9U);
  bool is_forgotten = false;
  guests.erase("anna", [&](const auto& problem) { is_forgotten = !problem; });
  EXPECT_TRUE(is_forgotten);
  guests.is_erased("anna");
  EXPECT_FALSE(guests.is_being_erased("anna"));
  EXPECT_EQ(guests.name_of("anna"), "");
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
