#pragma once

#include <array>

#include "bots/dojo/floor.h"
#include "rules/dojo/state.h"

namespace tatami::dojo::mind {

// e to the power of x by basic arithmetic only, so that the result is the same on every machine.
constexpr double growth(double x) {
  double power = 1 + (x < -200 ? -200 : x) / 256;
  for (int i = 0; i < 8; ++i) power *= power;
  return power;
}

// How often a seat will still deal, this round included if its cards are not yet given.
inline int deals_left(const Open& open, Seat seat) {
  const int players = open.setup.players;
  const int last = players == 5 ? rounds - 1 : rounds;  // D18
  const bool given = open.phase > Phase::give;
  int round = open.round + (seat.value - open.dealer.value + players) % players;
  if (players == 5 && open.round == 1)
    ++round;
  else if (given && seat == open.dealer)
    round += players;
  int deals = 0;
  for (; round <= last; round += players) ++deals;
  return deals;
}

// In twelfths: how many more deals the seat has left than the average player.
inline int deals_ahead(const Open& open, Seat seat) {
  int sum = 0;
  for (Seat each : all_seats(open.setup.players)) sum += deals_left(open, each);
  return rounds * deals_left(open, seat) - rounds * sum / open.setup.players;
}

inline constexpr int white_belt_trophy = 3;  // D19

// Each seat's chance of winning, estimated from its expected points: the leaders count most, and
// more so the fewer rounds are left.
struct Standing {
  PerSeat<double> chances{};

  Standing(const PerSeat<double>& points, int players, int rounds_left) {
    const double spread = 1.2 + 0.45 * rounds_left;
    double most = points[Seat{0}];
    for (Seat seat : all_seats(players)) most = std::max(most, points[seat]);
    double sum = 0;
    for (Seat seat : all_seats(players))
      sum += chances[seat] = growth((points[seat] - most) / spread);
    for (Seat seat : all_seats(players)) chances[seat] /= sum;
  }

  // The value to me of a point of each seat: one for mine and minus one for all rivals' together,
  // shared out by how dangerous each is.
  PerSeat<double> stakes(Seat me, int players) const {
    PerSeat<double> worth{};
    for (Seat seat : all_seats(players))
      worth[seat] =
          seat == me ? 1 : -(chances[seat] + 0.02) / (1 - chances[me] + 0.02 * (players - 1));
    return worth;
  }
};

// The challenger's chance of winning by belts (D6, D20): three throws change the difference by -3
// to 3.
inline double chance_of_challenger(Belt challenger, Belt dealer, bool throws) {
  const int ahead = challenger.value - dealer.value;
  if (!throws) return ahead >= 0 ? 1 : 0;
  constexpr std::array<int, 7> ways = {1, 3, 6, 7, 6, 3, 1};
  int good = 0;
  for (int moved = -3; moved <= 3; ++moved)
    if (ahead + moved >= 0) good += ways[static_cast<std::size_t>(moved + 3)];
  return good / 27.0;
}

}  // namespace tatami::dojo::mind
