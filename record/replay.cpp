#include "record/replay.h"

namespace tatami::record {

std::optional<std::string> Replay::take(std::string_view line) {
  if (line.size() > longest_line) return "the line is too long";
  const auto value = json::parse(line);
  if (!value) return "invalid JSON: " + value.error().what;
  return course_ ? course_->take(*value) : begin(*value);
}

std::optional<std::string> Replay::begin(const json::Value& header) {
  Reader in;
  const Game* game = game_of(in, header);
  if (!game) return "not a header: " + in.problem->what;
  course_ = game->begin(in, header);
  if (!course_) return in.problem->what;
  game_ = game;
  return {};
}

}  // namespace tatami::record
