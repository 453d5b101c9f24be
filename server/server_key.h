#pragma once

#include <string>

#include "live/lag.h"
#include "server/identity.h"
#include "store/event_log.h"

namespace tatami::server {

// The key in this log; an empty log gets a new one. Or what is wrong.
Result<Key, std::string> key_of(store::EventLog& log, live::Time now);

}  // namespace tatami::server
