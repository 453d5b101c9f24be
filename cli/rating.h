#pragma once

#include <span>
#include <vector>

#include "cli/state_file.h"
#include "ratings/weng_lin.h"

namespace tatami::cli {

using ratings::Strength;

// Ratings of bots in a tournament (ratings/weng_lin.h). Seats matter, so each seat has a strength
// of its own: a player and their seat compete as a team of two, and each learns from the result in
// proportion to its uncertainty.
class Ratings {
 public:
  Ratings(std::size_t players, std::size_t seats);

  struct Place {
    std::size_t player;
    std::size_t seat;
    int rank;  // 0 is first; ties have equal ranks
  };
  void learn(std::span<const Place> places);

  const Strength& player(std::size_t i) const { return players_[i]; }
  const Strength& seat(std::size_t i) const { return seats_[i]; }

  // On the scale of chess ratings, beginning at 1500: of two players 100 points apart, the better
  // one finishes ahead of the other in 64 % of their games, 200 apart in 76 %, 400 apart in 91 %.
  Strength rating(std::size_t player) const;
  double seat_bonus(std::size_t seat) const;

  void exchange(Archive& archive);

 private:
  double points_per_unit() const;

  std::vector<Strength> players_;
  std::vector<Strength> seats_;
};

}  // namespace tatami::cli
