#pragma once

#include <string>

#include "store/event_log.h"

namespace tatami::store {

// The end of a stream.
struct Tail {
  std::uint32_t seq = 0;
  bool last = false;
};

// Why this entry cannot follow, if so.
inline std::optional<Problem> check(const Tail& tail, const Entry& entry) {
  if (tail.last)
    return Problem{entry.stream + " has its last entry: nothing more can be appended",
                   Problem::Kind::refused};
  if (entry.seq <= tail.seq)
    return Problem{entry.stream + " already has entry " + std::to_string(tail.seq) + ": entry " +
                       std::to_string(entry.seq) + " cannot be appended",
                   Problem::Kind::refused};
  return std::nullopt;
}

inline Problem fenced(const std::string& stream) {
  return {stream + " belongs to another node now: nothing can be appended", Problem::Kind::fenced};
}

}  // namespace tatami::store
