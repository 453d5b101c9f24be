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

}  // namespace tatami::table
