#include "bots/dojo/simple.h"

#include <algorithm>
#include <array>

#include "bots/dojo/random.h"
#include "rules/dojo/legal.h"
#include "rules/dojo/score.h"

namespace tatami::bots {

using namespace dojo;

namespace {

// What an unfinished dojo promises, in points: groups in rows as they would score today, and part
// of a column's belt for two equal ones that can still become three.
double promise(const Dojo& dojo, Edition edition) {
  double points = 0;
  for (std::size_t r = 0; r < dojo_rows; ++r) {
    std::array<int, disciple_kinds> counts{};
    for (Cell cell : dojo.occupied)
      if (slot(cell.row()) == r) ++counts[static_cast<std::size_t>(dojo.at(cell).disciple())];
    const int raccoons = counts[static_cast<std::size_t>(Disciple::raccoon)];
    points += points_of_row({counts[0], counts[1], counts[2], counts[3], counts[4]}, raccoons,
                            dojo.row_trophies[r], edition);
  }
  for (std::size_t c = 0; c < dojo_columns; ++c) {
    std::array<int, belt_kinds + 1> belts{};
    int cards = 0;
    for (Cell cell : dojo.occupied)
      if (slot(cell.column()) == c) ++belts[dojo.at(cell).belt().value], ++cards;
    const auto most = std::max_element(belts.begin(), belts.end());
    const auto belt = static_cast<int>(most - belts.begin());
    points += points_of_column(belt, *most, dojo.column_trophies[c]);
    if (*most == cards && cards < dojo_rows) points += 0.15 * belt * cards;
  }
  return points;
}

Dojo with_card(Dojo dojo, Cell cell, Card card) {
  dojo.occupied.insert(cell);
  dojo.cards[slot(cell)] = card;
  return dojo;
}

Dojo with_trophy(Dojo dojo, Line line, Trophy trophy) {
  if (line.is_row())
    dojo.row_trophies[slot(line.row())] = trophy;
  else
    dojo.column_trophies[slot(line.column())] = trophy;
  return dojo;
}

// How much a card would add to a dojo on its best cell.
double gain(const Dojo& dojo, Edition edition, Card card) {
  double best = 0;
  for (Cell cell : open_cells(dojo, edition))
    best = std::max(best, promise(with_card(dojo, cell, card), edition));
  return best - promise(dojo, edition);
}

// The chance that the dealer's card, which could be any unseen one, has no higher belt.
double chance_to_win(const Open& open, Card own) {
  int weaker = 0;
  int all = -1;  // one of the pool is the own card
  for_each_card([&](Card card) {
    all += open.pool[card];
    if (card.belt() <= own.belt()) weaker += open.pool[card];
  });
  return all > 0 ? static_cast<double>(weaker - 1) / all : 0;
}

double worth(const View& view, ActionId action) {
  const Open& open = view.open;
  const Edition edition = open.table.edition;
  const Seat me = *view.seat;
  const Dojo& mine = open.dojos[me];
  switch (action.kind()) {
    case Kind::give: {
      const double theirs = gain(open.dojos[action.to()], edition, view.own.drawn);
      return action.to() == me ? theirs - 1.5 : -theirs;
    }
    case Kind::answer:
      return action.yes() ? chance_to_win(open, view.own.card) : 0.5;
    case Kind::swap: {
      const Duel& duel = *open.duel;
      const Card other = me == open.dealer ? duel.challenger_card : duel.dealer_card;
      return gain(mine, edition, action.yes() ? other : view.own.card);
    }
    case Kind::place:
      return promise(with_card(mine, action.cell(), view.own.card), edition);
    case Kind::place_trophy:
      return promise(with_trophy(mine, action.line(), open.prize), edition);
    default:
      return 0;  // a throw: any is as good
  }
}

}  // namespace

ActionId simple_action(const View& view, SplitMix& numbers) {
  ActionId best;
  double most = -1e9;
  for (ActionId action : legal_actions(view.open, *view.seat)) {
    // A little chance decides between equals.
    const double value = worth(view, action) + 0.01 * numbers.below(100) / 100;
    if (value > most) most = value, best = action;
  }
  return best;
}

}  // namespace tatami::bots
