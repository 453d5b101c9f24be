#pragma once

#include <algorithm>
#include <array>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/address.hpp>
#include <memory>
#include <string>
#include <unordered_map>
#include <unordered_set>

#include "server/files.h"
#include "server/hall.h"
#include "server/network.h"
#include "server/serve.h"
#include "server/thinkers.h"

// Shared by all connections.
namespace tatami::server {

// A connection that has become a guest's.
class Socket : public Session {
 public:
  virtual void ping() = 0;
  // Checks what it has sent so far, and closes it if that is not a message.
  virtual void look() = 0;
  virtual std::size_t queued() const = 0;  // bytes that it has not taken yet
};

// Somebody who has one address of IPv6 has all of its network, so that is what counts.
inline std::string household(const boost::asio::ip::address& address) {
  if (!address.is_v6() || address.to_v6().is_v4_mapped()) return address.to_string();
  auto bytes = address.to_v6().to_bytes();
  std::fill(bytes.begin() + 8, bytes.end(), std::uint8_t{0});
  return boost::asio::ip::address_v6{bytes}.to_string() + "/64";
}

// Whether the other side of a connection may be the player's own machine. On this machine or in a
// private network it may be a proxy.
inline bool is_public(const boost::asio::ip::address_v4& address) {
  struct Block {
    std::uint32_t first;
    int bits;
  };
  // RFC 1122 (this host, loopback), 1918 (private), 3927 (link local), 6598 (shared by a provider)
  static constexpr std::array<Block, 7> kept = {{{0x00000000, 8},
                                                 {0x0a000000, 8},
                                                 {0x64400000, 10},
                                                 {0x7f000000, 8},
                                                 {0xa9fe0000, 16},
                                                 {0xac100000, 12},
                                                 {0xc0a80000, 16}}};
  return std::ranges::none_of(kept, [&](const Block& block) {
    return (address.to_uint() ^ block.first) >> (32 - block.bits) == 0;
  });
}

inline bool is_public(const boost::asio::ip::address& address) {
  using namespace boost::asio::ip;
  if (address.is_v4()) return is_public(address.to_v4());
  const address_v6 v6 = address.to_v6();
  if (v6.is_v4_mapped()) return is_public(make_address_v4(v4_mapped, v6));
  const bool is_unique_local = (v6.to_bytes()[0] & 0xfeU) == 0xfcU;  // RFC 4193
  return !v6.is_loopback() && !v6.is_unspecified() && !v6.is_link_local() && !is_unique_local;
}

// The connections and requests of one network.
struct Caller {
  std::size_t connections = 0;
  Bucket requests;  // of what costs more than a file: records and handshakes
};

struct House {
  boost::asio::io_context& io;
  Hall& hall;
  Time (*now)();
  const Files& files;
  const ServeOptions& options;
  const Thinkers& thinkers;
  store::EventLog& log;
  std::unordered_map<std::string, Caller> callers{};  // by network
  std::unordered_set<std::shared_ptr<Socket>> sockets{};
  std::uint64_t turned_away = 0;  // over a limit, from elsewhere
  std::uint64_t too_slow = 0;
  std::uint64_t too_noisy = 0;
  bool is_closing = false;

  bool is_secure() const { return !options.certificate.empty(); }
  Caller& caller(const Network& network) {
    Bucket::Size size = hall.limits().requests;
    size.most *= network.share;
    size.a_second *= network.share;
    return callers.try_emplace(network.name, Caller{0, Bucket{size}}).first->second;
  }
  // Every second.
  void beat() {
    std::erase_if(callers, [&](const auto& each) {
      return each.second.connections == 0 && each.second.requests.is_full(now());
    });
  }
};

// Counts a connection of an address, and of the networks that hold it, for as long as it lives.
class Door {
 public:
  Door(House& house, const std::string& address) : house_(&house), networks_(networks_of(address)) {
    for (const Network& each : networks_) ++house_->caller(each).connections;
  }
  Door(const Door&) = delete;
  Door& operator=(const Door&) = delete;
  ~Door() {
    for (const Network& each : networks_) --house_->caller(each).connections;
  }
  bool is_too_many() const {
    const std::size_t most = house_->hall.limits().connections_of_an_address;
    return most > 0 && std::ranges::any_of(networks_, [&](const Network& each) {
             return house_->caller(each).connections > most * each.share;
           });
  }
  // Whether one more costly request is free; takes it.
  bool take_request(Time now) {
    if (house_->hall.limits().connections_of_an_address == 0) return true;
    return std::ranges::all_of(
        networks_, [&](const Network& each) { return house_->caller(each).requests.take(now); });
  }
  const std::string& address() const { return networks_.front().name; }

 private:
  House* house_;
  std::vector<Network> networks_;
};

}  // namespace tatami::server
