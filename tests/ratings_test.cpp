// Ratings of people: what they mean, and that they stay what they mean.

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <functional>
#include <numeric>
#include <vector>

#include "chance/dojo.h"
#include "cli/dojo_entrant.h"
#include "ratings/ladder.h"
#include "rules/core/splitmix.h"
#include "rules/dojo/score.h"
#include "rules/dojo/view.h"

namespace tatami {
namespace {

using ratings::Ladder;
using ratings::Pool;
using ratings::Standing;
using ratings::Time;

constexpr Time day = 24LL * 60 * 60 * 1000;
const Pool dojo_pool{"dojo", ratings::Size::table, ratings::Speed::normal};

double uniform(SplitMix& numbers) { return (numbers.below(1U << 30U) + 0.5) / (1U << 30U); }

double normal(SplitMix& numbers) {
  return std::sqrt(-2 * std::log(uniform(numbers))) * std::cos(2 * M_PI * uniform(numbers));
}

// Places drawn from true strengths: who is first, then who of the others, and so on.
std::vector<int> places_of(const std::vector<double>& strengths, SplitMix& numbers) {
  std::vector<std::pair<double, std::size_t>> lots;  // equal to drawing one after the other
  for (std::size_t i = 0; i < strengths.size(); ++i)
    lots.emplace_back(-std::log(uniform(numbers)) / std::pow(10, strengths[i] / 400), i);
  std::ranges::sort(lots);
  std::vector<int> places(strengths.size());
  for (std::size_t i = 0; i < lots.size(); ++i) places[lots[i].second] = static_cast<int>(i);
  return places;
}

struct Person {
  std::string name;
  double strength = 0;
};

// People of known strength who come, play and leave for good, among themselves and beside bots.
struct Club {
  explicit Club(std::uint64_t seed, std::size_t people) : numbers(seed) {
    for (std::size_t i = 0; i < people; ++i) members.push_back(newcomer());
  }
  Person newcomer() { return {"p" + std::to_string(++so_far), 1500 + 250 * normal(numbers)}; }
  void play(int fewest, int most) {
    constexpr std::array bots = {1080.0, 1300.0, 1500.0, 1700.0};
    now += day / 50;
    const auto seats = static_cast<std::size_t>(
        fewest + static_cast<int>(numbers.below(static_cast<unsigned>(most - fewest + 1))));
    const bool has_bots = numbers.below(4) == 0;
    const std::size_t people = has_bots ? 1 + numbers.below(static_cast<unsigned>(seats)) : seats;
    ratings::Result result{pool, now, {}};
    std::vector<double> strengths;
    for (std::size_t i = 0; i < people; ++i) {  // each once
      const std::size_t other = i + numbers.below(static_cast<unsigned>(members.size() - i));
      std::swap(members[i], members[other]);
      result.entrants.push_back({members[i].name, {}, 0});
      strengths.push_back(members[i].strength);
    }
    while (strengths.size() < seats) {
      strengths.push_back(bots[numbers.below(bots.size())]);
      result.entrants.push_back({{}, strengths.back(), 0});
    }
    const std::vector<int> places = places_of(strengths, numbers);
    for (std::size_t i = 0; i < seats; ++i) result.entrants[i].place = places[i];
    ladder.take(result);
  }
  double error(const Person& person) const {
    return ladder.find(pool, person.name)->strength.mean - person.strength;
  }
  double mean_error() const {
    double sum = 0;
    int known = 0;
    for (const Person& each : members)
      if (const Standing* standing = ladder.find(pool, each.name);
          standing && standing->games >= 20)
        sum += error(each), ++known;
    return sum / std::max(known, 1);
  }

  SplitMix numbers;
  Pool pool = dojo_pool;
  Ladder ladder;
  std::vector<Person> members;
  int so_far = 0;
  Time now = 0;
};

TEST(Ratings, True_strengths_are_found_and_deviations_are_honest) {
  for (const auto& [fewest, most] : {std::pair{2, 2}, std::pair{3, 5}}) {
    Club club{7, 200};
    if (most == 2) club.pool.size = ratings::Size::duel;
    for (int game = 0; game < 200 * 100 / most; ++game) club.play(fewest, most);
    double squares = 0;
    double in_deviations = 0;
    int unsure = 0;
    for (const Person& each : club.members) {
      const Standing& standing = *club.ladder.find(club.pool, each.name);
      squares += club.error(each) * club.error(each);
      in_deviations += std::pow(club.error(each) / standing.strength.deviation, 2);
      unsure += standing.is_provisional(club.now) ? 1 : 0;
    }
    const auto people = static_cast<double>(club.members.size());
    std::printf("Up to %d seats, 100 games each: %.0f points of error, %.2f deviations\n", most,
                std::sqrt(squares / people), std::sqrt(in_deviations / people));
    EXPECT_LE(unsure, 4) << "those whom nobody equals";
    EXPECT_LT(std::sqrt(squares / people), 75) << most;
    EXPECT_NEAR(std::sqrt(in_deviations / people), 1, 0.3) << most;
  }
}

TEST(Ratings, There_is_no_inflation_over_100000_games_while_people_come_and_go) {
  Club club{8, 200};
  std::vector<double> errors;
  for (int game = 1; game <= 100'000; ++game) {
    club.play(2, 5);
    if (game % 50 == 0)  // one leaves for good, somebody new comes
      club.members[club.numbers.below(200)] = club.newcomer();
    if (game % 10'000 == 0) errors.push_back(club.mean_error());
  }
  for (const double error : errors) {
    std::printf("%+.1f ", error);
    EXPECT_NEAR(error, 0, 25);
  }
  std::printf("points of mean error, every 10,000 games\n");
  const double early = (errors[1] + errors[2]) / 2;
  EXPECT_NEAR((errors[8] + errors[9]) / 2, early, 20);
}

TEST(Ratings, A_newcomer_has_a_number_after_five_games_against_bots) {
  SplitMix numbers{9};
  double before = 0;
  double after = 0;
  for (int i = 0; i < 400; ++i) {
    const double strength = 1500 + 250 * normal(numbers);
    Ladder ladder;
    for (int game = 0; game < ratings::games_for_a_number; ++game) {
      const Standing* standing = ladder.find(dojo_pool, "new");
      EXPECT_FALSE(standing && standing->has_number());
      const auto places = places_of({strength, 1500, 1700, 1080}, numbers);
      EXPECT_TRUE(ladder.take({dojo_pool,
                               game,
                               {{"new", {}, places[0]},
                                {{}, 1500, places[1]},
                                {{}, 1700, places[2]},
                                {{}, 1080, places[3]}}}));
    }
    const Standing& standing = *ladder.find(dojo_pool, "new");
    EXPECT_TRUE(standing.has_number());
    EXPECT_TRUE(standing.is_provisional(5));
    EXPECT_EQ(ladder.pools().at(dojo_pool).size(), 1U) << "bots have no standing";
    before += std::pow(ratings::first_rating - strength, 2);
    after += std::pow(standing.strength.mean - strength, 2);
  }
  EXPECT_LT(std::sqrt(after), 0.65 * std::sqrt(before));
}

TEST(Ratings, Absence_makes_a_rating_unsure_and_at_most_as_unsure_as_a_newcomers) {
  Standing standing{{1800, ratings::settled_deviation}, 100, 10 * day};
  EXPECT_FALSE(standing.is_provisional(10 * day));
  EXPECT_FALSE(standing.is_provisional(370 * day));
  EXPECT_TRUE(standing.is_provisional(376 * day));
  EXPECT_NEAR(standing.at(375 * day).deviation, ratings::sure_deviation, 1e-9);
  EXPECT_EQ(standing.at(375 * day).mean, 1800);
  EXPECT_EQ(standing.at(100'000 * day).deviation, ratings::first_deviation);
  EXPECT_EQ(standing.at(0).deviation, ratings::settled_deviation) << "clocks are set back";
}

TEST(Ratings, Pools_know_nothing_of_each_other) {
  Ladder ladder;
  const Pool quick{"dojo", ratings::Size::table, ratings::Speed::fast};
  EXPECT_TRUE(ladder.take({dojo_pool, 0, {{"a", {}, 0}, {"b", {}, 1}, {"c", {}, 2}}}));
  EXPECT_GT(ladder.find(dojo_pool, "a")->strength.mean, ratings::first_rating);
  EXPECT_LT(ladder.find(dojo_pool, "c")->strength.mean, ratings::first_rating);
  EXPECT_EQ(ladder.find(quick, "a"), nullptr);
}

TEST(Ratings, A_result_that_tells_nothing_is_not_taken) {
  Ladder ladder;
  EXPECT_FALSE(ladder.take({dojo_pool, 0, {}}));
  EXPECT_FALSE(ladder.take({dojo_pool, 0, {{"a", {}, 0}}}));
  EXPECT_FALSE(ladder.take({dojo_pool, 0, {{"a", {}, 0}, {"a", {}, 1}}}));
  EXPECT_FALSE(ladder.take({dojo_pool, 0, {{{}, 1500, 0}, {{}, 1500, 1}}}));
  EXPECT_TRUE(ladder.pools().empty());
}

// ---- Duplicate deals ----

using Lineup = std::array<bool, 4>;  // whether a student sits there, or a novice

// The scores of four bots with the cards of this deal.
std::array<double, 4> scores_of(const Lineup& lineup, std::uint64_t deal, SplitMix& numbers) {
  static const std::array<cli::DojoEntrant, 2> entrants = [] {
    std::array<cli::DojoEntrant, 2> two;
    EXPECT_FALSE(cli::parse("novice", two[0]));
    EXPECT_FALSE(cli::parse("student", two[1]));
    return two;
  }();
  dojo::Setup setup;
  setup.players = 4;
  const auto deck = dojo::standard_deck();
  chance::DojoLuck luck{deck, deal};
  dojo::State state = dojo::start(setup, deck);
  chance::play_out(
      state, luck,
      [&](const dojo::State& now, Seat seat) {
        return cli::choose(entrants[lineup[seat.value] ? 1 : 0], dojo::view_of(now, seat), numbers);
      },
      [](const dojo::State&, dojo::ActionId) {});
  std::array<double, 4> scores{};
  for (Seat seat : all_seats(4)) scores[seat.value] = dojo::outcome(state.open).scores[seat];
  return scores;
}

struct Spread {
  double sum = 0, squares = 0;
  int count = 0;
  void add(double value) { sum += value, squares += value * value, ++count; }
  double mean() const { return sum / count; }
  double variance() const { return squares / count - mean() * mean(); }
};

// How much better students are than novices, measured twice with the same number of games.
TEST(Ratings, Duplicate_deals_save_games) {
  SplitMix numbers{10};
  Spread plain;
  Spread duplicate;
  const auto difference = [](const Lineup& lineup, const std::array<double, 4>& scores) {
    double sum = 0;
    for (std::size_t i = 0; i < 4; ++i) sum += lineup[i] ? scores[i] : -scores[i];
    return sum / 2;
  };
  for (int pair = 0; pair < 2500; ++pair) {
    Lineup lineup{true, true, false, false};
    const auto shuffle = [&] {
      for (std::size_t i = 3; i > 0; --i)
        std::swap(lineup[i], lineup[numbers.below(static_cast<unsigned>(i + 1))]);
    };
    shuffle();
    const std::uint64_t deal = numbers.next();
    const auto first = scores_of(lineup, deal, numbers);
    Lineup other = lineup;
    for (bool& each : other) each = !each;
    const auto second = scores_of(other, deal, numbers);
    duplicate.add((difference(lineup, first) + difference(other, second)) / 2);
    const auto alone = scores_of(lineup, numbers.next(), numbers);
    shuffle();
    const auto another = scores_of(lineup, numbers.next(), numbers);
    const double of_first = difference(lineup, another);
    // The lineup of `alone` was the one before.
    Lineup before = other;
    for (bool& each : before) each = !each;
    plain.add((difference(before, alone) + of_first) / 2);
  }
  EXPECT_NEAR(plain.mean(), duplicate.mean(), 1.5);
  const double saved = 1 - duplicate.variance() / plain.variance();
  std::printf("Duplicate deals save %.1f %% of the games (scores %.2f and %.2f apart)\n",
              100 * saved, duplicate.mean(), plain.mean());
  EXPECT_GT(saved, 0);
}

}  // namespace
}  // namespace tatami
