#include "cli/rating.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace tatami::cli {

namespace {

constexpr Strength unknown{25, 25.0 / 3};
constexpr double beta = 25.0 / 6;  // how much a single game depends on luck

void move(Strength& strength, double team_variance, double omega, double delta) {
  const double share = strength.variance() / team_variance;
  strength.mean += share * omega;
  strength.deviation *= std::sqrt(std::max(1 - share * delta, ratings::least_share_of_variance));
}

}  // namespace

Ratings::Ratings(std::size_t players, std::size_t seats)
    : players_(players, unknown), seats_(seats) {
  // Seats differ less than players.
  for (Strength& seat : seats_) seat = {0, 25.0 / 12};
}

void Ratings::learn(std::span<const Place> places) {
  std::vector<ratings::Side> sides;
  for (const Place& place : places)
    sides.push_back({players_[place.player].mean + seats_[place.seat].mean,
                     players_[place.player].variance() + seats_[place.seat].variance(),
                     place.rank});
  std::vector<ratings::Lesson> lessons(sides.size());
  const double c = ratings::compare(sides, beta, lessons);
  for (std::size_t i = 0; i < sides.size(); ++i) {
    const double variance = sides[i].variance;
    const double gamma = std::sqrt(variance) / c;
    const double omega = variance / c * lessons[i].omega;
    const double delta = gamma * variance / (c * c) * lessons[i].delta;
    move(players_[places[i].player], variance, omega, delta);
    move(seats_[places[i].seat], variance, omega, delta);
  }
}

// Where strengths are known, the odds that one player finishes ahead of another are
// exp(difference / c) with c = beta * sqrt(seats); in chess they are 10 ^ (difference / 400).
double Ratings::points_per_unit() const {
  const double c = beta * std::sqrt(static_cast<double>(seats_.size()));
  return 400 / std::numbers::ln10 / c;
}

Strength Ratings::rating(std::size_t player) const {
  const Strength& strength = players_[player];
  return {1500 + (strength.mean - unknown.mean) * points_per_unit(),
          strength.deviation * points_per_unit()};
}

double Ratings::seat_bonus(std::size_t seat) const { return seats_[seat].mean * points_per_unit(); }

void Ratings::exchange(Archive& archive) {
  for (std::vector<Strength>* all : {&players_, &seats_})
    for (Strength& each : *all) {
      archive.exchange(each.mean);
      archive.exchange(each.deviation);
    }
}

}  // namespace tatami::cli
