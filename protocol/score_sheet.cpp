#include "protocol/score_sheet.h"

namespace tatami::protocol {

namespace {

RowScore row_of(const dojo::RowCount& count) {
  RowScore row{count.points, {}, {}, count.changed};
  for (dojo::Disciple disciple : count.counted_as) row.counted_as.push(disciple);
  for (const dojo::Group& group : count.groups)
    row.groups.push({group.disciple, group.cards, group.points});
  return row;
}

ColumnScore column_of(const dojo::ColumnCount& count) {
  ColumnScore column{count.points, {}, count.cards, count.doubled};
  if (count.belt) column.belt = count.belt->value;
  return column;
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
  for (const dojo::RowCount& count : explanation.rows) sheet.rows.push_back(row_of(count));
  for (const dojo::ColumnCount& count : explanation.columns)
    sheet.columns.push_back(column_of(count));
  return sheet;
}

DojoResult result_of(const dojo::Open& open) {
  const dojo::Outcome outcome = dojo::outcome(open);
  DojoResult result;
  result.winners = outcome.winners;
  for (Seat seat : all_seats(open.table.players)) {
    result.scores.push(outcome.scores[seat]);
    result.challenges_won.push(outcome.challenges_won[seat]);
    result.trophies_held.push(outcome.trophies_held[seat]);
    ScoreSheet& sheet =
        result.sheets.emplace_back(score_sheet(tableau(open.dojos[seat]), open.table.edition));
    sheet.bonus = outcome.scores[seat] - sheet.total;
    sheet.total = outcome.scores[seat];
  }
  return result;
}

}  // namespace tatami::protocol
