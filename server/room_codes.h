#pragma once

#include <algorithm>
#include <string>
#include <unordered_map>
#include <vector>

#include "server/bucket.h"
#include "server/identity.h"
#include "server/network.h"

namespace tatami::server {

// The room codes that lead to tables, and how often an address may still try a wrong one.
class RoomCodes {
 public:
  explicit RoomCodes(Bucket::Size wrong) : wrong_(wrong) {}

  std::string draw() const {
    for (;;)
      if (std::string code = room_code(); !tables_.contains(code)) return code;
  }
  void lead(const std::string& code, const std::string& table) { tables_[code] = table; }
  // Unless the code leads to another table by now: a rematch has that of the game before.
  void remove(const std::string& code, const std::string& table) {
    if (const auto found = tables_.find(code); found != tables_.end() && found->second == table)
      tables_.erase(found);
  }
  bool contains(const std::string& code) const { return tables_.contains(code); }
  // The table of a code as somebody typed it, perhaps in small letters.
  const std::string* table_of(std::string code) const {
    for (char& c : code)
      if ('a' <= c && c <= 'z') c = static_cast<char>(c - 'a' + 'A');
    const auto found = tables_.find(code);
    return found == tables_.end() ? nullptr : &found->second;
  }

  bool may_guess(const std::string& address, live::Time now) {
    return std::ranges::all_of(guesses_of(address),
                               [&](Bucket* each) { return each->take(now, 0); });
  }
  void charge_guess(const std::string& address, live::Time now) {
    for (Bucket* each : guesses_of(address)) {
      each->take(now, 0);
      each->charge(1);
    }
  }
  std::size_t size() const { return tables_.size(); }
  std::size_t guessers() const { return guesses_.size(); }
  // Drops what need not be remembered.
  void sweep(live::Time now) {
    std::erase_if(guesses_, [&](const auto& each) { return each.second.is_full(now); });
  }

 private:
  std::vector<Bucket*> guesses_of(const std::string& address) {
    std::vector<Bucket*> guesses;
    for (const Network& network : networks_of(address)) {
      const Bucket::Size size{wrong_.most * network.share, wrong_.a_second * network.share};
      guesses.push_back(&guesses_.try_emplace(network.name, size).first->second);
    }
    return guesses;
  }

  Bucket::Size wrong_;
  std::unordered_map<std::string, std::string> tables_;
  std::unordered_map<std::string, Bucket> guesses_;  // by network
};

}  // namespace tatami::server
