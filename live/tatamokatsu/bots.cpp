#include "live/tatamokatsu/bots.h"

#include <utility>

namespace tatami::live {

namespace {

constexpr std::size_t levels = bots::tatamokatsu_levels.size();
constexpr std::size_t sizes = most_players + 1;

using Solve = const bots::Solution& (*)();

// Thought through once, when it is first needed.
template <std::size_t Level, std::size_t Players>
const bots::Solution& solved() {
  static const bots::Solution solution{static_cast<int>(Players),
                                       bots::race_among(bots::tatamokatsu_levels[Level].reflexes)};
  return solution;
}

template <std::size_t... I>
constexpr std::array<Solve, levels * sizes> all_of(std::index_sequence<I...>) {
  return {&solved<I / sizes, I % sizes>...};
}
constexpr auto solutions = all_of(std::make_index_sequence<levels * sizes>{});

const bots::Solution* solution_for(std::size_t level, int players) {
  if (bots::tatamokatsu_levels[level].choosing != bots::Choosing::exact) return nullptr;
  return &solutions[level * sizes + static_cast<std::size_t>(players)]();
}

}  // namespace

bots::TatamokatsuPlayer tatamokatsu_player(std::string_view level, int players) {
  const bots::TatamokatsuLevel* known = bots::tatamokatsu_level_named(level);
  const auto index = static_cast<std::size_t>(known - bots::tatamokatsu_levels.data());
  return {known->reflexes, known->choosing, solution_for(index, players)};
}

void think_ahead(std::size_t which) {
  const auto players = static_cast<int>(which % sizes);
  if (players >= tatamokatsu::fewest_players) solution_for(which / sizes, players);
}

}  // namespace tatami::live
