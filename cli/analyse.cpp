#include "cli/analyse.h"

#include <fmt/core.h>

#include <algorithm>
#include <span>

#include "chance/dojo.h"
#include "cli/commands.h"
#include "cli/dojo_entrant.h"
#include "cli/draw_dojo.h"
#include "cli/plot.h"
#include "cli/progress.h"
#include "cli/record_file.h"
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

const bots::Opinion& opinion_of(const bots::Opinions& opinions, ActionId action) {
  return *std::ranges::find(opinions, action, &bots::Opinion::action);
}

const bots::Opinion& best_of(const bots::Opinions& opinions) {
  return *std::ranges::max_element(opinions, {}, &bots::Opinion::win);
}

// The best option is found by one search and its advantage measured by another: the highest of
// several uncertain numbers is too high on average.
Judgement judge(const dojo::View& view, ActionId chosen, const DojoEntrant& judge_,
                SplitMix& numbers) {
  Judgement judgement;
  judgement.round = view.open.round;
  judgement.view = view;
  judgement.chosen = chosen;
  judgement.best = best_of(weigh(judge_, view, numbers)).action;
  judgement.opinions = weigh(judge_, view, numbers);
  judgement.loss = opinion_of(judgement.opinions, judgement.best).win -
                   opinion_of(judgement.opinions, chosen).win;
  return judgement;
}

struct Step {
  State before;
  ActionId action;
  long line;
};

class Reviewing {
 public:
  Reviewing(const AnalyseOptions& options, const std::vector<Step>& steps, const State& end)
      : numbers_(options.seed), steps_(steps), end_(end) {
    judge_.level = bots::DojoLevel::sensei;
    judge_.iterations = options.iterations;
    review_.players = end.open.table.players;
  }

  Review run() {
    Progress progress{steps_.size()};
    for (const Step& step : steps_) {
      const dojo::Open& open = step.before.open;
      if (open.round != round_) {
        round_ = open.round;
        review_.chances.push_back(chances(step.before, numbers_));
      }
      const Seat seat = step.action.seat();
      if (!dojo::chance_acts(open) && dojo::legal_actions(open, seat).size() > 1) {
        review_.judgements.push_back(
            judge(view_of(step.before, seat), step.action, judge_, numbers_));
        review_.judgements.back().line = step.line;
      }
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
    const SeatSet winners = dojo::outcome(end_.open).winners;
    PerSeat<double> result{};
    for (Seat seat : winners) result[seat] = 1.0 / winners.size();
    review_.chances.push_back(result);
    for (const Judgement& judgement : review_.judgements)
      for (Seat seat : all_seats(players)) {
        if (seat == judgement.view.seat)
          review_.own_play[seat] -= judgement.loss;
        else
          review_.rivals_play[seat] += judgement.loss / (players - 1);
      }
    for (Seat seat : all_seats(players)) {
      const double even = 1.0 / players;
      review_.seat_luck[seat] = review_.chances.front()[seat] - even;
      review_.card_luck[seat] = result[seat] - even - review_.seat_luck[seat] -
                                review_.own_play[seat] - review_.rivals_play[seat];
    }
  }

  SplitMix numbers_;
  const std::vector<Step>& steps_;
  const State& end_;
  DojoEntrant judge_;
  int round_ = 0;
  Review review_;
};

// ---- Reports ----

std::string option_text(ActionId action) { return record::write(*dojo::unpack(action)); }

std::vector<const Judgement*> worst_three(const Review& review, Seat seat) {
  std::vector<const Judgement*> worst;
  for (const Judgement& judgement : review.judgements)
    if (judgement.view.seat == seat && judgement.loss > 0) worst.push_back(&judgement);
  std::ranges::sort(worst, [](const auto* a, const auto* b) { return a->loss > b->loss; });
  if (worst.size() > 3) worst.resize(3);
  return worst;
}

void print_for_people(const Review& review) {
  const DojoDrawing drawing{Pen{false, seat_number}};
  const auto in_points = [](double share) { return fmt::format("{:+6.1f}", 100 * share); };
  fmt::print("In points of win share (100 is a victory)\n\n");
  fmt::print("          result   seat   cards   own play   rivals' play\n");
  for (Seat seat : all_seats(review.players))
    fmt::print("{:<8} {:>7.1f} {:>7} {:>6} {:>9} {:>12}\n", seat_number(seat),
               100 * review.chances.back()[seat], in_points(review.seat_luck[seat]),
               in_points(review.card_luck[seat]), in_points(review.own_play[seat]),
               in_points(review.rivals_play[seat]));
  for (Seat seat : all_seats(review.players)) {
    fmt::print("\nThe costliest decisions of {}\n", seat_number(seat));
    for (const Judgement* judgement : worst_three(review, seat)) {
      fmt::print("  line {}, round {}: -{:.1f}, {}\n", judgement->line, judgement->round,
                 100 * judgement->loss, drawing.knowledge(judgement->view.own));
      for (const ActionId option : {judgement->chosen, judgement->best}) {
        const bots::Opinion& opinion = opinion_of(judgement->opinions, option);
        fmt::print("    {:<6} {:<44} wins {:4.1f} %, {:.1f} points\n",
                   option == judgement->chosen ? "chosen" : "better", option_text(option),
                   100 * opinion.win, opinion.score);
      }
    }
  }
  fmt::print("\nChances of victory when each round began, and the result\n");
  for (Seat seat : all_seats(review.players)) {
    fmt::print("{:<8}", seat_number(seat));
    for (const PerSeat<double>& at : review.chances) fmt::print(" {:3.0f}", 100 * at[seat]);
    fmt::print("\n");
  }
}

std::string numbers_of(const PerSeat<double>& values, int players) {
  std::string text;
  for (Seat seat : all_seats(players))
    text += fmt::format("{}{:.4f}", text.empty() ? "" : ",", values[seat]);
  return "[" + text + "]";
}

std::string options_json(std::span<const bots::Opinion> opinions) {
  std::string options;
  for (const bots::Opinion& opinion : opinions)
    options += fmt::format("{}{{\"event\":{},\"win\":{:.4f},\"score\":{:.2f},\"games\":{}}}",
                           options.empty() ? "" : ",", option_text(opinion.action), opinion.win,
                           opinion.score, opinion.iterations);
  return options;
}

void print_json(const Review& review) {
  std::string decisions;
  for (const Judgement& judgement : review.judgements) {
    const std::string options =
        options_json({judgement.opinions.begin(), judgement.opinions.end()});
    decisions += fmt::format(
        "{}{{\"line\":{},\"round\":{},\"seat\":{},\"chosen\":{},\"best\":{},\"loss\":{:.4f},"
        "\"options\":[{}]}}",
        decisions.empty() ? "" : ",", judgement.line, judgement.round, judgement.view.seat->value,
        option_text(judgement.chosen), option_text(judgement.best), judgement.loss, options);
  }
  std::string curve;
  for (const PerSeat<double>& at : review.chances)
    curve += (curve.empty() ? "" : ",") + numbers_of(at, review.players);
  std::string worst;
  for (Seat seat : all_seats(review.players)) {
    std::string lines;
    for (const Judgement* judgement : worst_three(review, seat))
      lines += fmt::format("{}{}", lines.empty() ? "" : ",", judgement->line);
    worst += fmt::format("{}[{}]", worst.empty() ? "" : ",", lines);
  }
  fmt::print(
      "{{\"game\":\"dojo\",\"players\":{},\"chances\":[{}],\"seat_luck\":{},\"card_luck\":{},"
      "\"own_play\":{},\"rivals_play\":{},\"worst\":[{}],\"decisions\":[{}]}}\n",
      review.players, curve, numbers_of(review.seat_luck, review.players),
      numbers_of(review.card_luck, review.players), numbers_of(review.own_play, review.players),
      numbers_of(review.rivals_play, review.players), worst, decisions);
}

std::string plot(const Review& review) {
  std::vector<Curve> curves;
  for (Seat seat : all_seats(review.players)) {
    Curve curve{seat_number(seat), {}};
    for (const PerSeat<double>& at : review.chances) curve.values.push_back(100 * at[seat]);
    curves.push_back(curve);
  }
  return plot_curves("Chances of victory over the game", "round", "%", curves);
}

}  // namespace

int analyse(const AnalyseOptions& options) {
  record::Replay replay;
  std::vector<Step> steps;
  std::optional<State> before;
  const bool read = read_record(options.file, replay, [&](long number, const std::string& line) {
    const auto* state = std::get_if<State>(&*replay.game());
    if (!state) return false;
    if (before) {
      const auto action = record::read_dojo_action(*json::parse(line));
      steps.push_back({*before, dojo::pack(*action), number});
    }
    before = *state;
    return true;
  });
  if (!read) return bad_input;
  if (!before || !replay.over()) {
    fmt::print(stderr, "{}: not a finished game of Dojo\n", options.file);
    return bad_input;
  }
  const Review review = Reviewing{options, steps, *before}.run();
  if (options.json)
    print_json(review);
  else
    print_for_people(review);
  if (!options.curve.empty() && !write_file(options.curve, plot(review))) return bad_input;
  return ok;
}

namespace {

std::vector<bots::Opinion> best_first(const bots::Opinions& opinions) {
  std::vector<bots::Opinion> sorted(opinions.begin(), opinions.end());
  std::ranges::sort(sorted, [](const auto& a, const auto& b) { return a.win > b.win; });
  return sorted;
}

void print_hint(const dojo::View& view, const std::vector<bots::Opinion>& opinions) {
  const DojoDrawing drawing{Pen{false, seat_number}};
  fmt::print("{}: {}\n", seat_number(*view.seat), drawing.knowledge(view.own));
  for (const bots::Opinion& opinion : opinions)
    fmt::print("  {:<44} wins {:4.1f} %, {:.1f} points\n", option_text(opinion.action),
               100 * opinion.win, opinion.score);
}

void print_hint_json(const dojo::View& view, const std::vector<bots::Opinion>& opinions) {
  fmt::print("{{\"seat\":{},\"options\":[{}]}}\n", view.seat->value, options_json(opinions));
}

}  // namespace

int hint(const HintOptions& options) {
  record::Replay replay;
  const bool read = read_record(options.file, replay, [&](long number, const std::string&) {
    return !options.line || number < *options.line;
  });
  if (!read) return bad_input;
  const auto* state = std::get_if<State>(&*replay.game());
  if (!state || state->open.to_act.empty()) {
    fmt::print(stderr, "{}: nobody has to decide anything there{}\n", options.file,
               state ? "" : ", it is no game of Dojo");
    return bad_input;
  }
  DojoEntrant thinker;
  thinker.level = bots::DojoLevel::sensei;
  thinker.iterations = options.iterations;
  SplitMix numbers{options.seed};
  for (Seat seat : state->open.to_act) {
    const dojo::View view = view_of(*state, seat);
    const std::vector<bots::Opinion> opinions = best_first(weigh(thinker, view, numbers));
    if (options.json)
      print_hint_json(view, opinions);
    else
      print_hint(view, opinions);
  }
  return ok;
}

}  // namespace tatami::cli
