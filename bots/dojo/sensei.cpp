#include "bots/dojo/sensei.h"

#include <cmath>
#include <numeric>

#include "bots/dojo/adept.h"
#include "bots/dojo/dealing.h"
#include "bots/dojo/dreams.h"
#include "bots/dojo/random.h"

namespace tatami::dojo::mind {

namespace {

// The search's findings about an action.
struct Candidate {
  ActionId action;
  bool alive = true;
  double shares = 0;
  double scores = 0;
  double rewards = 0;
  Ending end{};  // in the latest world
  double last = 0;
};

class Search {
 public:
  Search(const View& view, const bots::DojoWeights& weights, const bots::Budget& budget,
         SplitMix& numbers)
      : view_(view),
        me_(*view.seat),
        budget_(budget),
        weights_(weights),
        numbers_(numbers),
        supply_(view.open.pool),
        dealing_(view, weights),
        dreams_(view, weights.belief, numbers),
        playout_(view.open, supply_, models_) {}

  // The first action considered is the favourite.
  void consider(ActionId action) { candidates_.push_back({action}); }

  // If `narrow`, drops hopeless actions on the way, but never the favourite. With frequent checks
  // every action would look hopeless once by chance, so each check comes after twice as many
  // worlds.
  void run(bool narrow) {
    std::uint32_t next_look = 64;
    alive_ = static_cast<std::uint32_t>(candidates_.size());
    squares_.assign(candidates_.size() * candidates_.size(), 0);
    if (view_.open.round == rounds && dreams_.ways() * alive_ <= enough_to_count())
      return count_off();
    while (!over(narrow)) {
      one_world(dreams_.next());
      if (!narrow || worlds_ < next_look) continue;
      drop_hopeless();
      next_look *= 2;
    }
  }

  const Candidate& best() const {
    const std::size_t best = leader();
    // Keep the favourite if too few worlds were seen or another action is hardly better.
    const bool sure = worlds_ >= fewest_worlds && lead(best, 0) >= doubt;
    return candidates_[sure || complete_ ? best : 0];
  }

  bots::Opinions opinions() const {
    bots::Opinions all;
    const double worlds = worlds_ > 0 ? likelihoods_ : 1;
    for (const Candidate& each : candidates_)
      all.push({each.action, each.shares / worlds, each.scores / worlds, worlds_});
    return all;
  }

 private:
  static constexpr double doubt = 1;        // standard errors
  static constexpr double hopeless = -2.5;  // standard errors
  static constexpr std::uint32_t fewest_worlds = 8;
  static constexpr std::uint32_t few_ways = 256;

  // With a time budget the number of games is not known in advance, and counting may be cut short.
  std::uint64_t enough_to_count() const {
    constexpr std::uint64_t a_tenth_of_a_second = 50'000;
    return std::min<std::uint64_t>(budget_.iterations, a_tenth_of_a_second);
  }

  // Plays every distribution of the last round's cards, in an order in which any part is a fair
  // sample.
  void count_off() {
    const std::uint64_t ways = dreams_.ways();
    std::uint64_t step = ways * 5 / 8 + 1;
    while (std::gcd(step, ways) != 1) ++step;
    std::uint64_t number = 0;
    // While challenges and throws are still random, playing a few distributions once is not enough.
    const bool lots = view_.open.phase <= Phase::throws;
    const auto goes_on = [&] {
      return worlds_ < ways ||
             (lots && worlds_ < few_ways && played_ + alive_ <= budget_.iterations);
    };
    while (goes_on() && !out_of_time()) {
      one_world(dreams_.at(number));
      number = (number + step) % ways;
    }
    complete_ = worlds_ == ways && !lots;
  }

  bool over(bool narrow) {
    if (narrow && alive_ < 2) return true;
    return (worlds_ > 0 && played_ + alive_ > budget_.iterations) || out_of_time();
  }

  bool out_of_time() {
    if (!late_ && budget_.time_is_up != nullptr) late_ = budget_.time_is_up(budget_.clock);
    return late_;
  }

  // Opponents may be adepts or students: draw again for each world.
  void guess_models() {
    const auto table = static_cast<std::size_t>(view_.open.setup.players - fewest_players);
    const Edition edition = view_.open.setup.edition;
    const Outlooks& learned = weights_.outlooks[static_cast<std::size_t>(edition)];
    for (Seat seat : all_seats(view_.open.setup.players)) {
      const bool student = seat != me_ && numbers_.below(4) == 0;
      models_[seat].outlooks = student ? &hand_made_outlooks(edition) : &learned;
      models_[seat].challenges =
          student ? Belief::Belts{900, 1000, 1000, 1000, 1000} : weights_.belief.challenges[table];
    }
  }

  void one_world(const World& world) {
    guess_models();
    const SplitMix same_numbers{numbers_.next()};
    for (Candidate& each : candidates_) {
      if (!each.alive) continue;
      each.end =
          playout_.play(me_, each.action, world, hands_after(each.action, world), same_numbers);
      ++played_;
      if (out_of_time()) return;  // an incomplete world compares nothing
    }
    ++worlds_;
    likelihoods_ += world.likelihood;
    for (Candidate& each : candidates_) {
      if (!each.alive) continue;
      each.shares += world.likelihood * each.end.share;
      each.scores += world.likelihood * each.end.score;
      each.last = world.likelihood * reward(each.end);
      each.rewards += each.last;
    }
    double* square = squares_.data();
    for (const Candidate& a : candidates_)
      for (const Candidate& b : candidates_) {
        const double difference = a.last - b.last;
        *square++ += difference * difference;
      }
  }

  // After my give, the rest of the round's cards go where they are best for me.
  PerSeat<Card> hands_after(ActionId action, const World& world) {
    PerSeat<Card> hands = world.hands;
    if (action.kind() != Kind::give) return hands;
    hands[action.to()] = view_.own.drawn;
    Dealing::Cards rest;
    for (int i = view_.open.given + 1; i < view_.open.setup.players; ++i)
      rest.push(world.coming[rest.size()]);
    dealing_.give_rest(hands, rest);
    return hands;
  }

  // Winning, and the lead in points: the lead says more about a single game until the end is near.
  double reward(const Ending& end) const {
    const double victory = 0.5 + 0.04 * view_.open.round;
    const double ahead = end.ahead / 5.0;
    return victory * end.share + (1 - victory) / 2 * (1 + ahead / (1 + std::abs(ahead)));
  }

  // How many standard errors a is ahead of b.
  double lead(std::size_t a, std::size_t b) const {
    const double n = worlds_;
    const double mean = (candidates_[a].rewards - candidates_[b].rewards) / n;
    const double squares = squares_[a * candidates_.size() + b] / n;
    const double variance = std::max(squares - mean * mean, 1e-4);
    return mean / std::sqrt(variance / n);
  }

  std::size_t leader() const {
    std::size_t best = 0;
    for (std::size_t i = 1; i < candidates_.size(); ++i)
      if (candidates_[i].alive && candidates_[i].rewards > candidates_[best].rewards) best = i;
    return best;
  }

  void drop_hopeless() {
    const std::size_t best = leader();
    for (std::size_t i = 1; i < candidates_.size(); ++i)
      if (i != best && candidates_[i].alive && lead(i, best) < hopeless) {
        candidates_[i].alive = false;
        --alive_;
      }
  }

  const View& view_;
  Seat me_;
  const bots::Budget& budget_;
  const bots::DojoWeights& weights_;
  SplitMix& numbers_;
  Supply supply_;
  PerSeat<Model> models_{};
  Dealing dealing_;
  Dreams dreams_;
  Playout playout_;
  std::vector<Candidate> candidates_;
  std::vector<double> squares_;  // sums of the squared reward difference of every pair
  std::uint32_t alive_ = 0;
  std::uint32_t worlds_ = 0;
  std::uint32_t played_ = 0;
  double likelihoods_ = 0;  // sum over all worlds; 1 per world on average
  bool complete_ = false;   // all possible worlds were played
  bool late_ = false;
};

}  // namespace

ActionId sensei_action(const View& view, const bots::DojoWeights& weights,
                       const bots::Budget& budget, SplitMix& numbers) {
  const ActionList legal = legal_actions(view.open, *view.seat);
  const ActionId favourite = adept_action(view, weights, numbers);
  if (legal.size() == 1 || view.open.phase == Phase::throws) return favourite;
  Search search{view, weights, budget, numbers};
  search.consider(favourite);
  for (ActionId action : legal)
    if (action != favourite) search.consider(action);
  search.run(true);
  return search.best().action;
}

bots::Opinions weigh_actions(const View& view, const bots::DojoWeights& weights,
                             const bots::Budget& budget, SplitMix& numbers) {
  Search search{view, weights, budget, numbers};
  for (ActionId action : legal_actions(view.open, *view.seat)) search.consider(action);
  search.run(false);
  return search.opinions();
}

}  // namespace tatami::dojo::mind
