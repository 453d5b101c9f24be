#include "cli/tatamokatsu_entrant.h"

#include <fmt/core.h>

namespace tatami::cli {

std::optional<std::string> parse(std::string_view text, TatamokatsuEntrant& entrant) {
  const std::size_t slash = text.find('/');
  const std::string_view name = text.substr(0, slash);
  const bots::TatamokatsuLevel* level = bots::tatamokatsu_level_named(name);
  if (!level) return fmt::format("no bot is called '{}'", name);
  entrant = {level->reflexes, level->choosing};
  if (slash == std::string_view::npos) return {};
  const auto choosing = bots::choosing_named(text.substr(slash + 1));
  if (!choosing) return fmt::format("'{}': a way of choosing is random, simple or exact", text);
  entrant.choosing = *choosing;
  return {};
}

}  // namespace tatami::cli
