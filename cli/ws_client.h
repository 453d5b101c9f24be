#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

namespace tatami::cli {

// A minimal connection to a server, for `tatami load` and tests.
class WsClient {
 public:
  WsClient() = default;
  WsClient(const WsClient&) = delete;
  WsClient& operator=(const WsClient&) = delete;
  WsClient(WsClient&& other) noexcept;
  WsClient& operator=(WsClient&& other) noexcept;
  ~WsClient();

  bool dial(std::uint16_t port);
  // Reads everything until the other side closes.
  std::string rest();
  // Connects and waits for the answer; returns false if refused.
  bool connect(std::uint16_t port, const std::string& more_headers = {},
               const std::string& target = "/ws");
  bool is_open() const { return socket_ >= 0; }
  int socket() const { return socket_; }
  const std::string& cookie() const { return cookie_; }  // name=value, as it was set
  unsigned status() const { return status_; }            // of the handshake's answer
  void close();

  void send(std::string_view text) const { frame(1, text); }
  void frame(unsigned opcode, std::string_view payload) const;
  void raw(std::string_view bytes) const;

  // Reads what has arrived, visits every message and answers pings. Returns false if the server has
  // closed.
  bool take(const std::function<void(std::string_view)>& visit);
  // The next message, if one arrives within so many milliseconds.
  std::optional<std::string> next(int milliseconds);

  bool answers_pings = true;

 private:
  bool read_some();
  // The payload of the next complete frame, if it has arrived.
  bool next_frame(unsigned& opcode, std::string& payload);

  int socket_ = -1;
  unsigned status_ = 0;
  std::string cookie_;
  std::string in_;
  std::size_t at_ = 0;  // in it
  bool closed_ = false;
};

// The server's whole answer to a request that asks it to close the connection afterwards.
std::string http_exchange(std::uint16_t port, const std::string& request);
std::string body_of(const std::string& response);

}  // namespace tatami::cli
