#pragma once

#include <functional>
#include <string>
#include <string_view>

#include "live/lag.h"
#include "protocol/messages.h"
#include "server/identity.h"
#include "server/session.h"

namespace tatami::server {

// A table's description for other nodes: to find it by its code, to list it and to count it.
struct Posted {
  protocol::TableId table;
  protocol::Text<8> code;
  protocol::Text<64> address;  // from where it was opened; empty: unknown
  Guest host;                  // nobody: it sleeps, or is finished
  bool is_finished = false;
  std::int64_t slow_bots = 0;
  protocol::Sometimes<protocol::LobbyTable> listed;
  TATAMI_MESSAGE("posted", of("table", &Posted::table), of("code", &Posted::code),
                 of("address", &Posted::address), of("host", &Posted::host),
                 of("is_finished", &Posted::is_finished), of("slow_bots", &Posted::slow_bots),
                 of("listed", &Posted::listed))
};

// One of the hall's guests, as other nodes are told of them.
struct Travelling {
  Session& session;
  std::uint64_t connection;  // no other of this hall ever had it
  const Guest& guest;
  const std::string& address;
};

// The other nodes of a house that has several.
class Elsewhere {
 public:
  Elsewhere() = default;
  Elsewhere(const Elsewhere&) = delete;
  Elsewhere& operator=(const Elsewhere&) = delete;
  virtual ~Elsewhere() = default;

  virtual bool has(const std::string& table) const = 0;
  // To the node whose table it is. Whether it can be reached.
  virtual bool forward(const Travelling& who, const std::string& table, std::string_view text) = 0;
  virtual void left(Session& session) = 0;
  virtual void pong(Session& session, const live::RoundTrip& trip) = 0;
  virtual bool races(Session& session) const = 0;

  virtual void post(const Posted& posted) = 0;
  virtual void remove(const std::string& table) = 0;
  virtual void named(const Guest& guest, const std::string& name, std::uint32_t seq) = 0;
  virtual void guessed(const std::string& address) = 0;
  // First the others forget this guest, then `done`.
  virtual void forget(const Guest& guest, std::function<void()> done) = 0;
};

}  // namespace tatami::server
