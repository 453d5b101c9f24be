#include <fmt/core.h>

#include <cctype>

#include "cli/commands.h"
#include "cli/draw_dojo.h"
#include "cli/lines.h"
#include "record/dojo.h"
#include "record/replay.h"

namespace tatami::cli {

namespace {

constexpr auto cards_of_a_dojo = std::size_t{dojo::dojo_rows} * dojo::dojo_columns;

// At spaces and commas.
std::vector<std::string> split(const std::vector<std::string>& words) {
  std::vector<std::string> parts;
  for (const std::string& word : words) {
    std::string part;
    for (const char letter : word + ' ') {
      if (letter != ' ' && letter != ',') {
        part += letter;
      } else if (!part.empty()) {
        parts.push_back(part);
        part.clear();
      }
    }
  }
  return parts;
}

std::string in_small_letters(std::string text) {
  for (char& letter : text)
    letter = static_cast<char>(std::tolower(static_cast<unsigned char>(letter)));
  return text;
}

// The row or column that "row1" or "column2" names.
dojo::Trophy* line_named(std::string_view name, dojo::Tableau& tableau) {
  const auto find = [&](std::string_view kind, auto& trophies) -> dojo::Trophy* {
    if (name.size() != kind.size() + 1 || !name.starts_with(kind)) return nullptr;
    const auto index = static_cast<std::size_t>(name.back() - '1');
    return index < trophies.size() ? &trophies[index] : nullptr;
  };
  if (dojo::Trophy* row = find("row", tableau.row_trophies)) return row;
  if (dojo::Trophy* column = find("column", tableau.column_trophies)) return column;
  return find("col", tableau.column_trophies);
}

// "row1=incense" or "column2=broom"; what is wrong with it, if anything.
std::optional<std::string> add_trophy(const std::string& typed, dojo::Tableau& tableau) {
  const std::string word = in_small_letters(typed);
  const std::size_t equals = word.find('=');
  const std::string line = word.substr(0, equals);
  dojo::Trophy* place = line_named(line, tableau);
  const auto problem = [&](const std::string& what) {
    return fmt::format("{}: {}", json::quote_briefly(typed), what);
  };
  if (!place) return problem("expected row1 to row3 or column1 to column4");
  const auto trophy = record::named<dojo::Trophy>(word.substr(equals + 1));
  const bool is_row = line.starts_with("row");
  if (!trophy || dojo::is_black(*trophy) != is_row)
    return problem(is_row ? "expected one of master, incense, assistant"
                          : "expected one of belt, kimono, broom");
  if (*place != dojo::Trophy::none) return problem(fmt::format("{} has a trophy already", line));
  *place = *trophy;
  return {};
}

}  // namespace

std::optional<std::string> parse(const std::vector<std::string>& words, record::DojoToScore& dojo) {
  std::size_t cards = 0;
  for (const std::string& word : split(words)) {
    if (word.find('=') != std::string::npos) {
      if (const auto wrong = add_trophy(word, dojo.tableau)) return wrong;
      continue;
    }
    std::string name = word;
    name[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(name[0])));
    const auto card = record::card_named(name);
    if (!card)
      return fmt::format(
          "{} is not a card: expected one of M F T C B R and a belt from 1 to 5, as in M3",
          json::quote_briefly(word));
    if (cards < cards_of_a_dojo)
      dojo.tableau.cards[cards / dojo::dojo_columns][cards % dojo::dojo_columns] = *card;
    ++cards;
  }
  if (cards != cards_of_a_dojo)
    return fmt::format("expected {} cards, row by row, not {}", cards_of_a_dojo, cards);
  if (const auto wrong = problem_with_trophies(dojo)) return wrong;
  return problem_with_cards(dojo);
}

int score(const ScoreOptions& options) {
  if (options.dojo) {
    const dojo::Explanation explanation =
        dojo::explain(options.dojo->tableau, options.dojo->edition);
    const DojoDrawing drawing{Pen{use_colour(Colour::automatic), seat_number}};
    if (options.json)
      fmt::print("{}\n", to_json(record::scored(explanation)));
    else
      fmt::print("{}", drawing.count(explanation));
    return ok;
  }
  int status = ok;
  LineReader lines{stdin, record::longest_line};
  const auto complain = [&](const std::string& what) {
    fmt::print(stderr, "stdin:{}: {}\n", lines.number(), what);
    status = bad_input;
  };
  for (;;) {
    switch (lines.next()) {
      case LineReader::Got::end:
        return status;
      case LineReader::Got::error:
        fmt::print(stderr, "stdin: cannot be read\n");
        return bad_input;
      case LineReader::Got::too_long:
        complain(fmt::format("the line is longer than {} bytes", record::longest_line));
        break;
      case LineReader::Got::line:
        if (const auto scored = record::score_line(lines.line()))
          fmt::print("{}\n", *scored);
        else
          complain(scored.error().what);
    }
  }
}

}  // namespace tatami::cli
