#include "cli/tatamokatsu_entrant.h"

#include <fmt/core.h>

#include "record/json.h"

namespace tatami::cli {

std::optional<std::string> parse(std::string_view text, TatamokatsuEntrant& entrant) {
  const std::size_t slash = text.find('/');
  const std::string_view name = text.substr(0, slash);
  const bots::TatamokatsuLevel* level = bots::tatamokatsu_level_named(name);
  if (!level)
    return fmt::format("there is no bot called {}; expected {}", json::quote_briefly(name),
                       tatamokatsu_bots);
  entrant = {level->reflexes, level->choosing};
  if (slash == std::string_view::npos) return {};
  const auto choosing = bots::choosing_named(text.substr(slash + 1));
  if (!choosing)
    return fmt::format("{}: expected random, simple or exact after the slash",
                       json::quote_briefly(text));
  entrant.choosing = *choosing;
  return {};
}

TatamokatsuClub::TatamokatsuClub(const std::vector<TatamokatsuEntrant>& entrants,
                                 const tatamokatsu::Setup& setup) {
  for (const TatamokatsuEntrant& entrant : entrants) {
    const bool exact = entrant.choosing == bots::Choosing::exact;
    members_.emplace_back(entrant.reflexes, entrant.choosing,
                          exact ? &solution(entrant.reflexes, setup) : nullptr);
  }
}

const bots::Solution& TatamokatsuClub::solution(const bots::Reflexes& reflexes,
                                                const tatamokatsu::Setup& setup) {
  for (const Solved& each : solved_)
    if (each.reflexes == reflexes) return each.solution;
  return solved_
      .emplace_back(Solved{
          reflexes, bots::Solution{setup.players, bots::race_among(reflexes, setup.timing.tie)}})
      .solution;
}

}  // namespace tatami::cli
