#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "record/json.h"
#include "rules/core/splitmix.h"

namespace tatami::sim {

// One table as a person has heard of it over one connection.
struct Heard {
  std::string code, stage, seat_secret;
  std::optional<int> you;
  bool is_host = false;
  bool has_free_chairs = false;
  std::int64_t seq = 0;
  std::int64_t shown_at = 0;  // when the last update came
  std::string game;
  bool lists_moves = false;        // what a seat knows of this game has the moves it may make
  std::vector<std::string> legal;  // these, as text
  std::string phase;
  bool must_act = false;
};

// Somebody at a client: decides what to send from what they have heard, mostly sensibly, sometimes
// not at all.
class Person {
 public:
  Person(std::uint64_t seed, std::string address) : numbers_(seed), address_(std::move(address)) {}

  // Everything that they want to send now.
  std::vector<std::string> decide(std::int64_t now, const std::vector<std::string>& known_tables);
  void hear(const json::Value& message, std::int64_t now);
  // A new connection: nothing is known but where they were.
  std::vector<std::string> come_back();

  const std::string& address() const { return address_; }
  SplitMix& numbers() { return numbers_; }
  // Secrets of their seats, for another device of theirs.
  std::optional<std::pair<std::string, std::string>> take_link();

  std::string cookie;
  bool is_rude = false;  // lies, repeats itself, sends garbage

 private:
  bool chance(std::uint32_t in) { return numbers_.below(in) == 0; }
  std::string open();
  std::optional<std::string> play(const std::string& id, Heard& table, std::int64_t now);
  std::optional<std::string> gather(const std::string& id, const Heard& table);
  std::optional<std::string> play_listed(const std::string& id, Heard& table);
  std::string play_dice(const std::string& id, const Heard& table, std::int64_t now);
  std::string be_rude(const std::string& id, const Heard& table);
  std::string garbage();

  SplitMix numbers_;
  std::string address_;
  std::map<std::string, Heard> tables_;
  std::optional<std::pair<std::string, std::string>> link_;
  std::string last_;
};

}  // namespace tatami::sim
