#pragma once

#include <array>
#include <cstddef>

#include "rules/dojo/lines.h"
#include "rules/dojo/state.h"
#include "rules/dojo/types.h"

namespace tatami::dojo {

// A complete dojo (D13), upright: rows from the top, columns from the left.
struct Tableau {
  std::array<std::array<Card, dojo_columns>, dojo_rows> cards{};
  std::array<Trophy, dojo_rows> row_trophies{};
  std::array<Trophy, dojo_columns> column_trophies{};

  friend constexpr bool operator==(const Tableau&, const Tableau&) = default;
};

// With twelve cards the frame has settled.
constexpr Tableau tableau(const Dojo& dojo) {
  const Cell corner = dojo.occupied.first();
  const std::size_t top = slot(corner.row());
  const std::size_t left = slot(corner.column());
  Tableau full;
  for (std::size_t r = 0; r < dojo_rows; ++r) {
    const std::size_t row = (top + r) % dojo_rows;
    full.row_trophies[r] = dojo.row_trophies[row];
    for (std::size_t c = 0; c < dojo_columns; ++c)
      full.cards[r][c] = dojo.cards[row * dojo_columns + (left + c) % dojo_columns];
  }
  for (std::size_t c = 0; c < dojo_columns; ++c)
    full.column_trophies[c] = dojo.column_trophies[(left + c) % dojo_columns];
  return full;
}

constexpr bool can_be_rearranged(const Tableau& full) {
  bool can = false;
  for (Trophy trophy : full.row_trophies) can |= trophy == Trophy::assistant;
  for (Trophy trophy : full.column_trophies) can |= trophy == Trophy::broom;
  return can;
}

constexpr int total_as_it_lies(const Tableau& full, Edition edition) {
  int total = 0;
  std::array<Weight, dojo_columns> columns{};
  for (std::size_t r = 0; r < dojo_rows; ++r) {
    Weight row = 0;
    for (std::size_t c = 0; c < dojo_columns; ++c) {
      const Weight weight = card_weight[full.cards[r][c].code()];
      row += weight;
      columns[c] += weight;
    }
    total += table_of_row(full.row_trophies[r], edition)[row_key(row)];
  }
  for (std::size_t c = 0; c < dojo_columns; ++c)
    total += table_of_column(full.column_trophies[c])[column_key(columns[c])];
  return total;
}

}  // namespace tatami::dojo
