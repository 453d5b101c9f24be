#pragma once

#include <memory>

#include "store/event_log.h"

namespace tatami::store {

// For tests and simulation: without a thread of its own, so that a run can be repeated. `done` is
// called at once, unless another is being called: then right after that one.
std::unique_ptr<EventLog> open_memory();

}  // namespace tatami::store
