#include "record/dojo.h"

#include <array>

#include "record/words.h"

namespace tatami::record {

using namespace dojo;
using json::Decoder;
using json::Problem;
using json::Value;

namespace {

constexpr std::string_view disciple_letters = "MFTCBR";

constexpr std::array<Named<Trophy>, trophy_kinds> trophy_names = {{{"master", Trophy::master},
                                                                   {"incense", Trophy::incense},
                                                                   {"assistant", Trophy::assistant},
                                                                   {"belt", Trophy::belt},
                                                                   {"kimono", Trophy::kimono},
                                                                   {"broom", Trophy::broom}}};
constexpr std::array<Named<Edition>, 2> edition_names = {
    {{"fr", Edition::fr}, {"en", Edition::en}}};

enum class Variant : std::uint8_t { white_belt, black_belt };
constexpr std::array<Named<Variant>, 2> variant_names = {
    {{"white-belt", Variant::white_belt}, {"black-belt", Variant::black_belt}}};

Card read_card(Decoder& in, const Value* value, const std::string& path) {
  if (!value) return {};
  if (value->kind == json::Kind::string)
    if (const auto card = card_named(value->text)) return *card;
  in.fail(path + ": expected a card such as \"M3\"" +
          (value->kind == json::Kind::string ? ", not " + json::quote_briefly(value->text) : ""));
  return {};
}

Card read_card(Decoder& in, std::string_view field) {
  return read_card(in, in.need(field), in.at(field));
}

Cell read_cell(Decoder& in, std::string_view field) {
  const Value* value = in.need(field);
  const auto* pair = value ? in.array(*value, in.at(field), 2) : nullptr;
  if (!pair) return {};
  const int row = in.whole((*pair)[0], in.at(field) + " row", -furthest_row, furthest_row);
  const int column =
      in.whole((*pair)[1], in.at(field) + " column", -furthest_column, furthest_column);
  return {Row{row}, Column{column}};
}

Line read_line(Decoder& in, std::string_view field) {
  const Value* value = in.need(field);
  if (!value) return {};
  Decoder place{*value, in.at(field) + " "};
  Line line;
  if (place.has("row")) {
    place.only({"row"});
    line = Line{Row{place.whole("row", -furthest_row, furthest_row)}};
  } else if (!place.has("column")) {
    place.fail(in.at(field) + ": expected a row or a column");
  } else {
    place.only({"column"});
    line = Line{Column{place.whole("column", -furthest_column, furthest_column)}};
  }
  if (place.problem()) in.fail(place.problem()->what);
  return line;
}

CardCounts read_deck(Decoder& in, const Value& value) {
  CardCounts deck;
  if (value.kind != json::Kind::object) {
    in.fail("\"deck\": expected how many of each card, such as {\"M1\":2}");
    return deck;
  }
  for (const json::Field& field : value.fields) {
    const auto card = card_named(field.name);
    if (!card) return in.fail("\"deck\": unknown card " + json::quote_briefly(field.name)), deck;
    deck[*card] = static_cast<std::uint8_t>(
        in.whole(field.value, "\"deck\" " + json::quote(field.name), 0, 255));
  }
  return deck;
}

void read_variants(Decoder& in, const Value& value, Table& table) {
  if (value.kind != json::Kind::array) return in.fail("\"variants\": expected a list of names");
  for (const Value& item : value.items) {
    const auto variant = in.choice<Variant>(item, "\"variants\"", variant_names);
    (variant == Variant::white_belt ? table.white_belt : table.black_belt) = true;
  }
}

// Trophies of one side of a dojo to score: names of the right colour, or null.
template <std::size_t N>
void read_trophies(Decoder& in, std::string_view field, bool black,
                   std::array<Trophy, N>& trophies) {
  if (!in.has(field)) return;
  const auto* items = in.array(*in.need(field), in.at(field), N);
  if (!items) return;
  for (std::size_t i = 0; i < N; ++i) {
    const Value& item = (*items)[i];
    if (item.kind == json::Kind::null) continue;
    trophies[i] = in.choice<Trophy>(item, in.at(field), trophy_names);
    if (!in.problem() && is_black(trophies[i]) != black)
      in.fail(in.at(field) + ": " + std::string{name(trophies[i])} + " belongs to a " +
              (black ? "column" : "row") + " (D2)");
  }
}

struct Writer {
  using S = std::string;
  static S seat(Seat seat) { return "{\"seat\":" + std::to_string(seat.value); }
  static S text(std::string_view word) { return "\"" + S{word} + "\"}"; }
  static S flag(bool yes) { return yes ? "true}" : "false}"; }

  S operator()(TurnTrophy a) const { return "{\"trophy\":" + text(name(a.trophy)); }
  S operator()(Draw a) const { return "{\"draw\":" + text(name(a.card)); }
  S operator()(Deal a) const { return seat(a.seat) + ",\"deal\":" + text(name(a.card)); }
  S operator()(Give a) const {
    return seat(a.seat) + ",\"give\":" + std::to_string(a.to.value) + "}";
  }
  S operator()(Answer a) const { return seat(a.seat) + ",\"challenge\":" + flag(a.challenge); }
  S operator()(Throw a) const { return seat(a.seat) + ",\"throw\":" + text(name(a.gesture)); }
  S operator()(Swap a) const { return seat(a.seat) + ",\"swap\":" + flag(a.swap); }
  S operator()(Place a) const {
    return seat(a.seat) + ",\"place\":[" + std::to_string(a.cell.row().value) + "," +
           std::to_string(a.cell.column().value) + "]}";
  }
  S operator()(PlaceTrophy a) const {
    const S line = a.line.is_row() ? "\"row\":" + std::to_string(a.line.row().value)
                                   : "\"column\":" + std::to_string(a.line.column().value);
    return seat(a.seat) + ",\"trophy_at\":{" + line + "}}";
  }
};

}  // namespace

std::string name(Card card) {
  return {disciple_letters[static_cast<std::size_t>(card.disciple())],
          static_cast<char>('0' + card.belt().value)};
}

std::optional<Card> card_named(std::string_view text) {
  if (text.size() != 2 || text[1] < '1' || text[1] > '0' + belt_kinds) return {};
  const std::size_t disciple = disciple_letters.find(text[0]);
  if (disciple == std::string_view::npos) return {};
  return Card{static_cast<Disciple>(disciple), Belt{text[1] - '0'}};
}

std::string_view name(Trophy trophy) { return name_in(trophy_names, trophy); }
std::string_view name(Gesture gesture) { return name_in(gesture_names, gesture); }
std::string_view name(Edition edition) { return name_in(edition_names, edition); }

std::optional<Edition> edition_named(std::string_view text) {
  return named_in(edition_names, text);
}

Result<DojoHeader, Problem> read_dojo_header(const Value& line) {
  Decoder in{line};
  DojoHeader header;
  Table& table = header.table;
  in.only({"game", "players", "edition", "variants", "first_dealer", "deck"});
  table.players = static_cast<std::uint8_t>(in.whole("players", fewest_players, most_players));
  if (in.has("edition")) table.edition = in.choice<Edition>("edition", edition_names);
  if (in.has("variants")) read_variants(in, *line.find("variants"), table);
  if (in.has("first_dealer"))
    table.first_dealer = Seat{in.whole("first_dealer", 0, table.players - 1)};
  if (in.has("deck")) header.deck = read_deck(in, *line.find("deck"));
  if (!in.problem() && header.deck.total() < cards_needed(table))
    in.fail("\"deck\": " + std::to_string(header.deck.total()) + " cards, but " +
            std::to_string(table.players) + " players need " + std::to_string(cards_needed(table)) +
            " (D1)");
  return finish(in, header);
}

std::string write(const DojoHeader& header) {
  const Table& table = header.table;
  std::string out = "{\"game\":\"dojo\",\"players\":" + std::to_string(table.players) +
                    ",\"edition\":\"" + std::string{name(table.edition)} + "\",\"variants\":[";
  if (table.white_belt) out += "\"white-belt\"";
  if (table.black_belt) out += table.white_belt ? ",\"black-belt\"" : "\"black-belt\"";
  out += "],\"first_dealer\":" + std::to_string(table.first_dealer.value);
  if (header.deck != standard_deck()) {
    char separator = '{';
    out += ",\"deck\":";
    for_each_card([&](Card card) {
      if (header.deck[card] == 0) return;
      out += separator + ("\"" + name(card)) + "\":" + std::to_string(header.deck[card]);
      separator = ',';
    });
    out += '}';
  }
  return out + "}";
}

Result<Action, Problem> read_dojo_action(const Value& line) {
  Decoder in{line};
  const auto is = [&](std::string_view verb) { return in.has(verb); };
  const auto done = [&](Action action) { return finish(in, action); };
  if (is("trophy")) {
    in.only({"trophy"});
    return done(TurnTrophy{in.choice<Trophy>("trophy", trophy_names)});
  }
  if (is("draw")) {
    in.only({"draw"});
    return done(Draw{read_card(in, "draw")});
  }
  const auto by_seat = [&](std::string_view verb) {
    if (!is(verb)) return false;
    in.only({"seat", verb});
    return true;
  };
  if (by_seat("deal")) return done(Deal{read_seat(in, "seat"), read_card(in, "deal")});
  if (by_seat("give")) return done(Give{read_seat(in, "seat"), read_seat(in, "give")});
  if (by_seat("challenge")) return done(Answer{read_seat(in, "seat"), in.flag("challenge")});
  if (by_seat("throw"))
    return done(Throw{read_seat(in, "seat"), in.choice<Gesture>("throw", gesture_names)});
  if (by_seat("swap")) return done(Swap{read_seat(in, "seat"), in.flag("swap")});
  if (by_seat("place")) return done(Place{read_seat(in, "seat"), read_cell(in, "place")});
  if (by_seat("trophy_at"))
    return done(PlaceTrophy{read_seat(in, "seat"), read_line(in, "trophy_at")});
  in.fail(
      "no event of Dojo: none of trophy, draw, deal, give, challenge, throw, swap, place, "
      "trophy_at");
  return *in.problem();
}

std::string write(const Action& action) { return std::visit(Writer{}, action); }

std::string write(const Outcome& outcome, int players) {
  const SeatSet seats = all_seats(players);
  const auto numbers = [&](const auto& per_seat) {
    return list(seats, [&](Seat seat) { return std::to_string(per_seat[seat]); });
  };
  return "{\"scores\":" + numbers(outcome.scores) +
         ",\"challenges_won\":" + numbers(outcome.challenges_won) +
         ",\"trophies_held\":" + numbers(outcome.trophies_held) +
         ",\"winners\":" + list(outcome.winners, number) + "}";
}

Result<DojoToScore, Problem> read_dojo_to_score(const Value& line) {
  Decoder in{line};
  DojoToScore dojo;
  in.only({"edition", "rows", "row_trophies", "column_trophies", "total"});  // a total is ignored
  if (in.has("edition")) dojo.edition = in.choice<Edition>("edition", edition_names);
  const Value* value = in.need("rows");
  if (const auto* rows = value ? in.array(*value, in.at("rows"), dojo_rows) : nullptr)
    for (std::size_t r = 0; r < dojo_rows; ++r) {
      const std::string path = in.at("rows") + " row " + std::to_string(r + 1);
      const auto* cards = in.array((*rows)[r], path, dojo_columns);
      for (std::size_t c = 0; cards && c < dojo_columns; ++c)
        dojo.tableau.cards[r][c] =
            read_card(in, &(*cards)[c], path + " card " + std::to_string(c + 1));
    }
  read_trophies(in, "row_trophies", true, dojo.tableau.row_trophies);
  read_trophies(in, "column_trophies", false, dojo.tableau.column_trophies);

  TrophyCounts used;
  const auto use = [&](Trophy trophy) {
    if (trophy == Trophy::none) return;
    if (used[trophy] == copies_of_a_trophy)
      in.fail("more than two trophies " + json::quote(name(trophy)) + " (D2)");
    else
      used.add(trophy);
  };
  for (Trophy trophy : dojo.tableau.row_trophies) use(trophy);
  for (Trophy trophy : dojo.tableau.column_trophies) use(trophy);
  return finish(in, dojo);
}

std::string write(const Explanation& explanation) {
  const auto points = [](const auto& count) { return std::to_string(count.points); };
  const auto card = [](Card each) { return "\"" + name(each) + "\""; };
  const auto row = [&](const auto& cards) { return list(cards, card); };
  return "{\"total\":" + std::to_string(explanation.total) +
         ",\"rows\":" + list(explanation.rows, points) +
         ",\"columns\":" + list(explanation.columns, points) +
         ",\"arrangement\":" + list(explanation.arrangement.cards, row) + "}";
}

Result<std::string, Problem> score_line(std::string_view line) {
  const auto value = json::parse(line);
  if (!value) return Problem{"no valid JSON, " + value.error().what};
  const auto dojo = read_dojo_to_score(*value);
  if (!dojo) return dojo.error();
  return write(explain(dojo->tableau, dojo->edition));
}

}  // namespace tatami::record
