#pragma once

#include <algorithm>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/address.hpp>
#include <memory>
#include <string>
#include <unordered_map>
#include <unordered_set>

#include "server/files.h"
#include "server/hall.h"
#include "server/serve.h"

// What all connections share.
namespace tatami::server {

// A connection that has become a guest's.
class Socket : public Session {
 public:
  virtual void ping() = 0;
};

// Whoever has one address of IPv6 has all of its network, so that is what counts.
inline std::string household(const boost::asio::ip::address& address) {
  if (!address.is_v6() || address.to_v6().is_v4_mapped()) return address.to_string();
  auto bytes = address.to_v6().to_bytes();
  std::fill(bytes.begin() + 8, bytes.end(), std::uint8_t{0});
  return boost::asio::ip::address_v6{bytes}.to_string() + "/64";
}

// What comes from one address.
struct Caller {
  // Of what costs more than a file: records and handshakes.
  static constexpr double wishes_at_once = 100;
  static constexpr double wishes_a_second = 10;

  std::size_t connections = 0;
  double wishes = wishes_at_once;  // that it has free

  bool is_gone() const { return connections == 0 && wishes >= wishes_at_once; }
};

struct House {
  boost::asio::io_context& io;
  Hall& hall;
  const Files& files;
  const ServeOptions& options;
  std::unordered_map<std::string, Caller> callers{};  // by address
  std::unordered_set<std::shared_ptr<Socket>> sockets{};
  std::uint64_t turned_away = 0;  // over a limit, from elsewhere
  std::uint64_t too_slow = 0;
  bool is_closing = false;

  bool is_secure() const { return !options.certificate.empty(); }
  // Every second.
  void beat() {
    for (auto& [address, caller] : callers)
      caller.wishes = std::min(caller.wishes + Caller::wishes_a_second, Caller::wishes_at_once);
    std::erase_if(callers, [](const auto& each) { return each.second.is_gone(); });
  }
};

// Counts a connection of an address for as long as it lives.
class Door {
 public:
  Door(House& house, std::string address) : house_(&house), address_(std::move(address)) {
    ++house_->callers[address_].connections;
  }
  Door(const Door&) = delete;
  Door& operator=(const Door&) = delete;
  ~Door() { --house_->callers[address_].connections; }
  bool is_too_many() const {
    const std::size_t most = house_->options.connections_of_an_address;
    return most > 0 && house_->callers[address_].connections > most;
  }
  // Whether one more wish is free; takes it.
  bool may_wish() {
    double& wishes = house_->callers[address_].wishes;
    if (wishes < 1 && house_->options.connections_of_an_address > 0) return false;
    wishes -= 1;
    return true;
  }
  const std::string& address() const { return address_; }

 private:
  House* house_;
  std::string address_;
};

}  // namespace tatami::server
