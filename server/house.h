#pragma once

#include <boost/asio/io_context.hpp>
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

struct House {
  boost::asio::io_context& io;
  Hall& hall;
  const Files& files;
  const ServeOptions& options;
  std::unordered_map<std::string, std::size_t> connections{};  // by address
  std::unordered_set<std::shared_ptr<Socket>> sockets{};
  std::uint64_t turned_away = 0;  // over a limit, from elsewhere
  std::uint64_t too_slow = 0;
  bool is_closing = false;

  bool is_secure() const { return !options.certificate.empty(); }
};

// Counts a connection of an address for as long as it lives.
class Door {
 public:
  Door(House& house, std::string address) : house_(&house), address_(std::move(address)) {
    ++house_->connections[address_];
  }
  Door(const Door&) = delete;
  Door& operator=(const Door&) = delete;
  ~Door() {
    const auto found = house_->connections.find(address_);
    if (--found->second == 0) house_->connections.erase(found);
  }
  bool is_too_many() const {
    const std::size_t most = house_->options.connections_of_an_address;
    return most > 0 && house_->connections[address_] > most;
  }
  const std::string& address() const { return address_; }

 private:
  House* house_;
  std::string address_;
};

}  // namespace tatami::server
