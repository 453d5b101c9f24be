#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "store/database.h"

namespace tatami::store {

// Looks through a log that is in use, in steps that are short enough not to be in anybody's way.
class Inspection {
 public:
  explicit Inspection(const std::string& path);

  bool is_done() const { return stage_ == Stage::done; }
  // The problem with the next part, if there is one.
  std::optional<std::string> step();

 private:
  enum class Stage : std::uint8_t { entries, streams, authors, done };

  std::optional<std::string> look_at_entries(std::int64_t last);
  std::optional<std::string> look_at_streams(std::int64_t last);
  void go_on(std::int64_t last, std::int64_t end, Stage next);

  Database database_;
  Statement entries_;
  Statement streams_;
  Statement authors_;
  std::int64_t last_entry_;
  std::int64_t last_stream_;
  Stage stage_ = Stage::entries;
  std::int64_t seen_ = 0;  // entries or streams, up to this one
};

}  // namespace tatami::store
