#include "record/replay.h"

#include "record/dojo.h"
#include "record/tatamokatsu.h"
#include "rules/dojo/apply.h"
#include "rules/dojo/score.h"
#include "rules/tatamokatsu/apply.h"

namespace tatami::record {

namespace {

// The event as read, then as the rules of its game take it.
template <class State, class Action>
std::optional<std::string> take_event(State& state, const Result<Action, json::Problem>& action) {
  if (!action) return action.error().what;
  const auto next = apply(std::as_const(state), *action);
  if (!next) {
    using Refusal = std::remove_cvref_t<decltype(next.error())>;
    if (next.error() == Refusal::not_now) return "out of turn: " + std::string{awaited(state.open)};
    return std::string{describe(next.error())};
  }
  state = *next;
  return {};
}

std::optional<std::string> take_line(dojo::State& state, const json::Value& line) {
  return take_event(state, read_dojo_action(line));
}
std::optional<std::string> take_line(tatamokatsu::State& state, const json::Value& line) {
  return take_event(state, read_tatamokatsu_action(line));
}

}  // namespace

std::optional<std::string> Replay::take(std::string_view line) {
  if (line.size() > longest_line) return "the line is too long";
  const auto value = json::parse(line);
  if (!value) return "no valid JSON, " + value.error().what;
  if (!game_) return begin(*value);
  return std::visit([&](auto& state) { return take_line(state, *value); }, *game_);
}

std::optional<std::string> Replay::begin(const json::Value& header) {
  const json::Value* game = header.find("game");
  if (!game) return "not a header: \"game\" is missing";
  if (game->text == "dojo") {
    const auto dojo = read_dojo_header(header);
    if (!dojo) return dojo.error().what;
    game_ = dojo::start(dojo->table, dojo->deck);
    return {};
  }
  if (game->text == "tatamokatsu") {
    const auto tatamokatsu = read_tatamokatsu_header(header);
    if (!tatamokatsu) return tatamokatsu.error().what;
    game_ = tatamokatsu::start(tatamokatsu->table);
    return {};
  }
  return "unknown game: \"game\" is \"dojo\" or \"tatamokatsu\"";
}

bool Replay::over() const {
  return game_ && std::visit([](const auto& state) { return is_over(state.open); }, *game_);
}

std::string Replay::result() const {
  return std::visit(
      [](const auto& state) { return write(outcome(state.open), state.open.table.players); },
      *game_);
}

}  // namespace tatami::record
