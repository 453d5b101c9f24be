#include "cli/ws_client.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <charconv>
#include <chrono>
#include <utility>

namespace tatami::cli {

namespace {

bool wait_for(int socket, short what, int milliseconds) {
  pollfd waiting{socket, what, 0};
  return poll(&waiting, 1, milliseconds) > 0;
}

std::string header_value(std::string_view head, std::string_view name) {
  const std::size_t begin = head.find(name);
  if (begin == std::string_view::npos) return {};
  const std::size_t from = begin + name.size();
  return std::string{head.substr(from, head.find_first_of(";\r", from) - from)};
}

}  // namespace

WsClient::WsClient(WsClient&& other) noexcept { *this = std::move(other); }

WsClient& WsClient::operator=(WsClient&& other) noexcept {
  std::swap(socket_, other.socket_);
  std::swap(status_, other.status_);
  std::swap(cookie_, other.cookie_);
  std::swap(in_, other.in_);
  std::swap(at_, other.at_);
  std::swap(closed_, other.closed_);
  std::swap(answers_pings, other.answers_pings);
  return *this;
}

WsClient::~WsClient() { close(); }

void WsClient::close() {
  if (socket_ >= 0) ::close(socket_);
  socket_ = -1;
}

bool WsClient::dial(std::uint16_t port) {
  close();
  in_.clear();
  at_ = 0;
  closed_ = false;
  socket_ = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_port = htons(port);
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  if (socket_ < 0 || ::connect(socket_, reinterpret_cast<sockaddr*>(&address), sizeof address) != 0)
    return close(), false;
  const int yes = 1;
  setsockopt(socket_, IPPROTO_TCP, TCP_NODELAY, &yes, sizeof yes);
  return true;
}

std::string WsClient::rest() {
  while (!closed_ && wait_for(socket_, POLLIN, 10'000)) read_some();
  return in_;
}

bool WsClient::connect(std::uint16_t port, const std::string& more_headers,
                       const std::string& target) {
  if (!dial(port)) return false;
  raw("GET " + target + " HTTP/1.1\r\nHost: localhost:" + std::to_string(port) +
      "\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
      "Sec-WebSocket-Key: dGF0YW1pIHNheXMgaGVsbG8=\r\n" +
      more_headers + "\r\n");
  std::size_t end = std::string::npos;
  while ((end = in_.find("\r\n\r\n")) == std::string::npos)
    if (!wait_for(socket_, POLLIN, 10'000) || !read_some()) return close(), false;
  const std::string_view head = std::string_view{in_}.substr(0, end);
  std::from_chars(head.data() + 9, head.data() + 12, status_);
  cookie_ = header_value(head, "Set-Cookie: ");
  at_ = end + 4;
  return status_ == 101 || (close(), false);
}

void WsClient::raw(std::string_view bytes) const {
  while (!bytes.empty() && socket_ >= 0) {
    const ssize_t sent = ::send(socket_, bytes.data(), bytes.size(), MSG_NOSIGNAL | MSG_DONTWAIT);
    if (sent >= 0)
      bytes.remove_prefix(static_cast<std::size_t>(sent));
    else if (errno != EAGAIN || !wait_for(socket_, POLLOUT, 10'000))
      return;
  }
}

void WsClient::frame(unsigned opcode, std::string_view payload) const {
  std::string bytes;
  bytes += static_cast<char>(0x80U | opcode);
  if (payload.size() < 126) {
    bytes += static_cast<char>(0x80U | payload.size());
  } else {
    const bool is_long = payload.size() > 0xFFFF;
    bytes += static_cast<char>(is_long ? 0xFF : 0xFE);
    for (int shift = is_long ? 56 : 8; shift >= 0; shift -= 8)
      bytes += static_cast<char>(payload.size() >> shift & 0xFFU);
  }
  bytes.append(4, '\0');  // a mask of zeros: nothing needs hiding here
  bytes += payload;
  raw(bytes);
}

bool WsClient::read_some() {
  std::array<char, 16384> buffer;
  const ssize_t got = recv(socket_, buffer.data(), buffer.size(), MSG_DONTWAIT);
  if (got > 0) in_.append(buffer.data(), static_cast<std::size_t>(got));
  if (got == 0 || (got < 0 && errno != EAGAIN)) closed_ = true;
  return got > 0;
}

bool WsClient::next_frame(unsigned& opcode, std::string& payload) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(in_[at_ + i]); };
  const std::size_t here = in_.size() - at_;
  if (here < 2) return false;
  std::size_t size = byte(1) & 0x7FU;
  std::size_t head = 2;
  if (size >= 126) {
    const std::size_t bytes = size == 126 ? 2 : 8;
    head += bytes;
    if (here < head) return false;
    size = 0;
    for (std::size_t i = 0; i < bytes; ++i) size = size << 8U | byte(2 + i);
  }
  if (here < head + size) return false;
  opcode = byte(0) & 15U;
  payload.assign(in_, at_ + head, size);
  at_ += head + size;
  if (at_ == in_.size()) in_.clear(), at_ = 0;
  return true;
}

bool WsClient::take(const std::function<void(std::string_view)>& visit) {
  if (socket_ < 0) return false;
  while (read_some()) {
  }
  unsigned opcode = 0;
  std::string payload;
  while (next_frame(opcode, payload)) {
    if (opcode == 9 && answers_pings) frame(10, payload);
    if (opcode == 1) visit(payload);
    if (opcode == 8) closed_ = true;
  }
  if (closed_) close();
  return !closed_;
}

std::optional<std::string> WsClient::next(int milliseconds) {
  using Clock = std::chrono::steady_clock;
  const auto end = Clock::now() + std::chrono::milliseconds(milliseconds);
  unsigned opcode = 0;
  std::string payload;
  for (;;) {
    while (next_frame(opcode, payload)) {
      if (opcode == 1) return payload;
      if (opcode == 9 && answers_pings) frame(10, payload);
      if (opcode == 8) closed_ = true;
    }
    if (closed_) close();
    const auto left =
        std::chrono::duration_cast<std::chrono::milliseconds>(end - Clock::now()).count();
    if (socket_ < 0 || left < 0) return {};
    if (wait_for(socket_, POLLIN, static_cast<int>(left))) read_some();
  }
}

std::string http_exchange(std::uint16_t port, const std::string& request) {
  WsClient line;
  if (!line.dial(port)) return {};
  line.raw(request);
  return line.rest();
}

std::string body_of(const std::string& response) {
  const std::size_t end = response.find("\r\n\r\n");
  return end == std::string::npos ? "" : response.substr(end + 4);
}

}  // namespace tatami::cli
