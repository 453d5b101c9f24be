#pragma once

#include <cstdint>
#include <deque>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "table/entries.h"

namespace tatami::server {

inline std::string chat_stream_of(const protocol::TableId& table) { return "chat/" + table; }

// A log entry of a chat.
struct Remark {
  table::Guest from;
  protocol::Words text;
  TATAMI_MESSAGE("remark", of("from", &Remark::from), of("text", &Remark::text))
};

// The remarks at one table: the last remarks, and who has said which.
class Chat {
 public:
  struct Spoken {
    std::uint32_t number;  // in the chat's stream
    Remark remark;
  };

  explicit Chat(std::size_t kept) : kept_(kept) {}

  // The author of the remark that was dropped to make room, if one was.
  std::optional<table::Guest> keep(const Spoken& spoken) {
    last_ = spoken.number;
    said_by_[spoken.remark.from].push_back(spoken.number);
    recent_.push_back(spoken);
    if (recent_.size() <= kept_) return {};
    table::Guest lost = recent_.front().remark.from;
    recent_.pop_front();
    return lost;
  }
  // A number that is no longer anybody's.
  void skip(std::uint32_t number) { last_ = number; }
  // Removes the remarks of a guest who wants to be forgotten, and returns their numbers.
  std::vector<std::uint32_t> forget(const table::Guest& guest) {
    const auto theirs = said_by_.extract(guest);
    if (theirs.empty()) return {};
    std::erase_if(recent_, [&](const Spoken& each) { return each.remark.from == guest; });
    return theirs.mapped();
  }

  const std::deque<Spoken>& recent() const { return recent_; }
  std::uint32_t last_number() const { return last_; }
  std::size_t count_of(const table::Guest& guest) const {
    const auto found = said_by_.find(guest);
    return found == said_by_.end() ? 0 : found->second.size();
  }

 private:
  std::size_t kept_;
  std::uint32_t last_ = 0;
  std::deque<Spoken> recent_;
  // All that was said, by number: more than is kept here.
  std::unordered_map<std::string, std::vector<std::uint32_t>> said_by_;
};

}  // namespace tatami::server
