#include "bots/tatamokatsu/race.h"

#include <algorithm>

namespace tatami::bots {

using namespace tatamokatsu;

namespace {

// The share of dragons among those within `tie` of the first: ties are settled by equal dice (T14).
double dragons_share(const Reflexes& reflexes, int standing, int dragons, Millis tie,
                     SplitMix& numbers) {
  std::array<Millis, most_players> times;
  const int all = standing + dragons;
  Millis first = never;
  for (int i = 0; i < all; ++i) {
    Millis& time = times[static_cast<std::size_t>(i)];
    time = reaction_time(reflexes, numbers);
    if (i < standing) time = std::max(time, reaction_time(reflexes, numbers));  // T11
    first = std::min(first, time);
  }
  int tied = 0;
  int tied_dragons = 0;
  for (int i = 0; i < all; ++i) {
    if (times[static_cast<std::size_t>(i)] > first + tie) continue;
    ++tied;
    if (i >= standing) ++tied_dragons;
  }
  return static_cast<double>(tied_dragons) / tied;
}

}  // namespace

Race race_among(const Reflexes& reflexes, Millis tie) {
  constexpr int races = 10'000;
  const auto rate = [](std::uint32_t parts) { return static_cast<double>(parts) / always; };
  Race race;
  race.misses = rate(reflexes.misses);
  race.mistakes = std::min(rate(reflexes.false_alarms), 1.0 / most_players);
  SplitMix numbers{1};
  for (int dragons = 1; dragons <= most_players; ++dragons) {
    race.dragon_first[0][static_cast<std::size_t>(dragons)] = 1;
    for (int standing = 1; standing + dragons <= most_players; ++standing) {
      double share = 0;
      for (int i = 0; i < races; ++i)
        share += dragons_share(reflexes, standing, dragons, tie, numbers);
      race.dragon_first[static_cast<std::size_t>(standing)][static_cast<std::size_t>(dragons)] =
          share / races;
    }
  }
  return race;
}

}  // namespace tatami::bots
