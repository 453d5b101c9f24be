#pragma once

#include <chrono>
#include <functional>
#include <memory>

#include "store/event_log.h"

namespace tatami::store {

// For tests and simulations: without its own thread, so that a run can be repeated. `done` is
// called at once or, if another callback is running, right after it.
std::unique_ptr<EventLog> open_memory();

// Shared by several nodes of one process, as a database would be; it lives as long as a log of
// it. `now` is its clock.
class MemoryDatabase;
std::shared_ptr<MemoryDatabase> memory_database(std::function<std::chrono::milliseconds()> now);
// A node's log, with its leases.
std::unique_ptr<EventLog> open_memory(std::shared_ptr<MemoryDatabase> database);

}  // namespace tatami::store
