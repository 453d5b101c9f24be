#include "store/inspection.h"

#include <algorithm>

namespace tatami::store {
namespace {

constexpr std::int64_t rows_a_step = 5000;

// Entries from ?1 (without it) to ?2: how many; whether one was changed; belongs to no stream; is
// not reached from the tail of its stream; is not found by its author.
constexpr std::string_view entries_query = R"(
  SELECT count(*),
      ifnull(max(sum <> row_sum(entry.id, before, entry.stream, seq, at, author, body)), 0),
      ifnull(max(body IS NOT NULL AND stream.id IS NULL), 0),
      ifnull(max(body IS NOT NULL AND entry.id <= settled.entry AND entry.id > stream.tail), 0),
      ifnull(max(author <> '' AND NOT EXISTS (
        SELECT 1 FROM authored WHERE authored.author = entry.author AND authored.entry = entry.id)),
        0)
    FROM settled CROSS JOIN entry LEFT JOIN stream ON stream.id = entry.stream
    WHERE entry.id > ?1 AND entry.id <= ?2)";

// Streams: whether the last entry of one is missing, or one is not found among the unfinished.
constexpr std::string_view streams_query = R"(
  SELECT ifnull(max(tail <> 0 AND (entry.stream IS NOT stream.id OR body IS NULL)), 0),
      ifnull(max(finished = 0 AND NOT EXISTS (
        SELECT 1 FROM stream AS listed INDEXED BY unfinished
        WHERE listed.name = stream.name AND listed.finished = 0)), 0)
    FROM stream LEFT JOIN entry ON entry.id = tail
    WHERE stream.id > ?1 AND stream.id <= ?2)";

constexpr std::string_view authors_query =
    "SELECT 1 FROM authored LEFT JOIN entry ON entry.id = authored.entry "
    "WHERE entry.author IS NOT authored.author";

std::int64_t greatest(const Database& database, const std::string& table) {
  Statement statement{database, "SELECT ifnull(max(id), 0) FROM " + table};
  statement.next();
  return statement.number(0);
}

}  // namespace

Inspection::Inspection(const std::string& path)
    : database_(path, Database::Access::read),
      entries_(database_, entries_query),
      streams_(database_, streams_query),
      authors_(database_, authors_query),
      last_entry_(greatest(database_, "entry")),
      last_stream_(greatest(database_, "stream")) {}

std::optional<std::string> Inspection::step() {
  switch (stage_) {
    case Stage::entries:
      return look_at_entries(std::min(seen_ + rows_a_step, last_entry_));
    case Stage::streams:
      return look_at_streams(std::min(seen_ + rows_a_step, last_stream_));
    case Stage::authors: {
      stage_ = Stage::done;
      const bool is_wrong = authors_.next();
      authors_.reset();
      if (is_wrong) return "an entry of an author is missing";
      return {};
    }
    case Stage::done:
      break;
  }
  return {};
}

std::optional<std::string> Inspection::look_at_entries(std::int64_t last) {
  entries_.with(seen_, last).next();
  const bool are_all_there = entries_.number(0) == last - seen_;
  const bool is_changed = entries_.number(1) != 0;
  const bool is_nobodys = entries_.number(2) != 0;
  const bool is_beyond_tail = entries_.number(3) != 0;
  const bool is_not_authored = entries_.number(4) != 0;
  entries_.reset();
  go_on(last, last_entry_, Stage::streams);
  if (!are_all_there) return "an entry is missing";
  if (is_changed) return "an entry was changed";
  if (is_nobodys) return "an entry belongs to no stream";
  if (is_beyond_tail) return "the last entry of a stream is missing";
  if (is_not_authored) return "the author of an entry is missing";
  return {};
}

std::optional<std::string> Inspection::look_at_streams(std::int64_t last) {
  streams_.with(seen_, last).next();
  const bool has_no_end = streams_.number(0) != 0;
  const bool is_not_listed = streams_.number(1) != 0;
  streams_.reset();
  go_on(last, last_stream_, Stage::authors);
  if (has_no_end) return "the last entry of a stream is missing";
  if (is_not_listed) return "an unfinished stream is not listed";
  return {};
}

void Inspection::go_on(std::int64_t last, std::int64_t end, Stage next) {
  seen_ = last;
  if (last < end) return;
  stage_ = next;
  seen_ = 0;
}

}  // namespace tatami::store
