#pragma once

#include <gtest/gtest.h>

#include <deque>
#include <map>
#include <set>

#include "record/replay.h"
#include "rules/core/splitmix.h"
#include "table/table.h"
#include "table/verify.h"

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
    if (const json::Value* mine = message.find("dojo_own")) own = *mine;
    if (const json::Value* mine = message.find("tatamokatsu_own")) own = *mine;
  }
};

class Match {
 public:
  explicit Match(const std::string& settings, std::uint64_t seed = 1) : numbers(seed) {
    table::Opened opened;
    opened.table = std::string{"t1"};
    opened.code = std::string{"ABCDE"};
    opened.host = guest(0);
    const auto read = protocol::from_json<protocol::Settings>(std::string_view{settings});
    EXPECT_TRUE(read) << read.error().what;
    opened.settings = *read;
    chance::Seed bytes{};
    for (std::uint8_t& byte : bytes) byte = static_cast<std::uint8_t>(numbers.next());
    opened.seed = chance::hex(bytes);
    for (std::uint8_t& byte : bytes) byte = static_cast<std::uint8_t>(numbers.next());
    opened.secret = chance::hex(bytes);
    log.push_back(protocol::to_json(table::Entry{opened}));
    auto opened_table = table::Table::fold(log, rule, now, {now, now});
    EXPECT_TRUE(opened_table) << opened_table.error();
    match = std::move(*opened_table);
  }

  static table::Guest guest(int i) { return "guest" + std::to_string(i); }

  // What came out goes where it must: log first, then letters, then bots' thoughts.
  void take(table::Outcome outcome) {
    for (std::string& entry : outcome.entries) log.push_back(std::move(entry));
    for (const table::Letter& letter : outcome.letters) deliver(letter);
    if (outcome.opens_window) match->sent(now);
    for (const table::Think& think : outcome.thoughts)
      take(match->thought(think, table::ponder(think), now));
  }

  void deliver(const table::Letter& letter) {
    const std::vector<table::Guest> seated = match->guests();
    const auto reaches = [&](const table::Guest& each) {
      switch (letter.to) {
        case table::Letter::To::one:
          return each == letter.guest;
        case table::Letter::To::all:
          return true;
        case table::Letter::To::rest:
          return std::ranges::find(seated, each) == seated.end();
      }
      return false;
    };
    for (auto& [each, client] : clients)
      if (reaches(each)) client.read(letter.text);
  }

  // Nothing, or why it was refused.
  std::optional<protocol::Refusal> tell(const table::Guest& who, const std::string& command) {
    const auto read = protocol::from_json<protocol::Command>(std::string_view{command});
    EXPECT_TRUE(read) << command << ": " << read.error().what;
    auto answer = match->submit(who, *read, now);
    if (!answer) return answer.error().why;
    take(std::move(*answer));
    return {};
  }

  void come(int i) {
    clients[guest(i)];
    take(match->connected(guest(i), true, now));
    for (const std::string& text : match->welcome(guest(i), now)) clients[guest(i)].read(text);
  }

  void sit(int i) {
    come(i);
    EXPECT_FALSE(tell(
        guest(i), R"({"type":"sit","table":"t1","contribution":"c)" + std::to_string(i) + "\"}"));
    take(match->connected(guest(i), true, now));
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
  void wait() {
    const auto wake = match->wakes_at();
    ASSERT_TRUE(wake);
    now = std::max(now, *wake);
    take(match->tick(now));
  }

  // As after a crash: all there is, is the log.
  void restart() {
    auto folded = table::Table::fold(log, rule, now, {now, now});
    ASSERT_TRUE(folded) << folded.error();
    match = std::move(*folded);
  }

  bool over() const { return match->stage() == protocol::Stage::over; }

  SplitMix numbers;
  table::Time now = 1'000'000;
  table::Rule rule;
  std::vector<std::string> log;
  std::map<table::Guest, Client> clients;
  std::unique_ptr<table::Table> match;
};

// The move as text, from a list of legal ones in a client's own knowledge.
inline std::string text_of(const json::Value& move) {
  const auto read = protocol::from_json<protocol::Move>(move);
  EXPECT_TRUE(read);
  return protocol::to_json(*read);
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
  const std::string record = match.match->record();
  std::string_view text = record;
  while (!text.empty()) {
    const std::size_t end = text.find('\n');
    const auto wrong = replay.take(text.substr(0, end));
    ASSERT_FALSE(wrong) << *wrong;
    text.remove_prefix(end + 1);
  }
  EXPECT_TRUE(replay.over());
  const auto sidecar =
      protocol::from_json<protocol::Sidecar>(std::string_view{match.match->sidecar()});
  ASSERT_TRUE(sidecar) << sidecar.error().what;
  const auto mismatch = table::verify(record, *sidecar);
  EXPECT_FALSE(mismatch) << mismatch->line << ": " << mismatch->what;
}

}  // namespace tatami::testing
