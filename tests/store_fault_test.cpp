// A disk that fails at any moment, and a file that others hold: what was acknowledged is there when
// the cause is gone, and nothing is acknowledged meanwhile.
#include <gtest/gtest.h>
#include <sqlite3.h>

#include <atomic>
#include <filesystem>
#include <map>
#include <thread>

#include "store_support.h"

namespace tatami::store {
namespace {

using namespace testing;

// While it lives, SQLite's writes and syncs are counted, and fail from the chosen one on.
class FaultyDisk {
 public:
  FaultyDisk() : usual_(sqlite3_vfs_find(nullptr)), faulty_(*usual_) {
    mend();
    faulty_.zName = "faulty";
    faulty_.xOpen = [](sqlite3_vfs* /*vfs*/, const char* name, sqlite3_file* file, int flags,
                       int* out) {
      sqlite3_vfs* unix = sqlite3_vfs_find("unix");
      if (is_read_only && (flags & SQLITE_OPEN_READWRITE) != 0)
        flags = (flags & ~(SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE)) | SQLITE_OPEN_READONLY;
      const int code = unix->xOpen(unix, name, file, flags, out);
      if (code != SQLITE_OK || !file->pMethods) return code;
      usual_write = file->pMethods->xWrite;
      usual_sync = file->pMethods->xSync;
      const auto [found, is_new] = methods.try_emplace(file->pMethods, *file->pMethods);
      found->second.xWrite = [](sqlite3_file* each, const void* bytes, int size, sqlite3_int64 at) {
        return fails() ? fault.load() : usual_write(each, bytes, size, at);
      };
      found->second.xSync = [](sqlite3_file* each, int how) {
        return fails() ? fault.load() : usual_sync(each, how);
      };
      file->pMethods = &found->second;
      return code;
    };
    sqlite3_vfs_register(&faulty_, 1);
  }
  FaultyDisk(const FaultyDisk&) = delete;
  FaultyDisk& operator=(const FaultyDisk&) = delete;
  ~FaultyDisk() {
    sqlite3_vfs_unregister(&faulty_);
    sqlite3_vfs_register(usual_, 1);
  }

  static void fail_after(int steps, int code) {
    fault = code;
    left = steps;
  }
  static void mend() {
    left = never;
    is_read_only = false;
  }
  static bool has_failed() { return left <= 0; }

  static inline std::atomic<bool> is_read_only = false;

 private:
  static constexpr int never = 1'000'000;
  static bool fails() { return --left < 0; }

  static inline std::atomic<int> left = never;
  static inline std::atomic<int> fault = SQLITE_FULL;
  static inline int (*usual_write)(sqlite3_file*, const void*, int, sqlite3_int64) = nullptr;
  static inline int (*usual_sync)(sqlite3_file*, int) = nullptr;
  static inline std::map<const sqlite3_io_methods*, sqlite3_io_methods> methods;
  sqlite3_vfs* usual_;
  sqlite3_vfs faulty_;
};

// Appends until the disk fails, at most so often; how many were acknowledged.
std::uint32_t append_until_it_fails(EventLog& log, std::uint32_t from, std::uint32_t most) {
  std::uint32_t seq = from;
  while (seq - from < most && !append(log, {entry("table/a", seq), entry("table/b", seq, "anna")}))
    ++seq;
  return seq - from;
}

class SqliteStoreOnADiskThatFails : public ::testing::TestWithParam<std::pair<const char*, int>> {};

TEST_P(SqliteStoreOnADiskThatFails, Keeps_what_it_acknowledged_wherever_that_happens) {
  const FaultyDisk disk;
  int failures = 0;
  for (int steps = 0; steps < 200; ++steps) {
    Sqlite file;
    constexpr std::uint32_t before = 2;
    ASSERT_EQ(append_until_it_fails(file.log(), 1, before), before);
    FaultyDisk::fail_after(steps, GetParam().second);
    const std::uint32_t kept = before + append_until_it_fails(file.log(), before + 1, 6);
    const bool has_failed = FaultyDisk::has_failed();
    if (has_failed) {
      const auto problem = append(file.log(), {entry("table/c", 1)});
      ASSERT_TRUE(problem) << steps;
      EXPECT_NE(problem->what.find(file.path()), std::string::npos) << problem->what;
      FaultyDisk::mend();
      EXPECT_TRUE(append(file.log(), {entry("table/c", 1)})) << "until it is opened again";
      EXPECT_TRUE(forget(file.log(), "anna"));
    }
    FaultyDisk::mend();
    file.reopen();
    for (const char* stream : {"table/a", "table/b"}) {
      const Numbers found = numbers(file.log(), stream);
      ASSERT_GE(found.size(), kept) << steps;
      EXPECT_EQ(found.back(), found.size()) << steps;
    }
    EXPECT_EQ(numbers(file.log(), "table/a"), numbers(file.log(), "table/b")) << "all or none";
    EXPECT_EQ(append_until_it_fails(file.log(), 100, 2), 2U) << "it goes on";
    failures += has_failed ? 1 : 0;
    if (!has_failed) break;
  }
  EXPECT_GT(failures, 10);
}

INSTANTIATE_TEST_SUITE_P(All, SqliteStoreOnADiskThatFails,
                         ::testing::Values(std::pair{"full", SQLITE_FULL},
                                           std::pair{"broken", SQLITE_IOERR_WRITE},
                                           std::pair{"read_only", SQLITE_READONLY}),
                         [](const auto& each) { return std::string{each.param.first}; });

TEST(SqliteStore, Is_not_opened_for_reading_only_and_is_whole_afterwards) {
  const FaultyDisk disk;
  Sqlite file;
  ASSERT_EQ(append_until_it_fails(file.log(), 1, 5), 5U);
  file.close();
  FaultyDisk::is_read_only = true;
  const auto log = open_sqlite(file.path());
  ASSERT_FALSE(log.ok());
  EXPECT_NE(log.error().what.find(file.path()), std::string::npos) << log.error().what;
  FaultyDisk::mend();
  file.reopen();
  EXPECT_EQ(numbers(file.log(), "table/a"), (Numbers{1, 2, 3, 4, 5}));
}

TEST(SqliteStore, Waits_while_another_program_has_it_locked_and_tells_nothing_meanwhile) {
  Sqlite file;
  ASSERT_EQ(append_until_it_fails(file.log(), 1, 1), 1U);
  sqlite3* other = nullptr;
  ASSERT_EQ(sqlite3_open(file.path().c_str(), &other), SQLITE_OK);
  ASSERT_EQ(sqlite3_exec(other, "BEGIN IMMEDIATE", nullptr, nullptr, nullptr), SQLITE_OK);
  std::promise<bool> told;
  std::future<bool> outcome = told.get_future();
  file.log().append({entry("table/a", 2)},
                    [&](const auto& problem) { told.set_value(!problem.has_value()); });
  EXPECT_EQ(outcome.wait_for(std::chrono::milliseconds(300)), std::future_status::timeout);
  EXPECT_EQ(numbers(file.log(), "table/a"), Numbers{1}) << "reading goes on";
  EXPECT_EQ(sqlite3_exec(other, "ROLLBACK", nullptr, nullptr, nullptr), SQLITE_OK);
  sqlite3_close(other);
  EXPECT_TRUE(outcome.get());
  EXPECT_EQ(numbers(file.log(), "table/a"), (Numbers{1, 2}));
}

}  // namespace
}  // namespace tatami::store
