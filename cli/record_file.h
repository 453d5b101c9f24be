#pragma once

#include <cstdio>
#include <functional>
#include <string>

#include "record/replay.h"

namespace tatami::cli {

// Feeds a file ("-": standard input) line by line to the replay. `after(number, line)` may stop the
// reading by returning false. On an error, prints FILE:LINE: and what is wrong to standard error
// and returns false.
bool read_record(const std::string& file, record::Replay& replay,
                 const std::function<bool(long, const std::string&)>& after = {});

// The record of a game that is being played. It is opened before the game, so that it never
// replaces another one, and written after it, because it contains secrets (D21). Messages go to
// standard error. Without a path nothing is written.
class RecordBeingWritten {
 public:
  explicit RecordBeingWritten(std::string path);
  ~RecordBeingWritten();
  RecordBeingWritten(const RecordBeingWritten&) = delete;
  RecordBeingWritten& operator=(const RecordBeingWritten&) = delete;

  bool is_open() const { return path_.empty() || file_ != nullptr; }
  bool write(const std::string& record, bool finished);

 private:
  std::string path_;
  std::FILE* file_ = nullptr;
};

}  // namespace tatami::cli
