#pragma once

#include <optional>
#include <vector>

#include "protocol/moves.h"

namespace tatami::table {

// Something that has happened in a game; perhaps one seat alone may know all of it.
struct Happened {
  protocol::Move move;
  std::optional<Seat> only{};

  protocol::Event as_known_to(std::optional<Seat> seat) const {
    return {move, only && only != seat};
  }
};

using History = std::vector<Happened>;
using Moves = std::vector<protocol::Move>;

inline Moves moves_of(const History& history) {
  Moves moves;
  moves.reserve(history.size());
  for (const Happened& each : history) moves.push_back(each.move);
  return moves;
}

}  // namespace tatami::table
