#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

#include "rules/core/device.h"
#include "rules/dojo/types.h"

// The score of one row or one column (D14 to D16), by table look-up.
namespace tatami::dojo {

TATAMI_LOOKUP std::array<std::uint8_t, 5> group_points = {0, 1, 3, 6, 10};  // D14

// A card's weights are chosen so that the sum over a row tells how many of each disciple it has,
// and the sum over a column how many of each belt: one table look-up then scores the line.
// Raccoons weigh nothing in a row: they are what is missing from four.
using Weight = std::uint32_t;
inline constexpr std::array<unsigned, disciple_kinds> disciple_weight = {1, 5, 25, 125, 625, 0};
inline constexpr std::size_t row_keys = 4 * 625 + 1;
inline constexpr std::size_t column_keys = 1U << (2 * belt_kinds);

constexpr std::size_t row_key(Weight sum) { return sum & 0xFFFFU; }
constexpr std::size_t column_key(Weight sum) { return sum >> 16U; }

TATAMI_LOOKUP auto card_weight = [] {
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

TATAMI_LOOKUP RowTable plain_row = row_table(Trophy::none, Edition::fr);
TATAMI_LOOKUP RowTable master_row = row_table(Trophy::master, Edition::fr);
TATAMI_LOOKUP RowTable incense_row_fr = row_table(Trophy::incense, Edition::fr);
TATAMI_LOOKUP RowTable incense_row_en = row_table(Trophy::incense, Edition::en);
TATAMI_LOOKUP ColumnTable plain_column = column_table(Trophy::none);
TATAMI_LOOKUP ColumnTable belt_column = column_table(Trophy::belt);
TATAMI_LOOKUP ColumnTable kimono_column = column_table(Trophy::kimono);

// By edition and trophy; an assistant or a broom does not change how its line is counted.
TATAMI_LOOKUP std::array<std::array<const RowTable*, trophy_kinds + 1>, 2> row_tables = {
    {{&plain_row, &master_row, &incense_row_fr, &plain_row},
     {&plain_row, &master_row, &incense_row_en, &plain_row}}};
TATAMI_LOOKUP std::array<const ColumnTable*, trophy_kinds + 1> column_tables = {
    &plain_column, nullptr, nullptr, nullptr, &belt_column, &kimono_column, &plain_column};

constexpr const RowTable& table_of_row(Trophy trophy, Edition edition) {
  return *row_tables[static_cast<std::size_t>(edition)][static_cast<std::size_t>(trophy)];
}

constexpr const ColumnTable& table_of_column(Trophy trophy) {
  return *column_tables[static_cast<std::size_t>(trophy)];
}

}  // namespace tatami::dojo
