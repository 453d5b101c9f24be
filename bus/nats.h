#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "bus/bus.h"
#include "rules/core/result.h"

namespace tatami::bus {

// Joins the bus of a NATS server, nats://[user:password@]host[:port] (several with commas between
// them). It must be there now; later it may go and come back. Or says what is wrong.
Result<std::unique_ptr<Bus>, std::string> join_nats(const std::string& url, const std::string& node,
                                                    Loop loop);

// The same without what nobody else may read.
std::string without_password(std::string_view url);

}  // namespace tatami::bus
