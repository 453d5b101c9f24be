#include "server/received.h"

// The kernel's own header: the library's does not know this field, and the two do not mix.
#include <linux/tcp.h>
#include <netinet/in.h>
#include <sys/socket.h>

namespace tatami::server {

std::uint64_t bytes_received(int socket) {
  tcp_info info{};
  socklen_t size = sizeof info;
  if (getsockopt(socket, IPPROTO_TCP, TCP_INFO, &info, &size) != 0) return 0;
  return info.tcpi_bytes_received;
}

}  // namespace tatami::server
