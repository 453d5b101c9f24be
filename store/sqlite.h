#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "store/event_log.h"

namespace tatami::store {

// How much of a file is looked at before it is used.
struct Opening {
  // The last commits, and the unfinished streams whose names begin with one of these. The rest
  // is looked through while the log is in use, so that opening takes no longer the more has been
  // finished. None: everything is looked at first.
  std::vector<std::string> first;
  // Called at most once, on a thread of the log, with the problem in the rest.
  std::function<void(const std::string& what)> complain;
};

// One file (with -wal and -shm while it is open, and .lock) for one server at a time. Entries
// appended during a commit go into the next one together.
Result<std::unique_ptr<EventLog>, Problem> open_sqlite(const std::string& path,
                                                       Opening opening = {});

}  // namespace tatami::store
