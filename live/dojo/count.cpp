#include "live/dojo/count.h"

#include <algorithm>
#include <cstdlib>

#include "rules/dojo/company.h"
#include "rules/dojo/legal.h"
#include "rules/dojo/score.h"

namespace tatami::live {

using dojo::Cell;
using dojo::Column;
using dojo::Row;

namespace {

bool has_row(const DojoToCount& dojo, int row) {
  return std::ranges::any_of(dojo.cards, [=](const PlacedCard& card) { return card.row == row; });
}
bool has_column(const DojoToCount& dojo, int column) {
  return std::ranges::any_of(dojo.cards,
                             [=](const PlacedCard& card) { return card.column == column; });
}

// Nothing where the cards do not fit a frame, or where a trophy stands at a line without a card.
std::optional<dojo::Dojo> laid(const DojoToCount& from) {
  dojo::Dojo out;
  for (const PlacedCard& each : from.cards) {
    if (!dojo::on_floor(each.row, each.column)) return {};
    const Cell cell{Row{each.row}, Column{each.column}};
    for (Cell other : out.occupied)
      if (std::abs(other.row().value - each.row) >= dojo::dojo_rows ||
          std::abs(other.column().value - each.column) >= dojo::dojo_columns)
        return {};
    if (out.occupied.contains(cell)) return {};
    out.occupied.insert(cell);
    out.cards[dojo::slot(cell)] = each.card;
  }
  for (const auto& [row, trophy] : from.rows) {
    if (!is_black(trophy) || !has_row(from, row)) return {};
    out.row_trophies[dojo::slot(Row{row})] = trophy;
  }
  for (const auto& [column, trophy] : from.columns) {
    if (is_black(trophy) || !has_column(from, column)) return {};
    out.column_trophies[dojo::slot(Column{column})] = trophy;
  }
  return out;
}

std::vector<Company> company_in(const dojo::Dojo& dojo, Row row) {
  std::vector<Company> all;
  for (const Cell cell : dojo.occupied)
    if (cell.row() == row) {
      const auto [as, alike, wild] = dojo::company_in_row(dojo, cell);
      all.push_back({cell.column().value, as, alike, wild});
    }
  return all;
}

std::vector<Company> company_in(const dojo::Dojo& dojo, Column column) {
  std::vector<Company> all;
  for (const Cell cell : dojo.occupied) {
    if (cell.column() != column) continue;
    Company& company = all.emplace_back(Company{cell.row().value, {}, 0, 0});
    for (const Cell other : dojo.occupied)
      if (other.column() == column && other != cell &&
          dojo.at(other).belt() == dojo.at(cell).belt())
        ++company.alike;
  }
  return all;
}

Shared shared_with(dojo::Card card, const std::vector<PlacedCard>& others) {
  Shared shared;
  for (const PlacedCard& each : others) {
    const bool is_raccoon = card.disciple() == dojo::Disciple::raccoon;
    if (!is_raccoon && each.card.disciple() == card.disciple()) ++shared.disciples;
    if (each.card.belt() == card.belt()) ++shared.belts;
  }
  return shared;
}

protocol::Sometimes<int> best_with(const dojo::Dojo& laid, const DojoToCount& asked) {
  protocol::Sometimes<int> best;
  const auto weigh = [&](const dojo::Dojo& grown) {
    const dojo::LineWorths worths = dojo::lines_as_they_lie(grown, asked.edition);
    int total = dojo::points_of_a_held_trophy * asked.held;
    for (int points : worths.rows) total += points;
    for (int points : worths.columns) total += points;
    if (!best || total > *best) best.emplace(total);
  };
  if (asked.card)
    for (const Cell cell : dojo::open_cells(laid, asked.edition)) {
      dojo::Dojo grown = laid;
      grown.occupied.insert(cell);
      grown.cards[dojo::slot(cell)] = *asked.card;
      weigh(grown);
    }
  else if (asked.trophy)
    for (const dojo::Line line : dojo::open_lines(laid, *asked.trophy)) {
      dojo::Dojo grown = laid;
      if (line.is_row())
        grown.row_trophies[dojo::slot(line.row())] = *asked.trophy;
      else
        grown.column_trophies[dojo::slot(line.column())] = *asked.trophy;
      weigh(grown);
    }
  return best;
}

}  // namespace

std::optional<Count> count(const DojoToCount& asked) {
  const std::optional<dojo::Dojo> laid = live::laid(asked);
  if (!laid) return {};

  dojo::Dojo plain = *laid;
  plain.row_trophies = {};
  plain.column_trophies = {};
  const dojo::LineWorths worths = dojo::lines_as_they_lie(*laid, asked.edition);
  const dojo::LineWorths bare = dojo::lines_as_they_lie(plain, asked.edition);

  Count out;
  out.held = dojo::points_of_a_held_trophy * asked.held;
  out.total = out.held;
  for (int row = -dojo::furthest_row; row <= dojo::furthest_row; ++row) {
    const std::size_t at = dojo::slot(Row{row});
    if (!has_row(asked, row)) continue;
    out.lines.push_back({static_cast<std::int8_t>(row),
                         {},
                         worths.rows[at],
                         bare.rows[at],
                         company_in(*laid, Row{row})});
    out.total += worths.rows[at];
  }
  for (int column = -dojo::furthest_column; column <= dojo::furthest_column; ++column) {
    const std::size_t at = dojo::slot(Column{column});
    if (!has_column(asked, column)) continue;
    out.lines.push_back({{},
                         static_cast<std::int8_t>(column),
                         worths.columns[at],
                         bare.columns[at],
                         company_in(*laid, Column{column})});
    out.total += worths.columns[at];
  }
  out.best = best_with(*laid, asked);
  if (asked.card) out.shared.emplace(shared_with(*asked.card, asked.cards));
  return out;
}

}  // namespace tatami::live
