#pragma once

#include <cstdint>
#include <vector>

#include "bots/dojo/floor.h"
#include "bots/dojo/weights.h"
#include "rules/core/list.h"
#include "rules/dojo/state.h"

// Learns weights from games: what a dojo looked like after each round, and what it scored in the
// end. Sums are whole numbers until the very end, so that the order of adding does not matter.
namespace tatami::dojo::mind {

// The value of a dojo is a sum of features; each has a weight to be learned.
inline constexpr std::size_t column_features = kinds_at_a_line * row_patterns;
inline constexpr std::size_t row_supply_features =
    column_features + kinds_at_a_line * column_patterns;
inline constexpr std::size_t column_supply_features = row_supply_features + row_patterns;
inline constexpr std::size_t deal_feature = column_supply_features + column_patterns;
inline constexpr std::size_t features = deal_feature + 1;

struct Feature {
  std::uint16_t number = 0;
  std::int16_t amount = 0;
};
using Features = List<Feature, 16>;

Features features_of(const Floor& floor, const Supply& supply, int deals);

// Least squares over dojos with the same number of cards.
class Regression {
 public:
  Regression() : products_(features * features), targets_(features) {}
  void add(const Features& seen, int score);
  void add(const Regression& other);
  // The weights that fit best; where there are few samples, close to the prior.
  Outlook solve(const Outlook& prior) const;
  // Visits every sum, so that they can be saved and restored.
  template <class Visit>
  void for_each_sum(Visit&& visit) {
    for (std::int64_t& sum : products_) visit(sum);
    for (std::int64_t& sum : targets_) visit(sum);
  }

 private:
  void level(std::vector<double>& prior) const;

  std::vector<std::int64_t> products_;
  std::vector<std::int64_t> targets_;
};

// Everything that is learned from a generation of games.
class Lessons {
 public:
  Lessons();

  void add(Edition edition, std::size_t cards, const Features& seen, int score) {
    regression(edition, cards).add(seen, score);
  }
  // The dealer kept this belt after giving `before` cards; the pool is what they could have kept.
  void dealer_kept(const Open& open, std::size_t before, Belt belt);
  void was_asked(const Open& open, Belt belt, bool challenged);

  void add(const Lessons& other);
  bots::DojoWeights learn() const;
  template <class Visit>
  void for_each_sum(Visit&& visit) {
    for (Regression& each : regressions_) each.for_each_sum(visit);
    const auto visit_all = [&](Tallies& tallies) {
      for (Tally& tally : tallies) visit(tally.seen), visit(tally.of);
    };
    for (auto& tables : kept_)
      for (Tallies& tallies : tables) visit_all(tallies);
    for (Tallies& tallies : asked_) visit_all(tallies);
  }

 private:
  struct Tally {
    std::int64_t seen = 0;
    std::int64_t of = 0;  // in thousandths for kept belts
    void add(const Tally& other) { seen += other.seen, of += other.of; }
  };
  using Tallies = std::array<Tally, belt_kinds>;

  Regression& regression(Edition edition, std::size_t cards) {
    return regressions_[static_cast<std::size_t>(edition) * rounds + cards];
  }

  std::vector<Regression> regressions_;
  std::array<std::array<Tallies, most_players>, Belief::tables> kept_{};
  std::array<Tallies, Belief::tables> asked_{};
};

}  // namespace tatami::dojo::mind
