#pragma once

// Part of score.h: the search for the best use of brooms and assistants.

#include "rules/dojo/score.h"

namespace tatami::dojo {

namespace detail {

// Orders of three and four things, each as the places they come from.
template <std::size_t N, std::size_t Count>
constexpr std::array<std::array<std::uint8_t, N>, Count> orders() {
  std::array<std::array<std::uint8_t, N>, Count> all{};
  std::array<std::uint8_t, N> order{};
  for (std::size_t i = 0; i < N; ++i) order[i] = static_cast<std::uint8_t>(i);
  for (auto& each : all) {
    each = order;
    std::next_permutation(order.begin(), order.end());
  }
  return all;
}
inline constexpr auto orders_of_3 = orders<3, 6>();
inline constexpr auto orders_of_4 = orders<4, 24>();

struct Floor {
  std::array<std::array<Weight, dojo_columns>, dojo_rows> w{};
};

using Lines = unsigned;  // a set of rows or columns, one bit each

class Counting {
 public:
  constexpr Counting(const Tableau& full, Edition edition) {
    for (std::size_t r = 0; r < dojo_rows; ++r)
      rows_[r] = &table_of_row(full.row_trophies[r], edition);
    for (std::size_t c = 0; c < dojo_columns; ++c)
      columns_[c] = &table_of_column(full.column_trophies[c]);
  }

  constexpr int rows(const Floor& f) const {
    int points = 0;
    for (std::size_t r = 0; r < dojo_rows; ++r)
      points += (*rows_[r])[row_key(f.w[r][0] + f.w[r][1] + f.w[r][2] + f.w[r][3])];
    return points;
  }

  constexpr int columns(const Floor& f) const {
    int points = 0;
    for (std::size_t c = 0; c < dojo_columns; ++c)
      points += (*columns_[c])[column_key(f.w[0][c] + f.w[1][c] + f.w[2][c])];
    return points;
  }

  // The best total when the assistants of these rows and the brooms of these columns are left.
  constexpr int best(const Floor& f, Lines assistants, Lines brooms) const {
    if (assistants == 0 && brooms == 0) return rows(f) + columns(f);
    int points = 0;
    for (std::size_t r = 0; r < dojo_rows; ++r) {
      if ((assistants >> r & 1U) == 0) continue;
      for (const auto& order : orders_of_4) {
        Floor next = f;
        for (std::size_t c = 0; c < dojo_columns; ++c) next.w[r][c] = f.w[r][order[c]];
        points = std::max(points, best(next, assistants & ~(1U << r), brooms));
      }
    }
    for (std::size_t c = 0; c < dojo_columns; ++c) {
      if ((brooms >> c & 1U) == 0) continue;
      for (const auto& order : orders_of_3) {
        Floor next = f;
        for (std::size_t r = 0; r < dojo_rows; ++r) next.w[r][c] = f.w[order[r]][c];
        points = std::max(points, best(next, assistants, brooms & ~(1U << c)));
      }
    }
    return points;
  }

 private:
  std::array<const RowTable*, dojo_rows> rows_{};
  std::array<const ColumnTable*, dojo_columns> columns_{};
};

}  // namespace detail

constexpr int best_total(const Tableau& full, Edition edition) {
  detail::Floor floor;
  detail::Lines assistants = 0;
  detail::Lines brooms = 0;
  for (std::size_t r = 0; r < dojo_rows; ++r) {
    assistants |= (full.row_trophies[r] == Trophy::assistant ? 1U : 0U) << r;
    for (std::size_t c = 0; c < dojo_columns; ++c)
      floor.w[r][c] = detail::card_weight[full.cards[r][c].code()];
  }
  for (std::size_t c = 0; c < dojo_columns; ++c)
    brooms |= (full.column_trophies[c] == Trophy::broom ? 1U : 0U) << c;
  return detail::Counting{full, edition}.best(floor, assistants, brooms);
}

constexpr Outcome outcome(const Open& open) {
  Outcome end;
  int best = -1;
  for (Seat seat : all_seats(open.table.players)) {
    const Dojo& dojo = open.dojos[seat];
    const int held = trophies_held(open, seat);
    // D19: three points for each trophy, which has no other effect (none was placed).
    const int score = best_total(tableau(dojo), open.table.edition) +
                      (open.table.white_belt ? 3 * held : 0);
    // D17: the tie-break never exceeds the trophies there are.
    const int tie_break = open.table.edition == Edition::fr ? dojo.challenges_won : held;
    const int rank = score * 16 + tie_break;
    if (rank > best) end.winners = {};
    if (rank >= best) end.winners.insert(seat);
    best = std::max(best, rank);
    end.scores[seat] = static_cast<std::int16_t>(score);
    end.challenges_won[seat] = dojo.challenges_won;
    end.trophies_held[seat] = static_cast<std::uint8_t>(held);
  }
  return end;
}

}  // namespace tatami::dojo
