#pragma once

#include <algorithm>
#include <array>
#include <cassert>
#include <cstddef>
#include <cstdint>

#include "rules/core/bits.h"
#include "rules/core/device.h"
#include "rules/dojo/lines.h"
#include "rules/dojo/tableau.h"

namespace tatami::dojo {

// Orders of N things: each says from which place the thing at a place comes.
template <std::size_t N>
TATAMI_LOOKUP auto orders_of = [] {
  std::array<std::array<std::uint8_t, N>, N == 4 ? 24 : N == 3 ? 6 : 2> all{};
  std::array<std::uint8_t, N> order{};
  for (std::size_t i = 0; i < N; ++i) order[i] = static_cast<std::uint8_t>(i);
  for (auto& each : all) {
    each = order;
    std::ranges::next_permutation(order);
  }
  return all;
}();
TATAMI_LOOKUP auto orders_of_3 = orders_of<3>;
TATAMI_LOOKUP auto orders_of_4 = orders_of<4>;

namespace detail {

// The highest sum when N things go to N places: v[thing][place].
template <std::size_t N>
using Values = std::array<std::array<int, N>, N>;

constexpr int best_filling(const Values<2>& v) {
  return std::max(v[0][0] + v[1][1], v[1][0] + v[0][1]);
}

constexpr int best_filling(const Values<3>& v) {
  int best = 0;
  for (std::size_t a = 0; a < 3; ++a) {
    const std::size_t b = a == 0 ? 1 : 0;
    const std::size_t c = 3 - a - b;
    best = std::max(best, v[a][0] + std::max(v[b][1] + v[c][2], v[c][1] + v[b][2]));
  }
  return best;
}

// How four things split into two for the first two places and two for the others.
struct Split {
  std::uint8_t a, b, c, d;
};
TATAMI_LOOKUP std::array<Split, 6> splits = {
    {{0, 1, 2, 3}, {0, 2, 1, 3}, {0, 3, 1, 2}, {1, 2, 0, 3}, {1, 3, 0, 2}, {2, 3, 0, 1}}};

constexpr int best_filling(const Values<4>& v) {
  int best = 0;
  for (const auto& [a, b, c, d] : splits)
    best = std::max(best, std::max(v[a][0] + v[b][1], v[b][0] + v[a][1]) +
                              std::max(v[c][2] + v[d][3], v[d][2] + v[c][3]));
  return best;
}

// The same for two lots at once, one of each to a place: v[place][of the first][of the second].
template <std::size_t N>
using PairValues = std::array<std::array<std::array<int, N>, N>, N>;

// Two places, each taking one of {a, b} and one of {x, y}.
constexpr int best_pairs(const auto& p, const auto& q, std::size_t a, std::size_t b, std::size_t x,
                         std::size_t y) {
  return std::max(std::max(p[a][x] + q[b][y], p[a][y] + q[b][x]),
                  std::max(p[b][x] + q[a][y], p[b][y] + q[a][x]));
}

constexpr int best_filling(const PairValues<2>& v) { return best_pairs(v[0], v[1], 0, 1, 0, 1); }

constexpr int best_filling(const PairValues<3>& v) {
  int best = 0;
  for (std::size_t a = 0; a < 3; ++a)
    for (std::size_t x = 0; x < 3; ++x)
      best = std::max(best, v[0][a][x] + best_pairs(v[1], v[2], (a + 1) % 3, (a + 2) % 3,
                                                    (x + 1) % 3, (x + 2) % 3));
  return best;
}

constexpr int best_filling(const PairValues<4>& v) {
  int best = 0;
  for (const Split& s : splits)
    for (const Split& t : splits)
      best = std::max(best, best_pairs(v[0], v[1], s.a, s.b, t.a, t.b) +
                                best_pairs(v[2], v[3], s.c, s.d, t.c, t.d));
  return best;
}

// A set of at most two lines of one kind.
class Lines {
 public:
  constexpr Lines() = default;
  constexpr explicit Lines(std::size_t only)
      : lines_{static_cast<std::uint8_t>(only), 0}, size_(1) {}
  constexpr void push(std::size_t line) {
    assert(size_ < lines_.size());  // D2: there are two of each trophy
    lines_[size_++] = static_cast<std::uint8_t>(line);
  }
  constexpr std::size_t operator[](std::size_t i) const { return lines_[i]; }
  constexpr std::size_t size() const { return size_; }
  constexpr bool empty() const { return size_ == 0; }
  constexpr Lines other_than(std::size_t i) const { return Lines{lines_[1 - i]}; }

 private:
  std::array<std::uint8_t, 2> lines_{};
  std::size_t size_ = 0;
};

// Which cards of a row an assistant puts into the columns of the brooms left, and which remain.
struct Pick {
  std::array<std::uint8_t, 2> swept;
  std::array<std::uint8_t, 3> rest;
};
template <std::size_t Brooms>
TATAMI_LOOKUP auto picks = [] {
  std::array<Pick, Brooms == 1 ? 4 : 12> all{};
  std::size_t n = 0;
  if constexpr (Brooms == 1) {
    all = {{{{0, 0}, {1, 2, 3}}, {{1, 0}, {0, 2, 3}}, {{2, 0}, {0, 1, 3}}, {{3, 0}, {0, 1, 2}}}};
  } else {
    for (const auto& [a, b, c, d] : splits) {
      all[n++] = {{a, b}, {c, d, 0}};
      all[n++] = {{b, a}, {c, d, 0}};
    }
  }
  return all;
}();

}  // namespace detail

// D16: "Several brooms and assistants: each may be used once, in any order."
//
// A broom changes rows alone and an assistant columns alone. So once the last broom is used the
// rows' points are certain, and once the last assistant is used the columns' points are; brooms
// among themselves may change places in the order of use, and assistants too. What is left to
// search are orders of use as blocks of brooms and assistants in turn; of the last two blocks the
// first is taken by what it hands over to the second, and the second needs no search.
// For dojos with at least one of them.
class Rearranging {
 public:
  constexpr Rearranging(const Tableau& full, Edition edition) {
    for (std::size_t r = 0; r < dojo_rows; ++r) {
      rows_[r] = table_of_row(full.row_trophies[r], edition).data();
      if (full.row_trophies[r] == Trophy::assistant) assistants_.push(r);
      for (std::size_t c = 0; c < dojo_columns; ++c)
        floor_[r][c] = card_weight[full.cards[r][c].code()];
    }
    for (std::size_t c = 0; c < dojo_columns; ++c) {
      columns_[c] = table_of_column(full.column_trophies[c]).data();
      if (full.column_trophies[c] == Trophy::broom) brooms_.push(c);
    }
  }

  constexpr int best_total() {
    if (brooms_.empty()) return points_of_rows(floor_) + best_columns(floor_, assistants_);
    if (assistants_.empty()) return points_of_columns(floor_) + best_rows(floor_, brooms_);
    sweep_then_assist(floor_, assistants_, brooms_);
    assist_then_sweep(floor_, assistants_, brooms_);
    if (assistants_.size() + brooms_.size() > 2) {
      most_of_columns_ = bound_of_columns();
      sweep_one_first(floor_, assistants_, brooms_);
      assist_one_first(floor_, assistants_, brooms_);
    }
    return best_;
  }

 private:
  using Lines = detail::Lines;
  using Floor = std::array<std::array<Weight, dojo_columns>, dojo_rows>;

  constexpr int row(std::size_t r, Weight sum) const { return rows_[r][row_key(sum)]; }
  constexpr int column(std::size_t c, Weight sum) const { return columns_[c][column_key(sum)]; }
  static constexpr Weight row_sum(const Floor& f, std::size_t r) {
    return f[r][0] + f[r][1] + f[r][2] + f[r][3];
  }
  static constexpr Weight column_sum(const Floor& f, std::size_t c) {
    return f[0][c] + f[1][c] + f[2][c];
  }

  constexpr int points_of_rows(const Floor& f) const {
    return row(0, row_sum(f, 0)) + row(1, row_sum(f, 1)) + row(2, row_sum(f, 2));
  }
  constexpr int points_of_columns(const Floor& f) const {
    return column(0, column_sum(f, 0)) + column(1, column_sum(f, 1)) + column(2, column_sum(f, 2)) +
           column(3, column_sum(f, 3));
  }

  // The most that rows can score when only these brooms are left.
  constexpr int best_rows(const Floor& f, Lines brooms) const {
    const std::size_t c = brooms[0];
    if (brooms.size() == 1) {
      detail::Values<3> v;
      for (std::size_t r = 0; r < 3; ++r) {
        const Weight others = row_sum(f, r) - f[r][c];
        for (std::size_t card = 0; card < 3; ++card) v[card][r] = row(r, others + f[card][c]);
      }
      return detail::best_filling(v);
    }
    const std::size_t d = brooms[1];
    detail::PairValues<3> v;
    for (std::size_t r = 0; r < 3; ++r) {
      const Weight others = row_sum(f, r) - f[r][c] - f[r][d];
      for (std::size_t a = 0; a < 3; ++a)
        for (std::size_t b = 0; b < 3; ++b) v[r][a][b] = row(r, others + f[a][c] + f[b][d]);
    }
    return detail::best_filling(v);
  }

  // The most that columns can score when only these assistants are left.
  constexpr int best_columns(const Floor& f, Lines assistants) const {
    const std::size_t r = assistants[0];
    if (assistants.size() == 1) {
      detail::Values<4> v;
      for (std::size_t c = 0; c < 4; ++c) {
        const Weight others = column_sum(f, c) - f[r][c];
        for (std::size_t card = 0; card < 4; ++card) v[card][c] = column(c, others + f[r][card]);
      }
      return detail::best_filling(v);
    }
    const std::size_t s = assistants[1];
    detail::PairValues<4> v;
    for (std::size_t c = 0; c < 4; ++c) {
      const Weight other = f[3 - r - s][c];
      for (std::size_t a = 0; a < 4; ++a)
        for (std::size_t b = 0; b < 4; ++b) v[c][a][b] = column(c, other + f[r][a] + f[s][b]);
    }
    return detail::best_filling(v);
  }

  constexpr bool hopeless(int rows) const { return rows + most_of_columns_ <= best_; }
  constexpr void improve(int total) { best_ = std::max(best_, total); }

  static constexpr Floor swept(const Floor& f, std::size_t c,
                               const std::array<std::uint8_t, 3>& order) {
    Floor next = f;
    for (std::size_t r = 0; r < 3; ++r) next[r][c] = f[order[r]][c];
    return next;
  }

  // ---- Brooms first ----

  // One of two brooms, then an assistant.
  constexpr void sweep_one_first(const Floor& f, Lines assistants, Lines brooms) {
    if (brooms.size() < 2) return;
    for (std::size_t first = 0; first < 2; ++first)
      for (std::size_t order = 1; order < 6; ++order) {  // 0 leaves all as it is
        const Floor next = swept(f, brooms[first], orders_of_3[order]);
        assist_then_sweep(next, assistants, brooms.other_than(first));
        assist_one_first(next, assistants, brooms.other_than(first));
      }
  }

  // All brooms, then all assistants.
  constexpr void sweep_then_assist(const Floor& f, Lines assistants, Lines brooms) {
    // For one assistant it matters alone which cards come into its row: of the ways that agree in
    // that, the one with the best rows stands for all.
    struct Way {
      int rows = -1;
      std::uint8_t first = 0;
      std::uint8_t second = 0;
    };
    std::array<Way, 36> ways{};
    const bool one = assistants.size() == 1;
    const bool two_brooms = brooms.size() == 2;
    std::array<Weight, 3> others;
    for (std::size_t r = 0; r < 3; ++r)
      others[r] = row_sum(f, r) - f[r][brooms[0]] - (two_brooms ? f[r][brooms[1]] : 0);
    const std::uint8_t seconds = two_brooms ? 6 : 1;
    for (std::uint8_t i = 0; i < 6; ++i) {
      const auto& first = orders_of_3[i];
      std::array<Weight, 3> half;
      for (std::size_t r = 0; r < 3; ++r) half[r] = others[r] + f[first[r]][brooms[0]];
      for (std::uint8_t j = 0; j < seconds; ++j) {
        const auto& second = orders_of_3[j];
        int rows = 0;
        for (std::size_t r = 0; r < 3; ++r)
          rows += row(r, half[r] + (two_brooms ? f[second[r]][brooms[1]] : 0));
        Way& way = one ? ways[first[assistants[0]] * 3U + second[assistants[0]]] : ways[i * 6U + j];
        if (rows > way.rows) way = {rows, i, j};
      }
    }
    for (const Way& way : ways) {
      if (way.rows < 0 || hopeless(way.rows)) continue;
      Floor next = swept(f, brooms[0], orders_of_3[way.first]);
      if (way.second > 0) next = swept(next, brooms[1], orders_of_3[way.second]);
      improve(way.rows + best_columns(next, assistants));
    }
  }

  // ---- Assistants first ----

  // One of two assistants, then a broom.
  constexpr void assist_one_first(const Floor& f, Lines assistants, Lines brooms) {
    if (assistants.size() < 2) return;
    for (std::size_t first = 0; first < 2; ++first) {
      if (brooms.size() == 1)
        assist_one_first<1>(f, assistants, first, brooms);
      else
        assist_one_first<2>(f, assistants, first, brooms);
    }
  }

  template <std::size_t Brooms>
  constexpr void assist_one_first(const Floor& f, Lines assistants, std::size_t first,
                                  Lines brooms) {
    const auto plain = plain_columns<Brooms>(brooms);
    const std::size_t r = assistants[first];
    Floor next = f;
    for (const detail::Pick& pick : detail::picks<Brooms>) {
      lay<Brooms>(next, f, r, pick, brooms, plain);
      // One broom is the last to change rows, whatever the order of the rest.
      if (Brooms == 1 && hopeless(best_rows(next, brooms))) continue;
      const auto laid = next[r];
      for (const auto& order : orders_of<4 - Brooms>) {
        for (std::size_t i = 0; i < plain.size(); ++i) next[r][plain[i]] = laid[plain[order[i]]];
        sweep_then_assist(next, assistants.other_than(first), brooms);
        sweep_one_first(next, assistants.other_than(first), brooms);
      }
    }
  }

  // Puts the picked cards of f's row r into the brooms' columns and the rest into the others.
  template <std::size_t Brooms>
  static constexpr void lay(Floor& next, const Floor& f, std::size_t r, const detail::Pick& pick,
                            Lines brooms, const std::array<std::uint8_t, 4 - Brooms>& plain) {
    for (std::size_t i = 0; i < Brooms; ++i) next[r][brooms[i]] = f[r][pick.swept[i]];
    for (std::size_t i = 0; i < plain.size(); ++i) next[r][plain[i]] = f[r][pick.rest[i]];
  }

  constexpr void assist_then_sweep(const Floor& f, Lines assistants, Lines brooms) {
    if (brooms.size() == 1)
      assist_then_sweep<1>(f, assistants, brooms);
    else
      assist_then_sweep<2>(f, assistants, brooms);
  }

  // All assistants, then all brooms. For the rows it matters alone which cards come into the
  // brooms' columns; the rest is put where it serves the other columns best.
  template <std::size_t Brooms>
  constexpr void assist_then_sweep(const Floor& f, Lines assistants, Lines brooms) {
    const auto plain = plain_columns<Brooms>(brooms);
    const std::size_t r = assistants[0];
    Floor next = f;
    for (const detail::Pick& a : detail::picks<Brooms>) {
      lay<Brooms>(next, f, r, a, brooms, plain);
      if (assistants.size() == 1) {
        const int rows = best_rows(next, brooms);
        if (!hopeless(rows)) improve(rows + columns_with<Brooms>(next, r, brooms, plain));
        continue;
      }
      const std::size_t s = assistants[1];
      for (const detail::Pick& b : detail::picks<Brooms>) {
        lay<Brooms>(next, f, s, b, brooms, plain);
        const int rows = best_rows(next, brooms);
        if (!hopeless(rows)) improve(rows + columns_with<Brooms>(next, r, s, brooms, plain));
      }
    }
  }

  template <std::size_t Brooms>
  static constexpr std::array<std::uint8_t, 4 - Brooms> plain_columns(Lines brooms) {
    std::array<std::uint8_t, 4 - Brooms> plain{};
    std::size_t n = 0;
    for (std::size_t c = 0; c < 4; ++c)
      if (c != brooms[0] && (Brooms == 1 || c != brooms[1]))
        plain[n++] = static_cast<std::uint8_t>(c);
    return plain;
  }

  constexpr int swept_columns(const Floor& f, Lines brooms) const {
    int points = 0;
    for (std::size_t i = 0; i < brooms.size(); ++i)
      points += column(brooms[i], column_sum(f, brooms[i]));
    return points;
  }

  // The most that columns can score when row r may still be reordered outside the brooms' columns.
  template <std::size_t Brooms>
  constexpr int columns_with(const Floor& f, std::size_t r, Lines brooms,
                             const std::array<std::uint8_t, 4 - Brooms>& plain) const {
    detail::Values<4 - Brooms> v;
    for (std::size_t place = 0; place < plain.size(); ++place) {
      const std::size_t c = plain[place];
      const Weight others = column_sum(f, c) - f[r][c];
      for (std::size_t card = 0; card < plain.size(); ++card)
        v[card][place] = column(c, others + f[r][plain[card]]);
    }
    return swept_columns(f, brooms) + detail::best_filling(v);
  }

  // The same for two rows.
  template <std::size_t Brooms>
  constexpr int columns_with(const Floor& f, std::size_t r, std::size_t s, Lines brooms,
                             const std::array<std::uint8_t, 4 - Brooms>& plain) const {
    detail::PairValues<4 - Brooms> v;
    for (std::size_t place = 0; place < plain.size(); ++place) {
      const std::size_t c = plain[place];
      const Weight other = f[3 - r - s][c];
      for (std::size_t a = 0; a < plain.size(); ++a)
        for (std::size_t b = 0; b < plain.size(); ++b)
          v[place][a][b] = column(c, other + f[r][plain[a]] + f[s][plain[b]]);
    }
    return swept_columns(f, brooms) + detail::best_filling(v);
  }

  // ---- An upper bound of what columns can score ----
  //
  // As if the cards of all these rows and columns could be laid out anew at will.

  struct Stock {  // of free cards, by belt
    std::array<int, belt_kinds + 1> of{};
  };

  static constexpr int belt_of(Weight weight) { return (lowest_one(weight >> 16U) >> 1) + 1; }

  constexpr bool is_free(std::size_t r, std::size_t c) const {
    for (std::size_t i = 0; i < assistants_.size(); ++i)
      if (assistants_[i] == r) return true;
    for (std::size_t i = 0; i < brooms_.size(); ++i)
      if (brooms_[i] == c) return true;
    return false;
  }

  constexpr int bound_of_columns() const {
    Stock stock;
    for (std::size_t r = 0; r < dojo_rows; ++r)
      for (std::size_t c = 0; c < dojo_columns; ++c)
        if (is_free(r, c)) ++stock.of[static_cast<std::size_t>(belt_of(floor_[r][c]))];
    return bound_of_columns(0, stock);
  }

  constexpr int bound_of_columns(std::size_t c, const Stock& stock) const {
    if (c == dojo_columns) return 0;
    int free = 0;
    Weight fixed = 0;
    for (std::size_t r = 0; r < dojo_rows; ++r) {
      if (is_free(r, c))
        ++free;
      else
        fixed += floor_[r][c];
    }
    int best = bound_of_columns(c + 1, stock);
    for (std::size_t belt = 1; belt <= belt_kinds; ++belt) {
      // As few of this belt as score, the other cells left open.
      const int there = static_cast<int>(fixed >> (16 + 2 * (belt - 1)) & 3U);
      for (int take = 0; take <= std::min(free, stock.of[belt]); ++take) {
        const int points = points_in_column(c, static_cast<int>(belt), there + take);
        if (points == 0) continue;
        Stock rest = stock;
        rest.of[belt] -= take;
        best = std::max(best, points + bound_of_columns(c + 1, rest));
        break;
      }
    }
    return best;
  }

  constexpr int points_in_column(std::size_t c, int belt, int equal) const {
    if (equal < 2) return 0;
    const auto weight = [](int b) { return Weight{1} << (16 + 2 * (b - 1)); };
    const int other = belt == 1 ? 2 : 1;
    return column(c, 2 * weight(belt) + weight(equal == 3 ? belt : other));
  }

  Floor floor_;
  std::array<const std::uint8_t*, dojo_rows> rows_;
  std::array<const std::uint8_t*, dojo_columns> columns_;
  Lines assistants_;
  Lines brooms_;
  int best_ = 0;
  int most_of_columns_ = 1000;
};

}  // namespace tatami::dojo
