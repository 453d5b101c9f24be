#include "live/dojo/score_sheet.h"

namespace tatami::live {

namespace {

RowScore row_of(const dojo::RowCount& count, const dojo::RowCount& bare) {
  RowScore row{count.points, {}, {}, count.changed, count.points > bare.points};
  for (dojo::Disciple disciple : count.counted_as) row.counted_as.push(disciple);
  for (const dojo::Group& group : count.groups)
    row.groups.push({group.disciple, group.cards, group.points});
  return row;
}

ColumnScore column_of(const dojo::ColumnCount& count, const dojo::ColumnCount& bare) {
  ColumnScore column{count.points, {}, count.cards, count.doubled, count.points > bare.points};
  if (count.belt) column.belt = count.belt->value;
  return column;
}

// D17 names the winners; behind them the totals alone decide.
std::uint8_t place_of(const dojo::Outcome& end, Seat seat, SeatSet seats) {
  if (end.winners.contains(seat)) return 1;
  std::uint8_t place = 1;
  for (Seat other : seats)
    if (end.winners.contains(other) || end.scores[other] > end.scores[seat]) ++place;
  return place;
}

}  // namespace

ScoreSheet score_sheet(const dojo::Tableau& tableau, dojo::Edition edition) {
  const dojo::Explanation explanation = dojo::explain(tableau, edition);
  ScoreSheet sheet;
  sheet.total = explanation.total;
  for (const dojo::Reordering& each : explanation.reorderings) {
    Reordering reordering{each.is_row, each.line, {}};
    const int places = each.is_row ? dojo::dojo_columns : dojo::dojo_rows;
    for (int place = 0; place < places; ++place)
      reordering.from.push(each.from[static_cast<std::size_t>(place)]);
    sheet.reorderings.push(reordering);
  }
  for (const auto& cards : explanation.arrangement.cards) {
    auto& row = sheet.arrangement.emplace_back();
    for (dojo::Card card : cards) row.push(card);
  }
  for (dojo::Trophy trophy : tableau.row_trophies) sheet.row_trophies.push_back(some(trophy));
  for (dojo::Trophy trophy : tableau.column_trophies) sheet.column_trophies.push_back(some(trophy));
  dojo::Tableau plain = explanation.arrangement;
  plain.row_trophies = {};
  plain.column_trophies = {};
  const dojo::Explanation bare = dojo::explain(plain, edition);
  for (std::size_t row = 0; row < explanation.rows.size(); ++row)
    sheet.rows.push_back(row_of(explanation.rows[row], bare.rows[row]));
  for (std::size_t column = 0; column < explanation.columns.size(); ++column)
    sheet.columns.push_back(column_of(explanation.columns[column], bare.columns[column]));
  return sheet;
}

DojoResult result_of(const dojo::Open& open) {
  const dojo::Outcome outcome = dojo::outcome(open);
  DojoResult result;
  result.winners = outcome.winners;
  for (Seat seat : all_seats(open.setup.players)) {
    result.scores.push(outcome.scores[seat]);
    result.challenges_won.push(outcome.challenges_won[seat]);
    result.trophies_held.push(outcome.trophies_held[seat]);
    result.places.push(place_of(outcome, seat, all_seats(open.setup.players)));
    ScoreSheet& sheet =
        result.sheets.emplace_back(score_sheet(tableau(open.dojos[seat]), open.setup.edition));
    sheet.bonus = outcome.scores[seat] - sheet.total;
    sheet.total = outcome.scores[seat];
  }
  return result;
}

}  // namespace tatami::live
