#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <unordered_set>
#include <vector>

#include "record/json.h"
#include "sim/disk.h"

namespace tatami::sim {

// Reads every message that the house sends, and the disk, and says when something is told that is
// not durable, that its reader may not know, or that contradicts what others were told. It knows
// the rules of both games from the rule books and the format of the log from nothing but its text:
// it uses none of the code that it checks, but for the reader of JSON.
class Witness {
 public:
  explicit Witness(const Disk& disk) : disk_(disk) {}

  // One table as one connection knows it.
  struct Picture {
    json::Value open;  // the public part of the position
    std::int64_t seq = -1;
  };
  using Pictures = std::map<std::string, Picture>;

  // The problem with this message to this guest, if there is one.
  std::optional<std::string> read(const std::string& guest, Pictures& pictures,
                                  const std::string& text, const json::Value& message);
  void meet(const std::string& guest) { guests_.insert(guest); }

  std::uint64_t messages = 0;

 private:
  // A table as its log tells, told by the rule book (D1 to D21).
  struct Known {
    std::size_t folded = 0;  // entries
    std::string seed;
    std::string game;
    bool is_dojo = false;
    bool is_listed = false;
    std::map<int, std::string> seats;
    std::map<int, std::string> hands;          // the card of this round
    std::map<int, std::set<std::string>> saw;  // every card that a seat has ever seen
    std::map<std::string, int> shown;          // how many of a card lie open
    std::set<int> in_duel;                     // whose card of this round was shown
    std::set<int> hidden_places;               // chosen, not yet shown (D9)
    std::set<int> hidden_throws;               // D20
    std::map<int, int> placed;
    std::string drawn;
    int dealer = 0;
    int challenger = 0;
  };

  Known& known(const std::string& table, std::size_t up_to);
  void fold(Known& table, const json::Value& entry);
  void fold_move(Known& table, const json::Value& move);
  static void show(Known& table, int seat);

  std::optional<std::string> secrets_in(const std::string& text, const std::string& type);
  std::optional<std::string> check_position(const std::string& guest, Picture& picture,
                                            const std::string& table, const json::Value& message);
  std::optional<std::string> check_cards(const Known& table, std::optional<int> seat,
                                         const Picture& picture, const json::Value& message) const;
  std::optional<std::string> check_verdict(const json::Value& message);
  std::optional<std::string> check_said(const json::Value& message) const;
  std::optional<std::string> check_lobby(const json::Value& message);
  std::optional<std::string> check_info(const json::Value& message) const;

  const Disk& disk_;
  std::unordered_set<std::string> guests_;
  std::unordered_set<std::string> secret_;  // seeds of games under way, and what is never told
  std::map<std::string, Known> tables_;
  // The public position that was told with each table's last seq.
  std::map<std::string, std::pair<std::int64_t, std::string>> seen_;
  std::map<std::string, std::pair<std::int64_t, std::string>> verdicts_;
};

}  // namespace tatami::sim
