#pragma once

#include "live/dojo/position.h"
#include "rules/dojo/score.h"

namespace tatami::record {

TATAMI_WORDS(dojo::Disciple, "Disciple",
             {{"M", dojo::Disciple::monkey},
              {"F", dojo::Disciple::fox},
              {"T", dojo::Disciple::tigress},
              {"C", dojo::Disciple::crane},
              {"B", dojo::Disciple::bear},
              {"R", dojo::Disciple::raccoon}});

}  // namespace tatami::record

// How a finished game of Dojo was counted, step by step.
namespace tatami::live {

struct Reordering {  // the card now at place p of the line came from place from[p]
  bool is_row = false;
  std::uint8_t line = 0;
  List<std::uint8_t, dojo::dojo_columns> from;
  TATAMI_MESSAGE("reordering", of("is_row", &Reordering::is_row), of("line", &Reordering::line),
                 of("from", &Reordering::from))
};

struct Group {
  dojo::Disciple disciple{};
  std::uint8_t cards = 0;
  std::uint8_t points = 0;
  TATAMI_MESSAGE("group", of("disciple", &Group::disciple), of("cards", &Group::cards),
                 of("points", &Group::points))
};

struct RowScore {
  int points = 0;
  List<dojo::Disciple, dojo::dojo_columns> counted_as;
  List<Group, dojo::dojo_columns> groups;
  std::optional<std::uint8_t> changed;  // the card the Grand Master made a raccoon
  bool trophy_worked = false;           // the row would count less without its trophy
  TATAMI_MESSAGE("row_score", of("points", &RowScore::points),
                 of("counted_as", &RowScore::counted_as), of("groups", &RowScore::groups),
                 of("changed", &RowScore::changed), of("trophy_worked", &RowScore::trophy_worked))
};

struct ColumnScore {
  int points = 0;
  std::optional<std::uint8_t> belt;  // that scored
  std::uint8_t cards = 0;            // how many of it
  bool doubled = false;              // by the kimono
  bool trophy_worked = false;        // the column would count less without its trophy
  TATAMI_MESSAGE("column_score", of("points", &ColumnScore::points), of("belt", &ColumnScore::belt),
                 of("cards", &ColumnScore::cards), of("doubled", &ColumnScore::doubled),
                 of("trophy_worked", &ColumnScore::trophy_worked))
};

struct ScoreSheet {
  int total = 0;  // with the bonus
  int bonus = 0;  // White Belt: for trophies held (D19)
  List<Reordering, 4> reorderings;
  std::vector<List<dojo::Card, dojo::dojo_columns>> arrangement;  // after them
  std::vector<std::optional<dojo::Trophy>> row_trophies;
  std::vector<std::optional<dojo::Trophy>> column_trophies;
  std::vector<RowScore> rows;
  std::vector<ColumnScore> columns;
  TATAMI_MESSAGE("score_sheet", of("total", &ScoreSheet::total), of("bonus", &ScoreSheet::bonus),
                 of("reorderings", &ScoreSheet::reorderings),
                 of("arrangement", &ScoreSheet::arrangement),
                 of("row_trophies", &ScoreSheet::row_trophies),
                 of("column_trophies", &ScoreSheet::column_trophies), of("rows", &ScoreSheet::rows),
                 of("columns", &ScoreSheet::columns))
};

struct DojoResult {
  ForSeats<std::int16_t> scores;
  ForSeats<std::uint8_t> challenges_won;
  ForSeats<std::uint8_t> trophies_held;
  SeatSet winners;
  ForSeats<std::uint8_t> places;  // from 1; those with equal points share one (D17)
  std::vector<ScoreSheet> sheets;
  TATAMI_MESSAGE("dojo_result", of("scores", &DojoResult::scores),
                 of("challenges_won", &DojoResult::challenges_won),
                 of("trophies_held", &DojoResult::trophies_held),
                 of("winners", &DojoResult::winners), of("places", &DojoResult::places),
                 of("sheets", &DojoResult::sheets))
};

ScoreSheet score_sheet(const dojo::Tableau& tableau, dojo::Edition edition);
DojoResult result_of(const dojo::Open& open);  // over

}  // namespace tatami::live
