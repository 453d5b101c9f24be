#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "record/games.h"

namespace tatami::record {

// No line of a record is longer; a reader need not keep more than this.
inline constexpr std::size_t longest_line = std::size_t{64} * 1024;

// A record read line by line: a header, then events, each checked by the rules of its game.
class Replay {
 public:
  // Takes the next line. If it is refused, says why, and nothing has changed.
  std::optional<std::string> take(std::string_view line);

  // None before the header.
  const Game* game() const { return game_; }
  // None before the header, or if it is another game's.
  template <class State>
  const State* state() const {
    return course_ ? course_->state<State>() : nullptr;
  }
  bool over() const { return course_ && course_->is_over(); }
  // JSON of the result; only when over.
  std::string result() const { return course_->result(); }

 private:
  std::optional<std::string> begin(const json::Value& header);

  const Game* game_ = nullptr;
  std::unique_ptr<Course> course_;
};

// Calls `visit` with the state of the game it is; it must be one of the list.
template <class First, class... Rest, class Visit>
auto visit_state(const Replay& replay, Games<First, Rest...>, Visit&& visit) {
  if constexpr (sizeof...(Rest) > 0)
    if (!replay.state<typename First::State>())
      return visit_state(replay, Games<Rest...>{}, std::forward<Visit>(visit));
  return visit(*replay.state<typename First::State>());
}

}  // namespace tatami::record
