#pragma once

#include <span>
#include <vector>

namespace tatami::cli {

// What is believed of a strength: its mean and how uncertain it is.
struct Strength {
  double mean = 25;
  double deviation = 25.0 / 3;
};

// Ratings for games of several players, by Weng and Lin's Bayesian approximation of the
// Plackett-Luce model ("A Bayesian Approximation Method for Online Ranking", 2011, algorithm 4).
// Who sits where matters, so a seat has a strength of its own: a player and his seat compete as a
// team of two, and each learns from the result in proportion to how uncertain it still is.
class Ratings {
 public:
  Ratings(std::size_t players, std::size_t seats);

  struct Place {
    std::size_t player;
    std::size_t seat;
    int rank;  // 0 is first; equal ranks share
  };
  void learn(std::span<const Place> places);

  const Strength& player(std::size_t i) const { return players_[i]; }
  const Strength& seat(std::size_t i) const { return seats_[i]; }

 private:
  std::vector<Strength> players_;
  std::vector<Strength> seats_;
};

}  // namespace tatami::cli
