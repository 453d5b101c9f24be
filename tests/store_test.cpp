#include <fcntl.h>
#include <gtest/gtest.h>
#include <sqlite3.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <csignal>
#include <filesystem>
#include <future>
#include <latch>
#include <map>
#include <string>
#include <thread>
#include <vector>

#include "store/memory.h"
#include "store_support.h"
#ifdef TATAMI_POSTGRES  // a program of its own: it starts a database
#include "databases/postgres_support.h"
#endif

namespace tatami::store {
namespace {

using namespace testing;

// The suite that every back end must pass. One that is added joins here.
#ifndef TATAMI_POSTGRES
class Memory {
 public:
  static constexpr const char* name = "Memory";
  EventLog& log() { return *log_; }
  void reopen() {}  // there is nothing it could have kept

 private:
  std::unique_ptr<EventLog> log_ = open_memory();
};
#endif

template <class BackEnd>
class Store : public ::testing::Test {
 protected:
  EventLog& log() { return back_end_.log(); }
  void reopen() { back_end_.reopen(); }

 private:
  BackEnd back_end_;
};

struct BackEndName {
  template <class BackEnd>
  static std::string GetName(int) {  // NOLINT(readability-identifier-naming): Google Test asks
    return BackEnd::name;
  }
};
#ifdef TATAMI_POSTGRES
using BackEnds = ::testing::Types<Postgres>;
#else
using BackEnds = ::testing::Types<Memory, Sqlite>;
#endif
TYPED_TEST_SUITE(Store, BackEnds, BackEndName);

TYPED_TEST(Store, Gives_back_what_was_appended) {
  std::vector<Entry> entries = {entry("table/a", 1), entry("table/a", 2, "anna"),
                                last(entry("table/a", 3))};
  entries[1].body = std::string("{\"words\":\"d\xc5\x8djo \0 \"}", 20) + std::string(10'000, 'x');
  EXPECT_FALSE(append(this->log(), {entries[0], entries[1]}));
  EXPECT_FALSE(append(this->log(), {entry("table/b", 1)}));
  EXPECT_FALSE(append(this->log(), {entries[2]}));
  EXPECT_EQ(*this->log().read("table/a"), entries);
  this->reopen();
  EXPECT_EQ(*this->log().read("table/a"), entries);
  EXPECT_EQ(*this->log().read("table/b"), std::vector{entry("table/b", 1)});
  EXPECT_EQ(*this->log().read("table/c"), std::vector<Entry>{});
}

TYPED_TEST(Store, Tells_in_order) {
  Numbers told;
  for (std::uint32_t seq = 1; seq <= 1000; ++seq)
    this->log().append({entry("table/a", seq)}, [&told, seq](const auto& problem) {
      if (!problem) told.push_back(seq);
    });
  EXPECT_FALSE(append(this->log(), {}));
  EXPECT_EQ(told, numbers(this->log(), "table/a"));
  EXPECT_EQ(told.size(), 1000U);
}

TYPED_TEST(Store, Done_may_append) {
  std::promise<bool> outcome;
  this->log().append({entry("table/a", 1)}, [&](const auto&) {
    this->log().append({entry("table/a", 2)},
                       [&](const auto& problem) { outcome.set_value(!problem.has_value()); });
  });
  EXPECT_TRUE(outcome.get_future().get());
  EXPECT_EQ(numbers(this->log(), "table/a"), (Numbers{1, 2}));
}

TYPED_TEST(Store, Appends_all_or_none) {
  EXPECT_FALSE(append(this->log(), {entry("table/a", 1), entry("table/b", 1)}));
  EXPECT_TRUE(append(this->log(), {entry("table/a", 2), entry("table/c", 1), entry("table/b", 1)}));
  EXPECT_EQ(numbers(this->log(), "table/a"), Numbers{1});
  EXPECT_EQ(numbers(this->log(), "table/c"), Numbers{});
  EXPECT_EQ(unfinished(this->log(), ""), (Names{"table/a", "table/b"}));
  EXPECT_FALSE(append(this->log(), {entry("table/a", 2), entry("table/c", 1)}));
  EXPECT_EQ(numbers(this->log(), "table/a"), (Numbers{1, 2}));
}

// Many at once, so that they share commits.
TYPED_TEST(Store, Refuses_only_entries_that_exist_already) {
  std::vector<bool> refused;
  for (const std::uint32_t seq : {1U, 2U, 2U, 3U, 1U, 0U, 4U})
    this->log().append({entry("table/a", seq)},
                       [&](const auto& problem) { refused.push_back(problem.has_value()); });
  EXPECT_FALSE(append(this->log(), {}));
  EXPECT_EQ(refused, (std::vector<bool>{false, false, true, false, true, true, false}));
  this->reopen();
  const auto again = append(this->log(), {entry("table/a", 4)});
  ASSERT_TRUE(again);
  EXPECT_NE(again->what.find("table/a"), std::string::npos);
  EXPECT_EQ(again->what.find("number"), std::string::npos) << "the body is nobody's business";
  EXPECT_TRUE(append(this->log(), {entry("table/b", 1), entry("table/b", 1)}));
  EXPECT_EQ(numbers(this->log(), "table/a"), (Numbers{1, 2, 3, 4}));
}

TYPED_TEST(Store, Refuses_entries_after_the_last) {
  EXPECT_FALSE(append(this->log(), {entry("table/a", 1), last(entry("table/a", 2))}));
  EXPECT_TRUE(append(this->log(), {entry("table/a", 3)}));
  this->reopen();
  EXPECT_TRUE(append(this->log(), {entry("table/a", 3)}));
  EXPECT_TRUE(append(this->log(), {last(entry("table/b", 1)), entry("table/b", 2)}));
  EXPECT_EQ(numbers(this->log(), "table/b"), Numbers{});
}

TYPED_TEST(Store, Gives_back_the_last_entry) {
  EXPECT_EQ(*this->log().last("table/a"), std::nullopt);
  for (std::uint32_t seq = 1; seq <= 3; ++seq) {
    const Entry newest = seq == 3 ? last(entry("table/a", seq)) : entry("table/a", seq);
    EXPECT_FALSE(append(this->log(), {newest, entry("table/b", seq)}));
    EXPECT_EQ(*this->log().last("table/a"), newest);
  }
  this->reopen();
  EXPECT_EQ(*this->log().last("table/a"), last(entry("table/a", 3)));
}

TYPED_TEST(Store, Lists_unfinished_streams_by_prefix) {
  for (const char* stream : {"table/b", "table/a", "tablet/a", "chat/a", "table/\xff", "table"})
    EXPECT_FALSE(append(this->log(), {entry(stream, 1)}));
  EXPECT_FALSE(append(this->log(), {last(entry("table/c", 1))}));
  EXPECT_EQ(unfinished(this->log(), "table/"), (Names{"table/a", "table/b", "table/\xff"}));
  EXPECT_FALSE(append(this->log(), {last(entry("table/b", 2))}));
  this->reopen();
  EXPECT_EQ(unfinished(this->log(), "table/"), (Names{"table/a", "table/\xff"}));
  EXPECT_EQ(unfinished(this->log(), "").size(), 5U);
  EXPECT_EQ(unfinished(this->log(), "x"), Names{});
}

TYPED_TEST(Store, Lists_finished_streams_in_steps) {
  for (const char* name : {"table/a", "table/b", "chat/a", "table/c", "table/d"})
    ASSERT_FALSE(append(this->log(), {entry(name, 1)}));
  for (const char* name : {"table/a", "table/c", "table/d"})
    ASSERT_FALSE(append(this->log(), {last(entry(name, 7))}));
  this->reopen();
  for (const std::size_t at_once : {1U, 2U, 100U}) {
    const std::vector<Finished> all = finished(this->log(), at_once);
    Names names;
    for (const Finished& each : all) {
      names.push_back(each.stream);
      EXPECT_EQ(each.at, entry("", 7).at);
    }
    std::ranges::sort(names);
    EXPECT_EQ(names, (Names{"table/a", "table/c", "table/d"}));
  }
}

TYPED_TEST(Store, Removes_streams_and_leaves_the_others_alone) {
  for (std::uint32_t seq = 1; seq <= 3; ++seq)
    for (const char* name : {"table/a", "table/b", "chat/a"})
      ASSERT_FALSE(append(this->log(), {entry(name, seq, "anna")}));
  ASSERT_FALSE(append(this->log(), {last(entry("table/a", 4))}));
  EXPECT_FALSE(remove(this->log(), {"table/a", "chat/a", "table/nowhere"}));
  for (int i = 0; i < 2; ++i, this->reopen()) {
    EXPECT_EQ(numbers(this->log(), "table/a"), Numbers{});
    EXPECT_EQ(numbers(this->log(), "chat/a"), Numbers{});
    EXPECT_EQ(numbers(this->log(), "table/b"), (Numbers{1, 2, 3}));
    EXPECT_TRUE(finished(this->log(), 10).empty());
  }
  EXPECT_FALSE(append(this->log(), {entry("table/b", 4), entry("chat/a", 1)}));
  EXPECT_FALSE(forget(this->log(), "anna"));
  EXPECT_EQ(numbers(this->log(), "table/b"), Numbers{4});
  EXPECT_EQ(numbers(this->log(), "chat/a"), Numbers{1});
  this->reopen();
  EXPECT_EQ(numbers(this->log(), "chat/a"), Numbers{1});
}

TYPED_TEST(Store, Forgets_an_author) {
  EXPECT_FALSE(append(this->log(), {entry("chat/a", 1, "anna"), entry("chat/a", 2, "bert"),
                                    entry("chat/a", 3, "anna"), entry("chat/a", 4)}));
  EXPECT_FALSE(append(this->log(), {entry("chat/b", 1, "bert"), entry("chat/b", 2, "anna"),
                                    last(entry("chat/b", 3, "anna"))}));
  EXPECT_FALSE(append(this->log(), {entry("guest/anna", 1, "anna")}));
  EXPECT_FALSE(forget(this->log(), "anna"));
  EXPECT_FALSE(forget(this->log(), "nobody"));
  EXPECT_FALSE(forget(this->log(), ""));
  for (const bool reopened : {false, true}) {
    EXPECT_EQ(numbers(this->log(), "chat/a"), (Numbers{2, 4}));
    EXPECT_EQ(*this->log().read("chat/b"), std::vector{last(entry("chat/b", 1, "bert"))});
    EXPECT_EQ(unfinished(this->log(), ""), Names{"chat/a"}) << "what was over stays over";
    EXPECT_TRUE(append(this->log(), {entry("chat/b", 4)}));
    if (!reopened) this->reopen();
  }
  EXPECT_FALSE(append(this->log(), {entry("chat/a", 6), entry("guest/anna", 1)}));
  EXPECT_EQ(numbers(this->log(), "chat/a"), (Numbers{2, 4, 6}));
  EXPECT_FALSE(forget(this->log(), "bert"));
  EXPECT_EQ(numbers(this->log(), "chat/a"), (Numbers{4, 6}));
}

// A reader of the stream knows what comes next.
TYPED_TEST(Store, Goes_on_after_a_forgotten_end) {
  EXPECT_FALSE(append(this->log(), {entry("chat/a", 1), entry("chat/a", 2, "anna")}));
  EXPECT_FALSE(forget(this->log(), "anna"));
  this->reopen();
  EXPECT_EQ(numbers(this->log(), "chat/a"), Numbers{1});
  EXPECT_TRUE(append(this->log(), {entry("chat/a", 1)}));
  EXPECT_FALSE(append(this->log(), {entry("chat/a", 2)}));
  EXPECT_EQ(numbers(this->log(), "chat/a"), (Numbers{1, 2}));
}

TYPED_TEST(Store, Many_threads_append_and_read_at_once) {
  constexpr std::uint32_t each = 2000;
  constexpr std::uint32_t writers = 4;
  std::latch durable{std::ptrdiff_t{each} * writers};
  std::atomic<int> problems = 0;
  std::vector<std::jthread> threads;
  for (std::uint32_t writer = 0; writer < writers; ++writer)
    threads.emplace_back([&, stream = "table/" + std::to_string(writer)] {
      for (std::uint32_t seq = 1; seq <= each; ++seq)
        this->log().append({entry(stream, seq)}, [&](const auto& problem) {
          problems += problem.has_value();
          durable.count_down();
        });
    });
  threads.emplace_back([&] {
    std::size_t seen = 0;
    while (!durable.try_wait()) {
      const Numbers now = numbers(this->log(), "table/0");
      EXPECT_GE(now.size(), seen);
      EXPECT_TRUE(now.empty() || now.back() == now.size());
      seen = now.size();
    }
    EXPECT_FALSE(forget(this->log(), "nobody"));
  });
  threads.clear();
  EXPECT_EQ(problems, 0);
  EXPECT_EQ(unfinished(this->log(), "table/").size(), writers);
  for (const std::string& stream : unfinished(this->log(), "table/")) {
    const Numbers found = numbers(this->log(), stream);
    EXPECT_EQ(found.size(), each);
    EXPECT_TRUE(std::ranges::is_sorted(found));
  }
}

TEST(SqliteStore, Writes_what_was_appended_before_it_closes) {
  Sqlite file;
  for (std::uint32_t seq = 1; seq <= 500; ++seq)
    file.log().append({entry("table/a", seq)}, [](const auto&) {});
  file.reopen();
  EXPECT_EQ(numbers(file.log(), "table/a").size(), 500U);
}

TEST(SqliteStore, Is_readable_for_its_owner_only) {
  Sqlite file;
  EXPECT_FALSE(append(file.log(), {entry("table/a", 1)}));
  for (const char* part : {"", "-wal", "-shm", ".lock"}) {
    struct stat found{};
    ASSERT_EQ(stat((file.path() + part).c_str(), &found), 0) << part;
    EXPECT_EQ(found.st_mode & 0777U, 0600U) << part;
  }
}

bool is_on_disk(const Sqlite& file, const std::string& words) {
  return std::ranges::any_of(
      std::filesystem::directory_iterator{file.folder()},
      [&](const auto& each) { return read_file(each.path()).find(words) != std::string::npos; });
}

// Long words and short ones, of several authors in turns, and forgotten one after the other: what
// SQLite moves about meanwhile must not stay behind.
TEST(SqliteStore, Leaves_nothing_of_the_forgotten_on_the_disk) {
  Sqlite file;
  const Names authors = {"anna", "bert", "cleo"};
  for (std::uint32_t seq = 1; seq <= 3000; ++seq) {
    Entry words = entry("chat/" + std::to_string(seq % 7), seq, authors[seq % 3]);
    words.body = "{\"" + std::string(seq % 50 == 0 ? 9000 : seq % 90, ' ') + "words of " +
                 words.author + "\"}";
    file.log().append({words}, [](const auto& problem) { EXPECT_FALSE(problem); });
  }
  EXPECT_FALSE(append(file.log(), {}));
  for (const std::string& author : authors) {
    EXPECT_TRUE(is_on_disk(file, "words of " + author));
    EXPECT_FALSE(forget(file.log(), author));
    EXPECT_FALSE(is_on_disk(file, "words of " + author));
  }
}

class AnotherReader {
 public:
  explicit AnotherReader(const std::string& path) {
    EXPECT_EQ(sqlite3_open(path.c_str(), &connection_), SQLITE_OK);
    EXPECT_EQ(
        sqlite3_exec(connection_, "BEGIN; SELECT count(*) FROM entry", nullptr, nullptr, nullptr),
        SQLITE_OK);
  }
  AnotherReader(const AnotherReader&) = delete;
  AnotherReader& operator=(const AnotherReader&) = delete;
  ~AnotherReader() { sqlite3_close(connection_); }

 private:
  sqlite3* connection_ = nullptr;
};

Entry words_of(const std::string& author) {
  Entry words = entry("chat/a", 1, author);
  words.body = "{\"words of " + author + "\"}";
  return words;
}

TEST(SqliteStore, Leaves_nothing_of_the_removed_on_the_disk) {
  Sqlite file;
  Entry secret = last(entry("table/a", 1));
  secret.body = R"({"card":"a very secret card"})";
  ASSERT_FALSE(append(file.log(), {secret, entry("table/b", 1)}));
  ASSERT_FALSE(remove(file.log(), {"table/a"}));
  for (const char* part : {"", "-wal"}) {
    if (!std::filesystem::exists(file.path() + part)) continue;
    EXPECT_EQ(read_file(file.path() + part).find("very secret"), std::string::npos) << part;
  }
}

TEST(SqliteStore, Says_forgotten_only_when_no_other_program_keeps_it_on_the_disk) {
  Sqlite file;
  EXPECT_FALSE(append(file.log(), {words_of("anna")}));
  std::promise<std::optional<Problem>> forgotten;
  auto outcome = forgotten.get_future();
  {
    const AnotherReader backup{file.path()};
    file.log().forget("anna", [&](auto problem) { forgotten.set_value(std::move(problem)); });
    EXPECT_FALSE(append(file.log(), {entry("table/a", 1)})) << "games go on meanwhile";
    EXPECT_TRUE(numbers(file.log(), "chat/a").empty());
    EXPECT_EQ(outcome.wait_for(std::chrono::milliseconds(250)), std::future_status::timeout);
    EXPECT_TRUE(is_on_disk(file, "words of anna"));
  }
  EXPECT_FALSE(outcome.get()) << "by itself, without another append";
  EXPECT_FALSE(is_on_disk(file, "words of anna"));
}

TEST(SqliteStore, Forgets_what_a_crash_left_in_the_wal) {
  Sqlite file;
  EXPECT_FALSE(append(file.log(), {words_of("anna")}));
  std::string wal;
  std::string bytes;
  {
    const AnotherReader backup{file.path()};
    file.log().forget("anna", [](const auto& problem) { EXPECT_TRUE(problem); });
    EXPECT_FALSE(append(file.log(), {entry("table/a", 1)}));
    bytes = read_file(file.path());
    wal = read_file(file.path() + "-wal");
    file.close();
  }
  std::filesystem::remove(file.path() + "-shm");
  std::ofstream{file.path(), std::ios::binary} << bytes;
  std::ofstream{file.path() + "-wal", std::ios::binary} << wal;
  EXPECT_TRUE(is_on_disk(file, "words of anna"));
  file.reopen();
  EXPECT_EQ(numbers(file.log(), "table/a").size(), 1U);
  EXPECT_FALSE(is_on_disk(file, "words of anna"));
}

// A child appends until it is killed, and says through a pipe what it was told is durable.
std::uint32_t acknowledged_before_kill(const std::string& path, std::uint32_t from) {
  std::array<int, 2> ends{};
  EXPECT_EQ(pipe2(ends.data(), O_CLOEXEC), 0);
  const pid_t child = fork();
  if (child == 0) {
    auto log = open_sqlite(path);
    for (std::uint32_t seq = from; log.ok(); ++seq) {
      (*log)->append({entry("table/" + std::to_string(seq % 3), seq)},
                     [seq, to = ends[1]](const auto& problem) {
                       if (problem || write(to, &seq, sizeof seq) != sizeof seq) _exit(1);
                     });
      if (seq % 50 == 0) append(**log, {});
    }
    _exit(1);
  }
  close(ends[1]);
  std::uint32_t acknowledged = 0;
  while (read(ends[0], &acknowledged, sizeof acknowledged) == sizeof acknowledged)
    if (acknowledged == from + 3000) kill(child, SIGKILL);
  close(ends[0]);
  int status = 0;
  EXPECT_EQ(waitpid(child, &status, 0), child);
  EXPECT_TRUE(WIFSIGNALED(status));
  return acknowledged;
}

TEST(SqliteStore, Keeps_what_it_acknowledged_when_killed) {
  const Folder folder;
  std::uint32_t from = 1;
  for (int round = 0; round < 3; ++round) {
    const std::uint32_t acknowledged = acknowledged_before_kill(folder.path("log"), from);
    const auto log = open_sqlite(folder.path("log"));
    ASSERT_TRUE(log.ok()) << log.error().what;
    Numbers found;
    for (const char* stream : {"table/0", "table/1", "table/2"})
      for (const std::uint32_t seq : numbers(**log, stream)) found.push_back(seq);
    std::ranges::sort(found);
    EXPECT_GE(found.size(), acknowledged);
    EXPECT_EQ(found.back(), found.size()) << "no gap, nothing twice";
    from = found.back() + 1;
  }
}

// Counts how often SQLite waits for the disk while it lives.
class Syncs {
 public:
  Syncs() : usual_(sqlite3_vfs_find(nullptr)), counting_(*usual_) {
    count = 0;
    counting_.zName = "counting";
    counting_.xOpen = [](sqlite3_vfs* /*vfs*/, const char* name, sqlite3_file* file, int flags,
                         int* out) {
      sqlite3_vfs* unix = sqlite3_vfs_find("unix");
      const int code = unix->xOpen(unix, name, file, flags, out);
      if (code != SQLITE_OK || !file->pMethods) return code;
      // Files with locks and files without have methods of their own, with one xSync.
      usual_sync = file->pMethods->xSync;
      const auto [found, is_new] = methods.try_emplace(file->pMethods, *file->pMethods);
      found->second.xSync = [](sqlite3_file* each, int how) {
        ++count;
        return usual_sync(each, how);
      };
      file->pMethods = &found->second;
      return code;
    };
    sqlite3_vfs_register(&counting_, 1);
  }
  Syncs(const Syncs&) = delete;
  Syncs& operator=(const Syncs&) = delete;
  ~Syncs() {
    sqlite3_vfs_unregister(&counting_);
    sqlite3_vfs_register(usual_, 1);
  }

  static inline std::atomic<int> count = 0;

 private:
  static inline int (*usual_sync)(sqlite3_file*, int) = nullptr;
  static inline std::map<const sqlite3_io_methods*, sqlite3_io_methods> methods;
  sqlite3_vfs* usual_;
  sqlite3_vfs counting_;
};

TEST(SqliteStore, Waits_for_the_disk_at_each_commit) {
  const Syncs syncs;
  Sqlite file;
  for (std::uint32_t seq = 1; seq <= 10; ++seq) {
    const int before = Syncs::count;
    ASSERT_FALSE(append(file.log(), {entry("table/a", seq)}));
    EXPECT_GT(Syncs::count, before) << seq;
  }
}

// Files must not grow beyond this while it lives; SQLite sees a disk that does not take any more.
class SizeLimit {
 public:
  explicit SizeLimit(rlim_t bytes) {
    std::signal(SIGXFSZ, SIG_IGN);
    getrlimit(RLIMIT_FSIZE, &before_);
    const rlimit limit{bytes, before_.rlim_max};
    setrlimit(RLIMIT_FSIZE, &limit);
  }
  SizeLimit(const SizeLimit&) = delete;
  SizeLimit& operator=(const SizeLimit&) = delete;
  ~SizeLimit() { setrlimit(RLIMIT_FSIZE, &before_); }

 private:
  rlimit before_{};
};

TEST(SqliteStore, Appends_nothing_more_once_the_disk_has_failed) {
  Sqlite file;
  std::uint32_t kept = 0;
  {
    const SizeLimit limit{200'000};
    std::optional<Problem> problem;
    while (!(problem = append(file.log(), {entry("table/a", kept + 1)}))) ++kept;
    EXPECT_NE(problem->what.find("log"), std::string::npos) << problem->what;
  }
  EXPECT_GT(kept, 0U);
  EXPECT_TRUE(append(file.log(), {entry("table/a", kept + 2)})) << "this would leave a gap";
  EXPECT_TRUE(append(file.log(), {entry("table/b", 1)}));
  EXPECT_TRUE(forget(file.log(), "anna"));
  EXPECT_EQ(numbers(file.log(), "table/a").size(), kept);
  file.reopen();
  const Numbers found = numbers(file.log(), "table/a");
  EXPECT_GE(found.size(), kept);
  EXPECT_EQ(found.back(), found.size());
  EXPECT_FALSE(append(file.log(), {entry("table/a", found.back() + 1)}));
}

}  // namespace
}  // namespace tatami::store
