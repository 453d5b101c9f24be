#pragma once

#include <gtest/gtest.h>

#include <deque>
#include <map>
#include <set>

#include "drive/rehearsal.h"
#include "live/verify.h"
#include "record/replay.h"
#include "rules/core/splitmix.h"

// A table with people, a clock of its own and a log, and no socket.
namespace tatami::testing {

inline json::Value parsed(std::string_view text) {
  auto value = json::parse(text);
  EXPECT_TRUE(value) << text;
  return value ? *value : json::Value{};
}

// The same text for the same value, whatever the order of its fields.
inline std::string canonical(const json::Value& value) {
  using json::Kind;
  switch (value.kind) {
    case Kind::null:
      return "null";
    case Kind::boolean:
      return value.boolean ? "true" : "false";
    case Kind::integer:
      return std::to_string(value.integer);
    case Kind::number:
      return "number";
    case Kind::string:
      return json::quote(value.text);
    case Kind::array: {
      std::string out = "[";
      for (const json::Value& item : value.items) out += canonical(item) + ",";
      return out + "]";
    }
    case Kind::object: {
      std::map<std::string, std::string> fields;
      for (const json::Field& field : value.fields) fields[field.name] = canonical(field.value);
      std::string out = "{";
      for (const auto& [name, text] : fields) out += name + ":" + text + ",";
      return out + "}";
    }
  }
  return {};
}

inline void merge(json::Value& into, const json::Value& change) {
  into.kind = json::Kind::object;
  for (const json::Field& field : change.fields) {
    bool found = false;
    for (json::Field& mine : into.fields)
      if (mine.name == field.name) mine.value = field.value, found = true;
    if (!found) into.fields.push_back(field);
  }
}

// One who sits at a client: keeps the position as a client does, from the messages alone.
struct Client {
  std::vector<std::string> mail;
  json::Value table;  // the last info
  json::Value dojo, tatamokatsu;
  json::Value own;
  std::uint32_t seq = 0;
  bool rolling = false;

  void read(const std::string& text) {
    mail.push_back(text);
    const json::Value message = parsed(text);
    const std::string& type = message.find("type")->text;
    if (type == "table") table = message;
    if (type == "rolling") rolling = true;
    if (type != "position" && type != "update") return;
    seq = static_cast<std::uint32_t>(message.find("seq")->integer);
    if (const json::Value* change = message.find("dojo")) merge(dojo, *change);
    if (const json::Value* change = message.find("tatamokatsu")) merge(tatamokatsu, *change);
    own = {};
    for (const json::Field& field : message.fields)
      if (field.name.ends_with("_own")) own = field.value;
  }
};

// A table in rehearsal, with clients that read along.
class Match {
 public:
  explicit Match(const std::string& settings, std::uint64_t seed = 1)
      : numbers(seed), rehearsal({opened(settings)}, {}, 1'000'000, reader()) {
    EXPECT_FALSE(rehearsal.problem) << *rehearsal.problem;
  }
  Match(const Match&) = delete;
  Match& operator=(const Match&) = delete;
  ~Match() = default;

  static table::Guest guest(int i) { return "guest" + std::to_string(i); }
  const table::Table& table() const { return rehearsal.table(); }
  bool over() const { return table().stage() == protocol::Stage::over; }

  // Nothing, or why it was refused.
  std::optional<protocol::Refusal> tell(const table::Guest& who, const std::string& command) {
    const auto read = protocol::read_command(command);
    EXPECT_TRUE(read) << command << ": " << read.error().what;
    const auto refused = rehearsal.tell(who, std::get<protocol::TableCommand>(*read));
    if (!refused) return {};
    return refused->why;
  }

  void come(int i) {
    clients[guest(i)];
    rehearsal.come(guest(i));
    rehearsal.welcome(guest(i));
  }
  void leave(int i) { rehearsal.leave(guest(i)); }

  void sit(int i) {
    come(i);
    EXPECT_FALSE(tell(
        guest(i), R"({"type":"sit","table":"t1","contribution":"c)" + std::to_string(i) + "\"}"));
  }

  void act(const table::Guest& who, const std::string& move) {
    const auto refused = tell(who, act_text(who, move));
    EXPECT_FALSE(refused) << move;
  }

  std::string act_text(const table::Guest& who, const std::string& move) {
    return R"({"type":"act","table":"t1","seq":)" + std::to_string(clients[who].seq) +
           ",\"move\":" + move + "}";
  }

  // Time passes until the table does something next.
  void wait() { ASSERT_TRUE(rehearsal.wait()); }

  // As after a crash: all there is, is the log. Everybody who was here comes back.
  void restart() {
    const auto problem = rehearsal.restart();
    ASSERT_FALSE(problem) << *problem;
  }

  SplitMix numbers;
  std::map<table::Guest, Client> clients;
  drive::Rehearsal rehearsal;
  live::Time& now = rehearsal.time;
  table::Pace& pace = rehearsal.pace;
  std::vector<std::string>& log = rehearsal.entries;

 private:
  drive::Rehearsal::Reader reader() {
    return [this](const table::Guest& who, const std::string& text) { clients[who].read(text); };
  }

  std::string opened(const std::string& settings) {
    const auto read = protocol::from_json<protocol::Settings>(std::string_view{settings});
    EXPECT_TRUE(read) << read.error().what;
    const auto hex = [&] {
      chance::Seed bytes{};
      for (std::uint8_t& byte : bytes) byte = static_cast<std::uint8_t>(numbers.next());
      return chance::hex(bytes);
    };
    const std::string seed = hex();
    return protocol::to_json(table::Entry{
        table::Opened{std::string{"t1"}, std::string{"ABCDE"}, guest(0), *read, seed, hex()}});
  }
};

// A move as text, from a list of legal ones in a client's own knowledge.
inline std::string text_of(const json::Value& value) {
  const auto joined = [](const auto& items, auto&& text) {
    std::string out;
    for (const auto& item : items) out += (out.empty() ? "" : ",") + text(item);
    return out;
  };
  if (value.kind == json::Kind::array) return "[" + joined(value.items, text_of) + "]";
  if (value.kind != json::Kind::object) return canonical(value);
  return "{" +
         joined(value.fields,
                [](const json::Field& field) {
                  return json::quote(field.name) + ":" + text_of(field.value);
                }) +
         "}";
}

// ---- Whole games ----

inline std::string dojo_settings(int players, const std::string& more = {}) {
  return R"({"header":{"game":"dojo","players":)" + std::to_string(players) + more +
         R"(},"tempo":"normal"})";
}

inline std::string tatamokatsu_settings(int players) {
  return R"({"header":{"game":"tatamokatsu","players":)" + std::to_string(players) +
         R"(},"tempo":"fast"})";
}

// Some seat that may decide does, as its own client sees it.
inline bool one_decision(Match& match, int people) {
  std::vector<int> deciding;
  for (int i = 0; i < people; ++i) {
    const json::Value* legal = match.clients[Match::guest(i)].own.find("legal");
    if (legal && !legal->items.empty()) deciding.push_back(i);
  }
  if (deciding.empty()) return false;
  const int who = deciding[match.numbers.below(static_cast<std::uint32_t>(deciding.size()))];
  const auto& legal = match.clients[Match::guest(who)].own.find("legal")->items;
  match.act(Match::guest(who),
            text_of(legal[match.numbers.below(static_cast<std::uint32_t>(legal.size()))]));
  return true;
}

inline void seat_all(Match& match, int players) {
  for (int i = 0; i < players; ++i) match.sit(i);
  match.come(9);  // a spectator
  ASSERT_FALSE(match.tell(Match::guest(0), R"({"type":"start","table":"t1"})"));
}

// So many people, and bots on the other chairs.
inline void seat_beside_bots(Match& match, int people, const std::string& level) {
  for (int i = 0; i < people; ++i) match.sit(i);
  ASSERT_FALSE(
      match.tell(Match::guest(0), R"({"type":"seat_bot","table":"t1","level":")" + level + "\"}"));
  ASSERT_FALSE(match.tell(Match::guest(0), R"({"type":"start","table":"t1"})"));
}

inline void play_dojo(Match& match, int people) {
  while (!match.over())
    if (!one_decision(match, people)) match.wait();
}

inline void expect_sound_record(const Match& match) {
  record::Replay replay;
  const std::string record = match.table().record();
  std::string_view text = record;
  while (!text.empty()) {
    const std::size_t end = text.find('\n');
    const auto wrong = replay.take(text.substr(0, end));
    ASSERT_FALSE(wrong) << *wrong;
    text.remove_prefix(end + 1);
  }
  EXPECT_TRUE(replay.over());
  const auto sidecar =
      protocol::from_json<protocol::Sidecar>(std::string_view{match.table().sidecar()});
  ASSERT_TRUE(sidecar) << sidecar.error().what;
  const auto mismatch = live::verify(record, *sidecar);
  EXPECT_FALSE(mismatch) << mismatch->line << ": " << mismatch->what;
}

}  // namespace tatami::testing
