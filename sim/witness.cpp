#include "sim/witness.h"

#include <algorithm>
#include <cctype>

namespace tatami::sim {

using json::Kind;
using json::Value;

namespace {

constexpr int copies_of_a_card = 2;  // D1

bool is_card(const std::string& text) {
  return text.size() == 2 && std::string_view{"MFTCBR"}.find(text[0]) != std::string_view::npos &&
         '1' <= text[1] && text[1] <= '5';
}

const Value* at(const Value& value, std::string_view name) {
  const Value* found = value.find(name);
  return found && found->kind != Kind::null ? found : nullptr;
}
std::string text_at(const Value& value, std::string_view name) {
  const Value* found = at(value, name);
  return found ? found->text : std::string{};
}
std::optional<int> seat_at(const Value& value, std::string_view name) {
  const Value* found = at(value, name);
  if (!found || found->kind != Kind::integer) return {};
  return static_cast<int>(found->integer);
}
bool is_true(const Value& value, std::string_view name) {
  const Value* found = at(value, name);
  return found && found->boolean;
}

// Every card that is named in a value (as a key it is a count of cards, not a card).
void collect_cards(const Value& value, std::set<std::string>& into) {
  if (value.kind == Kind::string && is_card(value.text)) into.insert(value.text);
  for (const Value& item : value.items) collect_cards(item, into);
  for (const json::Field& field : value.fields) collect_cards(field.value, into);
}

void merge(Value& into, const Value& change) {
  into.kind = Kind::object;
  for (const json::Field& field : change.fields) {
    const auto mine = std::ranges::find(into.fields, field.name, &json::Field::name);
    if (mine == into.fields.end())
      into.fields.push_back(field);
    else
      mine->value = field.value;
  }
}

// The same text for the same value, whatever the order of its fields.
std::string canonical(const Value& value) {
  switch (value.kind) {
    case Kind::boolean:
      return value.boolean ? "true" : "false";
    case Kind::integer:
      return std::to_string(value.integer);
    case Kind::string:
      return json::quote(value.text);
    case Kind::array: {
      std::string out = "[";
      for (const Value& item : value.items) out += canonical(item) + ",";
      return out + "]";
    }
    case Kind::object: {
      std::vector<std::string> fields;
      fields.reserve(value.fields.size());
      for (const json::Field& field : value.fields)
        fields.push_back(field.name + ":" + canonical(field.value));
      std::ranges::sort(fields);
      std::string out = "{";
      for (const std::string& field : fields) out += field + ",";
      return out + "}";
    }
    default:
      return "null";
  }
}

}  // namespace

// ---- What the log tells ----

Witness::Known& Witness::known(const std::string& table, std::size_t up_to) {
  Known& known = tables_[table];
  const std::vector<store::Entry>& entries = disk_.stream("table/" + table);
  while (known.folded < up_to && known.folded < entries.size()) {
    if (const auto entry = json::parse(entries[known.folded].body)) fold(known, *entry);
    ++known.folded;
  }
  if (!entries.empty() && entries.back().last) secret_.erase(known.seed);
  return known;
}

void Witness::fold(Known& table, const Value& entry) {
  const std::string type = text_at(entry, "type");
  const std::optional<int> seat = seat_at(entry, "seat");
  if (type == "opened") {
    table.seed = text_at(entry, "seed");
    secret_.insert({table.seed, text_at(entry, "secret")});
    const Value* settings = at(entry, "settings");
    const Value* header = settings ? at(*settings, "header") : nullptr;
    table.game = header ? text_at(*header, "game") : "";
    table.is_dojo = table.game == "dojo";
    table.is_listed = settings && is_true(*settings, "listed");
  }
  if (seat && (type == "sat" || type == "kept" || type == "claimed"))
    table.seats[*seat] = text_at(entry, "guest");
  if (seat && (type == "stood" || type == "bot_sat")) table.seats.erase(*seat);
  if (seat && type == "took_back") table.hidden_places.erase(*seat);
  if (!table.is_dojo) return;
  if (const Value* action = at(entry, "action")) {
    const std::optional<int> who = seat_at(*action, "seat");
    if (who && at(*action, "place")) table.hidden_places.insert(*who);
  }
  if (const Value* moves = at(entry, "moves"))
    for (const Value& move : moves->items) fold_move(table, move);
}

void Witness::show(Known& table, int seat) {
  if (table.in_duel.insert(seat).second) ++table.shown[table.hands[seat]];
}

void Witness::fold_move(Known& table, const Value& move) {
  const std::optional<int> seat = seat_at(move, "seat");
  if (const Value* draw = at(move, "draw")) table.drawn = draw->text;  // D5
  if (seat && at(move, "deal")) {                                      // D18
    table.hands[*seat] = text_at(move, "deal");
    table.saw[*seat].insert(table.hands[*seat]);
  }
  if (const std::optional<int> to = seat_at(move, "give"); to && seat) {  // D5
    table.hands[*to] = table.drawn;
    table.saw[*seat].insert(table.drawn);
    table.saw[*to].insert(table.drawn);
    table.drawn.clear();
    table.dealer = *seat;
  }
  if (seat && is_true(move, "challenge")) {  // D6
    table.challenger = *seat;
    show(table, *seat);
    show(table, table.dealer);
  }
  if (is_true(move, "swap")) std::swap(table.hands[table.challenger], table.hands[table.dealer]);
  if (seat && at(move, "throw")) {  // D20: shown with the other one's
    if (table.hidden_throws.empty())
      table.hidden_throws.insert(*seat);
    else
      table.hidden_throws.clear();
  }
  if (seat && at(move, "place")) {  // D9: all of a round are shown together
    table.hidden_places.erase(*seat);
    ++table.placed[*seat];
    show(table, *seat);
    const bool is_round_over = std::ranges::all_of(table.hands, [&](const auto& each) {
      return table.placed[each.first] == table.placed[*seat];
    });
    if (is_round_over) table.in_duel.clear();
  }
}

// ---- What is told ----

std::optional<std::string> Witness::read(const std::string& guest, Pictures& pictures,
                                         const std::string& text, const Value& message) {
  ++messages;
  const std::string type = text_at(message, "type");
  const std::string table = text_at(message, "table");
  if (const Value* seq = at(message, "seq")) {
    const auto written = static_cast<std::int64_t>(disk_.stream("table/" + table).size());
    if (seq->integer > written)
      return type + " of entry " + std::to_string(seq->integer) + " when " +
             std::to_string(written) + " were durable";
  }
  if (type == "position" || type == "update")
    if (auto wrong = check_position(guest, pictures[table], table, message)) return wrong;
  if (type == "verdict")
    if (auto wrong = check_verdict(message)) return wrong;
  if (type == "said")
    if (auto wrong = check_said(message)) return wrong;
  if (type == "lobby_list")
    if (auto wrong = check_lobby(message)) return wrong;
  if (type == "table") {
    if (auto wrong = check_info(message)) return wrong;
    known(table, 0);  // what is over may be revealed
  }
  return secrets_in(text, type);
}

// No message may contain a guest's id, which their cookie signs, or a seed or secret of the house.
std::optional<std::string> Witness::secrets_in(const std::string& text, const std::string& type) {
  constexpr std::size_t id = 16;
  constexpr std::size_t link = 40;
  constexpr std::size_t seed = 64;
  for (std::size_t begin = 0; begin < text.size();) {
    const auto is_word = [&](std::size_t i) {
      return i < text.size() && std::isalnum(static_cast<unsigned char>(text[i])) != 0;
    };
    if (!is_word(begin)) {
      ++begin;
      continue;
    }
    std::size_t end = begin;
    while (is_word(end)) ++end;
    const std::size_t length = end - begin;
    if (length == id && guests_.contains(text.substr(begin, length)))
      return type + " names a guest's id";
    if (length == seed && secret_.contains(text.substr(begin, length)))
      return type + " tells a seed or a secret";
    if (length == link && type != "seat_link") return type + " tells the secret of a seat";
    begin = end;
  }
  return {};
}

std::optional<std::string> Witness::check_position(const std::string& guest, Picture& picture,
                                                   const std::string& table, const Value& message) {
  const std::int64_t seq = at(message, "seq") ? at(message, "seq")->integer : 0;
  const bool is_whole = text_at(message, "type") == "position";
  if (seq < picture.seq && !is_whole) return "seq goes back";
  const Known& state = known(table, static_cast<std::size_t>(seq));
  if (is_whole) picture = {};
  picture.seq = seq;
  if (const Value* open = at(message, state.game)) merge(picture.open, *open);
  std::optional<int> seat;
  for (const auto& [each, sitter] : state.seats)
    if (sitter == guest) seat = each;
  const bool has_own = std::ranges::any_of(
      message.fields, [](const json::Field& field) { return field.name.ends_with("_own"); });
  if (has_own && !seat && state.folded == static_cast<std::size_t>(seq))
    return "somebody without a seat is told what only a seat knows";
  if (state.game == "tatamokatsu")
    return {};  // what is heard in a window is told before it is written
  const std::string now = canonical(picture.open);
  auto& [seen_seq, seen] = seen_[table];
  if (seen_seq == seq && seen != now) return "two readers see two different positions";
  seen_seq = seq;
  seen = now;
  if (!state.is_dojo || state.folded != static_cast<std::size_t>(seq)) return {};
  return check_cards(state, seat, picture, message);
}

// D21, D9 and D20.
std::optional<std::string> Witness::check_cards(const Known& table, std::optional<int> seat,
                                                const Picture& picture,
                                                const Value& message) const {
  std::set<std::string> told;
  collect_cards(message, told);
  const std::optional<int> dealer = seat_at(picture.open, "dealer");
  for (const std::string& card : told) {
    const auto shown = table.shown.find(card);
    if (shown != table.shown.end() && shown->second > 0) continue;
    const auto saw = seat ? table.saw.find(*seat) : table.saw.end();
    if (saw != table.saw.end() && saw->second.contains(card)) continue;
    if (seat && dealer == seat && card == table.drawn) continue;
    return "the card " + card + " is told to " +
           (seat ? "seat " + std::to_string(*seat) : "a spectator") + " (D21)";
  }
  if (const Value* events = at(message, "events"))
    for (const Value& event : events->items) {
      const std::optional<int> who = seat_at(event, "seat");
      if (!who || who == seat) continue;
      if (at(event, "place") && table.hidden_places.contains(*who))
        return "a placement is told before all have placed (D9)";
      if (at(event, "throw") && table.hidden_throws.contains(*who))
        return "a throw is told before the other one (D20)";
    }
  if (const Value* pool = at(picture.open, "pool"))
    for (const json::Field& field : pool->fields) {
      const auto shown = table.shown.find(field.name);
      const int open = shown == table.shown.end() ? 0 : shown->second;
      if (field.value.integer != copies_of_a_card - open)
        return "the pool has " + std::to_string(field.value.integer) + " of " + field.name +
               ", and " + std::to_string(open) + " lie open (D21)";
    }
  if (const Value* dojos = at(picture.open, "dojos"))
    for (std::size_t i = 0; i < dojos->items.size(); ++i) {
      const auto placed = table.placed.find(static_cast<int>(i));
      const std::size_t lie =
          placed == table.placed.end() ? 0 : static_cast<std::size_t>(placed->second);
      const Value* cards = at(dojos->items[i], "cards");
      if (cards && cards->items.size() != lie) return "a dojo has cards that were not placed (D9)";
    }
  return {};
}

// The order of arrival does not matter: a verdict follows from the decided times, equal
// ones by seat (T19), and these from what a connection may be late.
std::optional<std::string> Witness::check_verdict(const Value& message) {
  constexpr std::int64_t fastest = 150;
  const Value* reactions = at(message, "reactions");
  const Value* seq = at(message, "seq");
  if (!reactions || !seq) return "a verdict without its reactions";
  std::pair<std::int64_t, std::int64_t> before{0, 0};
  for (const Value& each : reactions->items) {
    const auto number = [&](std::string_view name) {
      const Value* found = at(each, name);
      return found ? found->integer : 0;
    };
    const std::int64_t time = number("at");
    const std::int64_t arrived = number("arrived");
    if (time > std::max(arrived, fastest)) return "a reaction is later than its arrival";
    if (time < arrived - number("credit")) return "a reaction is earlier than its credit allows";
    if (!is_true(each, "counted")) continue;
    const std::pair now{time, number("seat")};
    if (now < before) return "a verdict is not in the order of its times";
    before = now;
  }
  auto& [seen_seq, seen] = verdicts_[text_at(message, "table")];
  const std::string now = canonical(*reactions);
  if (seen_seq == seq->integer && seen != now) return "two readers hear two different verdicts";
  seen_seq = seq->integer;
  seen = now;
  return {};
}

std::optional<std::string> Witness::check_said(const Value& message) const {
  const std::string stream = "chat/" + text_at(message, "table");
  const Value* number = at(message, "number");
  // The disk forgets a moment before those who watch are told.
  if (number && disk_.was_forgotten(stream, static_cast<std::uint32_t>(number->integer))) return {};
  for (const store::Entry& entry : disk_.stream(stream))
    if (number && entry.seq == number->integer) {
      const auto remark = json::parse(entry.body);
      if (remark && text_at(*remark, "text") == text_at(message, "text")) return {};
      return "a remark differs from the log's";
    }
  return "a remark is heard that is not durable";
}

std::optional<std::string> Witness::check_lobby(const Value& message) {
  if (const Value* tables = at(message, "tables"))
    for (const Value& each : tables->items) {
      const std::string id = text_at(each, "table");
      const Known& table = known(id, disk_.stream("table/" + id).size());
      if (table.folded == 0) return "the lobby lists a table that is not durable";
      if (!table.is_listed) return "the lobby lists a table that is not for everybody";
    }
  return {};
}

std::optional<std::string> Witness::check_info(const Value& message) const {
  const std::vector<store::Entry>& entries = disk_.stream("table/" + text_at(message, "table"));
  if (entries.empty()) return "a table is told that is not durable";
  const bool is_over = entries.back().last;
  if (text_at(message, "stage") == "over" && !is_over) return "an end is told that is not durable";
  if (at(message, "revealed") && !is_over) return "a seed is revealed before the end";
  return {};
}

}  // namespace tatami::sim
