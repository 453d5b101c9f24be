#include <gtest/gtest.h>
#include <poll.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include <atomic>
#include <future>
#include <mutex>
#include <thread>

#include "databases/postgres_support.h"
#include "lease_support.h"
#include "store/migrations.h"

namespace tatami::store {
namespace {

using namespace testing;
using namespace std::chrono_literals;

// ---- The schema ----

std::string why_not(const std::string& url) {
  PollReactor reactor;
  const auto opened = open_postgres(url, reactor);
  return opened ? "" : opened.error().what;
}

TEST(PostgresSchema, Is_made_once_and_must_be_there) {
  const std::string url = Cluster::get().create();
  EXPECT_NE(why_not(url).find("tatami migrate"), std::string::npos) << why_not(url);
  EXPECT_NE(migrate_postgres(url)->find("is there now"), std::string::npos);
  EXPECT_NE(migrate_postgres(url)->find("already"), std::string::npos);
  EXPECT_EQ(why_not(url), "");
}

TEST(PostgresSchema, A_newer_one_is_refused_and_left_alone) {
  const Postgres database;
  database.sql("INSERT INTO tatami.migration (number) VALUES (99)");
  EXPECT_NE(why_not(database.url()).find("newer version"), std::string::npos);
  const auto migrated = migrate_postgres(database.url());
  ASSERT_FALSE(migrated.ok());
  EXPECT_NE(migrated.error().what.find("newer version"), std::string::npos);
}

TEST(PostgresSchema, A_database_of_another_program_is_refused_and_left_alone) {
  const std::string url = Cluster::get().create();
  const auto connection = connect_postgres(url);
  ASSERT_FALSE(run(connection->get(), "CREATE TABLE invoices (id int)"));
  for (const std::string& why : {why_not(url), migrate_postgres(url).error().what})
    EXPECT_NE(why.find("another program"), std::string::npos) << why;
  const auto ours = query(connection->get(), "SELECT to_regnamespace('tatami') IS NULL", Values{});
  EXPECT_TRUE(ours->flag(0, 0));
}

TEST(PostgresSchema, A_wrong_url_is_told_without_its_password) {
  for (const std::string url :
       {"postgresql://anna:sesame@127.0.0.1:1/none", "postgresql://anna:sesame@nowhere.invalid/x",
        "postgresql://anna:sesame@/none?host=/nowhere&password=sesame",
        "postgresql://anna:sesame@[::1/none", "postgresql://anna:ses%zzame@127.0.0.1/none"}) {
    const std::string why = why_not(url);
    EXPECT_FALSE(why.empty());
    EXPECT_EQ(why.find("sesame"), std::string::npos) << why;
    EXPECT_EQ(why.find("ses%"), std::string::npos) << why;
    EXPECT_EQ(migrate_postgres(url).error().what.find("sesame"), std::string::npos);
  }
}

// ---- Damage ----

TEST(PostgresStore, Notices_what_was_changed_or_is_missing) {
  for (const char* damage :
       {"UPDATE tatami.entry SET body = 'x' WHERE seq = 2", "UPDATE tatami.entry SET at = at + 1",
        "UPDATE tatami.entry SET author = 'b' WHERE seq = 3",
        "UPDATE tatami.entry SET seq = 9 WHERE seq = 3", "DELETE FROM tatami.entry WHERE seq = 2",
        "DELETE FROM tatami.entry WHERE seq = 3", "DELETE FROM tatami.entry",
        "UPDATE tatami.stream SET tail = 2", "UPDATE tatami.stream SET entries = 4"}) {
    Postgres database;
    for (std::uint32_t seq = 1; seq <= 3; ++seq)
      ASSERT_FALSE(append(database.log(), {entry("table/a", seq, "anna")}));
    database.sql(damage);
    const auto read = database.log().read("table/a");
    ASSERT_FALSE(read.ok()) << damage;
    EXPECT_NE(read.error().what.find("is damaged"), std::string::npos) << read.error().what;
  }
}

// ---- Faults ----

// PostgreSQL's own code for a disk without room, until there is some again.
TEST(PostgresStore, Waits_while_the_disk_is_full_and_loses_nothing) {
  Postgres database;
  ASSERT_FALSE(append(database.log(), {entry("table/a", 1)}));
  database.sql(
      "CREATE FUNCTION full_disk() RETURNS trigger LANGUAGE plpgsql AS "
      "'BEGIN RAISE EXCEPTION USING ERRCODE = ''disk_full''; END'; "
      "CREATE TRIGGER full_disk BEFORE INSERT ON tatami.entry EXECUTE FUNCTION full_disk()");
  std::promise<std::optional<Problem>> told;
  auto outcome = told.get_future();
  database.log().append({entry("table/a", 2)},
                        [&](auto problem) { told.set_value(std::move(problem)); });
  EXPECT_EQ(outcome.wait_for(400ms), std::future_status::timeout) << "nobody is told anything";
  EXPECT_EQ(numbers(database.log(), "table/a"), Numbers{1});
  database.sql("DROP TRIGGER full_disk ON tatami.entry");
  EXPECT_FALSE(outcome.get());
  EXPECT_EQ(numbers(database.log(), "table/a"), (Numbers{1, 2}));
}

TEST(PostgresStore, Goes_on_after_a_restart_of_the_database) {
  Postgres database;
  ASSERT_FALSE(append(database.log(), {entry("table/a", 1)}));
  Cluster::get().stop();
  std::promise<std::optional<Problem>> told;
  database.log().append({entry("table/a", 2)},
                        [&](auto problem) { told.set_value(std::move(problem)); });
  EXPECT_EQ(database.log().read("table/a").error().kind, Problem::Kind::unavailable);
  Cluster::get().start();
  EXPECT_FALSE(told.get_future().get());
  EXPECT_EQ(numbers(database.log(), "table/a"), (Numbers{1, 2}));
}

// Stands between a log and its database, and cuts the connection in the middle of a commit.
class Proxy {
 public:
  enum class Cut : std::uint8_t { nothing, request, answer, late };

  explicit Proxy(std::string to) : to_(std::move(to)), listener_(socket(AF_UNIX, SOCK_STREAM, 0)) {
    const sockaddr_un address = address_of(folder_.path(".s.PGSQL.5432"));
    EXPECT_EQ(bind(listener_, reinterpret_cast<const sockaddr*>(&address), sizeof address), 0);
    EXPECT_EQ(listen(listener_, 16), 0);
    acceptor_ = std::thread{[this] { accept_all(); }};
  }
  Proxy(const Proxy&) = delete;
  Proxy& operator=(const Proxy&) = delete;
  ~Proxy() {
    shutdown(listener_, SHUT_RDWR);
    acceptor_.join();
    close(listener_);
    is_ending_ = true;
    for (std::thread& each : threads_) each.join();
  }
  std::string folder() const { return folder_.path(""); }

  // The next append: so many bytes of it, or of its answer, go through.
  void cut(Cut what, std::size_t after) {
    after_ = after;
    is_cut_ = false;
    cut_ = what;
  }
  bool is_cut() const { return is_cut_; }
  // The delayed request arrives now.
  void deliver() { is_delivered_ = true; }
  bool has_arrived() const { return has_arrived_; }

 private:
  static sockaddr_un address_of(const std::string& path) {
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    path.copy(address.sun_path, sizeof address.sun_path - 1);
    return address;
  }
  static void pass(int to, std::string_view bytes) {
    while (!bytes.empty()) {
      const ssize_t sent = send(to, bytes.data(), bytes.size(), MSG_NOSIGNAL);
      if (sent <= 0) return;
      bytes.remove_prefix(static_cast<std::size_t>(sent));
    }
  }
  void accept_all() {
    for (;;) {
      const int client = accept(listener_, nullptr, nullptr);
      if (client < 0) return;
      threads_.emplace_back([this, client] { forward(client); });
    }
  }
  void forward(int client) {
    const int server = socket(AF_UNIX, SOCK_STREAM, 0);
    const sockaddr_un address = address_of(to_);
    if (connect(server, reinterpret_cast<const sockaddr*>(&address), sizeof address) == 0)
      while (forward_some(client, server)) {
      }
    close(client);
    close(server);
  }
  // Whether there is more.
  bool forward_some(int client, int server) {
    std::array<pollfd, 2> ends{{{client, POLLIN, 0}, {server, POLLIN, 0}}};
    poll(ends.data(), ends.size(), 20);
    if (is_ending_) return false;
    std::array<char, 65536> buffer{};
    for (const bool is_request : {true, false}) {
      if (ends[is_request ? 0 : 1].revents == 0) continue;
      const ssize_t got = recv(is_request ? client : server, buffer.data(), buffer.size(), 0);
      if (got <= 0) return false;
      const std::string_view bytes{buffer.data(), static_cast<std::size_t>(got)};
      const bool is_append = is_request && bytes.find("tatami.append") != std::string_view::npos;
      if (is_append && cut_ == Cut::request) {
        cut_ = Cut::nothing;
        is_cut_ = true;
        pass(server, bytes.substr(0, after_));
        return false;
      }
      if (is_append && cut_ == Cut::answer) {
        cut_ = Cut::nothing;
        pass(server, bytes);
        const ssize_t answered = recv(server, buffer.data(), buffer.size(), 0);
        is_cut_ = true;
        if (answered > 0)
          pass(client, std::string_view{buffer.data(), static_cast<std::size_t>(answered)}.substr(
                           0, after_));
        return false;
      }
      if (is_append && cut_ == Cut::late) {
        cut_ = Cut::nothing;
        is_cut_ = true;
        shutdown(client, SHUT_RDWR);
        while (!is_delivered_ && !is_ending_) std::this_thread::sleep_for(1ms);
        pass(server, bytes);
        (void)recv(server, buffer.data(), buffer.size(), 0);
        has_arrived_ = true;
        return false;
      }
      pass(is_request ? server : client, bytes);
    }
    return true;
  }

  const Folder folder_;
  std::string to_;
  int listener_;
  std::atomic<Cut> cut_ = Cut::nothing;
  std::atomic<std::size_t> after_ = 0;
  std::atomic<bool> is_cut_ = false;
  std::atomic<bool> is_delivered_ = false;
  std::atomic<bool> has_arrived_ = false;
  std::atomic<bool> is_ending_ = false;
  std::vector<std::thread> threads_;
  std::thread acceptor_;
};

// A log behind such a proxy.
class Interrupted : public ::testing::Test {
 protected:
  Interrupted() : proxy(Cluster::get().socket()) {
    const std::string name = database.url().substr(14, database.url().find('?') - 14);
    auto opened = open_postgres("postgresql:///" + name + "?user=tatami&host=" + proxy.folder(),
                                database.reactor());
    EXPECT_TRUE(opened.ok()) << opened.error().what;
    log = std::move(*opened);
  }
  std::future<std::optional<Problem>> append_later(std::vector<Entry> entries) {
    auto told = std::make_shared<std::promise<std::optional<Problem>>>();
    log->append(std::move(entries), [told](auto problem) { told->set_value(std::move(problem)); });
    return told->get_future();
  }

  Postgres database;
  Proxy proxy;
  std::unique_ptr<EventLog> log;
};

// Wherever it is cut, each append is told once, and is there once; a refused one stays refused.
TEST_F(Interrupted, Finds_out_whether_a_commit_happened) {
  std::uint32_t seq = 0;
  Numbers expected;
  for (const auto what : {Proxy::Cut::request, Proxy::Cut::answer})
    for (const std::size_t after :
         {0U, 1U, 4U, 5U, 6U, 10U, 11U, 40U, 60U, 75U, 90U, 100U, 150U, 300U, 400U, 10'000U}) {
      proxy.cut(what, after);
      auto good = append_later({entry("table/a", ++seq)});
      auto refused = append_later({entry("table/a", seq)});
      EXPECT_FALSE(good.get()) << after;
      const auto problem = refused.get();
      ASSERT_TRUE(problem) << after;
      EXPECT_EQ(problem->kind, Problem::Kind::refused);
      EXPECT_TRUE(proxy.is_cut());
      expected.push_back(seq);
    }
  EXPECT_EQ(numbers(*log, "table/a"), expected);
}

// A request that waits in the network until the log has connected again would write twice.
TEST_F(Interrupted, A_commit_that_arrives_late_does_nothing) {
  ASSERT_FALSE(append_later({entry("table/a", 1)}).get());
  proxy.cut(Proxy::Cut::late, 0);
  EXPECT_FALSE(append_later({entry("table/a", 2)}).get());
  EXPECT_TRUE(proxy.is_cut());
  ASSERT_FALSE(append_later({last(entry("table/a", 3))}).get());
  ASSERT_FALSE(append_later({entry("table/b", 1)}).get());
  proxy.deliver();
  while (!proxy.has_arrived()) std::this_thread::sleep_for(1ms);
  EXPECT_EQ(numbers(*log, "table/a"), (Numbers{1, 2, 3}));
  EXPECT_FALSE(append_later({entry("table/b", 2)}).get()) << "ours goes on";
}

TEST_F(Interrupted, Many_appends_over_a_bad_connection) {
  std::vector<std::future<std::optional<Problem>>> all;
  for (std::uint32_t seq = 1; seq <= 200; ++seq) {
    if (seq % 10 == 0) proxy.cut(seq % 20 == 0 ? Proxy::Cut::request : Proxy::Cut::answer, seq);
    all.push_back(append_later({entry("table/" + std::to_string(seq % 3), seq)}));
    if (seq % 7 == 0) all.back().wait();
  }
  for (auto& each : all) EXPECT_FALSE(each.get());
  std::size_t found = 0;
  for (const char* stream : {"table/0", "table/1", "table/2"})
    found += numbers(*log, stream).size();
  EXPECT_EQ(found, 200U);
}

// ---- Commands ----

TEST(PostgresCommands, Copy_a_house_either_way_and_compare_it) {
  using tatami::testing::run;
  const Folder folder;
  Postgres first;
  std::vector<Entry> game = {entry("table/a", 1), last(entry("table/a", 4, "anna"))};
  ASSERT_FALSE(append(first.log(), game));
  ASSERT_FALSE(append(first.log(), {entry("chat/a", 1, "anna"), entry("table/b", 1)}));
  const auto there = run({"copy", first.url(), folder.path("log")});
  EXPECT_EQ(there.status, 0) << there.err;
  EXPECT_NE(there.out.find("4 entries of 3 streams"), std::string::npos) << there.out;
  EXPECT_EQ(run({"copy", first.url(), folder.path("log")}).status, 1) << "it is not empty any more";

  const std::string second = Cluster::get().create();
  EXPECT_NE(run({"copy", folder.path("log"), second}).err.find("tatami migrate"),
            std::string::npos);
  EXPECT_EQ(run({"migrate", second}).status, 0);
  EXPECT_EQ(run({"copy", folder.path("log"), second}).status, 0);
  EXPECT_EQ(run({"serve", "--check", "--database", second}).status, 0);
  PollReactor reactor;
  const auto log = open_postgres(second, reactor);
  ASSERT_TRUE(log.ok());
  EXPECT_EQ(*(*log)->read("table/a"), game);
  EXPECT_EQ(unfinished(**log, ""), (Names{"chat/a", "table/b"}));
}

}  // namespace
}  // namespace tatami::store
