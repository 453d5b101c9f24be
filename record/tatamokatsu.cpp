#include "record/tatamokatsu.h"

#include <array>

#include "record/words.h"

namespace tatami::record {

using namespace tatamokatsu;
using json::Decoder;
using json::Problem;
using json::Value;

namespace {

struct Setting {
  std::string_view name;
  Millis Timing::* of;
};
constexpr std::array<Setting, 5> settings = {{{"window", &Timing::window},
                                              {"announce", &Timing::announce},
                                              {"quiet", &Timing::quiet},
                                              {"tie", &Timing::tie},
                                              {"bow", &Timing::bow}}};

Finger read_finger(Decoder& in, std::string_view field) {
  return in.choice<Finger>(field, finger_names);
}

Millis read_time(Decoder& in, std::string_view field) {
  return Millis{in.whole(field, 0, longest_timing.count)};
}

// {"0":"thumb","2":"ring"}: a thing for each of some seats.
template <class T, std::size_t N>
PerSeat<std::optional<T>> read_per_seat(Decoder& in, std::string_view field,
                                        const std::array<Named<T>, N>& names) {
  PerSeat<std::optional<T>> items;
  const Value* value = in.need(field);
  if (!value) return items;
  if (value->kind != json::Kind::object)
    return in.fail(in.at(field) + ": expected a seat and a name each, such as {\"0\":\"" +
                   std::string{names.front().first} + "\"}"),
           items;
  for (const json::Field& each : value->fields) {
    const bool is_seat =
        each.name.size() == 1 && '0' <= each.name[0] && each.name[0] < '0' + most_players;
    if (!is_seat)
      return in.fail(in.at(field) + ": no seat " + json::quote_briefly(each.name)), items;
    items[Seat{each.name[0] - '0'}] = in.choice<T>(each.value, in.at(field), names);
  }
  return items;
}

Roll read_roll(Decoder& in) {
  const Value* value = in.need("roll");
  const auto* faces = value ? in.array(*value, in.at("roll"), dice) : nullptr;
  if (!faces) return {};
  const auto face = [&](std::size_t die) {
    return in.choice<Face>((*faces)[die], in.at("roll"), face_names);
  };
  return {face(0), face(1), face(2)};
}

Announcement read_values(Decoder& in) {
  const Value* value = in.need("values");
  if (!value) return {};
  if (value->kind != json::Kind::array || value->items.size() > dice)
    return in.fail("\"values\": expected a list of 1 and 10"), Announcement{};
  Announcement values;
  for (const Value& item : value->items) {
    const int worth = in.whole(item, "\"values\"", 1, 10);
    if (worth != 1 && worth != 10) in.fail("\"values\": an X is worth 1 or 10");
    if (worth == 10) values.tens = static_cast<std::uint8_t>(values.tens | 1U << values.xs);
    ++values.xs;
  }
  return values;
}

enum class Deed : std::uint8_t { shout, salute, slap, drop, grab, announce };
constexpr std::array<Named<Deed>, 6> deed_names = {{{"shout", Deed::shout},
                                                    {"salute", Deed::salute},
                                                    {"slap", Deed::slap},
                                                    {"drop", Deed::drop},
                                                    {"grab", Deed::grab},
                                                    {"announce", Deed::announce}}};

Action read_reaction(Decoder& in) {
  const Deed deed = in.choice<Deed>("do", deed_names);
  const Seat seat = read_seat(in, "seat");
  const Millis at = read_time(in, "at");
  if (deed == Deed::grab) {
    in.only({"seat", "at", "do", "die", "finger"});
    return Grab{seat, at, Die{in.whole("die", 0, dice - 1)}, read_finger(in, "finger")};
  }
  if (deed == Deed::announce) {
    in.only({"seat", "at", "do", "values"});
    return Announce{seat, at, read_values(in)};
  }
  in.only({"seat", "at", "do"});
  if (deed == Deed::shout) return Shout{seat, at};
  if (deed == Deed::salute) return Salute{seat, at};
  if (deed == Deed::slap) return Slap{seat, at};
  return Drop{seat, at};
}

Action read_strike(Decoder& in) {
  in.only({"seat", "strike"});
  const Seat seat = read_seat(in, "seat");
  const Value* value = in.need("strike");
  Decoder blow{*value, in.at("strike") + " "};
  blow.only({"seat", "finger"});
  const Strike strike{seat, read_seat(blow, "seat"), read_finger(blow, "finger")};
  if (blow.problem()) in.fail(blow.problem()->what);
  return strike;
}

enum class Choice : std::uint8_t { attack, recover };
constexpr std::array<Named<Choice>, 2> choice_names = {
    {{"attack", Choice::attack}, {"recover", Choice::recover}}};

Action read_choice(Decoder& in) {
  const auto choice = in.choice<Choice>("choose", choice_names);
  const Seat seat = read_seat(in, "seat");
  if (choice == Choice::attack) {
    in.only({"seat", "choose", "fingers"});
    return Attack{seat, read_per_seat<Finger>(in, "fingers", finger_names)};
  }
  in.only({"seat", "choose", "finger"});
  return Recover{seat, read_finger(in, "finger")};
}

// ---- Writing ----

std::string quoted(std::string_view word) { return "\"" + std::string{word} + "\""; }

template <class T>
std::string per_seat(const PerSeat<std::optional<T>>& items) {
  std::string out = "{";
  for (Seat seat : all_seats(most_players))
    if (items[seat])
      out += (out.size() > 1 ? "," : "") + quoted(number(seat)) + ":" + quoted(name(*items[seat]));
  return out + "}";
}

struct Writer {
  using S = std::string;
  static S by(Seat seat) { return "{\"seat\":" + number(seat); }
  static S reaction(Seat seat, Millis at, std::string_view deed) {
    return by(seat) + ",\"at\":" + std::to_string(at.count) + ",\"do\":" + quoted(deed);
  }

  S operator()(RollDice a) const {
    const std::array<Face, dice> faces = {a.roll[Die{0}], a.roll[Die{1}], a.roll[Die{2}]};
    return "{\"roll\":" + list(faces, [](Face face) { return quoted(name(face)); }) + "}";
  }
  S operator()(const RollOff& a) const { return "{\"rolloff\":" + per_seat(a.faces) + "}"; }
  S operator()(Close a) const { return "{\"close\":" + std::to_string(a.at.count) + "}"; }
  S operator()(Shout a) const { return reaction(a.seat, a.at, "shout") + "}"; }
  S operator()(Salute a) const { return reaction(a.seat, a.at, "salute") + "}"; }
  S operator()(Slap a) const { return reaction(a.seat, a.at, "slap") + "}"; }
  S operator()(Drop a) const { return reaction(a.seat, a.at, "drop") + "}"; }
  S operator()(Grab a) const {
    return reaction(a.seat, a.at, "grab") + ",\"die\":" + std::to_string(a.die.value) +
           ",\"finger\":" + quoted(name(a.finger)) + "}";
  }
  S operator()(Announce a) const {
    S values;
    for (unsigned i = 0; i < a.values.xs; ++i)
      values += S{i > 0 ? "," : ""} + ((a.values.tens >> i & 1U) != 0 ? "10" : "1");
    return reaction(a.seat, a.at, "announce") + ",\"values\":[" + values + "]}";
  }
  S operator()(Lose a) const { return by(a.seat) + ",\"lose\":" + quoted(name(a.finger)) + "}"; }
  S operator()(Strike a) const {
    return by(a.seat) + ",\"strike\":" + by(a.target) + ",\"finger\":" + quoted(name(a.finger)) +
           "}}";
  }
  S operator()(const Attack& a) const {
    return by(a.seat) + ",\"choose\":\"attack\",\"fingers\":" + per_seat(a.fingers) + "}";
  }
  S operator()(Recover a) const {
    return by(a.seat) + ",\"choose\":\"recover\",\"finger\":" + quoted(name(a.finger)) + "}";
  }
};

}  // namespace

std::string_view name(Face face) { return name_in(face_names, face); }
std::string_view name(Finger finger) { return name_in(finger_names, finger); }
std::string_view name(Hand hand) { return name_in(hand_names, hand); }

Result<TatamokatsuHeader, Problem> read_tatamokatsu_header(const Value& line) {
  Decoder in{line};
  TatamokatsuHeader header;
  Table& table = header.table;
  in.only({"game", "players", "hands", "first_roller", "timing"});
  table.players = static_cast<std::uint8_t>(in.whole("players", fewest_players, most_players));
  if (const Value* hands = line.find("hands"); hands && !in.problem())
    if (const auto* each = in.array(*hands, in.at("hands"), table.players))
      for (Seat seat : all_seats(table.players))
        table.hands[seat] = in.choice<Hand>((*each)[seat.value], in.at("hands"), hand_names);
  if (in.has("first_roller"))
    table.first_roller = Seat{in.whole("first_roller", 0, table.players - 1)};
  if (const Value* timing = line.find("timing")) {
    Decoder times{*timing, in.at("timing") + " "};
    times.only({"window", "announce", "quiet", "tie", "bow"});
    for (const Setting& setting : settings)
      if (times.has(setting.name)) table.timing.*setting.of = read_time(times, setting.name);
    if (times.problem()) in.fail(times.problem()->what);
  }
  return finish(in, header);
}

std::string write(const TatamokatsuHeader& header) {
  const Table& table = header.table;
  std::string out =
      "{\"game\":\"tatamokatsu\",\"players\":" + std::to_string(table.players) + ",\"hands\":" +
      list(all_seats(table.players), [&](Seat seat) { return quoted(name(table.hands[seat])); }) +
      ",\"first_roller\":" + number(table.first_roller) + ",\"timing\":";
  char separator = '{';
  for (const Setting& setting : settings) {
    out +=
        separator + quoted(setting.name) + ":" + std::to_string((table.timing.*setting.of).count);
    separator = ',';
  }
  return out + "}}";
}

Result<Action, Problem> read_tatamokatsu_action(const Value& line) {
  Decoder in{line};
  const auto done = [&](const Action& action) { return finish(in, action); };
  if (in.has("roll")) {
    in.only({"roll"});
    return done(RollDice{read_roll(in)});
  }
  if (in.has("rolloff")) {
    in.only({"rolloff"});
    return done(RollOff{read_per_seat<Face>(in, "rolloff", face_names)});
  }
  if (in.has("close")) {
    in.only({"close"});
    return done(Close{read_time(in, "close")});
  }
  if (in.has("do")) return done(read_reaction(in));
  if (in.has("lose")) {
    in.only({"seat", "lose"});
    return done(Lose{read_seat(in, "seat"), read_finger(in, "lose")});
  }
  if (in.has("strike")) return done(read_strike(in));
  if (in.has("choose")) return done(read_choice(in));
  in.fail("no event of Tatamokatsu: none of roll, do, close, rolloff, lose, strike, choose");
  return *in.problem();
}

std::string write(const Action& action) { return std::visit(Writer{}, action); }

std::string write(const Outcome& outcome, int players) {
  const auto hand = [&](Seat seat) {
    return list(outcome.fingers[seat], [](Finger finger) { return quoted(name(finger)); });
  };
  return "{\"fingers\":" + list(all_seats(players), hand) +
         ",\"winners\":" + list(outcome.winners, number) + "}";
}

}  // namespace tatami::record
