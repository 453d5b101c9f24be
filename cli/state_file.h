#pragma once

#include <chrono>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "record/json.h"
#include "rules/core/result.h"

// The state of long work in a file, so that it can go on after an interruption.
namespace tatami::cli {

// Takes the same numbers and texts in the same order for writing and for reading. Numbers keep
// every bit. A reading that fails leaves the rest unchanged.
class Archive {
 public:
  Archive() = default;                                                        // writes
  explicit Archive(std::string_view text) : reading_(true), unread_(text) {}  // reads
  Archive(const Archive&) = delete;
  Archive& operator=(const Archive&) = delete;
  ~Archive() = default;

  void exchange(std::uint64_t& number);
  void exchange(std::int64_t& number);
  void exchange(double& number);
  void exchange(std::string& text);

  void fail() { failed_ = true; }
  bool failed() const { return failed_; }
  bool is_reading() const { return reading_; }
  // Everything was read, and nothing was missing.
  bool is_complete() const { return !failed_ && zeros_ == 0 && unread_.empty(); }
  std::string text();  // what was written

 private:
  void end_zeros();
  std::string_view next_word();

  bool reading_ = false;
  bool failed_ = false;
  std::uint64_t zeros_ = 0;  // a run of them is one word
  std::string written_;
  std::string_view unread_;
};

// The options that a run was started with, as words of the command line: its state fits no other.
using RunOptions = std::vector<std::pair<std::string, std::string>>;

class StateFile {
 public:
  // An empty path: nothing is ever saved.
  StateFile(std::string path, std::string command, RunOptions options);

  // The state that an earlier run left, empty if there is none; or the problem with the file.
  Result<std::string, json::Problem> read() const;
  // The file is replaced at once or not at all. Returns false after a message on standard error if
  // it cannot be written.
  bool save(const std::string& state);

  bool is_used() const { return !path_.empty(); }
  const std::string& path() const { return path_; }
  // It was not saved for a while.
  bool is_due() const;

 private:
  std::string head() const;

  std::string path_;
  std::string command_;
  RunOptions options_;
  std::chrono::steady_clock::time_point saved_ = std::chrono::steady_clock::now();
};

// A short name for a text: the same for the same text.
std::string fingerprint(std::string_view text);

}  // namespace tatami::cli
