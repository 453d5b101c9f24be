#include "bots/dojo/student.h"

#include "bots/dojo/random.h"
#include "bots/dojo/scene.h"

namespace tatami::dojo::mind {

namespace {

// The chance in percent that the dealer's card, which could be any unseen one, has no higher belt.
int chance_to_win(const View& view) {
  const CardCounts unseen = unseen_cards(view);
  int weaker = 0;
  for_each_card([&](Card card) {
    if (card.belt() <= view.own.card.belt()) weaker += unseen[card];
  });
  const int all = unseen.total();
  return all > 0 ? 100 * weaker / all : 100;
}

// The points that an average unseen card would add to a dojo.
Points middling(const Scene& scene, const Judge& judge, Seat seat) {
  Points sum = 0;
  Points all = 0;
  for_each_card([&](Card card) {
    const int count = scene.open.pool[card];
    if (count == 0) return;
    sum += count * judge.best_spot(scene.floors[seat], card).gain;
    all += count;
  });
  return sum / all;
}

Points worth_to_student(const Scene& scene, const Judge& judge, ActionId action) {
  const Card own = scene.view.own.card;
  switch (action.kind()) {
    case Kind::give: {
      const Points gain = judge.best_spot(scene.floors[action.to()], scene.view.own.drawn).gain -
                          middling(scene, judge, action.to());
      return action.to() == scene.me ? gain : -gain / (scene.players - 1);
    }
    case Kind::answer:
      return action.yes() ? chance_to_win(scene.view) : students_courage;
    case Kind::swap:
      return judge.best_spot(scene.mine(), action.yes() ? scene.rivals_card() : own).gain;
    case Kind::place:
      return judge.gain(scene.mine(), action.cell(), own);
    case Kind::place_trophy: {
      const Line line = action.line();
      return judge.stand_gain(scene.mine(), line.is_row(),
                              line.is_row() ? slot(line.row()) : slot(line.column()),
                              kind_at_line(scene.open.prize));
    }
    default:
      return 0;
  }
}

template <class Worth>
ActionId best_action(const View& view, Worth&& worth) {
  ActionId best;
  Points most = -1'000'000'000;
  for (ActionId action : legal_actions(view.open, *view.seat)) {
    const Points value = worth(action);
    if (value > most) most = value, best = action;
  }
  return best;
}

// Considers only rows, and only what they would score now.
Points rows_alone(const Floor& floor, Cell cell, Card card) {
  const std::size_t r = lines_of_cell[cell.code()].row;
  const auto points = [&](LineSum sum) {
    const RowPattern& pattern = all_row_patterns[row_looks[row_sum(sum)].pattern];
    const int size = pattern.groups[0] + pattern.raccoons;
    return size * (size + 1) / 2;
  };
  return point * (points(floor.rows[r] + line_weight[card.code()]) - points(floor.rows[r]));
}

Points use_to_novice(const Floor& floor, Card card) {
  Points best = 0;
  for (Cell cell : floor.open) best = std::max(best, rows_alone(floor, cell, card));
  return best;
}

Points worth_to_novice(const Scene& scene, ActionId action) {
  const Card own = scene.view.own.card;
  switch (action.kind()) {
    case Kind::give: {
      const Points use = use_to_novice(scene.mine(), scene.view.own.drawn);
      return action.to() == scene.me ? use - 3 * point / 2 : 0;
    }
    case Kind::answer:
      return action.yes() ? own.belt().value : 4;
    case Kind::swap:
      return use_to_novice(scene.mine(), action.yes() ? scene.rivals_card() : own);
    case Kind::place:
      return rows_alone(scene.mine(), action.cell(), own);
    default:
      return 0;
  }
}

}  // namespace

ActionId student_action(const View& view, SplitMix& numbers) {
  if (view.open.phase == Phase::throws) return bots::random_action(view.open, *view.seat, numbers);
  const Scene scene{view};
  const Supply usual;
  const Judge judge{hand_made_outlooks(scene.edition)[scene.cards_then()], usual};
  return best_action(view, [&](ActionId action) { return worth_to_student(scene, judge, action); });
}

ActionId novice_action(const View& view, SplitMix& numbers) {
  const Scene scene{view};
  // Options of similar value are chosen among at random, and now and then the best is overlooked.
  return best_action(view, [&](ActionId action) {
    const auto blur = static_cast<Points>(numbers.below(static_cast<std::uint32_t>(point)));
    return worth_to_novice(scene, action) * (action.kind() == Kind::answer ? point : 1) + blur;
  });
}

}  // namespace tatami::dojo::mind
