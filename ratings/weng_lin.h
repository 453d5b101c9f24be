#pragma once

#include <span>

// Weng and Lin's Bayesian approximation of the Plackett-Luce model ("A Bayesian Approximation
// Method for Online Ranking", 2011, algorithm 4): what a game of several sides tells of their
// strengths.
namespace tatami::ratings {

// A belief about a strength.
struct Strength {
  double mean = 0;
  double deviation = 0;

  double variance() const { return deviation * deviation; }
};

// A side before a game, and where it ended.
struct Side {
  double mean = 0;
  double variance = 0;
  int place = 0;  // 0 is first; equals share one
};

struct Lesson {
  double omega = 0;  // how much better it did than expected
  double delta = 0;  // how much the game tells
};

// Writes a lesson for each side, and returns the scale c on which their means were compared: the
// root of all variances, and of beta² for each side (how much a single game depends on luck).
double compare(std::span<const Side> sides, double beta, std::span<Lesson> lessons);

// A variance never shrinks to zero.
inline constexpr double least_share_of_variance = 0.0001;

}  // namespace tatami::ratings
