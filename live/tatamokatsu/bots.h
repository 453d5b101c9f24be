#pragma once

#include <string_view>

#include "bots/tatamokatsu/player.h"

namespace tatami::live {

// A bot of Tatamokatsu at a table of so many. The first exact one of a kind takes a moment to solve
// the game, unless that was done ahead for each level and number of players.
bots::TatamokatsuPlayer tatamokatsu_player(std::string_view level, int players);
inline constexpr std::size_t thoughts_ahead = bots::tatamokatsu_levels.size() * (most_players + 1);
void think_ahead(std::size_t which);

}  // namespace tatami::live
