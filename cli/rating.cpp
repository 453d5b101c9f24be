#include "cli/rating.h"

#include <algorithm>
#include <cmath>

namespace tatami::cli {

namespace {

constexpr double beta = 25.0 / 6;  // how much a single game says
constexpr double least = 0.0001;   // a variance never shrinks to nothing

double variance(const Strength& strength) { return strength.deviation * strength.deviation; }

void move(Strength& strength, double team_variance, double omega, double delta) {
  const double share = variance(strength) / team_variance;
  strength.mean += share * omega;
  strength.deviation *= std::sqrt(std::max(1 - share * delta, least));
}

}  // namespace

Ratings::Ratings(std::size_t players, std::size_t seats) : players_(players), seats_(seats) {
  // Seats differ less than players do.
  for (Strength& seat : seats_) seat = {0, 25.0 / 12};
}

void Ratings::learn(std::span<const Place> places) {
  struct Team {
    double mean;
    double variance;
    double omega = 0;
    double delta = 0;
  };
  std::vector<Team> teams;
  double spread = 0;
  for (const Place& place : places) {
    teams.push_back({players_[place.player].mean + seats_[place.seat].mean,
                     variance(players_[place.player]) + variance(seats_[place.seat])});
    spread += teams.back().variance + beta * beta;
  }
  const double c = std::sqrt(spread);
  const auto weight = [&](std::size_t i) { return std::exp(teams[i].mean / c); };

  for (std::size_t q = 0; q < teams.size(); ++q) {
    // Those that q had to stand up to, and how many were as good as he.
    double field = 0;
    int equals = 0;
    for (std::size_t s = 0; s < teams.size(); ++s) {
      if (places[s].rank >= places[q].rank) field += weight(s);
      if (places[s].rank == places[q].rank) ++equals;
    }
    for (std::size_t i = 0; i < teams.size(); ++i) {
      if (places[q].rank > places[i].rank) continue;
      const double share = weight(i) / field;
      teams[i].omega += ((i == q ? 1.0 : 0.0) - share) / equals;
      teams[i].delta += share * (1 - share) / equals;
    }
  }
  for (std::size_t i = 0; i < teams.size(); ++i) {
    const Team& team = teams[i];
    const double gamma = std::sqrt(team.variance) / c;
    const double omega = team.variance / c * team.omega;
    const double delta = gamma * team.variance / (c * c) * team.delta;
    move(players_[places[i].player], team.variance, omega, delta);
    move(seats_[places[i].seat], team.variance, omega, delta);
  }
}

}  // namespace tatami::cli
