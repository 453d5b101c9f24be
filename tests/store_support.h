#pragma once

#include <gtest/gtest.h>

#include <future>
#include <string>
#include <vector>

#include "command_support.h"
#include "store/sqlite.h"

namespace tatami::store::testing {

using tatami::testing::Folder;
using tatami::testing::read_file;
using Names = std::vector<std::string>;

inline Entry entry(const std::string& stream, std::uint32_t seq, const std::string& author = {}) {
  return {stream, seq, 1'700'000'000'000 + seq, author,
          R"({"number":)" + std::to_string(seq) + "}"};
}

inline Entry last(Entry entry) {
  entry.last = true;
  return entry;
}

inline std::optional<Problem> append(EventLog& log, std::vector<Entry> entries) {
  std::promise<std::optional<Problem>> outcome;
  log.append(std::move(entries),
             [&](std::optional<Problem> problem) { outcome.set_value(std::move(problem)); });
  return outcome.get_future().get();
}

inline std::optional<Problem> forget(EventLog& log, const std::string& author) {
  std::promise<std::optional<Problem>> outcome;
  log.forget(author,
             [&](std::optional<Problem> problem) { outcome.set_value(std::move(problem)); });
  return outcome.get_future().get();
}

inline std::optional<Problem> remove(EventLog& log, Names streams) {
  std::promise<std::optional<Problem>> outcome;
  log.remove(std::move(streams),
             [&](std::optional<Problem> problem) { outcome.set_value(std::move(problem)); });
  return outcome.get_future().get();
}

// All of them, asked for in steps of so many.
inline std::vector<Finished> finished(EventLog& log, std::size_t at_once) {
  std::vector<Finished> all;
  for (;;) {
    const auto some = log.finished(all.empty() ? 0 : all.back().position, at_once);
    EXPECT_TRUE(some.ok());
    EXPECT_LE(some->size(), at_once);
    all.insert(all.end(), some->begin(), some->end());
    if (some->size() < at_once) return all;
  }
}

inline std::vector<std::uint32_t> numbers(EventLog& log, const std::string& stream) {
  std::vector<std::uint32_t> found;
  const auto entries = log.read(stream);
  EXPECT_TRUE(entries.ok());
  for (const Entry& each : *entries) found.push_back(each.seq);
  return found;
}

inline Names unfinished(EventLog& log, const std::string& prefix) {
  const auto names = log.unfinished(prefix);
  EXPECT_TRUE(names.ok());
  return *names;
}

using Numbers = std::vector<std::uint32_t>;

// A log in a file, in a folder of its own.
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

}  // namespace tatami::store::testing
