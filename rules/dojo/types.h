#pragma once

#include <array>
#include <compare>
#include <cstddef>
#include <cstdint>

#include "rules/core/bit_set.h"
#include "rules/core/device.h"
#include "rules/core/index.h"
#include "rules/core/seat.h"

namespace tatami::dojo {

// ---- Cards (D1) ----

enum class Disciple : std::uint8_t { monkey, fox, tigress, crane, bear, raccoon };
inline constexpr int disciple_kinds = 6;

using Belt = Index<struct BeltTag>;  // white 1, yellow 2, green 3, blue 4, black 5
inline constexpr int belt_kinds = 5;

class Card {
 public:
  static constexpr int codes = disciple_kinds * 8;

  constexpr Card() = default;  // no card
  constexpr Card(Disciple disciple, Belt belt)
      : code_(static_cast<std::uint8_t>(static_cast<unsigned>(disciple) * 8U + belt.value)) {}
  static constexpr Card from_code(unsigned code) {
    Card card;
    card.code_ = static_cast<std::uint8_t>(code);
    return card;
  }

  constexpr Disciple disciple() const { return static_cast<Disciple>(code_ >> 3U); }
  constexpr Belt belt() const { return Belt{code_ & 7}; }
  constexpr unsigned code() const { return code_; }
  constexpr bool is_card() const {
    return code_ < codes && 1 <= belt().value && belt().value <= belt_kinds;
  }

  friend constexpr auto operator<=>(Card, Card) = default;

 private:
  std::uint8_t code_ = 0;
};

// How many of each card: a deck's composition, or a pool of unseen cards.
class CardCounts {
 public:
  constexpr std::uint8_t& operator[](Card card) { return counts_[card.code()]; }
  constexpr std::uint8_t operator[](Card card) const { return counts_[card.code()]; }
  constexpr int total() const {
    int sum = 0;
    for (std::uint8_t count : counts_) sum += count;
    return sum;
  }
  friend constexpr bool operator==(const CardCounts&, const CardCounts&) = default;

 private:
  std::array<std::uint8_t, Card::codes> counts_{};
};

template <class F>
constexpr void for_each_card(F&& visit) {
  for (int disciple = 0; disciple < disciple_kinds; ++disciple)
    for (int belt = 1; belt <= belt_kinds; ++belt)
      visit(Card{static_cast<Disciple>(disciple), Belt{belt}});
}

constexpr CardCounts standard_deck() {
  CardCounts deck;
  for_each_card([&](Card card) { deck[card] = 2; });
  return deck;
}

// ---- Trophies (D2) ----

enum class Trophy : std::uint8_t { none, master, incense, assistant, belt, kimono, broom };
inline constexpr int trophy_kinds = 6;
inline constexpr int copies_of_a_trophy = 2;
TATAMI_LOOKUP std::array<Trophy, trophy_kinds> all_trophies = {Trophy::master,    Trophy::incense,
                                                               Trophy::assistant, Trophy::belt,
                                                               Trophy::kimono,    Trophy::broom};

// Black trophies stand at rows, orange ones at columns.
constexpr bool is_black(Trophy trophy) {
  return trophy != Trophy::none && trophy <= Trophy::assistant;
}

// How many of each trophy, two bits a kind.
class TrophyCounts {
 public:
  constexpr int operator[](Trophy trophy) const {
    return static_cast<int>(bits_ >> shift(trophy) & 3U);
  }
  constexpr void add(Trophy trophy) {
    bits_ = static_cast<std::uint16_t>(bits_ + (1U << shift(trophy)));
  }
  constexpr void remove(Trophy trophy) {
    bits_ = static_cast<std::uint16_t>(bits_ - (1U << shift(trophy)));
  }
  constexpr int total() const { return ones(bits_ & 0x5555U) + 2 * ones(bits_ & 0xAAAAU); }
  friend constexpr bool operator==(TrophyCounts, TrophyCounts) = default;

 private:
  static constexpr unsigned shift(Trophy trophy) { return 2 * static_cast<unsigned>(trophy); }
  std::uint16_t bits_ = 0;
};

constexpr TrophyCounts full_box() {
  TrophyCounts box;
  for (int copy = 0; copy < copies_of_a_trophy; ++copy)
    for (Trophy trophy : all_trophies) box.add(trophy);
  return box;
}

// ---- The dojo's floor (D10) ----

inline constexpr int dojo_rows = 3;
inline constexpr int dojo_columns = 4;
inline constexpr int rounds = dojo_rows * dojo_columns;

// `fr` counts from the first card, so rows are -2..2 and columns -3..3; `en` uses 0..2 and 0..3.
using Row = Index<struct RowTag, std::int8_t>;
using Column = Index<struct ColumnTag, std::int8_t>;
inline constexpr int furthest_row = dojo_rows - 1;
inline constexpr int furthest_column = dojo_columns - 1;

constexpr bool on_floor(int row) { return -furthest_row <= row && row <= furthest_row; }
constexpr bool on_floor(int row, int column) {
  return on_floor(row) && -furthest_column <= column && column <= furthest_column;
}

// A dojo never spans more than 3 × 4 cells, so a row modulo 3 and a column modulo 4 name a place
// in it without fixing the frame.
constexpr std::size_t slot(Row row) {
  return static_cast<std::size_t>(row.value + dojo_rows) % dojo_rows;
}
constexpr std::size_t slot(Column column) {
  return static_cast<std::size_t>(column.value + dojo_columns) % dojo_columns;
}

class Cell {
 public:
  static constexpr int stride = 8;
  static constexpr int codes = (2 * furthest_row + 1) * stride;

  constexpr Cell() = default;
  constexpr Cell(Row row, Column column)
      : code_(static_cast<std::uint8_t>((row.value + furthest_row) * stride + column.value +
                                        furthest_column)) {}
  static constexpr Cell from_code(unsigned code) {
    Cell cell;
    cell.code_ = static_cast<std::uint8_t>(code);
    return cell;
  }

  constexpr Row row() const { return Row{code_ / stride - furthest_row}; }
  constexpr Column column() const { return Column{code_ % stride - furthest_column}; }
  constexpr unsigned code() const { return code_; }
  constexpr bool is_cell() const { return code_ < codes && code_ % stride <= 2 * furthest_column; }

  friend constexpr auto operator<=>(Cell, Cell) = default;

 private:
  std::uint8_t code_ = 0;
};

constexpr std::size_t slot(Cell cell) {
  return slot(cell.row()) * dojo_columns + slot(cell.column());
}

}  // namespace tatami::dojo

template <>
struct tatami::BitOf<tatami::dojo::Cell> {
  using Bits = std::uint64_t;
  static constexpr unsigned code(dojo::Cell cell) { return cell.code(); }
  static constexpr dojo::Cell of_code(int code) {
    return dojo::Cell::from_code(static_cast<unsigned>(code));
  }
};

namespace tatami::dojo {

// A set of cells as a board of bits, eight to a row; the eighth column stays empty.
using Cells = BitSet<Cell>;

constexpr Cells box(Row top, Column left, Row bottom, Column right) {
  Cells cells;
  for (int row = top.value; row <= bottom.value; ++row)
    for (int column = left.value; column <= right.value; ++column)
      if (on_floor(row, column)) cells.insert(Cell{Row{row}, Column{column}});
  return cells;
}

inline constexpr Cells whole_floor =
    box(Row{-furthest_row}, Column{-furthest_column}, Row{furthest_row}, Column{furthest_column});
inline constexpr Cells fixed_frame =
    box(Row{0}, Column{0}, Row{furthest_row}, Column{furthest_column});

// A row or a column: where a trophy stands (D11).
class Line {
 public:
  constexpr Line() = default;
  constexpr explicit Line(Row row) : code_(static_cast<std::uint8_t>(row.value + furthest_row)) {}
  constexpr explicit Line(Column column)
      : code_(static_cast<std::uint8_t>(first_column + column.value + furthest_column)) {}
  static constexpr Line from_code(unsigned code) {
    Line line;
    line.code_ = static_cast<std::uint8_t>(code);
    return line;
  }

  constexpr bool is_row() const { return code_ < first_column; }
  constexpr Row row() const { return Row{code_ - furthest_row}; }
  constexpr Column column() const { return Column{code_ - first_column - furthest_column}; }
  constexpr unsigned code() const { return code_; }
  constexpr bool is_line() const {
    return is_row() ? code_ <= 2 * furthest_row : code_ <= first_column + 2 * furthest_column;
  }

  friend constexpr auto operator<=>(Line, Line) = default;

 private:
  static constexpr int first_column = 8;
  std::uint8_t code_ = 0;
};

}  // namespace tatami::dojo

template <>
struct tatami::BitOf<tatami::dojo::Line> {
  using Bits = std::uint16_t;
  static constexpr unsigned code(dojo::Line line) { return line.code(); }
  static constexpr dojo::Line of_code(int code) {
    return dojo::Line::from_code(static_cast<unsigned>(code));
  }
};

namespace tatami::dojo {

using LineSet = BitSet<Line>;

// ---- The setup ----

enum class Gesture : std::uint8_t { rock, paper, scissors };  // D20

constexpr bool beats(Gesture a, Gesture b) {
  return (static_cast<int>(a) + 3 - static_cast<int>(b)) % 3 == 1;
}

enum class Edition : std::uint8_t { fr, en };

inline constexpr int fewest_players = 3;

struct Setup {
  std::uint8_t players = 4;
  Edition edition = Edition::fr;
  bool white_belt = false;  // D19
  bool black_belt = false;  // D20
  Seat first_dealer{};      // D3

  friend constexpr bool operator==(const Setup&, const Setup&) = default;
};

constexpr bool is_setup(const Setup& setup) {
  return fewest_players <= setup.players && setup.players <= most_players &&
         setup.first_dealer.value < setup.players;
}

constexpr int cards_needed(const Setup& setup) { return rounds * setup.players; }

}  // namespace tatami::dojo
