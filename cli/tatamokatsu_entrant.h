#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "bots/tatamokatsu/player.h"
#include "rules/tatamokatsu/types.h"

namespace tatami::cli {

// A bot as the command line names it: "samurai", or with another way of choosing "child/exact".
struct TatamokatsuEntrant {
  bots::Reflexes reflexes;
  bots::Choosing choosing = bots::Choosing::simple;
};

// What is wrong with the name, if anything.
std::optional<std::string> parse(std::string_view text, TatamokatsuEntrant& entrant);

struct TournamentOptions;
int tournament_tatamokatsu(const TournamentOptions& options, const tatamokatsu::Table& table,
                           const std::vector<TatamokatsuEntrant>& entrants);

}  // namespace tatami::cli
