#include "bots/dojo/learn.h"

#include <cmath>

namespace tatami::dojo::mind {

namespace {

// With fewer samples than about this, the prior dominates.
constexpr double caution = 20;
// Supplies are counted in 1024ths of the pool; scaled like this they are as large as the other
// features and learned as well.
constexpr double supply_scale = 1.0 / 64;

double scale(std::size_t feature) {
  if (feature == deal_feature) return 1.0 / rounds;
  return feature >= row_supply_features ? supply_scale : 1;
}

// Visits all weights of an outlook in the order of the features.
template <class O, class F>
void for_each_weight(O& outlook, F&& visit) {
  std::size_t feature = 0;
  const auto all = [&](auto& list) {
    for (auto& weight : list) visit(feature++, weight);
  };
  for (auto& rows : outlook.rows) all(rows);
  for (auto& columns : outlook.columns) all(columns);
  all(outlook.row_supply);
  all(outlook.column_supply);
  visit(feature, outlook.deal);
}

// Weights of supplies are stored per whole pool (see Judge).
double unit_of(std::size_t feature) {
  if (feature == deal_feature) return point * rounds;
  return feature >= row_supply_features ? point * 1024 : point;
}

// Solves a x = b for a symmetric positive definite a by Cholesky decomposition; x replaces b.
void solve_in_place(std::vector<double>& a, std::vector<double>& b) {
  const std::size_t n = b.size();
  for (std::size_t i = 0; i < n; ++i) {
    double* row = &a[i * n];
    for (std::size_t j = 0; j <= i; ++j) {
      const double* other = &a[j * n];
      double sum = row[j];
      for (std::size_t k = 0; k < j; ++k) sum -= row[k] * other[k];
      row[j] = i == j ? std::sqrt(sum) : sum / other[j];
    }
    double sum = b[i];
    for (std::size_t k = 0; k < i; ++k) sum -= row[k] * b[k];
    b[i] = sum / row[i];
  }
  for (std::size_t i = n; i-- > 0;) {
    for (std::size_t k = i + 1; k < n; ++k) b[i] -= a[k * n + i] * b[k];
    b[i] /= a[i * n + i];
  }
}

}  // namespace

Features features_of(const Floor& floor, const Supply& supply, int deals) {
  Features all;
  const auto push = [&](std::size_t number, std::int32_t amount) {
    if (amount != 0)
      all.push({static_cast<std::uint16_t>(number), static_cast<std::int16_t>(amount)});
  };
  for (std::size_t r = 0; r < dojo_rows; ++r) {
    const RowLook look = row_looks[row_sum(floor.rows[r])];
    push(floor.row_kinds[r] * row_patterns + look.pattern, 1);
    if (all_row_patterns[look.pattern].cards() < dojo_columns)
      push(row_supply_features + look.pattern, supply.disciples[look.leaders]);
  }
  for (std::size_t c = 0; c < dojo_columns; ++c) {
    const std::uint8_t look = column_looks[column_sum(floor.columns[c])];
    push(column_features + floor.column_kinds[c] * column_patterns + look, 1);
    push(column_supply_features + look, supply.columns[look]);
  }
  push(deal_feature, deals);
  return all;
}

void Regression::add(const Features& seen, int score) {
  for (const Feature& a : seen) {
    targets_[a.number] += std::int64_t{a.amount} * score;
    std::int64_t* row = &products_[a.number * features];
    for (const Feature& b : seen) row[b.number] += std::int64_t{a.amount} * b.amount;
  }
}

void Regression::add(const Regression& other) {
  for (std::size_t i = 0; i < products_.size(); ++i) products_[i] += other.products_[i];
  for (std::size_t i = 0; i < targets_.size(); ++i) targets_[i] += other.targets_[i];
}

// Fits the prior to the samples by a scale and by a constant that is the same for every row.
// Otherwise patterns that were hardly seen would look better or worse than they are, and players
// would seek or avoid them.
void Regression::level(std::vector<double>& prior) const {
  std::vector<double> one(features);
  for (std::size_t i = 0; i < column_features; ++i) one[i] = 1.0 / dojo_rows;
  double pp = 0;
  double po = 0;
  double oo = 0;
  double pt = 0;
  double ot = 0;
  for (std::size_t i = 0; i < features; ++i) {
    pt += prior[i] * static_cast<double>(targets_[i]) * scale(i);
    ot += one[i] * static_cast<double>(targets_[i]) * scale(i);
    for (std::size_t j = 0; j < features; ++j) {
      const double both = static_cast<double>(products_[i * features + j]) * scale(i) * scale(j);
      pp += prior[i] * both * prior[j];
      po += prior[i] * both * one[j];
      oo += one[i] * both * one[j];
    }
  }
  const double determinant = pp * oo - po * po;
  const bool varied = determinant > 1e-6 * pp * oo && oo > 0;
  const double slope = varied ? (pt * oo - ot * po) / determinant : 1;
  const double rest = oo > 0 ? (ot - slope * po) / oo : 0;
  for (std::size_t i = 0; i < features; ++i) prior[i] = slope * prior[i] + rest * one[i];
}

Outlook Regression::solve(const Outlook& prior) const {
  std::vector<double> from(features);
  for_each_weight(prior,
                  [&](std::size_t i, Points weight) { from[i] = weight / unit_of(i) / scale(i); });
  level(from);
  // Fit what the prior does not explain.
  std::vector<double> a(features * features);
  std::vector<double> b(features);
  for (std::size_t i = 0; i < features; ++i) {
    b[i] = static_cast<double>(targets_[i]) * scale(i);
    for (std::size_t j = 0; j < features; ++j) {
      a[i * features + j] = static_cast<double>(products_[i * features + j]) * scale(i) * scale(j);
      b[i] -= a[i * features + j] * from[j];
    }
    a[i * features + i] += caution;
  }
  solve_in_place(a, b);
  Outlook learned;
  for_each_weight(learned, [&](std::size_t i, Points& weight) {
    weight = static_cast<Points>(std::lround((from[i] + b[i]) * scale(i) * unit_of(i)));
  });
  return learned;
}

Lessons::Lessons() : regressions_(2 * static_cast<std::size_t>(rounds)) {}

void Lessons::dealer_kept(const Open& open, std::size_t before, Belt belt) {
  Tallies& tallies = kept_[open.setup.players - static_cast<std::size_t>(fewest_players)][before];
  std::array<std::int64_t, belt_kinds> counts{};
  std::int64_t all = 0;
  for_each_card([&](Card card) {
    counts[card.belt().value - 1U] += open.pool[card];
    all += open.pool[card];
  });
  for (std::size_t i = 0; i < belt_kinds; ++i) tallies[i].of += 1000 * counts[i] / all;
  ++tallies[belt.value - 1U].seen;
}

void Lessons::was_asked(const Open& open, Belt belt, bool challenged) {
  Tally& tally =
      asked_[open.setup.players - static_cast<std::size_t>(fewest_players)][belt.value - 1U];
  ++tally.of;
  tally.seen += challenged ? 1 : 0;
}

void Lessons::add(const Lessons& other) {
  for (std::size_t i = 0; i < regressions_.size(); ++i) regressions_[i].add(other.regressions_[i]);
  for (std::size_t t = 0; t < Belief::tables; ++t)
    for (std::size_t belt = 0; belt < belt_kinds; ++belt) {
      asked_[t][belt].add(other.asked_[t][belt]);
      for (std::size_t before = 0; before < most_players; ++before)
        kept_[t][before][belt].add(other.kept_[t][before][belt]);
    }
}

bots::DojoWeights Lessons::learn() const {
  bots::DojoWeights weights;
  weights.belief = plain_belief();
  for (const Edition edition : {Edition::fr, Edition::en}) {
    const auto e = static_cast<std::size_t>(edition);
    for (std::size_t cards = 0; cards < rounds; ++cards)
      weights.outlooks[e][cards] =
          regressions_[e * rounds + cards].solve(hand_made_outlooks(edition)[cards]);
    weights.outlooks[e][rounds] = exact_outlook(edition);
  }
  for (std::size_t t = 0; t < Belief::tables; ++t)
    for (std::size_t belt = 0; belt < belt_kinds; ++belt) {
      const Tally& asked = asked_[t][belt];
      if (asked.of > 0)
        weights.belief.challenges[t][belt] =
            static_cast<std::int32_t>(1000 * asked.seen / asked.of);
      for (std::size_t before = 0; before < most_players; ++before) {
        const Tally& kept = kept_[t][before][belt];
        // Mix in a little of the prior, so that nothing becomes impossible.
        weights.belief.kept[t][before][belt] =
            static_cast<std::int32_t>((1'000'000 * kept.seen + 20'000'000) / (kept.of + 20'000));
      }
    }
  return weights;
}

}  // namespace tatami::dojo::mind
