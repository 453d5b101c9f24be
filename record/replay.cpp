#include "record/replay.h"

#include "rules/dojo/apply.h"

namespace tatami::record {

namespace {

std::optional<std::string> take_event(dojo::State& state, const json::Value& line) {
  const auto action = read_dojo_action(line);
  if (!action) return action.error().what;
  const auto next = dojo::apply(state, *action);
  if (!next) return std::string{dojo::describe(next.error())};
  state = *next;
  return {};
}

bool is_over(const dojo::State& state) { return dojo::is_over(state.open); }

std::string result_of(const dojo::State& state) {
  return write(dojo::outcome(state.open), state.open.table.players);
}

}  // namespace

std::optional<std::string> Replay::take(std::string_view line) {
  if (line.size() > longest_line) return "the line is too long";
  const auto value = json::parse(line);
  if (!value) return "no valid JSON, " + value.error().what;
  if (!game_) return begin(*value);
  return std::visit([&](auto& state) { return take_event(state, *value); }, *game_);
}

std::optional<std::string> Replay::begin(const json::Value& header) {
  const json::Value* game = header.find("game");
  if (!game) return "not a header: \"game\" is missing";
  if (game->kind == json::Kind::string && game->text == "dojo") {
    const auto dojo = read_dojo_header(header);
    if (!dojo) return dojo.error().what;
    game_ = dojo::start(dojo->table, dojo->deck);
    return {};
  }
  return "unknown game" +
         (game->kind == json::Kind::string ? " " + json::quote_briefly(game->text) : std::string{});
}

bool Replay::over() const {
  return game_ && std::visit([](const auto& state) { return is_over(state); }, *game_);
}

std::string Replay::result() const {
  return std::visit([](const auto& state) { return result_of(state); }, *game_);
}

}  // namespace tatami::record
