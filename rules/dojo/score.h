#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>

#include "rules/core/list.h"
#include "rules/dojo/rearranging.h"
#include "rules/dojo/state.h"
#include "rules/dojo/tableau.h"
#include "rules/dojo/types.h"

namespace tatami::dojo {

// The highest total over every use of brooms and assistants (D14 to D16).
constexpr int best_total(const Tableau& full, Edition edition) {
  return can_be_rearranged(full) ? Rearranging{full, edition}.best_total()
                                 : total_as_it_lies(full, edition);
}

// Scores of the lines of an unfinished dojo as they lie, by slot: no card is moved (D14 to D16).
struct LineWorths {
  std::array<int, dojo_rows> rows{};
  std::array<int, dojo_columns> columns{};
};

constexpr LineWorths lines_as_they_lie(const Dojo& dojo, Edition edition) {
  std::array<std::array<int, disciple_kinds>, dojo_rows> disciples{};
  std::array<std::array<int, belt_kinds + 1>, dojo_columns> belts{};
  for (Cell cell : dojo.occupied) {
    const Card card = dojo.at(cell);
    ++disciples[slot(cell.row())][static_cast<std::size_t>(card.disciple())];
    ++belts[slot(cell.column())][card.belt().value];
  }
  LineWorths worths;
  for (std::size_t row = 0; row < dojo_rows; ++row) {
    const auto& [m, f, t, c, b, raccoons] = disciples[row];
    const int cards = m + f + t + c + b + raccoons;
    const bool all_alike = std::max({m, f, t, c, b}) + raccoons == cards;
    const Trophy trophy = dojo.row_trophies[row];
    // A Grand Master needs a card to change.
    const bool idle = trophy == Trophy::master && all_alike;
    worths.rows[row] =
        points_of_row({m, f, t, c, b}, raccoons, idle ? Trophy::none : trophy, edition);
  }
  for (std::size_t column = 0; column < dojo_columns; ++column)
    for (int belt = 1; belt <= belt_kinds; ++belt)
      worths.columns[column] += points_of_column(
          belt, belts[column][static_cast<std::size_t>(belt)], dojo.column_trophies[column]);
  return worths;
}

inline constexpr int points_of_a_held_trophy = 3;  // D19: in White Belt

// All of it, with the trophies held in White Belt (D19).
constexpr int worth_as_it_lies(const Open& open, Seat seat) {
  const LineWorths worths = lines_as_they_lie(open.dojos[seat], open.setup.edition);
  int total = points_of_a_held_trophy * open.held[seat].total();  // none but in White Belt
  for (int points : worths.rows) total += points;
  for (int points : worths.columns) total += points;
  return total;
}

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

namespace detail {

// Everything but the dojos' totals and what follows from them.
constexpr Outcome outcome_beside_totals(const Open& open) {
  Outcome end;
  for (Seat seat : all_seats(open.setup.players)) {
    const int held = trophies_held(open, seat);
    // D19: a trophy has no other effect (none was placed).
    end.scores[seat] =
        static_cast<std::int16_t>(open.setup.white_belt ? points_of_a_held_trophy * held : 0);
    end.challenges_won[seat] = open.dojos[seat].challenges_won;
    end.trophies_held[seat] = static_cast<std::uint8_t>(held);
  }
  return end;
}

// D17: the tie-break never exceeds the trophies there are.
constexpr void find_winners(Outcome& end, const Setup& setup) {
  int best = -1;
  for (Seat seat : all_seats(setup.players)) {
    const int tie_break =
        setup.edition == Edition::fr ? end.challenges_won[seat] : end.trophies_held[seat];
    const int rank = end.scores[seat] * 16 + tie_break;
    if (rank > best) end.winners = {};
    if (rank >= best) end.winners.insert(seat);
    best = std::max(best, rank);
  }
}

}  // namespace detail

constexpr Outcome outcome(const Open& open) {
  Outcome end = detail::outcome_beside_totals(open);
  for (Seat seat : all_seats(open.setup.players))
    end.scores[seat] = static_cast<std::int16_t>(
        end.scores[seat] + best_total(tableau(open.dojos[seat]), open.setup.edition));
  detail::find_winners(end, open.setup);
  return end;
}

}  // namespace tatami::dojo
