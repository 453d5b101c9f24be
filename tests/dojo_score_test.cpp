#include <algorithm>
#include <set>

#include "chance/any_event.h"
#include "dojo_support.h"
#include "rules/dojo/score.h"

namespace tatami::dojo {

using namespace testing;

namespace {

constexpr Card c(Disciple disciple, int belt) { return {disciple, Belt{belt}}; }

// The rule books' examples hold at compile time.
constexpr Tableau example() {
  using enum Disciple;
  Tableau full;
  full.cards = {{{c(tigress, 2), c(tigress, 1), c(tigress, 4), c(bear, 5)},
                 {c(crane, 2), c(crane, 3), c(bear, 1), c(monkey, 5)},
                 {c(monkey, 2), c(fox, 5), c(crane, 3), c(bear, 4)}}};
  return full;
}
static_assert(total_as_it_lies(example(), Edition::fr) == 6 + 3 + 1 + 2);
static_assert(best_total(example(), Edition::en) == 12);

constexpr int with(Tableau full, Trophy trophy, int line, Edition edition = Edition::fr) {
  if (is_black(trophy))
    full.row_trophies[static_cast<std::size_t>(line)] = trophy;
  else
    full.column_trophies[static_cast<std::size_t>(line)] = trophy;
  return best_total(full, edition);
}
static_assert(with(example(), Trophy::kimono, 0) == 12 + 2);   // three yellow belts, doubled
static_assert(with(example(), Trophy::belt, 3) == 12 + 5);     // two black belts
static_assert(with(example(), Trophy::master, 0) == 12 + 4);   // a fourth tigress
static_assert(with(example(), Trophy::incense, 2) == 12 + 3);  // 1+1+1+1
static_assert(with(example(), Trophy::incense, 1) == 12 + 2);  // 3+1+1
static_assert(with(example(), Trophy::incense, 0, Edition::en) == 12);  // two different: no better
static_assert(with(example(), Trophy::incense, 2, Edition::en) == 12 + 3);

// ---- An independent way of computing ----

int points_for(int cards) { return cards * (cards + 1) / 2; }

// Every raccoon, and with the Grand Master every card, tries every disciple.
int naive_row(const std::array<Card, 4>& row, Trophy trophy, Edition edition) {
  int best = 0;
  for (int changed = -1; changed < (trophy == Trophy::master ? 4 : 0); ++changed)
    for (int choice = 0; choice < 625; ++choice) {
      std::array<int, 5> counts{};
      int rest = choice;
      for (int i = 0; i < 4; ++i, rest /= 5) {
        const Disciple own = row[static_cast<std::size_t>(i)].disciple();
        const bool wild = own == Disciple::raccoon || i == changed;
        ++counts[static_cast<std::size_t>(wild ? rest % 5 : static_cast<int>(own))];
      }
      int largest = 0;
      int all = 0;
      int different = 0;
      for (int count : counts) {
        largest = std::max(largest, points_for(count));
        all += points_for(count);
        different += count > 0 ? 1 : 0;
      }
      best = std::max(best, largest);
      if (trophy == Trophy::incense)
        best = std::max(best, edition == Edition::fr ? all : different);
    }
  return best;
}

int naive_column(int a, int b, int d, Trophy trophy) {
  if (a == b && b == d) return trophy == Trophy::kimono ? 2 * a : a;
  if (trophy != Trophy::belt) return 0;
  if (a == b || a == d) return a;
  return b == d ? b : 0;
}

int naive_total(const Tableau& full, Edition edition) {
  int total = 0;
  for (std::size_t r = 0; r < 3; ++r)
    total += naive_row(full.cards[r], full.row_trophies[r], edition);
  for (std::size_t k = 0; k < 4; ++k)
    total += naive_column(full.cards[0][k].belt().value, full.cards[1][k].belt().value,
                          full.cards[2][k].belt().value, full.column_trophies[k]);
  return total;
}

// Every order of use, every reordering, one after the other; the lines' points come from the
// tables, which are tested against naive_row and naive_column on their own.
int every_word(const Tableau& full, Edition edition, unsigned used = 0) {
  int best = total_as_it_lies(full, edition);
  for (std::size_t r = 0; r < 3; ++r) {
    if (full.row_trophies[r] != Trophy::assistant || (used >> r & 1U) != 0) continue;
    for (const auto& order : orders_of_4) {
      Tableau next = full;
      for (std::size_t k = 0; k < 4; ++k) next.cards[r][k] = full.cards[r][order[k]];
      best = std::max(best, every_word(next, edition, used | 1U << r));
    }
  }
  for (std::size_t k = 0; k < 4; ++k) {
    if (full.column_trophies[k] != Trophy::broom || (used >> (3 + k) & 1U) != 0) continue;
    for (const auto& order : orders_of_3) {
      Tableau next = full;
      for (std::size_t r = 0; r < 3; ++r) next.cards[r][k] = full.cards[order[r]][k];
      best = std::max(best, every_word(next, edition, used | 1U << (3 + k)));
    }
  }
  return best;
}

Tableau random_tableau(SplitMix& numbers, const std::vector<Trophy>& trophies) {
  Tableau full;
  for (auto& row : full.cards)
    for (Card& each : row)
      each = c(static_cast<Disciple>(numbers.below(6)), static_cast<int>(numbers.below(5)) + 1);
  for (Trophy trophy : trophies)
    for (;;) {
      Trophy& place = is_black(trophy) ? full.row_trophies[numbers.below(3)]
                                       : full.column_trophies[numbers.below(4)];
      if (place != Trophy::none) continue;
      place = trophy;
      break;
    }
  return full;
}

constexpr Trophy A = Trophy::assistant;
constexpr Trophy B = Trophy::broom;

TEST(DojoScore, An_unfinished_dojo_is_worth_what_lies_there) {
  using namespace dojo::testing;
  State state = start(setup(3));
  Dojo& dojo = state.open.dojos[Seat{0}];
  const auto lay = [&](int row, int column, std::string_view name) {
    const Cell cell{Row{row}, Column{column}};
    dojo.occupied.insert(cell);
    dojo.cards[slot(cell)] = card(name);
  };
  const auto worth = [&] { return worth_as_it_lies(state.open, Seat{0}); };
  EXPECT_EQ(worth(), 0);
  lay(0, 0, "M3");
  EXPECT_EQ(worth(), 1);
  dojo.row_trophies[0] = Trophy::master;  // nothing else to change
  EXPECT_EQ(worth(), 1);
  lay(0, 1, "F3");
  EXPECT_EQ(worth(), 3);  // the fox counts as a raccoon
  lay(-1, 0, "R3");
  lay(1, 0, "T3");
  EXPECT_EQ(worth(), 3 + 1 + 1 + 3);  // D15: three green belts
  state.open.held[Seat{0}].add(Trophy::kimono);
  EXPECT_EQ(worth(), 11);  // D19
}

TEST(DojoScore, A_finished_dojo_without_rearranging_trophies_is_worth_its_score) {
  SplitMix numbers{77};
  int compared = 0;
  for (int game = 0; game < 300; ++game) {
    chance::DojoLuck luck{standard_deck(), numbers.next()};
    State state = start(dojo::testing::setup(4, game % 2 == 0 ? Edition::fr : Edition::en));
    state.open.setup.white_belt = game % 3 == 0;
    chance::play_out(
        state, luck,
        [&](const State& now, Seat seat) {
          return chance::any_of(legal_actions(now.open, seat), numbers);
        },
        [](const State&, ActionId) {});
    for (Seat seat : all_seats(4)) {
      if (can_be_rearranged(tableau(state.open.dojos[seat]))) continue;
      EXPECT_EQ(worth_as_it_lies(state.open, seat), outcome(state.open).scores[seat]);
      ++compared;
    }
  }
  EXPECT_GT(compared, 300);
}

}  // namespace

TEST(DojoScore, D14_rows_for_every_combination_of_disciples) {
  for (int code = 0; code < 6 * 6 * 6 * 6; ++code) {
    std::array<Card, 4> row;
    Weight sum = 0;
    for (int i = 0, rest = code; i < 4; ++i, rest /= 6) {
      row[static_cast<std::size_t>(i)] = c(static_cast<Disciple>(rest % 6), 1);
      sum += card_weight[row[static_cast<std::size_t>(i)].code()];
    }
    for (const Trophy trophy : {Trophy::none, Trophy::master, Trophy::incense, A})
      for (const Edition edition : {Edition::fr, Edition::en})
        ASSERT_EQ(table_of_row(trophy, edition)[row_key(sum)], naive_row(row, trophy, edition))
            << code << " " << record::name(trophy);
  }
}

TEST(DojoScore, D14_two_monkeys_and_two_raccoons_score_as_four) {
  Tableau full = example();
  full.cards[0] = {card("M1"), card("R1"), card("M2"), card("R5")};
  EXPECT_EQ(explain(full, Edition::fr).rows[0].points, 10);
}

TEST(DojoScore, D15_columns_for_every_combination_of_belts) {
  for (int a = 1; a <= 5; ++a)
    for (int b = 1; b <= 5; ++b)
      for (int d = 1; d <= 5; ++d) {
        Weight sum = 0;
        for (const int belt : {a, b, d}) sum += card_weight[c(Disciple::fox, belt).code()];
        for (const Trophy trophy : {Trophy::none, Trophy::belt, Trophy::kimono, B})
          ASSERT_EQ(table_of_column(trophy)[column_key(sum)], naive_column(a, b, d, trophy));
      }
}

TEST(DojoScore, D16_the_multicolour_belt_gives_green_three_points) {
  Tableau full = example();
  full.column_trophies[1] = Trophy::belt;
  full.cards[0][1] = card("T3");
  EXPECT_EQ(explain(full, Edition::fr).columns[1].points, 3);
}

TEST(DojoScore, D16_the_best_use_of_brooms_and_assistants_is_found) {
  SplitMix numbers{16};
  const std::vector<std::pair<std::vector<Trophy>, int>> cases = {
      {{}, 200},
      {{A}, 200},
      {{B}, 200},
      {{A, B}, 200},
      {{A, A}, 100},
      {{B, B}, 100},
      {{A, B, B}, 40},
      {{A, A, B}, 15},
      {{A, B, Trophy::incense, Trophy::master, Trophy::belt, Trophy::kimono}, 100},
      {{A, A, B, Trophy::incense, Trophy::belt, Trophy::kimono}, 10},
  };
  for (const auto& [trophies, count] : cases)
    for (int i = 0; i < count; ++i) {
      const Tableau full = random_tableau(numbers, trophies);
      for (const Edition edition : {Edition::fr, Edition::en})
        ASSERT_EQ(best_total(full, edition), every_word(full, edition))
            << trophies.size() << " trophies, case " << i;
    }
}

TEST(DojoScore, D16_two_assistants_and_two_brooms) {
  SplitMix numbers{17};
  for (int i = 0; i < 24; ++i) {
    const Edition edition = i % 2 == 0 ? Edition::fr : Edition::en;
    const Tableau full = i % 3 == 0
                             ? random_tableau(numbers, {A, A, B, B})
                             : random_tableau(numbers, {A, A, B, B, Trophy::incense, Trophy::belt});
    ASSERT_EQ(best_total(full, edition), every_word(full, edition)) << i;
  }
}

TEST(DojoScore, The_explanation_adds_up_and_its_arrangement_follows_from_the_reorderings) {
  SplitMix numbers{18};
  const std::vector<std::vector<Trophy>> cases = {
      {Trophy::master, Trophy::incense, Trophy::belt, Trophy::kimono},
      {A, B, Trophy::incense, Trophy::belt},
      {A, A, B, Trophy::master},
      {A, A, B, B, Trophy::incense, Trophy::kimono},
      {}};
  for (int i = 0; i < 60; ++i)
    for (const auto& trophies : cases)
      for (const Edition edition : {Edition::fr, Edition::en}) {
        const Tableau full = random_tableau(numbers, trophies);
        const Explanation how = explain(full, edition);
        ASSERT_EQ(how.total, best_total(full, edition));

        Tableau moved = full;
        for (const Reordering& move : how.reorderings) {
          const Tableau before = moved;
          for (std::size_t p = 0; p < (move.is_row ? 4U : 3U); ++p) {
            if (move.is_row)
              moved.cards[move.line][p] = before.cards[move.line][move.from[p]];
            else
              moved.cards[p][move.line] = before.cards[move.from[p]][move.line];
          }
          const Trophy worker =
              move.is_row ? full.row_trophies[move.line] : full.column_trophies[move.line];
          ASSERT_EQ(worker, move.is_row ? A : B);
          ASSERT_NE(moved, before) << "a reordering that moves nothing";
        }
        ASSERT_EQ(moved, how.arrangement);
        ASSERT_EQ(naive_total(moved, edition), how.total);

        int sum = 0;
        for (std::size_t r = 0; r < 3; ++r) {
          const RowCount& row = how.rows[r];
          int groups = 0;
          for (const Group& group : row.groups) {
            groups += group.points;
            ASSERT_EQ(std::count(row.counted_as.begin(), row.counted_as.end(), group.disciple),
                      group.cards);
          }
          ASSERT_EQ(groups, row.points);
          ASSERT_EQ(std::count(row.counted_as.begin(), row.counted_as.end(), Disciple::raccoon), 0);
          for (std::size_t k = 0; k < 4; ++k) {
            const Disciple own = moved.cards[r][k].disciple();
            const bool free_to_choose = own == Disciple::raccoon || row.changed == k;
            ASSERT_TRUE(free_to_choose || row.counted_as[k] == own);
          }
          if (row.changed) {
            ASSERT_EQ(moved.row_trophies[r], Trophy::master);
          }
          sum += row.points;
        }
        for (const ColumnCount& column : how.columns) {
          if (column.points > 0) {
            ASSERT_EQ(column.points, column.belt->value * (column.doubled ? 2 : 1));
          }
          sum += column.points;
        }
        ASSERT_EQ(sum, how.total);
      }
}

}  // namespace tatami::dojo
