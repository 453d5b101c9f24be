#pragma once

#include <cstdint>

namespace tatami::server {

// All bytes that the other side of a TCP connection has sent so far.
std::uint64_t bytes_received(int socket);

}  // namespace tatami::server
