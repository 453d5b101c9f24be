#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>

#include "bots/tatamokatsu/player.h"
#include "protocol/moves.h"
#include "rules/dojo/view.h"
#include "rules/tatamokatsu/view.h"

namespace tatami::table {

// A decision that a bot has to make. Whoever drives the table lets it `ponder` where it likes, on
// this thread or another, and tells the table.
struct Think {
  Seat seat{};
  std::uint32_t seq = 0;
  std::string level;
  std::variant<dojo::View, tatamokatsu::View> view;
  std::uint64_t seed = 0;

  bool is_slow() const { return level == "sensei"; }  // longer than a server's thread can wait
};

protocol::Move ponder(const Think& think);

enum class Which : std::uint8_t { dojo, tatamokatsu };
bool is_level(Which game, std::string_view level);
std::string_view default_level(Which game);

// A bot of Tatamokatsu at a table of so many. The first exact one of a kind takes a moment to think
// the game through, unless that was done ahead for each level and number of players.
bots::TatamokatsuPlayer tatamokatsu_player(std::string_view level, int players);
inline constexpr std::size_t thoughts_ahead = bots::tatamokatsu_levels.size() * (most_players + 1);
void think_ahead(std::size_t which);

}  // namespace tatami::table
