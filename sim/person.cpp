#include "sim/person.h"

#include <algorithm>
#include <array>

#include "live/kind.h"

namespace tatami::sim {

using json::Kind;
using json::Value;

namespace {

constexpr std::size_t most_tables = 4;  // that somebody looks after

std::string text_of(const Value& value) {
  std::string out;
  switch (value.kind) {
    case Kind::boolean:
      return value.boolean ? "true" : "false";
    case Kind::integer:
      return std::to_string(value.integer);
    case Kind::string:
      return json::quote(value.text);
    case Kind::array:
      for (const Value& item : value.items) out += (out.empty() ? "" : ",") + text_of(item);
      return "[" + out + "]";
    case Kind::object:
      for (const json::Field& field : value.fields)
        out += (out.empty() ? "" : ",") + json::quote(field.name) + ":" + text_of(field.value);
      return "{" + out + "}";
    default:
      return "null";
  }
}

// By hand, and not by the tables of fields that the server reads with: a fault in those must not
// cancel itself out.
std::string command(const std::string& type, const std::string& table,
                    const std::string& more = {}) {
  return R"({"type":")" + type + R"(","table":")" + table + "\"" + more + "}";
}

}  // namespace

void Person::hear(const Value& message, std::int64_t now) {
  const Value* type = message.find("type");
  const Value* id = message.find("table");
  if (!type || !id) return;
  if (type->text == "seat_link") {
    if (const Value* secret = message.find("secret")) link_.emplace(id->text, secret->text);
    return;
  }
  Heard& table = tables_[id->text];
  if (type->text == "table") {
    table.code = message.find("code")->text;
    table.stage = message.find("stage")->text;
    table.is_host = message.find("host")->boolean;
    table.game = message.find("settings")->find("header")->find("game")->text;
    const Value* you = message.find("you");
    table.you.reset();
    if (you->kind == Kind::integer) table.you = static_cast<int>(you->integer);
    table.has_free_chairs = std::ranges::any_of(
        message.find("chairs")->items,
        [](const Value& chair) { return chair.find("sitter")->text == "nobody"; });
  }
  if (type->text != "position" && type->text != "update") return;
  table.seq = message.find("seq")->integer;
  table.shown_at = now;
  if (const Value* open = message.find(table.game)) {
    if (const Value* phase = open->find("phase")) table.phase = phase->text;
    if (const Value* to_act = open->find("to_act"))
      table.must_act = table.you && std::ranges::any_of(to_act->items, [&](const Value& seat) {
                         return seat.integer == *table.you;
                       });
  }
  table.legal.clear();
  for (const json::Field& field : message.fields)
    if (const Value* legal = field.name.ends_with("_own") ? field.value.find("legal") : nullptr) {
      table.lists_moves = true;
      for (const Value& move : legal->items) table.legal.push_back(text_of(move));
    }
}

std::vector<std::string> Person::come_back() {
  std::vector<std::string> all;
  all.reserve(tables_.size());
  for (auto& [id, table] : tables_) all.push_back(command("watch", id));
  return all;
}

std::optional<std::pair<std::string, std::string>> Person::take_link() {
  return std::exchange(link_, std::nullopt);
}

std::string Person::open() {
  const auto games = live::games();
  const live::Kind& game = *games[numbers_.below(static_cast<std::uint32_t>(games.size()))];
  const bool is_dojo = game.name() == "dojo";
  const auto offer = json::parse(game.offer());
  const std::vector<Value>& sizes = offer->find("players")->items;
  const Value& players = sizes[numbers_.below(static_cast<std::uint32_t>(sizes.size()))];
  std::string header = R"({"game":")" + std::string{game.name()} + R"(","players":)" +
                       std::to_string(players.integer);
  if (is_dojo && chance(2)) header += R"(,"edition":"en")";
  if (is_dojo && chance(2)) header += R"(,"variants":["black-belt"])";
  constexpr std::array tempos = {"relaxed", "normal", "fast"};
  return R"({"type":"open","settings":{"header":)" + header + R"(},"tempo":")" +
         tempos[numbers_.below(3)] + "\"" + (chance(2) ? R"(,"listed":true)" : "") + "}}";
}

std::vector<std::string> Person::decide(std::int64_t now,
                                        const std::vector<std::string>& known_tables) {
  std::vector<std::string> all;
  if (is_rude && chance(4)) all.push_back(garbage());
  if (is_rude && chance(6) && !last_.empty()) all.push_back(last_);
  std::erase_if(tables_, [&](auto& each) {
    const bool is_done = each.second.stage == "over" && chance(5);
    if (is_done) all.push_back(command(chance(3) ? "rematch" : "leave", each.first));
    return is_done;
  });
  if (tables_.size() < most_tables && chance(6)) {
    if (known_tables.empty() || chance(3)) {
      all.push_back(open());
    } else {
      // One of the latest, to meet others there.
      const auto many = static_cast<std::uint32_t>(std::min<std::size_t>(known_tables.size(), 12));
      const std::string& id = known_tables[known_tables.size() - 1 - numbers_.below(many)];
      all.push_back(command(chance(3) ? "watch" : "sit", id));
    }
  }
  for (auto& [id, table] : tables_) {
    if (is_rude && chance(5)) all.push_back(be_rude(id, table));
    if (auto move = play(id, table, now)) all.push_back(*std::move(move));
  }
  if (chance(60)) all.push_back(R"({"type":"rename","to":"Guest )" + std::to_string(now) + "\"}");
  if (chance(40))
    all.push_back(R"({"type":"lobby","on":)" + std::string{chance(2) ? "true}" : "false}"});
  if (chance(400)) all.emplace_back(R"({"type":"forget_me","really":true})");
  if (!all.empty()) last_ = all.back();
  return all;
}

std::optional<std::string> Person::play(const std::string& id, Heard& table, std::int64_t now) {
  if (chance(25))
    return command("say", id, R"(,"text":"It is )" + std::to_string(numbers_.below(24)) + "\"");
  if (chance(200)) return command("mute", id, R"(,"on":true)");
  if (chance(100)) return command("call", id, R"(,"cry":"hai")");
  if (table.stage == "gathering") return gather(id, table);
  if (table.stage != "playing" || !table.you) return {};
  if (chance(150)) return command("link", id);
  if (chance(200)) return command("stand", id);
  return table.lists_moves ? play_listed(id, table) : play_dice(id, table, now);
}

std::optional<std::string> Person::gather(const std::string& id, const Heard& table) {
  if (!table.you && chance(2)) return command("sit", id, R"(,"contribution":"c")");
  if (chance(40)) return command("stand", id);
  if (!table.is_host) return {};
  if (chance(30)) return command("remove", id, R"(,"seat":1)");
  if (table.has_free_chairs && chance(3)) {
    const auto levels = live::game_named(table.game)->levels();
    const bots::Level& weakest = *std::ranges::find(levels, true, &bots::Level::is_offered);
    return command("seat_bot", id, R"(,"level":")" + std::string{weakest.name} + "\"");
  }
  if (table.has_free_chairs && chance(3)) return command("seat_bot", id, R"(,"level":"quick")");
  return command("start", id);
}

std::optional<std::string> Person::play_listed(const std::string& id, Heard& table) {
  if (table.legal.empty())
    return chance(30) ? std::optional{command("take_back", id)} : std::nullopt;
  const std::string move =
      table.legal[numbers_.below(static_cast<std::uint32_t>(table.legal.size()))];
  table.legal.clear();
  return command("act", id, R"(,"seq":)" + std::to_string(table.seq) + ",\"move\":" + move);
}

std::string Person::play_dice(const std::string& id, const Heard& table, std::int64_t now) {
  if (table.phase == "roll" || table.phase == "rolloff") return command("throw_dice", id);
  const std::string seat = R"({"seat":)" + std::to_string(*table.you);
  constexpr std::array fingers = {"thumb", "index", "middle", "ring", "little"};
  const std::string finger = fingers[numbers_.below(5)];
  const auto at = std::max<std::int64_t>(120, now - table.shown_at);
  constexpr std::array deeds = {"shout", "salute", "grab", "slap", "drop"};
  std::string move;
  if (table.phase == "window")
    move =
        seat + R"(,"at":)" + std::to_string(at) + R"(,"do":")" + deeds[numbers_.below(5)] + "\"}";
  else if (table.phase == "pay" || table.phase == "lose")
    move = seat + R"(,"lose":")" + finger + "\"}";
  else if (table.phase == "strike")
    move = seat + R"(,"strike":)" + std::to_string(numbers_.below(4)) + R"(,"finger":")" + finger +
           "\"}";
  else
    move = seat + R"(,"choose":"recover","finger":")" + finger + "\"}";
  return command("act", id, R"(,"seq":)" + std::to_string(table.seq) + ",\"move\":" + move);
}

// Messages of somebody with bad intentions.
std::string Person::be_rude(const std::string& id, const Heard& table) {
  const std::string seq = R"(,"seq":)" + std::to_string(table.seq + numbers_.below(3));
  const std::string seat = std::to_string(numbers_.below(6));
  switch (numbers_.below(8)) {
    case 0:
      return command("act", id, seq + R"(,"move":{"seat":)" + seat + R"(,"give":)" + seat + "}");
    case 1:
      return command("act", id, seq + R"(,"move":{"draw":"M1"})");
    case 2:
      return command("claim", id, R"(,"secret":"0123456789abcdef0123456789abcdef01234567")");
    case 3:
      return command("remove", id, R"(,"seat":)" + seat);
    case 4:
      return command("start", id);
    case 5:
      return command("act", id, seq + R"(,"move":{"seat":)" + seat + R"(,"at":1,"do":"shout"})");
    case 6:
      return command("sit", id, R"(,"seat":)" + seat);
    default:
      return command("rematch", id);
  }
}

std::string Person::garbage() {
  std::string bytes = chance(2) ? last_ : R"({"type":"act","table":"x"})";
  for (int i = 0; i < 3 && !bytes.empty(); ++i)
    bytes[numbers_.below(static_cast<std::uint32_t>(bytes.size()))] =
        static_cast<char>(numbers_.below(256));
  return bytes;
}

}  // namespace tatami::sim
