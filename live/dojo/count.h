#pragma once

#include "live/dojo/score_sheet.h"

// The score of a dojo as it lies, before its owner has placed all cards and may rearrange lines
// (D16).
namespace tatami::live {

struct DojoToCount {
  dojo::Edition edition = dojo::Edition::fr;
  std::vector<PlacedCard> cards;
  std::vector<RowTrophy> rows;
  std::vector<ColumnTrophy> columns;
  std::uint8_t held = 0;  // trophies, in White Belt
  // That might come to it.
  protocol::Sometimes<dojo::Card> card;
  protocol::Sometimes<dojo::Trophy> trophy;
  TATAMI_MESSAGE("dojo_to_count", of("edition", &DojoToCount::edition),
                 of("cards", &DojoToCount::cards), of("rows", &DojoToCount::rows),
                 of("columns", &DojoToCount::columns), of("held", &DojoToCount::held),
                 of("card", &DojoToCount::card), of("trophy", &DojoToCount::trophy))
};

// The cards that count with one of a line: in a row as one disciple, in a column with its belt.
struct Company {
  std::int8_t at = 0;  // its place in the line
  std::optional<dojo::Disciple> as;
  std::uint8_t alike = 0;  // other cards that show it
  std::uint8_t wild = 0;   // others that count as it (D14, D16)
  TATAMI_MESSAGE("company", of("at", &Company::at), of("as", &Company::as),
                 of("alike", &Company::alike), of("wild", &Company::wild))
};

struct LineCount {
  std::optional<std::int8_t> row;
  std::optional<std::int8_t> column;
  int points = 0;
  int bare = 0;  // without its trophy
  std::vector<Company> company;
  TATAMI_MESSAGE("line_count", of("row", &LineCount::row), of("column", &LineCount::column),
                 of("points", &LineCount::points), of("bare", &LineCount::bare),
                 of("company", &LineCount::company))
};

// Cards of a dojo that share something with one that is not there yet. A raccoon counts as any
// disciple (D14), so none is particularly its own.
struct Shared {
  std::uint8_t disciples = 0;
  std::uint8_t belts = 0;
  TATAMI_MESSAGE("shared", of("disciples", &Shared::disciples), of("belts", &Shared::belts))
};

struct Count {
  int total = 0;
  int held = 0;  // D19: for trophies held in White Belt
  std::vector<LineCount> lines;
  protocol::Sometimes<Shared> shared;  // with the card that might come
  // The total, as it would lie with that card or that trophy where it scores most; nothing where
  // there is no place for it.
  protocol::Sometimes<int> best;
  TATAMI_MESSAGE("count", of("total", &Count::total), of("held", &Count::held),
                 of("lines", &Count::lines), of("shared", &Count::shared), of("best", &Count::best))
};

// Nothing where cards or trophies lie where they cannot.
std::optional<Count> count(const DojoToCount& asked);

}  // namespace tatami::live
