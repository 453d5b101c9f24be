#pragma once

#include <string>

#include "store/event_log.h"

namespace tatami::store {

// Where a stream ends.
struct Tail {
  std::uint32_t seq = 0;
  bool last = false;
};

// Why this entry cannot follow there.
inline std::optional<Problem> check(const Tail& tail, const Entry& entry) {
  if (tail.last) return Problem{entry.stream + " is over: nothing can be appended"};
  if (entry.seq <= tail.seq)
    return Problem{entry.stream + " has come to " + std::to_string(tail.seq) + ": " +
                   std::to_string(entry.seq) + " cannot be appended"};
  return std::nullopt;
}

}  // namespace tatami::store
