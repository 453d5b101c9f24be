#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>

#include "rules/core/list.h"
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
  Tableau full;
  for (int r = 0; r < dojo_rows; ++r) {
    const Row row{corner.row().value + r};
    full.row_trophies[static_cast<std::size_t>(r)] = dojo.trophy(row);
    for (int c = 0; c < dojo_columns; ++c)
      full.cards[static_cast<std::size_t>(r)][static_cast<std::size_t>(c)] =
          dojo.at(Cell{row, Column{corner.column().value + c}});
  }
  for (int c = 0; c < dojo_columns; ++c)
    full.column_trophies[static_cast<std::size_t>(c)] =
        dojo.trophy(Column{corner.column().value + c});
  return full;
}

// The highest total over every use of brooms and assistants (D14, D15, D16).
constexpr int best_total(const Tableau& full, Edition edition);

// ---- How it was counted, step by step ----

// A broom or an assistant at work: the card now at place p came from place from[p].
struct Reordering {
  bool is_row = false;
  std::uint8_t line = 0;
  std::array<std::uint8_t, dojo_columns> from{};
  friend constexpr bool operator==(const Reordering&, const Reordering&) = default;
};

struct Group {
  Disciple disciple{};
  std::uint8_t cards = 0;
  std::uint8_t points = 0;
  friend constexpr bool operator==(const Group&, const Group&) = default;
};

struct RowCount {
  int points = 0;
  std::array<Disciple, dojo_columns> counted_as{};  // what each card, raccoons too, stood for
  List<Group, dojo_columns> groups;     // those that scored; more than one only with incense
  std::optional<std::uint8_t> changed;  // the card the Grand Master made a raccoon
  friend constexpr bool operator==(const RowCount&, const RowCount&) = default;
};

struct ColumnCount {
  int points = 0;
  std::optional<Belt> belt;  // the one that scored
  std::uint8_t cards = 0;    // how many of it
  bool doubled = false;      // by the kimono
  friend constexpr bool operator==(const ColumnCount&, const ColumnCount&) = default;
};

struct Explanation {
  List<Reordering, 4> reorderings;  // in the order of use; only those that moved a card
  Tableau arrangement;              // after them
  std::array<RowCount, dojo_rows> rows;
  std::array<ColumnCount, dojo_columns> columns;
  int total = 0;
};

Explanation explain(const Tableau& full, Edition edition);

// ---- The end of a game ----

struct Outcome {
  PerSeat<std::int16_t> scores{};
  PerSeat<std::uint8_t> challenges_won{};
  PerSeat<std::uint8_t> trophies_held{};
  SeatSet winners;
  friend constexpr bool operator==(const Outcome&, const Outcome&) = default;
};

constexpr Outcome outcome(const Open& open);

// ---- The hot core ----

namespace detail {

inline constexpr std::array<std::uint8_t, 5> group_points = {0, 1, 3, 6, 10};  // D14

// A card's weights are chosen so that the sum over a row tells how many of each disciple it has,
// and the sum over a column how many of each belt: one table look-up then scores the line.
// Raccoons weigh nothing in a row: they are what is missing from four.
using Weight = std::uint32_t;
inline constexpr std::array<unsigned, disciple_kinds> disciple_weight = {1, 5, 25, 125, 625, 0};
inline constexpr std::size_t row_keys = 4 * 625 + 1;
inline constexpr std::size_t column_keys = 1U << (2 * belt_kinds);

constexpr std::size_t row_key(Weight sum) { return sum & 0xFFFFU; }
constexpr std::size_t column_key(Weight sum) { return sum >> 16U; }

inline constexpr auto card_weight = [] {
  std::array<Weight, Card::codes> weights{};
  for_each_card([&](Card card) {
    weights[card.code()] = disciple_weight[static_cast<std::size_t>(card.disciple())] |
                           1U << (16 + 2 * (card.belt().value - 1));
  });
  return weights;
}();

using RowTable = std::array<std::uint8_t, row_keys>;
using ColumnTable = std::array<std::uint8_t, column_keys>;

constexpr int points_of_row(std::array<int, 5> counts, int raccoons, Trophy trophy,
                            Edition edition) {
  int largest = 0;
  int different = 0;
  for (int count : counts) {
    largest = std::max(largest, count);
    different += count > 0 ? 1 : 0;
  }
  const int master = trophy == Trophy::master ? 1 : 0;
  const int joined = std::min(largest + raccoons + master, dojo_columns);
  int points = group_points[static_cast<std::size_t>(joined)];
  if (trophy == Trophy::incense && edition == Edition::en)
    points = std::max(points, different + raccoons);
  if (trophy == Trophy::incense && edition == Edition::fr) {
    // Each further card of a group is worth more than the one before, so raccoons join the
    // largest; the others count as they are.
    bool joined_one = false;
    for (int count : counts) {
      if (!joined_one && count == largest)
        joined_one = true;
      else
        points += group_points[static_cast<std::size_t>(count)];
    }
  }
  return points;
}

constexpr RowTable row_table(Trophy trophy, Edition edition) {
  RowTable table{};
  for (int m = 0; m <= 4; ++m)
    for (int f = 0; f + m <= 4; ++f)
      for (int t = 0; t + f + m <= 4; ++t)
        for (int c = 0; c + t + f + m <= 4; ++c)
          for (int b = 0; b + c + t + f + m <= 4; ++b)
            table[static_cast<std::size_t>(m + 5 * f + 25 * t + 125 * c + 625 * b)] =
                static_cast<std::uint8_t>(
                    points_of_row({m, f, t, c, b}, 4 - m - f - t - c - b, trophy, edition));
  return table;
}

constexpr int points_of_column(int belt, int equal, Trophy trophy) {
  if (equal == 3) return trophy == Trophy::kimono ? 2 * belt : belt;  // D15, D16
  return equal == 2 && trophy == Trophy::belt ? belt : 0;
}

constexpr ColumnTable column_table(Trophy trophy) {
  ColumnTable table{};
  for (int x = 1; x <= belt_kinds; ++x)
    for (int y = 1; y <= belt_kinds; ++y)
      for (int z = 1; z <= belt_kinds; ++z) {
        const int belt = x == y || x == z ? x : y;
        const int equal = (x == belt) + (y == belt) + (z == belt);
        const auto key = (1U << (2 * (x - 1))) + (1U << (2 * (y - 1))) + (1U << (2 * (z - 1)));
        table[key] = static_cast<std::uint8_t>(points_of_column(belt, equal, trophy));
      }
  return table;
}

inline constexpr RowTable plain_row = row_table(Trophy::none, Edition::fr);
inline constexpr RowTable master_row = row_table(Trophy::master, Edition::fr);
inline constexpr RowTable incense_row_fr = row_table(Trophy::incense, Edition::fr);
inline constexpr RowTable incense_row_en = row_table(Trophy::incense, Edition::en);
inline constexpr ColumnTable plain_column = column_table(Trophy::none);
inline constexpr ColumnTable belt_column = column_table(Trophy::belt);
inline constexpr ColumnTable kimono_column = column_table(Trophy::kimono);

constexpr const RowTable& table_of_row(Trophy trophy, Edition edition) {
  if (trophy == Trophy::master) return master_row;
  if (trophy == Trophy::incense) return edition == Edition::fr ? incense_row_fr : incense_row_en;
  return plain_row;
}

constexpr const ColumnTable& table_of_column(Trophy trophy) {
  if (trophy == Trophy::belt) return belt_column;
  return trophy == Trophy::kimono ? kimono_column : plain_column;
}

}  // namespace detail

}  // namespace tatami::dojo

#include "rules/dojo/score_core.h"
