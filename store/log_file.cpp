#include "store/log_file.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <span>
#include <string_view>
#include <utility>

#include "store/database.h"
#include "store/running.h"
#include "store/wal.h"

namespace tatami::store {
namespace {

constexpr std::uint32_t our_application = 0x5474'6d69;  // "Ttmi"
constexpr std::uint32_t our_version = 3;
constexpr std::uint32_t first_with_sums = 2;     // of entries
constexpr std::uint32_t first_with_running = 3;  // notes of what goes on

// Rows of `entry` are only ever added at the end, whatever their stream, and `stream` is updated
// only now and then, so that a commit writes few pages. Each entry points to the previous one of
// its stream (0: none); entries after `settled.entry` cannot be reached from a tail yet. A NULL
// body has been forgotten. `sum` is row_sum of the columns before it.
constexpr std::string_view entries = R"(
  CREATE TABLE entry (
    id INTEGER PRIMARY KEY,
    before INTEGER NOT NULL,
    stream INTEGER NOT NULL,
    seq INTEGER NOT NULL,
    at INTEGER NOT NULL,
    author TEXT NOT NULL,
    body TEXT,
    sum INTEGER NOT NULL
  ) STRICT;
)";
// See store/running.h.
constexpr std::string_view running = R"(
  CREATE TABLE running (
    kind TEXT PRIMARY KEY,
    streams INTEGER NOT NULL,
    sum INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;
)";
constexpr std::string_view schema = R"(
  CREATE TABLE stream (
    id INTEGER PRIMARY KEY,
    name TEXT NOT NULL UNIQUE,
    tail INTEGER NOT NULL,
    finished INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX unfinished ON stream (name) WHERE finished = 0;
  CREATE TABLE settled (entry INTEGER NOT NULL) STRICT;
  INSERT INTO settled VALUES (0);
  CREATE TABLE authored (
    author TEXT NOT NULL,
    entry INTEGER NOT NULL,
    PRIMARY KEY (author, entry)
  ) STRICT, WITHOUT ROWID;
)";

// Checks that SQLite does not make: each query finds rows only if something is wrong.
constexpr std::array<std::pair<std::string_view, std::string_view>, 7> contradictions = {{
    {"an entry is missing",
     "SELECT 1 WHERE (SELECT count(*) FROM entry) <> (SELECT ifnull(max(id), 0) FROM entry)"},
    {"an entry was changed",
     "SELECT 1 FROM entry WHERE sum <> row_sum(id, before, stream, seq, at, author, body)"},
    {"an entry belongs to no stream",
     "SELECT 1 FROM entry LEFT JOIN stream ON stream.id = entry.stream "
     "WHERE stream.id IS NULL AND body IS NOT NULL"},
    {"the last entry of a stream is missing",
     "SELECT id, tail FROM stream WHERE tail <> 0 EXCEPT "
     "SELECT stream, max(entry.id) FROM entry, settled "
     "WHERE entry.id <= settled.entry AND body IS NOT NULL GROUP BY stream"},
    {"a stream is missing",
     "SELECT stream, max(entry.id) FROM entry, settled "
     "WHERE entry.id <= settled.entry AND body IS NOT NULL GROUP BY stream EXCEPT "
     "SELECT id, tail FROM stream"},
    {"an entry of an author is missing",
     "SELECT 1 FROM authored LEFT JOIN entry ON entry.id = authored.entry "
     "WHERE entry.author IS NOT authored.author"},
    {"the author of an entry is missing",
     "SELECT 1 WHERE (SELECT count(*) FROM authored) <> "
     "(SELECT count(*) FROM entry WHERE author <> '')"},
}};

// The same of the entries that no stream's tail leads to yet.
constexpr std::array<std::pair<std::string_view, std::string_view>, 3> recent_contradictions = {{
    {"an entry is missing",
     "SELECT 1 FROM settled WHERE (SELECT count(*) FROM entry WHERE id > settled.entry) <> "
     "(SELECT ifnull(max(id), 0) FROM entry) - settled.entry"},
    {"an entry was changed",
     "SELECT 1 FROM settled CROSS JOIN entry ON entry.id > settled.entry "
     "WHERE sum <> row_sum(id, before, stream, seq, at, author, body)"},
    {"an entry belongs to no stream",
     "SELECT 1 FROM settled CROSS JOIN entry ON entry.id > settled.entry "
     "LEFT JOIN stream ON stream.id = entry.stream WHERE stream.id IS NULL AND body IS NOT NULL"},
}};

// How many unfinished streams there are with names from one to another, how many of them have a
// beginning, and how many of their entries are not as they were written.
constexpr std::string_view unfinished_chains = R"(
  WITH RECURSIVE
    wanted AS (SELECT id, tail FROM stream WHERE finished = 0 AND name >= ?1 AND name < ?2),
    chain AS (
      SELECT entry.*, wanted.id AS owner FROM wanted CROSS JOIN entry ON entry.id = wanted.tail
      UNION ALL
      SELECT entry.*, chain.owner FROM chain CROSS JOIN entry ON entry.id = chain.before
      WHERE entry.id < chain.id)
  SELECT (SELECT count(*) FROM wanted WHERE tail <> 0), ifnull(sum(before = 0), 0),
    ifnull(sum(stream <> owner OR sum <> row_sum(id, before, stream, seq, at, author, body)), 0)
    FROM chain)";

[[noreturn]] void fail(const std::string& path, const std::string& why) {
  throw Failure{path + ": " + why};
}

[[noreturn]] void fail_with_errno(const std::string& path) {
  fail(path, std::generic_category().message(errno));
}

class Descriptor {
 public:
  Descriptor(const std::string& path, int flags)
      : number_(open(path.c_str(), flags | O_CLOEXEC, S_IRUSR | S_IWUSR)) {
    if (number_ < 0) fail_with_errno(path);
  }
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  ~Descriptor() {
    if (number_ >= 0) close(number_);
  }
  int number() const { return number_; }
  int release() { return std::exchange(number_, -1); }

 private:
  int number_;
};

Database blank_log() {
  Database database{":memory:", Database::Access::write};
  database.run(
      "PRAGMA page_size = 8192; PRAGMA application_id = " + std::to_string(our_application) +
      "; PRAGMA user_version = " + std::to_string(our_version) + ";" + std::string{entries} +
      std::string{schema} + std::string{running});
  return database;
}

void write_durably(const std::string& path, std::span<const unsigned char> bytes) {
  const Descriptor file{path, O_WRONLY | O_CREAT | O_TRUNC};
  while (!bytes.empty()) {
    const ssize_t written = write(file.number(), bytes.data(), bytes.size());
    if (written < 0) fail_with_errno(path);
    bytes = bytes.subspan(static_cast<std::size_t>(written));
  }
  if (fsync(file.number()) != 0) fail_with_errno(path);
}

// Written under another name first, so that the file is complete as soon as it exists.
void create(const std::string& path) {
  const Database blank = blank_log();
  sqlite3_int64 size = 0;
  const std::unique_ptr<unsigned char, decltype(&sqlite3_free)> bytes{
      sqlite3_serialize(blank.get(), "main", &size, 0), &sqlite3_free};
  if (!bytes) fail(path, "out of memory");
  const std::string unborn = path + ".new";
  write_durably(unborn, {bytes.get(), static_cast<std::size_t>(size)});
  if (std::rename(unborn.c_str(), path.c_str()) != 0) fail_with_errno(path);
  const std::string folder = std::filesystem::path{path}.parent_path();
  if (fsync(Descriptor{folder, O_RDONLY | O_DIRECTORY}.number()) != 0) fail_with_errno(folder);
}

// https://www.sqlite.org/fileformat.html#the_database_header
class Header {
 public:
  explicit Header(const std::string& path) {
    std::ifstream{path, std::ios::binary}.read(bytes_.data(), std::ssize(bytes_));
  }
  bool is_database() const {
    return std::string_view{bytes_.data(), 16} == std::string_view{"SQLite format 3\0", 16};
  }
  std::uint32_t application() const { return number(68); }
  std::uint32_t version() const { return number(60); }
  std::uint64_t size() const {
    const std::uint32_t page = number(16) >> 16;
    return std::uint64_t{number(28)} * (page == 1 ? 65536 : page);
  }

 private:
  std::uint32_t number(std::size_t offset) const {
    std::uint32_t value = 0;
    for (std::size_t i = 0; i < 4; ++i)
      value = value << 8 | static_cast<unsigned char>(bytes_[offset + i]);
    return value;
  }
  std::array<char, 100> bytes_{};
};

std::string schema_of(const Database& database) {
  Statement objects{database,
                    "SELECT sql FROM sqlite_schema WHERE name NOT LIKE 'sqlite_%' ORDER BY name"};
  std::string all;
  while (objects.next()) all += objects.text(0) + '\n';
  return all;
}

void check_marks(const std::string& path, std::uint32_t application, std::uint32_t version) {
  if (application != our_application) fail(path, "belongs to another program; choose another file");
  if (version > our_version)
    fail(path, "was written by a newer version (format " + std::to_string(version) +
                   ", this version reads up to " + std::to_string(our_version) +
                   "); upgrade tatami");
}

std::uint32_t number(const Database& database, std::string_view sql) {
  Statement statement{database, sql};
  return statement.next() ? static_cast<std::uint32_t>(statement.number(0)) : 0;
}

// The checks that follow run in the same transaction.
void begin_upgrade(const Database& database, std::uint32_t version) {
  database.run("PRAGMA secure_delete = ON; BEGIN IMMEDIATE");
  if (version < first_with_sums)
    database.run("ALTER TABLE entry RENAME TO bare;" + std::string{entries} +
                 "INSERT INTO entry SELECT *, row_sum(id, before, stream, seq, at, author, body) "
                 "FROM bare; DROP TABLE bare");
  if (version < first_with_running) {
    database.run(std::string{running});
    Statement note{database, "INSERT INTO running VALUES (?, ?, ?)"};
    for (const auto& [kind, all] : actual_running(database, {}))
      note.with(kind, all.streams, all.sum).run();
  }
  database.run("PRAGMA user_version = " + std::to_string(our_version));
}

// The last commit must still be there.
void check_head(const std::string& path, const Database& database) {
  const std::optional<Head> head = HeadFile::read(path);
  if (!head) return;
  const std::string at = std::to_string(head->id);
  const std::optional<Head> found = entry_at(database, "WHERE id = " + at);
  if (found && head->is_of(*found)) return;
  const std::optional<Head> last = last_entry(database);
  fail(path, "is not as it was left: " + at + " entries were saved, and " +
                 (found ? "another one stands in the last one's place"
                        : "only " + std::to_string(last ? last->id : 0) + " are there") +
                 ". Restore the file with its -wal; or, to go on without what is lost or with a "
                 "backup, remove " +
                 HeadFile::path_of(path));
}

template <std::size_t N>
void check_all(const std::string& path, const Database& database,
               const std::array<std::pair<std::string_view, std::string_view>, N>& checks) {
  for (const auto& [what, query] : checks)
    if (Statement{database, query}.next()) fail(path, "is damaged: " + std::string{what});
}

// Nothing that goes on has been lost, ended by another hand, or set back.
void check_running(const std::string& path, const Database& database,
                   const std::string& beginning) {
  const RunningByKind actual = actual_running(database, beginning);
  const RunningByKind all_noted = noted_running(database);
  for (const auto& [kind, noted] : all_noted) {
    if (!kind.starts_with(beginning)) continue;
    const auto found = actual.find(kind);
    const Running there = found == actual.end() ? Running{} : found->second;
    if (there.streams != noted.streams)
      fail(path, "is damaged: " + std::to_string(noted.streams) + " unfinished streams of \"" +
                     kind + "\" were kept, and " + std::to_string(there.streams) + " are there");
    if (there != noted) fail(path, "is damaged: the last entry of an unfinished stream is missing");
  }
  for (const auto& [kind, there] : actual)
    if (!all_noted.contains(kind)) fail(path, "is damaged: an unfinished stream was never begun");
}

void check_everything(const std::string& path, const Database& database) {
  Statement verdict{database, "PRAGMA integrity_check(1)"};
  if (!verdict.next() || verdict.text(0) != "ok") fail(path, "is damaged: " + verdict.text(0));
  check_all(path, database, contradictions);
  check_running(path, database, {});
}

void check_unfinished(const std::string& path, const Database& database,
                      const std::string& beginning) {
  std::string end = beginning;
  ++end.back();
  Statement chains{database, unfinished_chains};
  chains.with(beginning, end).next();
  if (chains.number(0) != chains.number(1)) fail(path, "is damaged: an entry is missing");
  if (chains.number(2) != 0) fail(path, "is damaged: an entry was changed");
  check_running(path, database, beginning);
}

// Includes what is still in the write-ahead log.
void check_content(const std::string& path, bool crashed, const std::vector<std::string>& first) {
  const Database database{path, Database::Access::write};
  if (crashed) database.leave_wal();
  const std::uint32_t version = number(database, "PRAGMA user_version");
  if (sqlite3_db_readonly(database.get(), "main") == 1)
    fail(path, "is read-only, so no game could be saved");
  check_marks(path, number(database, "PRAGMA application_id"), version);
  if (version < our_version) begin_upgrade(database, version);
  if (schema_of(database) != schema_of(blank_log()))
    fail(path, "is damaged: it has the wrong tables");
  if (first.empty() || version < first_with_sums) {
    check_everything(path, database);
  } else {
    check_all(path, database, recent_contradictions);
    for (const std::string& beginning : first) check_unfinished(path, database, beginning);
  }
  check_head(path, database);
  if (version < our_version) database.run("COMMIT");
}

// A write-ahead log is left only if a server could not close the file.
void check(const std::string& path, const std::vector<std::string>& first) {
  const Header header{path};
  if (!header.is_database()) fail(path, "is not a tatami database; choose another file");
  check_marks(path, header.application(), header.version());
  std::error_code none;
  const std::uintmax_t wal = std::filesystem::file_size(path + "-wal", none);
  const bool crashed = !none && wal > 0;
  if (!crashed && std::filesystem::file_size(path) < header.size())
    fail(path, "is damaged: its end is missing");
  try {
    if (crashed) check_wal(path + "-wal");
    check_content(path, crashed, first);
  } catch (const Failure& failure) {
    throw Failure{std::string{failure.what()} + " (the file was not changed)"};
  }
}

}  // namespace

FileLock::FileLock(const std::string& path) {
  const std::filesystem::path folder = std::filesystem::path{path}.parent_path();
  if (!std::filesystem::is_directory(folder))
    fail(folder, "there is no such folder; create it first");
  Descriptor file{path + ".lock", O_RDWR | O_CREAT};
  if (flock(file.number(), LOCK_EX | LOCK_NB) != 0) {
    if (errno == EWOULDBLOCK)
      fail(path, "another server is using it; stop that one or choose another file");
    fail_with_errno(path + ".lock");
  }
  descriptor_ = file.release();
}

FileLock::FileLock(FileLock&& other) noexcept : descriptor_(std::exchange(other.descriptor_, -1)) {}

FileLock::~FileLock() {
  if (descriptor_ >= 0) close(descriptor_);
}

void prepare_file(const std::string& path, const std::vector<std::string>& first) {
  if (std::filesystem::exists(path)) {
    check(path, first);
    std::filesystem::permissions(
        path, std::filesystem::perms::owner_read | std::filesystem::perms::owner_write);
  } else if (std::filesystem::exists(path + "-wal")) {
    fail(path, "is missing, but its -wal file exists: restore both, or remove the -wal file");
  } else {
    create(path);
  }
}

}  // namespace tatami::store
