#pragma once

#include "live/dojo/position.h"

// The score of a dojo as it lies, before its owner has placed all cards and may rearrange lines
// (D16).
namespace tatami::live {

struct DojoToCount {
  dojo::Edition edition = dojo::Edition::fr;
  std::vector<PlacedCard> cards;
  std::vector<RowTrophy> rows;
  std::vector<ColumnTrophy> columns;
  std::uint8_t held = 0;  // trophies, in White Belt
  TATAMI_MESSAGE("dojo_to_count", of("edition", &DojoToCount::edition),
                 of("cards", &DojoToCount::cards), of("rows", &DojoToCount::rows),
                 of("columns", &DojoToCount::columns), of("held", &DojoToCount::held))
};

struct LineCount {
  std::optional<std::int8_t> row;
  std::optional<std::int8_t> column;
  int points = 0;
  int bare = 0;  // without its trophy
  TATAMI_MESSAGE("line_count", of("row", &LineCount::row), of("column", &LineCount::column),
                 of("points", &LineCount::points), of("bare", &LineCount::bare))
};

struct Count {
  int total = 0;
  int held = 0;  // D19: for trophies held in White Belt
  std::vector<LineCount> lines;
  TATAMI_MESSAGE("count", of("total", &Count::total), of("held", &Count::held),
                 of("lines", &Count::lines))
};

// Nothing where cards or trophies lie where they cannot.
std::optional<Count> count(const DojoToCount& asked);

}  // namespace tatami::live
