#include "cli/analyse.h"

#include <fmt/core.h>

#include <algorithm>

#include "cli/commands.h"
#include "cli/draw_dojo.h"
#include "cli/draw_tatamokatsu.h"
#include "cli/plot.h"
#include "cli/progress.h"
#include "cli/record_file.h"
#include "cli/review.h"
#include "games/games.h"
#include "record/tatamokatsu.h"
#include "rules/dojo/legal.h"
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

// Everything a choice depends on is public: the fingers and the dice.
std::string knowledge(const tatamokatsu::State& state, Seat) {
  const tatamokatsu::Open& open = state.open;
  std::string fingers;
  for (Seat seat : all_seats(open.setup.players))
    fingers += fmt::format("{}{}", fingers.empty() ? "" : " ", open.fingers[seat].size());
  using tatamokatsu::Die;
  return fmt::format("fingers {}, dice {} {} {}", fingers, record::name(open.roll[Die{0}]),
                     record::name(open.roll[Die{1}]), record::name(open.roll[Die{2}]));
}

// Calls `visit` with the state before a judged move.
template <class Visit>
void visit_before(const review::AnyTranscript& any, const review::Assessment& assessment,
                  Visit&& visit) {
  std::visit(
      [&]<class T>(const T& transcript) {
        if constexpr (!std::is_same_v<T, std::monostate>)
          visit(std::ranges::find(transcript.moves, assessment.line, &T::Move::line)->before);
      },
      any);
}

DojoDrawing dojo_drawing() { return DojoDrawing{Pen{false, seat_number}}; }
TatamokatsuDrawing tatamokatsu_drawing() { return TatamokatsuDrawing{Pen{false, seat_number}}; }

template <class Action>
auto action_of(const std::string& event) {
  return pack(*record::from_json<Action>(*json::parse(event)));
}

Picture picture(const dojo::State& state, Seat seat, const std::string& event) {
  const dojo::View view = view_of(state, seat);
  const auto action = action_of<dojo::Action>(event);
  return {dojo_drawing().option(view, action), dojo_drawing().board(view, action)};
}

Picture picture(const tatamokatsu::State& state, Seat, const std::string& event) {
  const auto action = action_of<tatamokatsu::Action>(event);
  return {tatamokatsu_drawing().option(state.open, action),
          action.kind() == tatamokatsu::Kind::announce
              ? std::vector<std::string>{}
              : tatamokatsu_drawing().board(state.open, action)};
}

// Cells are shown as letters, in the order of the legal actions.
void print_hint(const dojo::State& state, const review::Hint& hint) {
  const dojo::View view = view_of(state, hint.seat);
  const auto legal = dojo::legal_actions(view.open, hint.seat);
  const bool places = view.open.phase == dojo::Phase::train;
  print_for_people(
      hint,
      places ? dojo_drawing().dojo(view.open.dojos[hint.seat], view.open.setup.edition, true)
             : std::vector<std::string>{},
      [&](const std::string& event) {
        const auto action = action_of<dojo::Action>(event);
        const auto index = std::ranges::find(legal, action) - legal.begin();
        return (places ? fmt::format("[{}] ", static_cast<char>('a' + index)) : "") +
               dojo_drawing().option(view, action);
      });
}

void print_hint(const tatamokatsu::State& state, const review::Hint& hint) {
  print_for_people(
      hint, {}, [&](const std::string& event) { return picture(state, hint.seat, event).words; });
}

review::Review judged(review::Reviewing& reviewing, const review::AnyTranscript& transcript) {
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
  for (review::Assessment& assessment : review.assessments)
    visit_before(transcript, assessment, [&](const auto& state) {
      assessment.knowledge = knowledge(state, assessment.seat);
    });
  return review;
}

int cannot_analyse(const std::string& file, const record::Replay& replay) {
  fmt::print(stderr, "{}: games of {} cannot be analysed\n", file, replay.game()->name());
  return bad_input;
}

}  // namespace

int analyse(const AnalyseOptions& options) {
  record::Replay replay;
  review::AnyTranscript transcript;
  const bool read = read_record(options.file, replay, [&](long number, const std::string& line) {
    add(transcript, replay, line, number);
    return true;
  });
  if (!read) return bad_input;
  if (!replay.over()) {
    fmt::print(stderr, "{}: the game is not finished; try tatami hint\n", options.file);
    return bad_input;
  }
  std::optional<review::Reviewing> reviewing = review::reviewing(transcript, options.thinking);
  if (!reviewing) return cannot_analyse(options.file, replay);
  const review::Review review = judged(*reviewing, transcript);
  if (options.json)
    fmt::print("{}\n", to_json(review));
  else
    print_for_people(review, [&](const review::Assessment& assessment, const std::string& event) {
      Picture drawn;
      visit_before(transcript, assessment,
                   [&](const auto& state) { drawn = picture(state, assessment.seat, event); });
      return drawn;
    });
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
  bool can_be_rated = false;
  std::vector<review::Hint> all;
  visit_state(replay, games::Recorded{}, [&](const auto& state) {
    if constexpr (requires { review::hints(state, options.thinking); }) {
      can_be_rated = true;
      all = review::hints(state, options.thinking);
      for (review::Hint& each : all) each.knowledge = knowledge(state, each.seat);
    }
  });
  if (!can_be_rated) return cannot_analyse(options.file, replay);
  if (options.seat)
    std::erase_if(all, [&](const review::Hint& each) { return each.seat != Seat{*options.seat}; });
  if (all.empty()) {
    fmt::print(stderr, "{}: {} has no decision to make there; choose another position with --at\n",
               options.file,
               options.seat ? seat_number(Seat{*options.seat}) : std::string{"nobody"});
    return bad_input;
  }
  for (const review::Hint& each : all) {
    if (options.json)
      fmt::print("{}\n", to_json(each));
    else
      visit_state(replay, games::Recorded{}, [&](const auto& state) {
        if constexpr (requires { print_hint(state, each); }) print_hint(state, each);
      });
  }
  return ok;
}

}  // namespace tatami::cli
