#include <algorithm>
#include <functional>

#include "chance/dojo.h"
#include "cli/analyse.h"
#include "cli/dojo_entrant.h"
#include "cli/draw_dojo.h"
#include "cli/progress.h"
#include "record/dojo.h"
#include "rules/dojo/score.h"

namespace tatami::cli {

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

DojoEntrant thinker(const Thinking& thinking) {
  DojoEntrant entrant;
  entrant.level = bots::DojoLevel::sensei;
  entrant.iterations = thinking.iterations;
  return entrant;
}

std::string knowledge(const dojo::View& view) {
  return DojoDrawing{Pen{false, seat_number}}.knowledge(view.own);
}

// The best option is found by one search and its advantage measured by another: the highest of
// several uncertain numbers is too high on average.
Judgement judge(const DojoStory::Step& step, const DojoEntrant& judge_, SplitMix& numbers) {
  const dojo::View view = view_of(step.before, step.action.seat());
  const ActionId best = best_of(weigh(judge_, view, numbers));
  const bots::Opinions opinions = weigh(judge_, view, numbers);
  return {step.line,
          view.open.round,
          *view.seat,
          knowledge(view),
          weighed(opinions),
          place_of(opinions, step.action),
          place_of(opinions, best)};
}

class Reviewing {
 public:
  Reviewing(const DojoStory& story, const Thinking& thinking)
      : numbers_(thinking.seed), story_(story), judge_(thinker(thinking)) {
    review_.game = "dojo";
    review_.step = "round";
    review_.players = story.end->open.table.players;
  }

  Review run() {
    Progress progress{story_.steps.size()};
    for (const DojoStory::Step& step : story_.steps) {
      const dojo::Open& open = step.before.open;
      if (open.round != round_) {
        round_ = open.round;
        review_.chances.push_back(chances(step.before, numbers_));
      }
      if (!dojo::chance_acts(open) && dojo::legal_actions(open, step.action.seat()).size() > 1)
        review_.judgements.push_back(judge(step, judge_, numbers_));
      progress.add(1);
    }
    account();
    return review_;
  }

 private:
  // The result against an even share is what the seat was worth, minus what own mistakes cost,
  // plus a rival's share of what the others' cost them, plus the cards.
  void account() {
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
  }

  SplitMix numbers_;
  const DojoStory& story_;
  DojoEntrant judge_;
  int round_ = 0;
  Review review_;
};

}  // namespace

Review review(const DojoStory& story, const Thinking& thinking) {
  return Reviewing{story, thinking}.run();
}

std::vector<Hint> hints(const State& state, const Thinking& thinking) {
  SplitMix numbers{thinking.seed};
  std::vector<Hint> all;
  for (Seat seat : state.open.to_act) {
    const dojo::View view = view_of(state, seat);
    Hint hint{seat, knowledge(view), weighed(weigh(thinker(thinking), view, numbers))};
    std::ranges::sort(hint.options, std::greater{}, &Weighed::win);
    all.push_back(hint);
  }
  return all;
}

}  // namespace tatami::cli
