// Files that were damaged, or never were ours: refused and left alone, and nothing lost in silence.
#include <gtest/gtest.h>
#include <sqlite3.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <functional>
#include <string>
#include <vector>

#include "store/inspection.h"
#include "store_support.h"

namespace tatami::store {
namespace {

using namespace testing;

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

TEST_F(SqliteStoreRefuses, No_database) {
  for (const std::size_t size : {0U, 1U, 50U, 100U, 5000U}) {
    write(std::string(size, 'x'));
    expect_refusal("is not a tatami database");
  }
}

TEST_F(SqliteStoreRefuses, Another_programs_database) {
  run("CREATE TABLE cookies (jar)");
  expect_refusal("another program");
  run("PRAGMA journal_mode = WAL");
  expect_refusal("another program");
}

TEST_F(SqliteStoreRefuses, A_future_version) {
  make_log(1);
  run("PRAGMA user_version = 4");
  expect_refusal("newer version");
}

// As after a crash: what the other program wrote is only in the write-ahead log.
TEST_F(SqliteStoreRefuses, Marks_that_are_still_in_the_wal) {
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

TEST_F(SqliteStoreRefuses, Other_tables) {
  make_log(1);
  run("DROP INDEX unfinished");
  expect_refusal("it has the wrong tables");
}

TEST_F(SqliteStoreRefuses, A_file_without_its_end) {
  make_log(100);
  std::filesystem::resize_file(path(), std::filesystem::file_size(path()) / 2);
  expect_refusal("is damaged");
}

TEST_F(SqliteStoreRefuses, A_damaged_beginning) {
  make_log(100);
  std::string bytes = content("");
  std::fill(bytes.begin() + 100, bytes.begin() + 4000, 'x');
  write(bytes);
  expect_refusal("malformed");
}

// SQLite reads a file of a format that it does not know how to write.
TEST_F(SqliteStoreRefuses, A_file_that_can_only_be_read) {
  make_log(3);
  std::string bytes = content("");
  bytes[18] = 3;
  write(bytes);
  expect_refusal("read-only");
}

TEST_F(SqliteStoreRefuses, A_damaged_middle) {
  make_log(3000);
  std::string bytes = content("");
  const auto middle = bytes.begin() + static_cast<std::ptrdiff_t>(bytes.size() / 2 / 8192 * 8192);
  std::fill(middle, middle + 200, '\0');
  write(bytes);
  expect_refusal("is damaged");
}

TEST_F(SqliteStoreRefuses, A_damaged_middle_after_a_crash) {
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
TEST(SqliteStore, Never_loses_commits_to_a_flipped_byte_in_the_wal) {
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
TEST(SqliteStore, Is_not_taken_up_when_a_byte_has_flipped_that_matters) {
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
TEST(SqliteStore, Takes_up_many_streams) {
  Sqlite file;
  std::vector<Entry> entries;
  for (int i = 0; i < 30'000; ++i) entries.push_back(entry("guest/" + std::to_string(i), 1));
  EXPECT_FALSE(append(file.log(), entries));
  file.reopen();
  EXPECT_EQ(unfinished(file.log(), "guest/").size(), entries.size());
}

TEST(SqliteStore, Bears_a_wal_that_is_only_longer) {
  Crashed left = crash_after(3);
  left.wal.assign(100'000, '\0');
  EXPECT_TRUE(taken_up(left));
  left.wal[50'000] = 'x';
  EXPECT_FALSE(taken_up(left));
}

TEST(SqliteStore, Takes_up_a_log_of_the_first_version_whole) {
  Sqlite file;
  for (std::uint32_t seq = 1; seq <= 300; ++seq)
    EXPECT_FALSE(append(file.log(), {entry("table/a", seq), entry("chat/a", seq, "anna")}));
  const std::vector<Entry> before = content_of(file.log());
  file.close();
  sqlite3* connection = nullptr;
  ASSERT_EQ(sqlite3_open(file.path().c_str(), &connection), SQLITE_OK);
  EXPECT_EQ(sqlite3_exec(connection,
                         "ALTER TABLE entry DROP COLUMN sum; DROP TABLE running; "
                         "PRAGMA user_version = 1",
                         nullptr, nullptr, nullptr),
            SQLITE_OK);
  sqlite3_close(connection);
  file.reopen();
  EXPECT_EQ(content_of(file.log()), before);
  EXPECT_FALSE(append(file.log(), {entry("table/a", 301)}));
  file.reopen();
  EXPECT_EQ(numbers(file.log(), "table/a").size(), 301U);
}

TEST(SqliteStore, Bears_a_torn_last_commit) {
  constexpr std::size_t commits = 6;
  Crashed left = crash_after(commits);
  left.wal.resize(left.wal.size() - 100);
  EXPECT_EQ(taken_up(left), commits - 1);
}

// The write-ahead log is cut short, or gone: what was acknowledged is missing, and that is noticed.
TEST(SqliteStore, Notices_that_its_last_commits_are_missing) {
  const Folder folder;
  const std::string path = folder.path("log");
  Crashed left;
  {
    const auto log = open_sqlite(path);
    for (std::uint32_t seq = 1; seq <= 6; ++seq)
      ASSERT_FALSE(append(**log, {entry("table/a", seq)}));
    left = {read_file(path), read_file(path + "-wal")};
  }
  const auto reopen = [&](std::size_t cut) {
    std::ofstream{path, std::ios::binary} << left.bytes;
    std::ofstream{path + "-wal", std::ios::binary}
        << left.wal.substr(0, left.wal.size() - std::min(cut, left.wal.size()));
    return open_sqlite(path);
  };
  for (const std::size_t cut : {std::size_t{100}, std::size_t{30'000}, left.wal.size()}) {
    const auto log = reopen(cut);
    ASSERT_FALSE(log.ok()) << cut;
    EXPECT_NE(log.error().what.find("6 entries were saved"), std::string::npos) << log.error().what;
    EXPECT_NE(log.error().what.find("remove " + path + ".head"), std::string::npos);
  }
  EXPECT_TRUE(reopen(0).ok());
  std::filesystem::remove(path + ".head");
  const auto log = reopen(100);
  ASSERT_TRUE(log.ok()) << "somebody has decided to go on without";
  EXPECT_EQ(numbers(**log, "table/a").size(), 5U);
}

// A power failure can leave it behind the log, and somebody may have been forgotten since.
TEST(SqliteStore, Bears_a_head_that_is_older_than_the_log) {
  const Folder folder;
  const std::string path = folder.path("log");
  {
    const auto log = open_sqlite(path);
    ASSERT_FALSE(append(**log, {entry("chat/a", 1, "anna")}));
    const std::string head = read_file(path + ".head");
    ASSERT_FALSE(append(**log, {entry("chat/a", 2)}));
    ASSERT_FALSE(forget(**log, "anna"));
    std::ofstream{path + ".head", std::ios::binary} << head;
  }
  const auto log = open_sqlite(path);
  ASSERT_TRUE(log.ok()) << log.error().what;
  EXPECT_EQ(numbers(**log, "chat/a").size(), 1U);
}

// The last commit is there, but it is another one.
TEST_F(SqliteStoreRefuses, A_last_entry_that_is_not_the_one_that_was_saved) {
  make_log(3);
  // An older copy that went on otherwise: its sums are right.
  std::filesystem::remove(path());
  const std::string head = content(".head");
  std::filesystem::remove(path() + ".head");
  make_log(2);
  {
    const auto log = open_sqlite(path());
    Entry other = entry("table/a", 3);
    other.body = R"({"another":"one"})";
    ASSERT_FALSE(append(**log, {other}));
  }
  std::ofstream{path() + ".head", std::ios::binary} << head;
  expect_refusal("another one stands in the last one's place");
}

// As the version before wrote it.
TEST(SqliteStore, Compares_a_head_that_knows_no_bodies) {
  Sqlite file;
  EXPECT_FALSE(append(file.log(), {entry("table/a", 1), entry("table/a", 2)}));
  file.close();
  const std::string head = read_file(file.path() + ".head");
  ASSERT_EQ(head.size(), 55U);
  std::ofstream{file.path() + ".head", std::ios::binary} << head.substr(0, 37) << "\n";
  file.reopen();
  EXPECT_EQ(numbers(file.log(), "table/a").size(), 2U);
}

TEST(SqliteStore, Takes_up_a_log_that_did_not_note_what_goes_on) {
  Sqlite file;
  EXPECT_FALSE(append(file.log(), {entry("table/a", 1), last(entry("table/b", 1))}));
  file.close();
  const auto change = [&](const char* sql) {
    sqlite3* connection = nullptr;
    ASSERT_EQ(sqlite3_open(file.path().c_str(), &connection), SQLITE_OK);
    EXPECT_EQ(sqlite3_exec(connection, sql, nullptr, nullptr, nullptr), SQLITE_OK);
    sqlite3_close(connection);
  };
  change("DROP TABLE running; PRAGMA user_version = 2");
  file.reopen();
  EXPECT_EQ(unfinished(file.log(), "table/"), Names{"table/a"});
  EXPECT_FALSE(append(file.log(), {entry("table/a", 2), entry("table/c", 1)}));
  file.reopen();
  EXPECT_EQ(unfinished(file.log(), "table/"), (Names{"table/a", "table/c"}));
  file.close();
  change("UPDATE stream SET finished = 1 WHERE name = 'table/a'");
  EXPECT_FALSE(open_sqlite(file.path()).ok()) << "from now on it does";
}

TEST_F(SqliteStoreRefuses, A_log_from_which_an_entry_was_removed) {
  make_log(300);
  for (const char* which : {"150", "(SELECT max(id) FROM entry)"}) {
    const std::string before = content("");
    sqlite3* connection = nullptr;
    ASSERT_EQ(sqlite3_open(path().c_str(), &connection), SQLITE_OK);
    const std::string removal = "DELETE FROM entry WHERE id = " + std::string{which};
    EXPECT_EQ(sqlite3_exec(connection, removal.c_str(), nullptr, nullptr, nullptr), SQLITE_OK);
    sqlite3_close(connection);
    EXPECT_FALSE(open_sqlite(path()).ok()) << which;
    write(before);
  }
}

TEST_F(SqliteStoreRefuses, A_wal_without_its_file) {
  std::ofstream{path() + "-wal"} << "x";
  expect_refusal("-wal");
}

TEST_F(SqliteStoreRefuses, A_file_in_use) {
  make_log(1);
  {
    const auto log = open_sqlite(path());
    expect_refusal("another server");
    EXPECT_FALSE(append(**log, {entry("table/a", 2)}));
  }
  EXPECT_TRUE(open_sqlite(path()).ok());
}

TEST_F(SqliteStoreRefuses, A_folder_that_is_not_there) {
  EXPECT_FALSE(open_sqlite(path() + "/log").ok());
  EXPECT_FALSE(open_sqlite("").ok());
}

// ---- Opened before everything has been looked at ----

class SqliteStoreInUse : public ::testing::Test {
 protected:
  // Games that are over, one that is not, and their chats.
  void SetUp() override {
    auto log = open_sqlite(path());
    ASSERT_TRUE(log.ok()) << log.error().what;
    for (const std::string game : {"table/a", "table/b", "table/c"}) {
      for (std::uint32_t seq = 1; seq <= 20; ++seq) {
        Entry each = entry(game, seq);
        each.last = seq == 20 && game != "table/c";
        ASSERT_FALSE(append(**log, {each}));
      }
      ASSERT_FALSE(append(**log, {entry("chat/" + game.substr(6), 1, "anna")}));
    }
    log->reset();
    log = open_sqlite(path());  // which settles all of it
    ASSERT_TRUE(log.ok());
  }
  std::string path() const { return folder_.path("log"); }
  void run(const std::string& sql) const {
    sqlite3* connection = nullptr;
    ASSERT_EQ(sqlite3_open(path().c_str(), &connection), SQLITE_OK);
    EXPECT_EQ(sqlite3_exec(connection, sql.c_str(), nullptr, nullptr, nullptr), SQLITE_OK)
        << sqlite3_errmsg(connection);
    sqlite3_close(connection);
  }
  // Problems that are found while it is in use.
  std::string found_later() const {
    const auto log = open();
    Inspection inspection{path()};
    while (!inspection.is_done())
      if (const auto wrong = inspection.step()) return *wrong;
    return {};
  }
  std::unique_ptr<EventLog> open(std::function<void(const std::string&)> complain = {}) const {
    auto opened = open_sqlite(path(), {.first = {"table/"}, .complain = std::move(complain)});
    EXPECT_TRUE(opened.ok()) << opened.error().what;
    return opened.ok() ? std::move(*opened) : nullptr;
  }

 private:
  Folder folder_;
};

TEST_F(SqliteStoreInUse, Is_whole) {
  EXPECT_EQ(found_later(), "");
  const auto log = open();
  ASSERT_TRUE(log);
  EXPECT_EQ(numbers(*log, "table/a").size(), 20U);
  EXPECT_EQ(unfinished(*log, "table/"), Names{"table/c"});
}

TEST_F(SqliteStoreInUse, Damage_in_unfinished_streams_is_refused_at_once_and_nothing_is_changed) {
  for (const char* damage :
       {"UPDATE entry SET body = '{}' WHERE id = 50", "DELETE FROM entry WHERE id = 50",
        "UPDATE entry SET before = 60 WHERE id = 50"}) {
    const std::string whole = read_file(path());
    run(damage);
    const std::string before = read_file(path());
    const auto opened = open_sqlite(path(), {.first = {"table/"}, .complain = {}});
    ASSERT_FALSE(opened.ok()) << damage;
    EXPECT_NE(opened.error().what.find("is damaged"), std::string::npos) << opened.error().what;
    EXPECT_EQ(read_file(path()), before);
    std::ofstream{path(), std::ios::binary} << whole;
  }
}

TEST_F(SqliteStoreInUse, A_game_that_goes_on_cannot_end_vanish_or_go_back_unnoticed) {
  const std::vector<std::pair<const char*, const char*>> losses = {
      {"UPDATE stream SET finished = 1 WHERE name = 'table/c'",
       "1 unfinished streams of \"table/\" were kept, and 0 are there"},
      {"DELETE FROM stream WHERE name = 'table/c'", "and 0 are there"},
      {"UPDATE stream SET finished = 0 WHERE name = 'table/a'", "and 2 are there"},
      {"UPDATE stream SET finished = 1 - finished WHERE name IN ('table/a', 'table/c')",
       "the last entry of an unfinished stream is missing"},
      {"UPDATE stream SET tail = (SELECT before FROM entry WHERE id = tail) "
       "WHERE name = 'table/c'",
       "the last entry of an unfinished stream is missing"},
      {"UPDATE stream SET name = 'table/d' WHERE name = 'table/c'", "is missing"},
      {"DELETE FROM running", "was never begun"},
  };
  const std::string whole = read_file(path());
  for (const auto& [damage, what] : losses) {
    run(damage);
    for (const auto& first : {std::vector<std::string>{"table/"}, std::vector<std::string>{}}) {
      const auto opened = open_sqlite(path(), {.first = first, .complain = {}});
      ASSERT_FALSE(opened.ok()) << damage;
      if (!first.empty()) {
        EXPECT_NE(opened.error().what.find(what), std::string::npos) << opened.error().what;
      }
    }
    std::ofstream{path(), std::ios::binary} << whole;
  }
  EXPECT_TRUE(open());
}

// The note of running streams is right when it is opened again, however they have changed.
TEST_F(SqliteStoreInUse, Running_streams_are_noted_with_every_change) {
  const auto stays_whole = [&](const char* after) {
    const auto opened = open_sqlite(path());
    EXPECT_TRUE(opened.ok()) << after << ": " << opened.error().what;
  };
  {
    const auto log = open();
    EXPECT_FALSE(append(*log, {entry("table/c", 21), entry("table/e", 1), last(entry("table/f", 1)),
                               entry("guest/anna", 1, "anna"), entry("guest/bela", 1, "bela"),
                               entry("guest/bela", 2)}));
  }
  stays_whole("new and finished streams");
  {
    const auto log = open();
    EXPECT_FALSE(append(*log, {entry("guest/bela", 3, "bela")}));
    EXPECT_FALSE(forget(*log, "anna"));
    EXPECT_FALSE(forget(*log, "bela"));
    EXPECT_FALSE(append(*log, {entry("guest/anna", 2, "anna")}));
  }
  stays_whole("somebody was forgotten");
  {
    const auto log = open();
    EXPECT_FALSE(remove(*log, {"table/e", "table/a", "chat/a"}));
  }
  stays_whole("streams were removed");
  {
    const auto log = open();
    for (std::uint32_t seq = 22; seq <= 4500; ++seq)
      log->append({entry("table/c", seq)}, [](const auto& problem) { EXPECT_FALSE(problem); });
    EXPECT_FALSE(append(*log, {last(entry("table/c", 4501))}));
  }
  stays_whole("it was settled on the way");
}

TEST_F(SqliteStoreInUse, Damage_in_finished_streams_is_reported_later_and_when_they_are_read) {
  run("UPDATE entry SET body = '{}' WHERE id = 7");
  std::promise<std::string> told;
  std::future<std::string> what = told.get_future();
  const auto log = open([&](const std::string& wrong) { told.set_value(wrong); });
  ASSERT_TRUE(log);
  EXPECT_NE(what.get().find("an entry was changed"), std::string::npos);
  EXPECT_FALSE(log->read("table/a").ok());
  EXPECT_TRUE(log->read("table/b").ok());
  EXPECT_EQ(numbers(*log, "table/c").size(), 20U);
}

TEST_F(SqliteStoreInUse, Missing_entries_of_finished_streams_are_reported_later) {
  const std::vector<std::pair<const char*, const char*>> losses = {
      {"DELETE FROM entry WHERE id = 7", "an entry is missing"},
      {"DELETE FROM stream WHERE name = 'table/a'", "belongs to no stream"},
      {"UPDATE stream SET tail = 19 WHERE name = 'table/a'", "the last entry of a stream"},
      {"UPDATE stream SET tail = 0 WHERE name = 'table/b'", "the last entry of a stream"},
      {"DELETE FROM authored", "the author of an entry is missing"},
      {"INSERT INTO authored VALUES ('bela', 3)", "an entry of an author is missing"},
  };
  const std::string whole = read_file(path());
  for (const auto& [damage, what] : losses) {
    run(damage);
    const std::string told = found_later();
    EXPECT_NE(told.find(what), std::string::npos) << damage << ": " << told;
    std::filesystem::remove(path() + ".head");
    std::ofstream{path(), std::ios::binary} << whole;
  }
}

}  // namespace
}  // namespace tatami::store
