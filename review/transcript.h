#pragma once

#include <vector>

#include "record/games.h"

namespace tatami::review {

// The moves of a game, each with the state before it, as read from its record.
template <record::RecordedGame G>
struct Transcript {
  using State = typename G::State;
  struct Move {
    State before;
    typename G::ActionId action;
    long line;
  };
  std::vector<Move> moves;
  State end;  // or as far as it has been read
};

}  // namespace tatami::review
