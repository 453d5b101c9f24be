#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "protocol/messages.h"
#include "server/limits.h"
#include "server/session.h"

namespace tatami::server {

// The tables that wait for players in the open, and the connections that look at them.
class Lobby {
 public:
  explicit Lobby(const Limits& limits) : limits_(limits) {}

  // Lists a table as it may be seen now; without a value it is not listed.
  void list(const std::string& table, const std::string& address,
            std::optional<protocol::LobbyTable> seen) {
    has_changed_ |= seen.has_value() || listed_.contains(table);
    if (seen)
      listed_.insert_or_assign(table, Listed{address, std::move(*seen)});
    else
      listed_.erase(table);
  }

  void enter(Session& session) {
    if (numbers_.try_emplace(&session, next_number_).second)
      looking_.emplace(next_number_++, &session);
  }
  void leave(Session& session) {
    const auto found = numbers_.find(&session);
    if (found == numbers_.end()) return;
    looking_.erase(found->second);
    numbers_.erase(found);
  }
  // Those who look, in the order in which they came, if there is something new for them.
  std::vector<Session*> to_tell() {
    std::vector<Session*> all;
    if (!std::exchange(has_changed_, false)) return all;
    all.reserve(looking_.size());
    for (const auto& [number, session] : looking_) all.push_back(session);
    return all;
  }

  std::string text() const {
    std::unordered_map<std::string_view, std::size_t> of_address;
    protocol::LobbyList list;
    for (const auto& [table, listed] : listed_) {
      if (list.tables.size() == limits_.listed) break;
      // After a restart the address of whoever opened it is not known.
      if (listed.address.empty() || ++of_address[listed.address] <= limits_.listed_of_an_address)
        list.tables.push_back(listed.seen);
    }
    return protocol::message_of(list);
  }

 private:
  struct Listed {
    std::string address;  // from where it was opened: nobody fills the lobby alone
    protocol::LobbyTable seen;
  };

  const Limits& limits_;
  std::map<std::string, Listed> listed_;
  std::map<std::uint64_t, Session*> looking_;
  std::unordered_map<Session*, std::uint64_t> numbers_;
  std::uint64_t next_number_ = 0;
  bool has_changed_ = false;
};

}  // namespace tatami::server
