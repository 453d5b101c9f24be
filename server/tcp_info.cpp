#include "server/tcp_info.h"

// The kernel's own header: the library's does not know all fields, and the two do not mix.
#include <linux/tcp.h>
#include <netinet/in.h>
#include <sys/socket.h>

#include <algorithm>

namespace tatami::server {

namespace {

std::optional<tcp_info> info_of(int socket) {
  tcp_info info{};
  socklen_t size = sizeof info;
  if (getsockopt(socket, IPPROTO_TCP, TCP_INFO, &info, &size) != 0) return {};
  return info;
}

}  // namespace

std::uint64_t bytes_received(int socket) {
  const auto info = info_of(socket);
  return info ? info->tcpi_bytes_received : 0;
}

std::optional<live::KernelLag> kernel_lag(int socket) {
  const auto info = info_of(socket);
  if (!info || info->tcpi_rtt == 0) return {};
  const auto milliseconds = [](std::uint32_t us) { return static_cast<std::int32_t>(us / 1000); };
  return live::KernelLag{milliseconds(info->tcpi_rtt), milliseconds(info->tcpi_rttvar),
                         milliseconds(std::min(info->tcpi_min_rtt, info->tcpi_rtt))};
}

}  // namespace tatami::server
