#include <fmt/core.h>

#include <algorithm>
#include <functional>

#include "bots/tatamokatsu/solution.h"
#include "cli/analyse.h"
#include "cli/draw_tatamokatsu.h"
#include "record/tatamokatsu.h"

namespace tatami::cli {

using namespace tatamokatsu;

namespace {

using bots::Prospect;
using bots::Prospects;
using bots::Shares;

bots::Solution solve(const Table& table, const Thinking& thinking) {
  return bots::Solution{table.players, bots::race_among(thinking.reflexes, table.timing.tie)};
}

// Everything a choice depends on lies open: the fingers, and the dice.
std::string knowledge(const Open& open) {
  std::string fingers;
  for (Seat seat : all_seats(open.table.players))
    fingers += fmt::format("{}{}", fingers.empty() ? "" : " ", open.fingers[seat].size());
  return fmt::format("fingers {}, dice {} {} {}", fingers, record::name(open.roll[Die{0}]),
                     record::name(open.roll[Die{1}]), record::name(open.roll[Die{2}]));
}

std::vector<Weighed> weighed(const Prospects& prospects, Seat seat) {
  std::vector<Weighed> options;
  for (const Prospect& prospect : prospects)
    options.push_back({record::write(*unpack(prospect.action)), prospect.shares[seat], {}});
  return options;
}

bool is_decision(Kind kind) { return kind >= Kind::announce; }

// But for the choice of fingers.
bool are_alike(ActionId a, ActionId b) {
  if (a.kind() != b.kind()) return false;
  if (a.kind() == Kind::strike) return a.target() == b.target();
  return a.kind() != Kind::announce || a.values().count_of_tens() == b.values().count_of_tens();
}

// Every event moves the value of the position from one vector to the next, so that what they are
// put down to adds up to the result.
class Reviewing {
 public:
  Reviewing(const TatamokatsuStory& story, const Thinking& thinking)
      : story_(story), solution_(solve(story.end->open.table, thinking)) {
    review_.game = "tatamokatsu";
    review_.step = "roll";
    review_.players = solution_.players();
  }

  Review run() {
    Shares value = solution_.value(story_.steps.front().before.open);
    bots::add(seat_luck_, 1, value);
    for (Seat seat : all_seats(review_.players)) seat_luck_[seat] -= 1.0 / review_.players;
    for (std::size_t i = 0; i < story_.steps.size(); ++i) {
      const bool last = i + 1 == story_.steps.size();
      const State& next = last ? *story_.end : story_.steps[i + 1].before;
      const Shares after = solution_.value(next.open);
      take(story_.steps[i], value, after);
      value = after;
    }
    review_.chances.push_back(value);
    review_.parts = {{"seat_luck", seat_luck_},
                     {"dice_luck", dice_luck_},
                     {"race", race_},
                     {"own_play", own_play_},
                     {"rivals_play", rivals_play_}};
    return review_;
  }

 private:
  static void add_change(Shares& sum, const Shares& before, const Shares& after) {
    bots::add(sum, 1, after);
    bots::add(sum, -1, before);
  }

  void take(const TatamokatsuStory::Step& step, const Shares& before, const Shares& after) {
    const Kind kind = step.action.kind();
    if (kind == Kind::roll) review_.chances.push_back(before);
    if (is_decision(kind))
      judge(step, before, after);
    else
      add_change(chance_acts(step.before.open) ? dice_luck_ : race_, before, after);
  }

  // His play is how his choice compares with the best one, to the others it is how it compares with
  // what they had to expect. That he was in time to announce at all belongs to the race.
  void judge(const TatamokatsuStory::Step& step, const Shares& before, const Shares& after) {
    const Seat seat = step.action.seat();
    const Open& open = step.before.open;
    const Prospects prospects = solution_.weigh(open, seat, step.action.at());
    const auto chosen = std::ranges::find_if(
        prospects, [&](const Prospect& each) { return are_alike(each.action, step.action); });
    const auto best = std::ranges::max_element(
        prospects, {}, [&](const Prospect& each) { return each.shares[seat]; });
    Shares expected;
    for (const Prospect& each : prospects) bots::add(expected, each.chance, each.shares);
    expected[seat] = best->shares[seat];
    add_change(race_, before, expected);
    for (Seat each : all_seats(review_.players))
      (each == seat ? own_play_ : rivals_play_)[each] += after[each] - expected[each];
    if (prospects.size() == 1) return;
    review_.judgements.push_back({step.line, static_cast<int>(review_.chances.size()), seat,
                                  knowledge(open), weighed(prospects, seat),
                                  static_cast<std::size_t>(chosen - prospects.begin()),
                                  static_cast<std::size_t>(best - prospects.begin())});
  }

  const TatamokatsuStory& story_;
  bots::Solution solution_;
  Shares seat_luck_;
  Shares dice_luck_;
  Shares race_;
  Shares own_play_;
  Shares rivals_play_;
  Review review_;
};

}  // namespace

Review review(const TatamokatsuStory& story, const Thinking& thinking) {
  return Reviewing{story, thinking}.run();
}

std::vector<Hint> hints(const State& state, const Thinking& thinking) {
  const Open& open = state.open;
  const Seat seat = open.to_act.empty() ? open.roller : open.to_act.first();
  const Prospects prospects = solve(open.table, thinking).weigh(open, seat);
  if (prospects.empty()) return {};
  Hint hint{seat, knowledge(open), weighed(prospects, seat)};
  std::ranges::sort(hint.options, std::greater{}, &Weighed::win);
  return {hint};
}

}  // namespace tatami::cli
