#pragma once

#include <memory>
#include <string>

#include "store/event_log.h"

namespace tatami::store {

// One file (with -wal and -shm while it is open, and .lock) that one server at a time uses. What is
// appended while a commit is under way goes into the next one together.
Result<std::unique_ptr<EventLog>, Problem> open_sqlite(const std::string& path);

}  // namespace tatami::store
