#include "store/writer.h"

#include <ranges>
#include <utility>

#include "store/sum.h"

namespace tatami::store {
namespace {

constexpr std::int64_t most_unsettled = 4000;  // entries; readers scan all of them
constexpr std::size_t most_known = 100'000;    // streams; some ten megabytes
constexpr std::ptrdiff_t many = 20;            // rows per statement, if there are that many
constexpr int columns = 8;

// secure_delete overwrites forgotten data.
Database open_for_writing(const std::string& path) {
  Database database{path, Database::Access::write};
  Statement mode{database, "PRAGMA journal_mode = WAL"};
  if (!mode.next() || mode.text(0) != "wal")
    throw Failure{path + ": SQLite cannot use a write-ahead log in this folder; choose another"};
  database.run("PRAGMA synchronous = FULL; PRAGMA secure_delete = ON; PRAGMA temp_store = MEMORY");
  return database;
}

std::int64_t greatest_id(const Database& database, const std::string& table) {
  Statement greatest{database, "SELECT ifnull(max(id), 0) FROM " + table};
  greatest.next();
  return greatest.number(0);
}

std::string insertion_of(std::ptrdiff_t rows) {
  std::string sql = "INSERT OR ROLLBACK INTO entry VALUES (?, ?, ?, ?, ?, ?, ?, ?)";
  while (--rows > 0) sql += ", (?, ?, ?, ?, ?, ?, ?, ?)";
  return sql;
}

}  // namespace

Writer::Writer(const std::string& path)
    : head_file_(path),
      database_(open_for_writing(path)),
      begin_(database_, "BEGIN IMMEDIATE"),
      commit_(database_, "COMMIT"),
      find_stream_(
          database_,
          "SELECT stream.id, tail, seq, finished FROM stream CROSS JOIN entry ON entry.id = tail "
          "WHERE name = ?"),
      insert_stream_(database_, "INSERT INTO stream VALUES (?, ?, 0, 0)"),
      finish_stream_(database_, "UPDATE stream SET finished = 1 WHERE id = ?"),
      insert_entry_(database_, insertion_of(1)),
      insert_entries_(database_, insertion_of(many)),
      insert_authored_(database_, "INSERT INTO authored VALUES (?, ?)"),
      move_tail_(database_, "UPDATE stream SET tail = ? WHERE id = ?"),
      settle_up_to_(database_, "UPDATE settled SET entry = ?"),
      note_running_(database_, "INSERT OR REPLACE INTO running VALUES (?, ?, ?)"),
      running_(noted_running(database_)),
      last_stream_(greatest_id(database_, "stream")),
      last_entry_(greatest_id(database_, "entry")) {
  begin();
  take_tails();
  settle();
  note_running();
  commit_.run();
  note_head();
}

// Entries written since the file was settled: every stream's tail leads to them again.
void Writer::take_tails() {
  struct Fresh {
    std::int64_t stream, tail;
  };
  std::vector<Fresh> all;
  Statement fresh{database_,
                  "SELECT stream, max(entry.id) FROM settled CROSS JOIN entry"
                  " ON entry.id > settled.entry GROUP BY stream"};
  while (fresh.next()) all.push_back({fresh.number(0), fresh.number(1)});
  Statement look{database_, "SELECT name, tail, finished FROM stream WHERE id = ?"};
  for (const auto& [stream, tail] : all) {
    if (!look.with(stream).next()) continue;  // forgotten or removed since
    const std::string name = look.text(0);
    const std::int64_t before = look.number(1);
    const bool is_running = look.number(2) == 0;
    look.reset();
    if (is_running) has_moved(name, stream, before, tail);
    move_tail_.with(tail, stream).run();
  }
}

void Writer::has_moved(std::string_view name, std::int64_t id, std::int64_t from, std::int64_t to) {
  Running& running = running_[kind_of(name)];
  running.remove(name, id, from);
  running.add(name, id, to);
  has_running_changed_ = true;
}

void Writer::note_running() {
  if (!std::exchange(has_running_changed_, false)) return;
  for (const auto& [kind, all] : running_) note_running_.with(kind, all.streams, all.sum).run();
}

std::optional<Problem> Writer::add(const std::vector<Entry>& entries) {
  before_.clear();
  for (const Entry& entry : entries) {
    Stream& stream = find(entry.stream);
    if (std::optional<Problem> problem = check(stream.end, entry)) {
      for (const auto& [changed, end] : before_ | std::views::reverse) changed->end = end;
      return problem;
    }
    before_.emplace_back(&stream, stream.end);
    stream.end = {entry.seq, entry.last};
  }
  for (std::size_t i = 0; i < entries.size(); ++i) insert(*before_[i].first, entries[i]);
  return std::nullopt;
}

Writer::Stream& Writer::find(const std::string& name) {
  const auto [found, is_new] = known_.try_emplace(name);
  if (is_new && find_stream_.with(name).next()) {
    found->second = {
        find_stream_.number(0),
        find_stream_.number(1),
        {static_cast<std::uint32_t>(find_stream_.number(2)), find_stream_.number(3) != 0},
        find_stream_.number(1)};
    find_stream_.reset();
  }
  found->second.name = found->first;
  return found->second;
}

void Writer::insert(Stream& stream, const Entry& entry) {
  if (stream.id == 0) {
    stream.id = ++last_stream_;
    insert_stream_.with(stream.id, entry.stream).run();
    running_[kind_of(entry.stream)].add(entry.stream, stream.id, 0);
    has_running_changed_ = true;
  }
  const std::int64_t row = ++last_entry_;
  rows_.push_back({row, stream.tail, stream.id, &entry});
  if (stream.tail <= settled_) unsettled_.push_back(&stream);
  stream.tail = row;
  if (!entry.author.empty()) insert_authored_.with(entry.author, row).run();
  if (!entry.last) return;
  finish_stream_.with(stream.id).run();
  running_[kind_of(entry.stream)].remove(entry.stream, stream.id, stream.kept);
  has_running_changed_ = true;
}

std::int64_t Writer::sum_of(const Row& row) {
  const Entry& entry = *row.entry;
  return RowSum{}
      .add(row.id)
      .add(row.before)
      .add(row.stream)
      .add(std::int64_t{entry.seq})
      .add(entry.at)
      .add(entry.author)
      .add(entry.body)
      .value();
}

void Writer::write_rows() {
  auto row = rows_.cbegin();
  const auto run = [&](Statement& statement, std::ptrdiff_t count) {
    for (int i = 0; i < count; ++i, ++row)
      statement.bind_after(columns * i, row->id, row->before, row->stream,
                           std::int64_t{row->entry->seq}, row->entry->at, row->entry->author,
                           row->entry->body, sum_of(*row));
    statement.run();
  };
  while (rows_.cend() - row >= many) run(insert_entries_, many);
  while (row != rows_.cend()) run(insert_entry_, 1);
  if (rows_.empty()) return;
  const Row& last = rows_.back();
  head_ = head_of(last.id, last.before, last.stream, last.entry->seq, last.entry->at, sum_of(last));
  rows_.clear();
}

void Writer::commit() {
  write_rows();
  if (last_entry_ - settled_ > most_unsettled) settle();
  note_running();
  commit_.run();
  head_file_.write(head_);
}

// After this, every stream can be found by its tail in the file.
void Writer::settle() {
  for (Stream* stream : unsettled_) {
    move_tail_.with(stream->tail, stream->id).run();
    if (!stream->end.last) has_moved(stream->name, stream->id, stream->kept, stream->tail);
    stream->kept = stream->tail;
  }
  unsettled_.clear();
  settle_up_to_.with(last_entry_).run();
  settled_ = last_entry_;
  if (known_.size() > most_known) known_.clear();
}

// The rows stay, emptied. If they were deleted, SQLite would merge pages and might leave copies of
// others' messages in the space freed within a page, where secure_delete does not reach.
void Writer::forget(const std::string& author) {
  begin();
  settle();
  std::vector<std::int64_t> streams;
  Statement touched{
      database_,
      "SELECT DISTINCT stream FROM authored CROSS JOIN entry ON entry.id = authored.entry "
      "WHERE authored.author = ?"};
  touched.with(author);
  while (touched.next()) streams.push_back(touched.number(0));
  Statement{database_,
            "UPDATE entry SET author = '', body = NULL, "
            "  sum = row_sum(id, before, stream, seq, at, '', NULL) "
            "WHERE id IN (SELECT entry FROM authored WHERE author = ?)"}
      .with(author)
      .run();
  Statement{database_, "DELETE FROM authored WHERE author = ?"}.with(author).run();
  for (const std::int64_t stream : streams) cut_forgotten_tail(stream);
  note_running();
  commit_.run();
  note_head();
  known_.clear();
}

// Emptied as by `forget`, for the same reason.
void Writer::remove(const std::vector<std::string>& streams) {
  const std::string chain =
      "WITH RECURSIVE chain(id, before) AS"
      " (SELECT entry.id, entry.before FROM stream CROSS JOIN entry ON entry.id = tail"
      "   WHERE name = ?"
      "  UNION ALL"
      "  SELECT entry.id, entry.before FROM chain CROSS JOIN entry ON entry.id = chain.before) ";
  begin();
  settle();
  Statement unnamed{database_, chain +
                                   "DELETE FROM authored WHERE (author, entry) IN"
                                   " (SELECT author, entry.id FROM chain CROSS JOIN entry"
                                   "   ON entry.id = chain.id WHERE author <> '')"};
  Statement emptied{database_, chain +
                                   "UPDATE entry SET author = '', body = NULL, "
                                   "  sum = row_sum(id, before, stream, seq, at, '', NULL) "
                                   "WHERE id IN (SELECT id FROM chain)"};
  Statement gone{database_, "DELETE FROM stream WHERE name = ?"};
  Statement going_on{database_, "SELECT id, tail FROM stream WHERE name = ? AND finished = 0"};
  for (const std::string& stream : streams) {
    if (going_on.with(stream).next()) {
      running_[kind_of(stream)].remove(stream, going_on.number(0), going_on.number(1));
      has_running_changed_ = true;
      going_on.reset();
    }
    for (Statement* each : {&unnamed, &emptied, &gone}) each->with(stream).run();
  }
  note_running();
  commit_.run();
  note_head();
  known_.clear();
}

// As it is, after something was forgotten.
void Writer::note_head() {
  if (const auto last = last_entry(database_)) head_file_.write(head_ = *last);
}

void Writer::cut_forgotten_tail(std::int64_t stream) {
  Statement look{database_,
                 "SELECT before, body IS NULL, name, tail, finished FROM stream CROSS JOIN entry "
                 "ON entry.id = tail WHERE stream.id = ?"};
  std::string name;
  bool is_running = false;
  std::int64_t tail = 0;
  while (look.with(stream).next()) {
    const std::int64_t before = look.number(0);
    const bool forgotten = look.number(1) != 0;
    name = look.text(2);
    tail = look.number(3);
    is_running = look.number(4) == 0;
    look.reset();
    if (!forgotten) return;
    move_tail_.with(before, stream).run();
    if (is_running) has_moved(name, stream, tail, before);
    tail = before;
  }
  Statement{database_, "DELETE FROM stream WHERE id = ?"}.with(stream).run();
  if (!is_running) return;
  running_[kind_of(name)].remove(name, stream, tail);
  has_running_changed_ = true;
}

bool Writer::empty_wal() {
  database_.be_patient(false);
  const int code = sqlite3_wal_checkpoint_v2(database_.get(), nullptr, SQLITE_CHECKPOINT_TRUNCATE,
                                             nullptr, nullptr);
  database_.be_patient(true);
  if (code == SQLITE_BUSY) return false;
  database_.check(code);
  return true;
}

}  // namespace tatami::store
