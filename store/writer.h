#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "store/database.h"
#include "store/head.h"
#include "store/running.h"
#include "store/tail.h"

namespace tatami::store {

// Changes an SQLite log. It must not be used after a Failure.
class Writer {
 public:
  explicit Writer(const std::string& path);

  // Everything added between begin and commit becomes durable together, and must live until then.
  void begin() { begin_.run(); }
  std::optional<Problem> add(const std::vector<Entry>& entries);
  void commit();

  void forget(const std::string& author);
  void remove(const std::vector<std::string>& streams);
  // Removes forgotten data from the write-ahead log too. Fails while others read the file.
  bool empty_wal();  // false: another program reads it

 private:
  struct Stream {
    std::int64_t id = 0;    // 0: not yet in the file
    std::int64_t tail = 0;  // its last entry
    Tail end{};
    std::int64_t kept = 0;  // the tail in the file
    std::string_view name{};
  };

  struct Row {
    std::int64_t id;
    std::int64_t before;
    std::int64_t stream;
    const Entry* entry;
  };

  Stream& find(const std::string& name);
  void insert(Stream& stream, const Entry& entry);
  static std::int64_t sum_of(const Row& row);
  void write_rows();
  void settle();
  void take_tails();
  void has_moved(std::string_view name, std::int64_t id, std::int64_t from, std::int64_t to);
  void note_head();
  void note_running();
  void cut_forgotten_tail(std::int64_t stream);

  HeadFile head_file_;
  Head head_;
  Database database_;
  Statement begin_;
  Statement commit_;
  Statement find_stream_;
  Statement insert_stream_;
  Statement finish_stream_;
  Statement insert_entry_;
  Statement insert_entries_;
  Statement insert_authored_;
  Statement move_tail_;
  Statement settle_up_to_;
  Statement note_running_;
  RunningByKind running_;
  bool has_running_changed_ = false;
  std::int64_t last_stream_;
  std::int64_t last_entry_;
  std::int64_t settled_ = 0;
  std::unordered_map<std::string, Stream> known_;  // at least those with unsettled entries
  std::vector<Stream*> unsettled_;
  std::vector<Row> rows_;                         // added and not yet written
  std::vector<std::pair<Stream*, Tail>> before_;  // temporary, used by add
};

}  // namespace tatami::store
