#include "cli/analyse.h"

#include <fmt/core.h>

#include "cli/commands.h"
#include "cli/draw_dojo.h"
#include "cli/plot.h"
#include "cli/progress.h"
#include "cli/record_file.h"
#include "cli/review.h"
#include "record/tatamokatsu.h"
#include "rules/dojo/view.h"

namespace tatami::cli {

namespace {

std::string knowledge(const dojo::State& state, Seat seat) {
  std::string text = DojoDrawing{Pen{false, seat_number}}.knowledge(view_of(state, seat).own);
  if (state.open.phase == dojo::Phase::swap) {
    const dojo::Duel& duel = *state.open.duel;
    text += ", the other card " +
            record::name(seat == duel.challenger ? duel.dealer_card : duel.challenger_card);
  }
  return text;
}

// Everything a choice depends on lies open: the fingers, and the dice.
std::string knowledge(const tatamokatsu::State& state, Seat) {
  const tatamokatsu::Open& open = state.open;
  std::string fingers;
  for (Seat seat : all_seats(open.table.players))
    fingers += fmt::format("{}{}", fingers.empty() ? "" : " ", open.fingers[seat].size());
  using tatamokatsu::Die;
  return fmt::format("fingers {}, dice {} {} {}", fingers, record::name(open.roll[Die{0}]),
                     record::name(open.roll[Die{1}]), record::name(open.roll[Die{2}]));
}

template <class Story>
void tell_knowledge(review::Review& review, const Story& story) {
  auto step = story.steps.begin();
  for (review::Judgement& judgement : review.judgements) {
    while (step->line != judgement.line) ++step;
    judgement.knowledge = knowledge(step->before, judgement.seat);
  }
}

review::Review judged(const review::Telling& telling, const review::Thinking& thinking) {
  review::Reviewing reviewing = review::reviewing(telling, thinking);
  review::Review review = std::visit(
      [](auto& each) {
        Progress progress{each.steps()};
        while (each.done() < each.steps()) {
          each.go_on();
          progress.add(1);
        }
        return each.finish();
      },
      reviewing);
  if (telling.dojo.end)
    tell_knowledge(review, telling.dojo);
  else
    tell_knowledge(review, telling.tatamokatsu);
  return review;
}

}  // namespace

int analyse(const AnalyseOptions& options) {
  record::Replay replay;
  review::Telling telling;
  const bool read = read_record(options.file, replay, [&](long number, const std::string& line) {
    telling.go_on(replay, line, number);
    return true;
  });
  if (!read) return bad_input;
  if (!replay.over()) {
    fmt::print(stderr, "{}: not a finished game\n", options.file);
    return bad_input;
  }
  const review::Review review = judged(telling, options.thinking);
  if (options.json)
    fmt::print("{}\n", to_json(review));
  else
    print_for_people(review);
  if (!options.curve.empty() && !write_file(options.curve, plot(review))) return bad_input;
  return ok;
}

int hint(const HintOptions& options) {
  record::Replay replay;
  long last = 0;
  const bool read = read_record(options.file, replay, [&](long number, const std::string&) {
    last = number;
    return !options.line || number < *options.line;
  });
  if (!read) return bad_input;
  if (options.line && last < *options.line) {
    fmt::print(stderr, "{}: has only {} lines\n", options.file, last);
    return bad_input;
  }
  std::vector<review::Hint> all = std::visit(
      [&](const auto& state) {
        std::vector<review::Hint> hints = review::hints(state, options.thinking);
        for (review::Hint& each : hints) each.knowledge = knowledge(state, each.seat);
        return hints;
      },
      *replay.game());
  if (options.seat)
    std::erase_if(all, [&](const review::Hint& each) { return each.seat != Seat{*options.seat}; });
  if (all.empty()) {
    fmt::print(stderr, "{}: {} to decide there\n", options.file,
               options.seat ? seat_number(Seat{*options.seat}) + " has nothing"
                            : std::string{"nobody has anything"});
    return bad_input;
  }
  for (const review::Hint& each : all) {
    if (options.json)
      fmt::print("{}\n", to_json(each));
    else
      print_for_people(each);
  }
  return ok;
}

}  // namespace tatami::cli
