#include "cli/rating.h"

#include <gtest/gtest.h>

#include <array>
#include <chrono>
#include <cmath>
#include <utility>
#include <vector>

#include "cli/progress.h"
#include "rules/core/splitmix.h"

namespace tatami {
namespace {

using cli::Ratings;

TEST(Progress, Tells_a_time_in_words) {
  using Seconds = std::chrono::duration<double>;
  EXPECT_EQ(cli::in_words(Seconds{0}), "0 s");
  EXPECT_EQ(cli::in_words(Seconds{59.2}), "1 min 0 s");
  EXPECT_EQ(cli::in_words(Seconds{200}), "3 min 20 s");
  EXPECT_EQ(cli::in_words(Seconds{7500}), "2 h 5 min");
  EXPECT_EQ(cli::in_words(Seconds{1e6}), "11 days");
}

// One player beats another in this share of games of two, over and over.
TEST(Rating, A_hundred_points_are_64_percent) {
  SplitMix numbers{1};
  for (const auto& [share, difference] :
       std::vector<std::pair<double, double>>{{0.64, 100}, {0.76, 200}, {0.909, 400}}) {
    Ratings ratings{2, 2};
    for (int game = 0; game < 20000; ++game) {
      const int loser = numbers.below(1000) < 1000 * share ? 1 : 0;
      const auto seat = static_cast<std::size_t>(game % 2);
      ratings.learn(std::vector<Ratings::Place>{{0, seat, loser == 0 ? 1 : 0},
                                                {1, 1 - seat, loser == 1 ? 1 : 0}});
    }
    EXPECT_NEAR(ratings.rating(0).mean - ratings.rating(1).mean, difference, 30) << share;
  }
}

// The same among four: everybody's order is drawn from the strengths.
TEST(Rating, Means_the_same_among_four) {
  SplitMix numbers{2};
  constexpr std::array<double, 4> points = {1700, 1600, 1500, 1200};
  Ratings ratings{4, 4};
  std::uint64_t ahead = 0;
  constexpr int games = 20000;
  for (int game = 0; game < games; ++game) {
    std::array<int, 4> ranks{};
    std::vector<std::size_t> left = {0, 1, 2, 3};
    for (int rank = 0; rank < 4; ++rank) {
      double all = 0;
      for (const std::size_t i : left) all += std::pow(10, points[i] / 400);
      double lot = all * numbers.below(1'000'000) / 1e6;
      std::size_t first = 0;
      while (first + 1 < left.size() && lot >= std::pow(10, points[left[first]] / 400))
        lot -= std::pow(10, points[left[first++]] / 400);
      ranks[left[first]] = rank;
      left.erase(left.begin() + static_cast<std::ptrdiff_t>(first));
    }
    std::vector<Ratings::Place> places;
    for (std::size_t i = 0; i < 4; ++i)
      places.push_back({i, (i + static_cast<std::size_t>(game)) % 4, ranks[i]});
    ratings.learn(places);
    ahead += ranks[0] < ranks[1] ? 1 : 0;
  }
  EXPECT_NEAR(static_cast<double>(ahead) / games, 0.64, 0.01);
  for (std::size_t i = 1; i < 4; ++i)
    EXPECT_NEAR(ratings.rating(0).mean - ratings.rating(i).mean, points[0] - points[i], 40);
}

TEST(Rating, The_winner_rises_and_so_does_their_seat) {
  Ratings ratings{3, 3};
  const std::vector<Ratings::Place> places = {{0, 0, 0}, {1, 1, 1}, {2, 2, 2}};
  for (int game = 0; game < 20; ++game) ratings.learn(places);
  EXPECT_GT(ratings.player(0).mean, ratings.player(1).mean);
  EXPECT_GT(ratings.player(1).mean, ratings.player(2).mean);
  EXPECT_GT(ratings.seat(0).mean, ratings.seat(2).mean);
  EXPECT_LT(ratings.player(0).deviation, Ratings(1, 1).player(0).deviation);
}

TEST(Rating, Equal_ranks_change_nothing_between_equals) {
  Ratings ratings{2, 2};
  const std::vector<Ratings::Place> places = {{0, 0, 0}, {1, 1, 0}};
  ratings.learn(places);
  EXPECT_NEAR(ratings.player(0).mean, ratings.player(1).mean, 1e-9);
}

}  // namespace
}  // namespace tatami
