#include <algorithm>
#include <functional>
#include <utility>

#include "record/tatamokatsu.h"
#include "review/reviewing.h"

namespace tatami::review {

using namespace tatamokatsu;

namespace {

using bots::Prospect;
using bots::Prospects;
using bots::Shares;

bots::Solution solve(const Setup& setup, const Thinking& thinking) {
  return bots::Solution{setup.players, bots::race_among(thinking.reflexes, setup.timing.tie)};
}

std::vector<Weighed> weighed(const Prospects& prospects, Seat seat) {
  std::vector<Weighed> options;
  for (const Prospect& prospect : prospects)
    options.push_back({record::to_json(*unpack(prospect.action)), prospect.shares[seat], {}});
  return options;
}

bool is_decision(Kind kind) { return kind >= Kind::announce; }

// Except for the choice of fingers.
bool are_alike(ActionId a, ActionId b) {
  if (a.kind() != b.kind()) return false;
  if (a.kind() == Kind::strike) return a.target() == b.target();
  return a.kind() != Kind::announce || a.values().count_of_tens() == b.values().count_of_tens();
}

void add_change(Shares& sum, const Shares& before, const Shares& after) {
  bots::add(sum, 1, after);
  bots::add(sum, -1, before);
}

}  // namespace

TatamokatsuReviewing::TatamokatsuReviewing(Transcript<Game> transcript, const Thinking& thinking)
    : transcript_(std::move(transcript)), solution_(solve(transcript_.end.open.setup, thinking)) {
  review_.game = Game::name;
  review_.step = "roll";
  review_.players = solution_.players();
  value_ = solution_.value(transcript_.moves.front().before.open);
  bots::add(seat_luck_, 1, value_);
  for (Seat seat : all_seats(review_.players)) seat_luck_[seat] -= 1.0 / review_.players;
}

void TatamokatsuReviewing::go_on() {
  const Move& move = transcript_.moves[done_++];
  const State& next = done_ == steps() ? transcript_.end : transcript_.moves[done_].before;
  const Shares after = solution_.value(next.open);
  take(move, value_, after);
  value_ = after;
}

Review TatamokatsuReviewing::finish() {
  review_.chances.push_back(value_);
  review_.parts = {{Source::seat_luck, seat_luck_, {}},
                   {Source::dice_luck, dice_luck_, {}},
                   {Source::race, race_, {}},
                   {Source::own_play, own_play_, {}},
                   {Source::rivals_play, rivals_play_, {}}};
  return std::move(review_);
}

void TatamokatsuReviewing::take(const Move& move, const Shares& before, const Shares& after) {
  const Kind kind = move.action.kind();
  if (kind == Kind::roll) {
    review_.chances.push_back(before);
    review_.lines.push_back(move.line);
  }
  if (is_decision(kind))
    judge(move, before, after);
  else
    add_change(chance_acts(move.before.open) ? dice_luck_ : race_, before, after);
}

// A player's own play is their choice compared with the best one; to the others it is the choice
// compared with what they could expect. Being in time to announce at all belongs to the race.
void TatamokatsuReviewing::judge(const Move& move, const Shares& before, const Shares& after) {
  const Seat seat = move.action.seat();
  const Prospects prospects = solution_.weigh(move.before.open, seat, move.action.at());
  const auto chosen = std::ranges::find_if(
      prospects, [&](const Prospect& each) { return are_alike(each.action, move.action); });
  const auto best = std::ranges::max_element(
      prospects, {}, [&](const Prospect& each) { return each.shares[seat]; });
  Shares expected;
  for (const Prospect& each : prospects) bots::add(expected, each.chance, each.shares);
  expected[seat] = best->shares[seat];
  add_change(race_, before, expected);
  for (Seat each : all_seats(review_.players))
    (each == seat ? own_play_ : rivals_play_)[each] += after[each] - expected[each];
  if (prospects.size() == 1) return;
  review_.assessments.push_back({move.line,
                                 static_cast<int>(review_.chances.size()),
                                 seat,
                                 weighed(prospects, seat),
                                 static_cast<std::size_t>(chosen - prospects.begin()),
                                 static_cast<std::size_t>(best - prospects.begin()),
                                 {}});
}

std::vector<Hint> hints(const State& state, const Thinking& thinking) {
  const Open& open = state.open;
  const Seat seat = open.to_act.empty() ? open.roller : open.to_act.first();
  const Prospects prospects = solve(open.setup, thinking).weigh(open, seat);
  if (prospects.empty()) return {};
  Hint hint{seat, weighed(prospects, seat), {}};
  std::ranges::sort(hint.options, std::greater{}, &Weighed::win);
  return {hint};
}

}  // namespace tatami::review
