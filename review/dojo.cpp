#include <algorithm>
#include <cmath>
#include <functional>
#include <utility>

#include "chance/dojo.h"
#include "record/dojo.h"
#include "review/puzzles.h"
#include "review/reviewing.h"
#include "rules/dojo/score.h"

namespace tatami::review {

namespace {

using dojo::ActionId;
using dojo::State;
using Move = Transcript<record::Dojo>::Move;

constexpr int playouts_for_a_chance = 400;

// Each seat's win share when students play on from here, with all cards as they lie.
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
    options.push_back({record::to_json(*dojo::unpack(opinion.action)), opinion.win,
                       Weighed::Imagined{opinion.score, opinion.iterations}});
  return options;
}

bots::DojoPlayer thinker(const Thinking& thinking) {
  return bots::DojoPlayer{bots::DojoLevel::sensei, {.iterations = thinking.iterations}};
}

// One search finds the best option and another measures its advantage, because the highest of
// several uncertain numbers is too high on average.
Assessment judge(const Move& move, const bots::DojoPlayer& judge_, SplitMix& numbers) {
  const dojo::View view = view_of(move.before, move.action.seat());
  const ActionId best = best_of(judge_.weigh(view, numbers));
  const bots::Opinions opinions = judge_.weigh(view, numbers);
  return {move.line,
          view.open.round,
          *view.seat,
          weighed(opinions),
          place_of(opinions, move.action),
          place_of(opinions, best),
          {}};
}

}  // namespace

bool is_decision(const State& before, ActionId action) {
  const dojo::Open& open = before.open;
  return !dojo::chance_acts(open) && open.phase != dojo::Phase::throws &&
         dojo::legal_actions(open, action.seat()).size() > 1;
}

DojoReviewing::DojoReviewing(Transcript<Game> transcript, const Thinking& thinking)
    : transcript_(std::move(transcript)), numbers_(thinking.seed), judge_(thinker(thinking)) {
  review_.game = Game::name;
  review_.step = "round";
  review_.players = transcript_.end.open.setup.players;
}

void DojoReviewing::go_on() {
  const Move& move = transcript_.moves[done_++];
  if (const int round = move.before.open.round; round != round_) {
    round_ = round;
    review_.chances.push_back(chances(move.before, numbers_));
    review_.lines.push_back(move.line);
  }
  if (is_decision(move.before, move.action))
    review_.assessments.push_back(judge(move, judge_, numbers_));
}

// The result minus an even share is what the seat was worth, minus what its own mistakes cost, plus
// a rival's share of what the others' mistakes cost, plus the cards.
Review DojoReviewing::finish() {
  const int players = review_.players;
  const SeatSet winners = dojo::outcome(transcript_.end.open).winners;
  PerSeat<double> result{};
  for (Seat seat : winners) result[seat] = 1.0 / winners.size();
  review_.chances.push_back(result);
  Part own_play{Source::own_play, {}};
  Part rivals_play{Source::rivals_play, {}};
  for (const Assessment& assessment : review_.assessments)
    for (Seat seat : all_seats(players)) {
      const bool own = seat == assessment.seat;
      const double weight = own ? -1 : 1.0 / (players - 1);
      Part& part = own ? own_play : rivals_play;
      part.shares[seat] += weight * assessment.loss();
      part.doubts[seat] = std::hypot(part.doubts[seat], weight * assessment.doubt());
    }
  Part seat_luck{Source::seat_luck, {}};
  Part card_luck{Source::card_luck, {}};
  for (Seat seat : all_seats(players)) {
    const double even = 1.0 / players;
    const double chance = review_.chances.front()[seat];
    seat_luck.shares[seat] = chance - even;
    seat_luck.doubts[seat] = std::sqrt(chance * (1 - chance) / playouts_for_a_chance);
    card_luck.shares[seat] = result[seat] - even - seat_luck.shares[seat] - own_play.shares[seat] -
                             rivals_play.shares[seat];
    // The rest, so it has the errors of all the others.
    card_luck.doubts[seat] =
        std::hypot(seat_luck.doubts[seat], own_play.doubts[seat], rivals_play.doubts[seat]);
  }
  review_.parts = {seat_luck, card_luck, own_play, rivals_play};
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
