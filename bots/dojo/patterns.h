#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

#include "rules/dojo/types.h"

// The patterns of a growing row or column, and which of them a sum over its cards stands for.
namespace tatami::dojo::mind {

// The sum over a line of its cards' weights. Low half: how many of each disciple, base 5, raccoons
// last. High half: how many of each belt, two bits each.
using LineSum = std::uint32_t;
// One more than a full line needs: a full line plus a card is looked up but never used.
inline constexpr std::size_t row_sums = 5 * 5 * 5 * 5 * 5 * 5 + 1;
inline constexpr std::size_t column_sums = (1U << (2 * belt_kinds)) + 1;

constexpr std::size_t row_sum(LineSum sum) { return sum & 0xFFFFU; }
constexpr std::size_t column_sum(LineSum sum) { return sum >> 16U; }

inline constexpr std::array<LineSum, disciple_kinds> disciple_weight = {1, 5, 25, 125, 625, 3125};
inline constexpr std::array<LineSum, belt_kinds> belt_weight = {1U << 16U, 1U << 18U, 1U << 20U,
                                                                1U << 22U, 1U << 24U};

inline constexpr auto line_weight = [] {
  std::array<LineSum, Card::codes> weights{};
  for_each_card([&](Card card) {
    weights[card.code()] = disciple_weight[static_cast<std::size_t>(card.disciple())] +
                           belt_weight[card.belt().value - 1U];
  });
  return weights;
}();

// ---- Rows: the sizes of the groups, raccoons counted separately ----

using Groups = std::array<std::uint8_t, dojo_columns>;  // largest first
inline constexpr std::array<Groups, 12> all_groups = {
    {{}, {1}, {1, 1}, {2}, {1, 1, 1}, {2, 1}, {3}, {1, 1, 1, 1}, {2, 1, 1}, {2, 2}, {3, 1}, {4}}};

constexpr int cards_in(const Groups& groups) {
  return groups[0] + groups[1] + groups[2] + groups[3];
}

struct RowPattern {
  Groups groups{};
  std::uint8_t raccoons = 0;
  constexpr int cards() const { return cards_in(groups) + raccoons; }
};

inline constexpr std::size_t row_patterns = 26;
inline constexpr auto all_row_patterns = [] {
  std::array<RowPattern, row_patterns> all{};
  std::size_t n = 0;
  for (std::uint8_t raccoons = 0; raccoons <= dojo_columns; ++raccoons)
    for (const Groups& groups : all_groups)
      if (cards_in(groups) + raccoons <= dojo_columns) all[n++] = {groups, raccoons};
  return all;
}();

// ---- Columns: which belts, as far as it can matter ----

struct ColumnPattern {
  std::uint8_t cards = 0;
  std::uint8_t belt = 0;   // the most frequent belt, or the higher of two; 0: does not matter
  std::uint8_t equal = 0;  // how many of it
  std::uint8_t other = 0;  // if two differ: the lower one
};

inline constexpr std::size_t column_patterns = 32;
inline constexpr auto all_column_patterns = [] {
  std::array<ColumnPattern, column_patterns> all{};
  std::size_t n = 1;  // the first is the empty column
  for (std::uint8_t belt = 1; belt <= belt_kinds; ++belt) {
    all[n++] = {1, belt, 1, 0};
    all[n++] = {2, belt, 2, 0};
    all[n++] = {3, belt, 2, 0};
    all[n++] = {3, belt, 3, 0};
    for (std::uint8_t other = 1; other < belt; ++other) all[n++] = {2, belt, 1, other};
  }
  all[n] = {3, 0, 1, 0};
  return all;
}();

namespace detail {

constexpr std::uint8_t number_of(const std::array<std::uint8_t, 5>& counts, int raccoons) {
  std::array<std::uint8_t, 5> sorted = counts;
  std::ranges::sort(sorted);
  const Groups groups = {sorted[4], sorted[3], sorted[2], sorted[1]};
  std::uint8_t number = 0;
  while (all_row_patterns[number].groups != groups || all_row_patterns[number].raccoons != raccoons)
    ++number;
  return number;
}

// Calls visit(sum, counts, raccoons) for each possible row.
template <class F>
constexpr void for_each_row(F&& visit) {
  std::array<std::uint8_t, 5> n{};
  for (n[0] = 0; n[0] <= 4; ++n[0])
    for (n[1] = 0; n[0] + n[1] <= 4; ++n[1])
      for (n[2] = 0; n[0] + n[1] + n[2] <= 4; ++n[2])
        for (n[3] = 0; n[0] + n[1] + n[2] + n[3] <= 4; ++n[3])
          for (n[4] = 0; n[0] + n[1] + n[2] + n[3] + n[4] <= 4; ++n[4])
            for (int raccoons = 0; n[0] + n[1] + n[2] + n[3] + n[4] + raccoons <= 4; ++raccoons) {
              const int sum =
                  n[0] + 5 * n[1] + 25 * n[2] + 125 * n[3] + 625 * n[4] + 3125 * raccoons;
              visit(static_cast<std::size_t>(sum), n, raccoons);
            }
}

constexpr std::uint8_t number_of_column(const std::array<std::uint8_t, 6>& counts, int cards) {
  std::uint8_t most = 5;
  for (std::uint8_t belt = 5; belt >= 1; --belt)
    if (counts[belt] > counts[most]) most = belt;
  ColumnPattern sought{static_cast<std::uint8_t>(cards), most, counts[most], 0};
  if (cards == 0 || (cards == 3 && counts[most] == 1)) sought.belt = 0;
  if (cards == 2 && counts[most] == 1)
    for (std::uint8_t belt = 1; belt < most; ++belt)
      if (counts[belt] == 1) sought.other = belt;
  std::uint8_t number = 0;
  const auto same = [&](const ColumnPattern& p) {
    return p.cards == sought.cards && p.belt == sought.belt && p.equal == sought.equal &&
           p.other == sought.other;
  };
  while (!same(all_column_patterns[number])) ++number;
  return number;
}

}  // namespace detail

struct RowLook {
  std::uint8_t pattern = 0;
  std::uint8_t leaders = 0;  // the disciples of the largest group, one bit each; none: any
};

inline constexpr auto row_looks = [] {
  std::array<RowLook, row_sums> looks{};
  detail::for_each_row([&](std::size_t sum, const auto& counts, int raccoons) {
    const std::uint8_t most = *std::max_element(counts.begin(), counts.end());
    unsigned leaders = 0;
    for (std::size_t d = 0; d < counts.size(); ++d)
      if (counts[d] == most) leaders |= 1U << d;
    looks[sum] = {detail::number_of(counts, raccoons), static_cast<std::uint8_t>(leaders)};
  });
  return looks;
}();

inline constexpr auto column_looks = [] {
  std::array<std::uint8_t, column_sums> looks{};
  const auto see = [&](std::array<int, 3> belts, int cards) {
    std::array<std::uint8_t, 6> counts{};
    unsigned sum = 0;
    for (int i = 0; i < cards; ++i) {
      const int belt = belts[static_cast<std::size_t>(i)];
      ++counts[static_cast<std::size_t>(belt)];
      sum += 1U << (2 * (belt - 1));
    }
    looks[sum] = detail::number_of_column(counts, cards);
  };
  for (int a = 1; a <= belt_kinds; ++a) {
    see({a, 0, 0}, 1);
    for (int b = a; b <= belt_kinds; ++b) {
      see({a, b, 0}, 2);
      for (int c = b; c <= belt_kinds; ++c) see({a, b, c}, 3);
    }
  }
  return looks;
}();

}  // namespace tatami::dojo::mind
