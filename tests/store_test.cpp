#include <fcntl.h>
#include <gtest/gtest.h>
#include <sqlite3.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <csignal>
#include <filesystem>
#include <future>
#include <latch>
#include <string>
#include <thread>
#include <vector>

#include "command_support.h"
#include "store/memory.h"
#include "store/sqlite.h"

namespace tatami::store {
namespace {

using testing::Folder;
using testing::read_file;
using Names = std::vector<std::string>;

Entry entry(const std::string& stream, std::uint32_t seq, const std::string& author = {}) {
  return {stream, seq, 1'700'000'000'000 + seq, author,
          R"({"number":)" + std::to_string(seq) + "}"};
}

Entry last(Entry entry) {
  entry.last = true;
  return entry;
}

std::optional<Problem> append(EventLog& log, std::vector<Entry> entries) {
  std::promise<std::optional<Problem>> outcome;
  log.append(std::move(entries),
             [&](std::optional<Problem> problem) { outcome.set_value(std::move(problem)); });
  return outcome.get_future().get();
}

std::optional<Problem> forget(EventLog& log, const std::string& author) {
  std::promise<std::optional<Problem>> outcome;
  log.forget(author,
             [&](std::optional<Problem> problem) { outcome.set_value(std::move(problem)); });
  return outcome.get_future().get();
}

std::vector<std::uint32_t> numbers(EventLog& log, const std::string& stream) {
  std::vector<std::uint32_t> found;
  const auto entries = log.read(stream);
  EXPECT_TRUE(entries.ok());
  for (const Entry& each : *entries) found.push_back(each.seq);
  return found;
}

Names unfinished(EventLog& log, const std::string& prefix) {
  const auto names = log.unfinished(prefix);
  EXPECT_TRUE(names.ok());
  return *names;
}

using Numbers = std::vector<std::uint32_t>;

// What every back end has to keep. One that is added joins here.
class Memory {
 public:
  static constexpr const char* name = "Memory";
  EventLog& log() { return *log_; }
  void reopen() {}  // there is nothing it could have kept

 private:
  std::unique_ptr<EventLog> log_ = open_memory();
};

class Sqlite {
 public:
  static constexpr const char* name = "Sqlite";
  Sqlite() { reopen(); }
  EventLog& log() { return *log_; }
  void close() { log_.reset(); }
  void reopen() {
    close();
    auto opened = open_sqlite(path());
    ASSERT_TRUE(opened.ok()) << opened.error().what;
    log_ = std::move(*opened);
  }
  std::string path() const { return folder_.path("log"); }
  std::string folder() const { return folder_.path(""); }

 private:
  Folder folder_;
  std::unique_ptr<EventLog> log_;
};

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
using BackEnds = ::testing::Types<Memory, Sqlite>;
TYPED_TEST_SUITE(Store, BackEnds, BackEndName);

TYPED_TEST(Store, gives_back_what_was_appended) {
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

TYPED_TEST(Store, tells_in_order) {
  Numbers told;
  for (std::uint32_t seq = 1; seq <= 1000; ++seq)
    this->log().append({entry("table/a", seq)}, [&told, seq](const auto& problem) {
      if (!problem) told.push_back(seq);
    });
  EXPECT_FALSE(append(this->log(), {}));
  EXPECT_EQ(told, numbers(this->log(), "table/a"));
  EXPECT_EQ(told.size(), 1000U);
}

TYPED_TEST(Store, done_may_append) {
  std::promise<bool> outcome;
  this->log().append({entry("table/a", 1)}, [&](const auto&) {
    this->log().append({entry("table/a", 2)},
                       [&](const auto& problem) { outcome.set_value(!problem.has_value()); });
  });
  EXPECT_TRUE(outcome.get_future().get());
  EXPECT_EQ(numbers(this->log(), "table/a"), (Numbers{1, 2}));
}

TYPED_TEST(Store, appends_all_or_none) {
  EXPECT_FALSE(append(this->log(), {entry("table/a", 1), entry("table/b", 1)}));
  EXPECT_TRUE(append(this->log(), {entry("table/a", 2), entry("table/c", 1), entry("table/b", 1)}));
  EXPECT_EQ(numbers(this->log(), "table/a"), Numbers{1});
  EXPECT_EQ(numbers(this->log(), "table/c"), Numbers{});
  EXPECT_EQ(unfinished(this->log(), ""), (Names{"table/a", "table/b"}));
  EXPECT_FALSE(append(this->log(), {entry("table/a", 2), entry("table/c", 1)}));
  EXPECT_EQ(numbers(this->log(), "table/a"), (Numbers{1, 2}));
}

// Many at once, so that they share commits.
TYPED_TEST(Store, refuses_what_is_there_and_nothing_else) {
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

TYPED_TEST(Store, nothing_follows_the_last) {
  EXPECT_FALSE(append(this->log(), {entry("table/a", 1), last(entry("table/a", 2))}));
  EXPECT_TRUE(append(this->log(), {entry("table/a", 3)}));
  this->reopen();
  EXPECT_TRUE(append(this->log(), {entry("table/a", 3)}));
  EXPECT_TRUE(append(this->log(), {last(entry("table/b", 1)), entry("table/b", 2)}));
  EXPECT_EQ(numbers(this->log(), "table/b"), Numbers{});
}

TYPED_TEST(Store, gives_back_the_last_entry) {
  EXPECT_EQ(*this->log().last("table/a"), std::nullopt);
  for (std::uint32_t seq = 1; seq <= 3; ++seq) {
    const Entry newest = seq == 3 ? last(entry("table/a", seq)) : entry("table/a", seq);
    EXPECT_FALSE(append(this->log(), {newest, entry("table/b", seq)}));
    EXPECT_EQ(*this->log().last("table/a"), newest);
  }
  this->reopen();
  EXPECT_EQ(*this->log().last("table/a"), last(entry("table/a", 3)));
}

TYPED_TEST(Store, lists_unfinished_streams_by_prefix) {
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

TYPED_TEST(Store, forgets_an_author) {
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

// Whoever reads the stream knows what comes next.
TYPED_TEST(Store, goes_on_after_a_forgotten_end) {
  EXPECT_FALSE(append(this->log(), {entry("chat/a", 1), entry("chat/a", 2, "anna")}));
  EXPECT_FALSE(forget(this->log(), "anna"));
  this->reopen();
  EXPECT_EQ(numbers(this->log(), "chat/a"), Numbers{1});
  EXPECT_TRUE(append(this->log(), {entry("chat/a", 1)}));
  EXPECT_FALSE(append(this->log(), {entry("chat/a", 2)}));
  EXPECT_EQ(numbers(this->log(), "chat/a"), (Numbers{1, 2}));
}

TYPED_TEST(Store, many_threads_append_and_read_at_once) {
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

TEST(SqliteStore, writes_what_was_appended_before_it_closes) {
  Sqlite file;
  for (std::uint32_t seq = 1; seq <= 500; ++seq)
    file.log().append({entry("table/a", seq)}, [](const auto&) {});
  file.reopen();
  EXPECT_EQ(numbers(file.log(), "table/a").size(), 500U);
}

TEST(SqliteStore, is_readable_for_its_owner_only) {
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
TEST(SqliteStore, leaves_nothing_of_the_forgotten_on_the_disk) {
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

TEST(SqliteStore, says_forgotten_only_when_no_other_program_keeps_it_on_the_disk) {
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

TEST(SqliteStore, forgets_what_a_crash_left_in_the_wal) {
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

TEST(SqliteStore, keeps_what_it_acknowledged_when_killed) {
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

TEST(SqliteStore, appends_nothing_more_once_the_disk_has_failed) {
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

// Files that open_sqlite must not take, nor touch.
class SqliteStoreRefuses : public ::testing::Test {
 protected:
  std::string path() const { return folder_.path("log"); }

  void write(const std::string& bytes) const { std::ofstream{path(), std::ios::binary} << bytes; }
  void run(const std::string& sql) const {
    sqlite3* connection = nullptr;
    ASSERT_EQ(sqlite3_open(path().c_str(), &connection), SQLITE_OK);
    EXPECT_EQ(sqlite3_exec(connection, sql.c_str(), nullptr, nullptr, nullptr), SQLITE_OK);
    sqlite3_close(connection);
  }
  // A log that was closed well.
  void make_log(std::uint32_t entries) const {
    const auto log = open_sqlite(path());
    ASSERT_TRUE(log.ok()) << log.error().what;
    for (std::uint32_t seq = 1; seq <= entries; ++seq)
      (*log)->append({entry("table/a", seq)}, [](const auto& problem) { EXPECT_FALSE(problem); });
  }

  std::string content(const char* part) const {
    return std::filesystem::exists(path() + part) ? read_file(path() + part) : "(none)";
  }
  void expect_refusal(const std::string& reason) const {
    const std::string before = content("");
    const std::string wal = content("-wal");
    const auto log = open_sqlite(path());
    ASSERT_FALSE(log.ok());
    EXPECT_NE(log.error().what.find(reason), std::string::npos) << log.error().what;
    EXPECT_NE(log.error().what.find(path()), std::string::npos) << log.error().what;
    EXPECT_EQ(content(""), before);
    EXPECT_EQ(content("-wal"), wal);
  }

 private:
  Folder folder_;
};

TEST_F(SqliteStoreRefuses, no_database) {
  for (const std::size_t size : {0U, 1U, 50U, 100U, 5000U}) {
    write(std::string(size, 'x'));
    expect_refusal("is no event log");
  }
}

TEST_F(SqliteStoreRefuses, another_programs_database) {
  run("CREATE TABLE cookies (jar)");
  expect_refusal("another program");
  run("PRAGMA journal_mode = WAL");
  expect_refusal("another program");
}

TEST_F(SqliteStoreRefuses, a_future_version) {
  make_log(1);
  run("PRAGMA user_version = 3");
  expect_refusal("newer version");
}

// As after a crash: what the other program wrote is only in the write-ahead log.
TEST_F(SqliteStoreRefuses, marks_that_are_still_in_the_wal) {
  for (const auto& [mark, reason] : {std::pair{"PRAGMA user_version = 9", "newer version"},
                                     std::pair{"PRAGMA application_id = 77", "another program"}}) {
    std::filesystem::remove(path());
    make_log(1);
    sqlite3* connection = nullptr;
    ASSERT_EQ(sqlite3_open(path().c_str(), &connection), SQLITE_OK);
    sqlite3_db_config(connection, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1, nullptr);
    EXPECT_EQ(sqlite3_exec(connection, mark, nullptr, nullptr, nullptr), SQLITE_OK);
    sqlite3_close(connection);
    ASSERT_GT(content("-wal").size(), 100U);
    expect_refusal(reason);
    std::filesystem::remove(path() + "-wal");
    std::filesystem::remove(path() + "-shm");
  }
}

TEST_F(SqliteStoreRefuses, other_tables) {
  make_log(1);
  run("DROP INDEX unfinished");
  expect_refusal("its tables are not ours");
}

TEST_F(SqliteStoreRefuses, a_file_without_its_end) {
  make_log(100);
  std::filesystem::resize_file(path(), std::filesystem::file_size(path()) / 2);
  expect_refusal("is damaged");
}

TEST_F(SqliteStoreRefuses, a_damaged_beginning) {
  make_log(100);
  std::string bytes = content("");
  std::fill(bytes.begin() + 100, bytes.begin() + 4000, 'x');
  write(bytes);
  expect_refusal("malformed");
}

TEST_F(SqliteStoreRefuses, a_damaged_middle) {
  make_log(3000);
  std::string bytes = content("");
  const auto middle = bytes.begin() + static_cast<std::ptrdiff_t>(bytes.size() / 2 / 8192 * 8192);
  std::fill(middle, middle + 200, '\0');
  write(bytes);
  expect_refusal("is damaged");
}

TEST_F(SqliteStoreRefuses, a_damaged_middle_after_a_crash) {
  make_log(3000);
  std::string bytes;
  std::string wal;
  {
    const auto log = open_sqlite(path());
    EXPECT_FALSE(append(**log, {entry("table/b", 1)}));
    bytes = content("");
    wal = content("-wal");
  }
  const auto middle = bytes.begin() + static_cast<std::ptrdiff_t>(bytes.size() / 2);
  std::fill(middle, middle + 8192, 'x');
  write(bytes);
  std::ofstream{path() + "-wal", std::ios::binary} << wal;
  expect_refusal("is damaged");
}

// As a crash leaves them: some of it is in the file, more in the write-ahead log.
struct Crashed {
  std::string bytes;
  std::string wal;
};
Crashed crash_after(std::uint32_t commits) {
  const Folder folder;
  const std::string path = folder.path("log");
  const auto log = open_sqlite(path);
  EXPECT_TRUE(log.ok());
  for (std::uint32_t seq = 1; seq <= commits; ++seq)
    EXPECT_FALSE(append(**log, {entry("table/a", seq)}));
  return {read_file(path), read_file(path + "-wal")};
}

// How many entries a log has that was left like this; none if it is refused.
std::optional<std::size_t> taken_up(const Crashed& left) {
  const Folder folder;
  const std::string path = folder.path("log");
  std::ofstream{path, std::ios::binary} << left.bytes;
  std::ofstream{path + "-wal", std::ios::binary} << left.wal;
  const auto log = open_sqlite(path);
  if (log.ok()) return numbers(**log, "table/a").size();
  EXPECT_NE(log.error().what.find("is damaged"), std::string::npos) << log.error().what;
  EXPECT_EQ(read_file(path), left.bytes);
  EXPECT_EQ(read_file(path + "-wal"), left.wal);
  return {};
}

// Every byte of the header and of the frames' headers, and some of their pages. Where the last
// commit is hit it could as well have been torn, and one more is lost if the byte marks its end.
TEST(SqliteStore, never_loses_commits_to_a_flipped_byte_in_the_wal) {
  constexpr std::size_t commits = 6;
  const Crashed left = crash_after(commits);
  ASSERT_EQ(taken_up(left), commits);
  constexpr std::size_t frame = 24 + 8192;
  int refused = 0;
  for (std::size_t at = 0; at < left.wal.size(); ++at) {
    if (at >= 32 && (at - 32) % frame >= 24 && at % 997 != 0) continue;
    Crashed damaged = left;
    damaged.wal[at] = static_cast<char>(damaged.wal[at] ^ 0x10);
    const auto found = taken_up(damaged);
    refused += found ? 0 : 1;
    EXPECT_GE(found.value_or(commits), commits - 2) << at;
    const bool is_early = at < 32 || (at - 32) / frame < 4;
    EXPECT_FALSE(is_early && found) << at;
  }
  EXPECT_GT(refused, 100);
}

// All there is to read.
std::vector<Entry> content_of(EventLog& log) {
  std::vector<Entry> all;
  for (const char* stream : {"server", "table/a", "table/b", "chat/a", "guest/anna", "guest/bert"})
    if (const auto entries = log.read(stream); entries.ok())
      all.insert(all.end(), entries->begin(), entries->end());
  for (const std::string& name : unfinished(log, "")) all.push_back({name, 0, 0, {}, {}});
  return all;
}

// Any byte of the file: it is noticed, or nothing depends on it.
TEST(SqliteStore, is_not_taken_up_when_a_byte_has_flipped_that_matters) {
  Sqlite file;
  const auto long_entry = [](const std::string& stream, std::uint32_t seq,
                             const std::string& author = {}) {
    Entry each = entry(stream, seq, author);
    each.body = "{\"" + std::string(seq * 40 % 600, 'w') + "\"}";
    return each;
  };
  EXPECT_FALSE(append(file.log(), {entry("server", 1)}));
  for (std::uint32_t seq = 1; seq <= 40; ++seq)
    EXPECT_FALSE(append(file.log(), {long_entry("table/a", seq), long_entry("chat/a", seq, "anna"),
                                     entry("guest/bert", seq, "bert")}));
  EXPECT_FALSE(append(file.log(), {last(entry("table/b", 1)), entry("guest/anna", 1, "anna")}));
  EXPECT_FALSE(forget(file.log(), "bert"));
  const std::vector<Entry> before = content_of(file.log());
  file.close();
  const std::string bytes = read_file(file.path());
  int refused = 0;
  int tried = 0;
  for (std::size_t at = 0; at < bytes.size(); at += 1 + at % 293, ++tried) {
    const Folder folder;
    std::string damaged = bytes;
    damaged[at] = static_cast<char>(damaged[at] ^ (1 << at % 7));
    std::ofstream{folder.path("log"), std::ios::binary} << damaged;
    const auto log = open_sqlite(folder.path("log"));
    refused += log.ok() ? 0 : 1;
    if (log.ok()) {
      EXPECT_EQ(content_of(**log), before) << "byte " << at;
    }
  }
  EXPECT_GT(refused, tried / 4);
}

// Opening takes time in proportion: this took minutes once.
TEST(SqliteStore, takes_up_many_streams) {
  Sqlite file;
  std::vector<Entry> entries;
  for (int i = 0; i < 30'000; ++i) entries.push_back(entry("guest/" + std::to_string(i), 1));
  EXPECT_FALSE(append(file.log(), entries));
  file.reopen();
  EXPECT_EQ(unfinished(file.log(), "guest/").size(), entries.size());
}

TEST(SqliteStore, bears_a_wal_that_is_only_longer) {
  Crashed left = crash_after(3);
  left.wal.assign(100'000, '\0');
  EXPECT_TRUE(taken_up(left));
  left.wal[50'000] = 'x';
  EXPECT_FALSE(taken_up(left));
}

TEST(SqliteStore, takes_up_a_log_of_the_first_version_whole) {
  Sqlite file;
  for (std::uint32_t seq = 1; seq <= 300; ++seq)
    EXPECT_FALSE(append(file.log(), {entry("table/a", seq), entry("chat/a", seq, "anna")}));
  const std::vector<Entry> before = content_of(file.log());
  file.close();
  sqlite3* connection = nullptr;
  ASSERT_EQ(sqlite3_open(file.path().c_str(), &connection), SQLITE_OK);
  EXPECT_EQ(sqlite3_exec(connection, "ALTER TABLE entry DROP COLUMN sum; PRAGMA user_version = 1",
                         nullptr, nullptr, nullptr),
            SQLITE_OK);
  sqlite3_close(connection);
  file.reopen();
  EXPECT_EQ(content_of(file.log()), before);
  EXPECT_FALSE(append(file.log(), {entry("table/a", 301)}));
  file.reopen();
  EXPECT_EQ(numbers(file.log(), "table/a").size(), 301U);
}

TEST(SqliteStore, bears_a_torn_last_commit) {
  constexpr std::size_t commits = 6;
  Crashed left = crash_after(commits);
  left.wal.resize(left.wal.size() - 100);
  EXPECT_EQ(taken_up(left), commits - 1);
}

TEST_F(SqliteStoreRefuses, a_wal_without_its_file) {
  std::ofstream{path() + "-wal"} << "x";
  expect_refusal("-wal");
}

TEST_F(SqliteStoreRefuses, a_file_in_use) {
  make_log(1);
  {
    const auto log = open_sqlite(path());
    expect_refusal("another server");
    EXPECT_FALSE(append(**log, {entry("table/a", 2)}));
  }
  EXPECT_TRUE(open_sqlite(path()).ok());
}

TEST_F(SqliteStoreRefuses, a_folder_that_is_not_there) {
  EXPECT_FALSE(open_sqlite(path() + "/log").ok());
  EXPECT_FALSE(open_sqlite("").ok());
}

}  // namespace
}  // namespace tatami::store
