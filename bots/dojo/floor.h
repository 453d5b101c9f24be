#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "bots/dojo/outlook.h"
#include "rules/dojo/legal.h"
#include "rules/dojo/state.h"

namespace tatami::dojo::mind {

struct Lines {
  std::uint8_t row = 0;
  std::uint8_t column = 0;
};

inline constexpr auto lines_of_cell = [] {
  std::array<Lines, Cell::codes> all{};
  for (unsigned code = 0; code < Cell::codes; ++code) {
    const Cell cell = Cell::from_code(code);
    if (cell.is_cell())
      all[code] = {static_cast<std::uint8_t>(slot(cell.row())),
                   static_cast<std::uint8_t>(slot(cell.column()))};
  }
  return all;
}();

// A dojo as the sums over its lines: placing a card changes one row and one column.
struct Floor {
  Cells occupied;
  Cells open;
  std::array<LineSum, dojo_rows> rows{};
  std::array<LineSum, dojo_columns> columns{};
  std::array<std::uint8_t, dojo_rows> row_kinds{};
  std::array<std::uint8_t, dojo_columns> column_kinds{};
  std::uint8_t cards = 0;

  Floor() = default;
  Floor(const Dojo& dojo, Edition edition)
      : occupied(dojo.occupied),
        open(open_cells(dojo, edition)),
        cards(static_cast<std::uint8_t>(dojo.occupied.size())) {
    for (Cell cell : dojo.occupied) add_weight(cell, dojo.at(cell));
    for (std::size_t r = 0; r < dojo_rows; ++r) row_kinds[r] = kind_at_line(dojo.row_trophies[r]);
    for (std::size_t c = 0; c < dojo_columns; ++c)
      column_kinds[c] = kind_at_line(dojo.column_trophies[c]);
  }

  void place(Cell cell, Card card, Edition edition) {
    add_weight(cell, card);
    occupied.insert(cell);
    ++cards;
    if (occupied.empty()) return;  // never happens; frame_around needs a card
    const Cells frame = edition == Edition::fr ? frame_around(occupied) : fixed_frame;
    open = without(both(beside(occupied), frame), occupied);
  }

  // Whether a broom or an assistant may change the score.
  bool can_be_rearranged() const {
    bool can = false;
    for (std::uint8_t kind : row_kinds) can |= kind == kind_at_line(Trophy::assistant);
    for (std::uint8_t kind : column_kinds) can |= kind == kind_at_line(Trophy::broom);
    return can;
  }

 private:
  void add_weight(Cell cell, Card card) {
    const LineSum weight = line_weight[card.code()];
    rows[lines_of_cell[cell.code()].row] += weight;
    columns[lines_of_cell[cell.code()].column] += weight;
  }
};

// The best cell for a card and what the card adds there.
struct Spot {
  Cell cell;
  Points gain = 0;
};

// The points that each card adds at its best cell.
struct Offers {
  std::array<std::array<Points, dojo_rows>, disciple_kinds> rows;
  std::array<std::array<Points, dojo_rows>, belt_kinds>
      columns;  // the best open column in each row

  Points gain(std::size_t disciple, std::size_t belt) const {
    Points best = rows[disciple][0] + columns[belt][0];
    for (std::size_t r = 1; r < dojo_rows; ++r)
      best = std::max(best, rows[disciple][r] + columns[belt][r]);
    return best;
  }
  Points gain(Card card) const {
    return gain(static_cast<std::size_t>(card.disciple()), card.belt().value - 1U);
  }
};

// The best place for a trophy, a row or a column by slot, and what the trophy adds there.
struct Stand {
  std::uint8_t line = 0;
  bool possible = false;
  Points gain = 0;
};

// Cards that may come, by disciple and belt.
struct Pool {
  std::array<std::array<std::int32_t, belt_kinds>, disciple_kinds> counts{};
  std::int32_t total = 0;

  explicit Pool(const CardCounts& cards) {
    for_each_card([&](Card card) {
      counts[static_cast<std::size_t>(card.disciple())][card.belt().value - 1U] = cards[card];
      total += cards[card];
    });
  }
  std::int32_t of(Card card) const {
    return counts[static_cast<std::size_t>(card.disciple())][card.belt().value - 1U];
  }
};

// Values floors by an outlook and by the cards still to come. All floors it values have the same
// number of cards.
class Judge {
 public:
  Judge(const Outlook& outlook, const Supply& supply) : outlook_(&outlook), supply_(&supply) {}

  Points row(std::size_t kind, LineSum sum) const {
    const RowLook look = row_looks[row_sum(sum)];
    return outlook_->rows[kind][look.pattern] +
           (outlook_->row_supply[look.pattern] * supply_->disciples[look.leaders]) / 1024;
  }
  Points column(std::size_t kind, LineSum sum) const {
    const std::uint8_t look = column_looks[column_sum(sum)];
    return outlook_->columns[kind][look] +
           (outlook_->column_supply[look] * supply_->columns[look]) / 1024;
  }

  Points whole(const Floor& floor) const {
    Points sum = 0;
    for (std::size_t r = 0; r < dojo_rows; ++r) sum += row(floor.row_kinds[r], floor.rows[r]);
    for (std::size_t c = 0; c < dojo_columns; ++c)
      sum += column(floor.column_kinds[c], floor.columns[c]);
    return sum;
  }

  Points gain(const Floor& floor, Cell cell, Card card) const {
    const Lines at = lines_of_cell[cell.code()];
    return row_gain(floor, at.row, line_weight[card.code()]) +
           column_gain(floor, at.column, line_weight[card.code()]);
  }

  Spot best_spot(const Floor& floor, Card card) const {
    const LineSum weight = line_weight[card.code()];
    std::array<Points, dojo_rows> rows;
    std::array<Points, dojo_columns> columns;
    for (std::size_t r = 0; r < dojo_rows; ++r) rows[r] = row_gain(floor, r, weight);
    for (std::size_t c = 0; c < dojo_columns; ++c) columns[c] = column_gain(floor, c, weight);
    Spot best{{}, -1'000'000'000};
    for (Cell cell : floor.open) {
      const Lines at = lines_of_cell[cell.code()];
      const Points both = rows[at.row] + columns[at.column];
      if (both > best.gain) best = {cell, both};
    }
    return best;
  }

  // The points that the next card adds on average, if it is any of these and goes where it adds
  // most.
  Points next_gain(const Floor& floor, const Pool& pool) const {
    const Offers offers = all_offers(floor);
    Points sum = 0;
    for (std::size_t disciple = 0; disciple < disciple_kinds; ++disciple)
      for (std::size_t belt = 0; belt < belt_kinds; ++belt)
        sum += pool.counts[disciple][belt] * offers.gain(disciple, belt);
    return pool.total > 0 ? sum / pool.total : 0;
  }

  Offers all_offers(const Floor& floor) const {
    Offers offers;
    for (std::size_t belt = 0; belt < belt_kinds; ++belt)
      offers.columns[belt] = best_columns(floor, belt_weight[belt]);
    for (std::size_t disciple = 0; disciple < disciple_kinds; ++disciple)
      for (std::size_t r = 0; r < dojo_rows; ++r)
        offers.rows[disciple][r] = row_gain(floor, r, disciple_weight[disciple]);
    return offers;
  }

  Points stand_gain(const Floor& floor, bool at_row, std::size_t line, std::uint8_t kind) const {
    return at_row ? row(kind, floor.rows[line]) - row(0, floor.rows[line])
                  : column(kind, floor.columns[line]) - column(0, floor.columns[line]);
  }

  Stand best_stand(const Floor& floor, Trophy trophy) const {
    const std::uint8_t kind = kind_at_line(trophy);
    const bool black = is_black(trophy);
    Stand best;
    const std::size_t lines = black ? floor.rows.size() : floor.columns.size();
    for (std::size_t line = 0; line < lines; ++line) {
      const bool taken = (black ? floor.row_kinds[line] : floor.column_kinds[line]) != 0;
      const LineSum sum = black ? floor.rows[line] : floor.columns[line];
      if (taken || sum == 0) continue;
      const Points gain = stand_gain(floor, black, line, kind);
      if (!best.possible || gain > best.gain) best = {static_cast<std::uint8_t>(line), true, gain};
    }
    return best;
  }

 private:
  // A full line has no open cell, so the value read for it (outside the patterns) is never used;
  // the sums stay within the tables.
  Points row_gain(const Floor& floor, std::size_t r, LineSum weight) const {
    const LineSum sum = floor.rows[r];
    return row(floor.row_kinds[r], sum + weight) - row(floor.row_kinds[r], sum);
  }
  Points column_gain(const Floor& floor, std::size_t c, LineSum weight) const {
    const LineSum sum = floor.columns[c];
    return column(floor.column_kinds[c], sum + weight) - column(floor.column_kinds[c], sum);
  }

  std::array<Points, dojo_rows> best_columns(const Floor& floor, LineSum weight) const {
    std::array<Points, dojo_columns> gains;
    for (std::size_t c = 0; c < dojo_columns; ++c) gains[c] = column_gain(floor, c, weight);
    std::array<Points, dojo_rows> best;
    best.fill(-1'000'000'000);
    for (Cell cell : floor.open) {
      const Lines at = lines_of_cell[cell.code()];
      best[at.row] = std::max(best[at.row], gains[at.column]);
    }
    return best;
  }

  const Outlook* outlook_;
  const Supply* supply_;
};

}  // namespace tatami::dojo::mind
