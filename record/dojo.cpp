#include "record/dojo.h"

#include <algorithm>
#include <array>
#include <utility>

namespace tatami::record {

using namespace dojo;

namespace {

constexpr std::string_view disciple_letters = "MFTCBR";

template <class Counts, class Each>
void write_counts(std::string& out, const Counts& counts, Each&& for_each) {
  out += '{';
  for_each([&](auto thing) {
    if (counts[thing] == 0) return;
    if (out.back() != '{') out += ',';
    ((out += '"') += name(thing)) += "\":";
    record::write(out, int{counts[thing]});
  });
  out += '}';
}

const Shape* shape_of_counts(Catalogue& catalogue, std::int64_t most) {
  const Shape* count = catalogue.add({.kind = Shape::Kind::integer, .high = most});
  return catalogue.add({.kind = Shape::Kind::record, .parts = {count}});
}

struct AtRow {
  Row row;
};
struct AtColumn {
  Column column;
};
TATAMI_FIELDS(AtRow, of("row", &AtRow::row).verb());
TATAMI_FIELDS(AtColumn, of("column", &AtColumn::column).verb());
using Side = std::variant<AtRow, AtColumn>;

}  // namespace

// ---- Values ----

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

void Codec<Card>::write(std::string& out, Card card) { ((out += '"') += name(card)) += '"'; }

void Codec<Card>::read(Reader& in, const json::Value& value, const std::string& path, Card& into) {
  const bool is_text = value.kind == json::Kind::string;
  if (const auto card = is_text ? card_named(value.text) : std::nullopt)
    into = *card;
  else
    in.fail(path, "expected a card such as \"M3\"" +
                      (is_text ? ", not " + json::quote_briefly(value.text) : ""));
}

const Shape* Codec<Card>::shape(Catalogue& catalogue) {
  return catalogue.named("Card", [](Shape& shape) {
    shape.kind = Shape::Kind::words;
    for_each_card([&](Card card) { shape.words.push_back(name(card)); });
  });
}

void Codec<CardCounts>::write(std::string& out, const CardCounts& counts) {
  write_counts(out, counts, [](auto&& visit) { for_each_card(visit); });
}

void Codec<CardCounts>::read(Reader& in, const json::Value& value, const std::string& path,
                             CardCounts& into) {
  into = {};
  if (value.kind != json::Kind::object)
    return in.fail(path, "expected how many of each card, such as {\"M1\":2}");
  for (const json::Field& field : value.fields) {
    if (const auto card = card_named(field.name))
      Codec<std::uint8_t>::read(in, field.value, path + "." + field.name, into[*card]);
    else
      in.fail(path, "unknown card " + json::quote_briefly(field.name));
  }
}

const Shape* Codec<CardCounts>::shape(Catalogue& catalogue) {
  return shape_of_counts(catalogue, 255);
}

void Codec<TrophyCounts>::write(std::string& out, TrophyCounts counts) {
  write_counts(out, counts, [](auto&& visit) {
    for (Trophy trophy : all_trophies) visit(trophy);
  });
}

const Shape* Codec<TrophyCounts>::shape(Catalogue& catalogue) {
  return shape_of_counts(catalogue, copies_of_a_trophy);
}

void Codec<Cell>::write(std::string& out, Cell cell) {
  out += '[';
  Codec<Row>::write(out, cell.row());
  out += ',';
  Codec<Column>::write(out, cell.column());
  out += ']';
}

void Codec<Cell>::read(Reader& in, const json::Value& value, const std::string& path, Cell& into) {
  if (!is_list_of(in, value, path, 2)) return;
  Row row;
  Column column;
  Codec<Row>::read(in, value.items[0], path + " row", row);
  Codec<Column>::read(in, value.items[1], path + " column", column);
  into = {row, column};
}

const Shape* Codec<Cell>::shape(Catalogue& catalogue) {
  return catalogue.add({.kind = Shape::Kind::pair, .parts = {Codec<Column>::shape(catalogue)}});
}

void Codec<Line>::write(std::string& out, Line line) {
  if (line.is_row())
    record::write(out, AtRow{line.row()});
  else
    record::write(out, AtColumn{line.column()});
}

void Codec<Line>::read(Reader& in, const json::Value& value, const std::string& path, Line& into) {
  Side side;
  Codec<Side>::read(in, value, path, side);
  if (const auto* row = std::get_if<AtRow>(&side))
    into = Line{row->row};
  else
    into = Line{std::get_if<AtColumn>(&side)->column};
}

const Shape* Codec<Line>::shape(Catalogue& catalogue) { return Codec<Side>::shape(catalogue); }

// ---- Headers ----

namespace {

constexpr std::array<std::pair<DojoVariant, bool Setup::*>, 2> variant_fields = {
    {{DojoVariant::white_belt, &Setup::white_belt}, {DojoVariant::black_belt, &Setup::black_belt}}};

}  // namespace

void DojoVariants::write(std::string& out, const Setup& setup) {
  std::vector<DojoVariant> variants;
  for (const auto& [variant, is_played] : variant_fields)
    if (setup.*is_played) variants.push_back(variant);
  record::write(out, variants);
}

void DojoVariants::read(Reader& in, const json::Value& value, const std::string& path,
                        Setup& into) {
  std::vector<DojoVariant> variants;
  Codec<std::vector<DojoVariant>>::read(in, value, path, variants);
  for (const auto& [variant, is_played] : variant_fields)
    if (std::ranges::find(variants, variant) != variants.end()) into.*is_played = true;
}

const Shape* DojoVariants::shape(Catalogue& catalogue) {
  return Codec<std::vector<DojoVariant>>::shape(catalogue);
}

void Codec<DojoHeader>::read(Reader& in, const json::Value& value, const std::string& path,
                             DojoHeader& into) {
  FieldCodec<DojoHeader>::read(in, value, path, into);
  const Setup& setup = into.setup;
  if (in.problem) return;
  if (setup.first_dealer.value >= setup.players)
    in.fail(detail::field_path(path, "first_dealer"),
            "expected a seat from 0 to " + std::to_string(setup.players - 1));
  if (into.deck.total() < cards_needed(setup))
    in.fail(detail::field_path(path, "deck"), std::to_string(into.deck.total()) + " cards, but " +
                                                  std::to_string(setup.players) + " players need " +
                                                  std::to_string(cards_needed(setup)) + " (D1)");
}

// ---- Results ----

DojoOutcome outcome_of(const Open& open) {
  const Outcome outcome = dojo::outcome(open);
  DojoOutcome result;
  for (Seat seat : all_seats(open.setup.players)) {
    result.scores.push(outcome.scores[seat]);
    result.challenges_won.push(outcome.challenges_won[seat]);
    result.trophies_held.push(outcome.trophies_held[seat]);
  }
  result.winners = outcome.winners;
  return result;
}

// ---- A finished dojo to score ----

std::optional<std::string> problem_with_cards(const DojoToScore& dojo) {
  CardCounts used;
  for (const auto& row : dojo.tableau.cards)
    for (Card card : row) ++used[card];
  std::optional<std::string> problem;
  for_each_card([&](Card card) {
    const int copies = used[card];
    const int held = dojo.deck[card];
    if (problem || copies <= held) return;
    problem = held == 0 ? name(card) + " is not in the deck (D1)"
                        : std::to_string(copies) + " copies of " + name(card) +
                              ", but the deck holds " + std::to_string(held) + " (D1)";
  });
  return problem;
}

std::optional<std::string> problem_with_trophies(const DojoToScore& dojo) {
  TrophyCounts used;
  std::optional<std::string> problem;
  const auto use = [&](Trophy trophy) {
    if (trophy == Trophy::none) return;
    if (used[trophy] == copies_of_a_trophy)
      problem = "more than two trophies " + json::quote(name(trophy)) + " (D2)";
    else
      used.add(trophy);
  };
  for (Trophy trophy : dojo.tableau.row_trophies) use(trophy);
  for (Trophy trophy : dojo.tableau.column_trophies) use(trophy);
  return problem;
}

void Codec<DojoToScore>::read(Reader& in, const json::Value& value, const std::string& path,
                              DojoToScore& into) {
  FieldCodec<DojoToScore>::read(in, value, path, into);
  if (in.problem) return;
  const auto belongs = [&](Trophy trophy, bool in_row) {
    if (trophy != Trophy::none && is_black(trophy) != in_row)
      in.fail(detail::field_path(path, in_row ? "row_trophies" : "column_trophies"),
              std::string{name(trophy)} + " belongs to a " + (in_row ? "column" : "row") + " (D2)");
  };
  for (Trophy trophy : into.tableau.row_trophies) belongs(trophy, true);
  for (Trophy trophy : into.tableau.column_trophies) belongs(trophy, false);
  if (const auto problem = problem_with_trophies(into)) in.fail(path, *problem);
  if (const auto problem = problem_with_cards(into))
    in.fail(detail::field_path(path, "rows"), *problem);
}

DojoScored scored(const Explanation& explanation) {
  DojoScored found{explanation.total, {}, {}, explanation.arrangement.cards};
  for (std::size_t row = 0; row < dojo_rows; ++row) found.rows[row] = explanation.rows[row].points;
  for (std::size_t column = 0; column < dojo_columns; ++column)
    found.columns[column] = explanation.columns[column].points;
  return found;
}

Result<std::string, json::Problem> score_line(std::string_view line) {
  const auto dojo = from_json<DojoToScore>(line);
  if (!dojo) return dojo.error();
  return to_json(scored(explain(dojo->tableau, dojo->edition)));
}

}  // namespace tatami::record
