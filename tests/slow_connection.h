#pragma once

#include <arpa/inet.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <chrono>
#include <cstdlib>
#include <deque>
#include <string>
#include <thread>

#include "rules/core/splitmix.h"

namespace tatami::testing {

// Delays one connection to a server on this machine, in each direction.
class SlowConnection {
 public:
  SlowConnection(std::uint16_t port, std::chrono::milliseconds one_way, std::uint32_t jitter_ms)
      : one_way_(one_way),
        jitter_(jitter_ms),
        listener_(socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0)) {
    sockaddr_in address = loopback(0);
    socklen_t size = sizeof address;
    if (bind(listener_, reinterpret_cast<sockaddr*>(&address), size) != 0 ||
        listen(listener_, 1) != 0)
      std::abort();
    getsockname(listener_, reinterpret_cast<sockaddr*>(&address), &size);
    port_ = ntohs(address.sin_port);
    thread_ = std::thread{[this, port] { run(port); }};
  }
  SlowConnection(const SlowConnection&) = delete;
  SlowConnection& operator=(const SlowConnection&) = delete;
  ~SlowConnection() {
    stop_ = true;
    shutdown(listener_, SHUT_RDWR);
    thread_.join();
    close(listener_);
  }

  std::uint16_t port() const { return port_; }

 private:
  using Clock = std::chrono::steady_clock;
  struct Packet {
    Clock::time_point due;
    std::string bytes;
  };
  struct Way {
    int from = -1;
    int to = -1;
    std::deque<Packet> packets{};
  };

  static sockaddr_in loopback(std::uint16_t port) {
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_port = htons(port);
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    return address;
  }

  void run(std::uint16_t port) {
    const int client = accept(listener_, nullptr, nullptr);
    if (client < 0) return;
    const int server = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    sockaddr_in address = loopback(port);
    const int yes = 1;
    for (const int each : {client, server})
      setsockopt(each, IPPROTO_TCP, TCP_NODELAY, &yes, sizeof yes);
    bool open = connect(server, reinterpret_cast<sockaddr*>(&address), sizeof address) == 0;
    std::array<Way, 2> ways{{{client, server}, {server, client}}};
    while (open && !stop_) {
      std::array<pollfd, 2> waiting{{{client, POLLIN, 0}, {server, POLLIN, 0}}};
      poll(waiting.data(), waiting.size(), 1);
      for (std::size_t i = 0; i < ways.size(); ++i) {
        if (waiting[i].revents != 0) open &= take(ways[i]);
        give(ways[i]);
      }
    }
    close(client);
    close(server);
  }

  // Pieces arrive in their order, however long each takes.
  bool take(Way& way) {
    std::array<char, 16384> buffer;
    const ssize_t got = recv(way.from, buffer.data(), buffer.size(), MSG_DONTWAIT);
    if (got <= 0) return false;
    auto due = Clock::now() + one_way_ +
               std::chrono::milliseconds(jitter_ > 0 ? numbers_.below(jitter_) : 0);
    if (!way.packets.empty()) due = std::max(due, way.packets.back().due);
    way.packets.push_back({due, {buffer.data(), static_cast<std::size_t>(got)}});
    return true;
  }

  static void give(Way& way) {
    while (!way.packets.empty() && way.packets.front().due <= Clock::now()) {
      const std::string& bytes = way.packets.front().bytes;
      (void)send(way.to, bytes.data(), bytes.size(), MSG_NOSIGNAL);
      way.packets.pop_front();
    }
  }

  std::chrono::milliseconds one_way_;
  std::uint32_t jitter_;
  SplitMix numbers_{7};
  int listener_;
  std::uint16_t port_ = 0;
  std::atomic<bool> stop_ = false;
  std::thread thread_;
};

}  // namespace tatami::testing
