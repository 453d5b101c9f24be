#pragma once

#include <string>
#include <vector>

#include "store/event_log.h"

namespace tatami::store {

// Every stream of a log: first those without a last entry. It waits.
inline Result<std::vector<std::string>, Problem> all_streams(EventLog& log) {
  constexpr std::size_t at_once = 1000;
  auto names = log.unfinished("");
  for (std::int64_t position = 0; names;) {
    const auto some = log.finished(position, at_once);
    if (!some) return some.error();
    for (const Finished& each : *some) names->push_back(each.stream);
    if (some->size() < at_once) break;
    position = some->back().position;
  }
  return names;
}

}  // namespace tatami::store
