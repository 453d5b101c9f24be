#pragma once

#include <cstdint>
#include <optional>

#include "live/lag.h"

// The kernel's own counts of a TCP connection.
namespace tatami::server {

// All bytes that the other side has sent so far.
std::uint64_t bytes_received(int socket);

// Round trips by the other side's acknowledgements; none if nothing was acknowledged yet.
std::optional<live::KernelLag> kernel_lag(int socket);

}  // namespace tatami::server
