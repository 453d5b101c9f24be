#include "ratings/ladder.h"

#include <algorithm>
#include <cmath>

namespace tatami::ratings {

namespace {

constexpr double ms_a_day = 24.0 * 60 * 60 * 1000;
constexpr double variance_of_a_day =
    (sure_deviation * sure_deviation - settled_deviation * settled_deviation) / days_until_unsure;

}  // namespace

double beta(std::size_t seats) { return base_luck * 2 / std::sqrt(static_cast<double>(seats)); }

Strength Standing::at(Time now) const {
  if (games == 0) return strength;
  const double days = static_cast<double>(std::max<Time>(now - played_at, 0)) / ms_a_day;
  const double grown = std::sqrt(strength.variance() + variance_of_a_day * days);
  return {strength.mean, std::min(grown, std::max(first_deviation, strength.deviation))};
}

bool Ladder::take(const Result& result) {
  std::vector<std::string> people;
  for (const Entrant& entrant : result.entrants)
    if (!entrant.person.empty()) people.push_back(entrant.person);
  std::ranges::sort(people);
  const bool sits_twice = std::ranges::adjacent_find(people) != people.end();
  if (people.empty() || sits_twice || result.entrants.size() < 2) return false;

  Standings& standings = pools_[result.pool];
  std::vector<Side> sides;
  for (const Entrant& entrant : result.entrants) {
    Side side{entrant.rating.value_or(first_rating), 0, entrant.place};
    if (!entrant.person.empty()) {
      const Strength before = standings[entrant.person].at(result.ended_at);
      side = {before.mean, before.variance() + unrest * unrest, entrant.place};
    }
    sides.push_back(side);
  }
  std::vector<Lesson> lessons(sides.size());
  const double c = compare(sides, beta(sides.size()), lessons);
  for (std::size_t i = 0; i < sides.size(); ++i) {
    if (result.entrants[i].person.empty()) continue;
    const double variance = sides[i].variance;
    const double left =
        std::max(1 - variance / (c * c) * lessons[i].delta, least_share_of_variance);
    Standing& standing = standings[result.entrants[i].person];
    standing.strength = {sides[i].mean + variance / c * lessons[i].omega,
                         std::sqrt(variance * left)};
    standing.played_at = std::max(standing.played_at, result.ended_at);
    ++standing.games;
  }
  return true;
}

const Standing* Ladder::find(const Pool& pool, const std::string& person) const {
  const auto standings = pools_.find(pool);
  if (standings == pools_.end()) return nullptr;
  const auto found = standings->second.find(person);
  return found == standings->second.end() ? nullptr : &found->second;
}

}  // namespace tatami::ratings
