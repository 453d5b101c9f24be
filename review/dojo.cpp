#include <algorithm>
#include <functional>
#include <utility>

#include "chance/dojo.h"
#include "record/dojo.h"
#include "review/reviewing.h"
#include "rules/dojo/score.h"

namespace tatami::review {

namespace {

using dojo::ActionId;
using dojo::State;

constexpr int playouts_for_a_chance = 400;

// Each seat's share of the victory when students play on from here, all cards as they lie.
PerSeat<double> chances(const State& from, SplitMix& numbers) {
  const bots::DojoPlayer student{bots::DojoLevel::student};
  PerSeat<double> shares{};
  for (int i = 0; i < playouts_for_a_chance; ++i) {
    State state = from;
    chance::DojoLuck luck{state, numbers.next()};
    chance::play_out(
        state, luck,
        [&](const State& now, Seat seat) { return student.choose(view_of(now, seat), numbers); },
        [](const State&, ActionId) {});
    const SeatSet winners = dojo::outcome(state.open).winners;
    for (Seat seat : winners) shares[seat] += 1.0 / winners.size() / playouts_for_a_chance;
  }
  return shares;
}

std::size_t place_of(const bots::Opinions& opinions, ActionId action) {
  return static_cast<std::size_t>(std::ranges::find(opinions, action, &bots::Opinion::action) -
                                  opinions.begin());
}

ActionId best_of(const bots::Opinions& opinions) {
  return std::ranges::max_element(opinions, {}, &bots::Opinion::win)->action;
}

std::vector<Weighed> weighed(const bots::Opinions& opinions) {
  std::vector<Weighed> options;
  for (const bots::Opinion& opinion : opinions)
    options.push_back({record::write(*dojo::unpack(opinion.action)), opinion.win,
                       Weighed::Imagined{opinion.score, opinion.iterations}});
  return options;
}

bots::DojoPlayer thinker(const Thinking& thinking) {
  return bots::DojoPlayer{bots::DojoLevel::sensei, {.iterations = thinking.iterations}};
}

// The best option is found by one search and its advantage measured by another: the highest of
// several uncertain numbers is too high on average.
Judgement judge(const DojoStory::Step& step, const bots::DojoPlayer& judge_, SplitMix& numbers) {
  const dojo::View view = view_of(step.before, step.action.seat());
  const ActionId best = best_of(judge_.weigh(view, numbers));
  const bots::Opinions opinions = judge_.weigh(view, numbers);
  return {step.line,
          view.open.round,
          *view.seat,
          weighed(opinions),
          place_of(opinions, step.action),
          place_of(opinions, best),
          {}};
}

}  // namespace

DojoReviewing::DojoReviewing(DojoStory story, const Thinking& thinking)
    : story_(std::move(story)), numbers_(thinking.seed), judge_(thinker(thinking)) {
  review_.game = "dojo";
  review_.step = "round";
  review_.players = story_.end->open.table.players;
}

void DojoReviewing::go_on() {
  const DojoStory::Step& step = story_.steps[done_++];
  const dojo::Open& open = step.before.open;
  if (open.round != round_) {
    round_ = open.round;
    review_.chances.push_back(chances(step.before, numbers_));
    review_.lines.push_back(step.line);
  }
  if (!dojo::chance_acts(open) && open.phase != dojo::Phase::throws &&
      dojo::legal_actions(open, step.action.seat()).size() > 1)
    review_.judgements.push_back(judge(step, judge_, numbers_));
}

// The result against an even share is what the seat was worth, minus what own mistakes cost,
// plus a rival's share of what the others' cost them, plus the cards.
Review DojoReviewing::finish() {
  const int players = review_.players;
  const SeatSet winners = dojo::outcome(story_.end->open).winners;
  PerSeat<double> result{};
  for (Seat seat : winners) result[seat] = 1.0 / winners.size();
  review_.chances.push_back(result);
  PerSeat<double> own_play{};
  PerSeat<double> rivals_play{};
  for (const Judgement& judgement : review_.judgements)
    for (Seat seat : all_seats(players)) {
      if (seat == judgement.seat)
        own_play[seat] -= judgement.loss();
      else
        rivals_play[seat] += judgement.loss() / (players - 1);
    }
  PerSeat<double> seat_luck{};
  PerSeat<double> card_luck{};
  for (Seat seat : all_seats(players)) {
    const double even = 1.0 / players;
    seat_luck[seat] = review_.chances.front()[seat] - even;
    card_luck[seat] = result[seat] - even - seat_luck[seat] - own_play[seat] - rivals_play[seat];
  }
  review_.parts = {{"seat_luck", seat_luck},
                   {"card_luck", card_luck},
                   {"own_play", own_play},
                   {"rivals_play", rivals_play}};
  return std::move(review_);
}

std::vector<Hint> hints(const State& state, const Thinking& thinking) {
  SplitMix numbers{thinking.seed};
  std::vector<Hint> all;
  for (Seat seat : state.open.to_act) {
    if (dojo::legal_actions(state.open, seat).size() < 2) continue;
    const dojo::View view = view_of(state, seat);
    Hint hint{seat, weighed(thinker(thinking).weigh(view, numbers)), {}};
    std::ranges::sort(hint.options, std::greater{}, &Weighed::win);
    all.push_back(hint);
  }
  return all;
}

}  // namespace tatami::review
