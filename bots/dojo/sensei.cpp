#include "bots/dojo/sensei.h"

#include <cmath>

#include "bots/dojo/adept.h"
#include "bots/dojo/hands.h"
#include "bots/dojo/playout.h"
#include "bots/dojo/random.h"

namespace tatami::dojo::mind {

namespace {

// Draws worlds that agree with everything the seat knows.
class Dreams {
 public:
  Dreams(const View& view, const Belief& belief, SplitMix& numbers)
      : view_(view), open_(view.open), belief_(belief), numbers_(numbers), unseen_(view) {
    for (Trophy trophy : all_trophies)
      pile_.insert(pile_.end(), static_cast<std::size_t>(open_.pile[trophy]), trophy);
    const int to_deal = rounds - open_.round + 1;
    coming_ = static_cast<std::size_t>(to_deal * open_.table.players);
  }

  const World& next() {
    Unseen unseen = unseen_;
    world_.hands = {};
    world_.drawn = view_.own.drawn;
    for (Seat seat : open_.holding) world_.hands[seat] = known(seat);
    if (open_.holding.contains(open_.dealer) && !world_.hands[open_.dealer].is_card() &&
        !dealt_at_random(open_))
      world_.hands[open_.dealer] = unseen.draw_kept(kept_by_dealer(belief_, open_), numbers_);
    for (Seat seat : open_.holding)
      if (!world_.hands[seat].is_card())
        world_.hands[seat] =
            has_passed(seat) ? unseen.draw_kept(shy_belts(), numbers_) : unseen.draw(numbers_);
    world_.coming.clear();
    while (world_.coming.size() < coming_ && unseen.size() > 0)
      world_.coming.push_back(unseen.draw(numbers_));
    world_.trophies = pile_;
    for (std::size_t i = world_.trophies.size(); i > 1; --i)
      std::swap(world_.trophies[i - 1],
                world_.trophies[numbers_.below(static_cast<std::uint32_t>(i))]);
    return world_;
  }

 private:
  // No card where the seat's card is not known.
  Card known(Seat seat) const {
    if (seat == *view_.seat) return view_.own.card;
    if (is_shown(open_, seat)) {
      const Duel& duel = *open_.duel;
      return (seat == open_.dealer) != duel.swapped ? duel.dealer_card : duel.challenger_card;
    }
    return view_.own.dealt[seat];
  }

  bool has_passed(Seat seat) const {
    if (dealt_at_random(open_) || open_.phase < Phase::ask || seat == open_.dealer) return false;
    const int players = open_.table.players;
    const auto turn = [&](Seat each) {
      return (each.value - open_.dealer.value + players) % players;
    };
    if (open_.phase == Phase::ask) return turn(seat) < turn(open_.to_act.first());
    return !open_.duel || turn(seat) < turn(open_.duel->challenger);
  }

  // Who passes has rather a low belt.
  Belief::Belts shy_belts() const {
    Belief::Belts belts =
        belief_.challenges[static_cast<std::size_t>(open_.table.players - fewest_players)];
    for (std::int32_t& belt : belts) belt = 1030 - belt;
    return belts;
  }

  const View& view_;
  const Open& open_;
  const Belief& belief_;
  SplitMix& numbers_;
  Unseen unseen_;
  std::vector<Trophy> pile_;
  std::size_t coming_ = 0;
  World world_;
};

// What is known of an action.
struct Candidate {
  ActionId action;
  bool alive = true;
  double shares = 0;
  double scores = 0;
  double rewards = 0;
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
        dreams_(view, weights.belief, numbers),
        playout_(view.open, supply_, models_) {}

  // The favourite stands first.
  void consider(ActionId action) { candidates_.push_back({action}); }

  // Hopeless actions are dropped on the way if `narrow`.
  void run(bool narrow) {
    constexpr std::uint32_t look_back = 16;
    alive_ = static_cast<std::uint32_t>(candidates_.size());
    squares_.assign(candidates_.size() * candidates_.size(), 0);
    while (!over(narrow)) {
      one_world();
      if (narrow && worlds_ % look_back == 0) drop_hopeless();
    }
  }

  const Candidate& best() const {
    std::size_t best = 0;
    for (std::size_t i = 1; i < candidates_.size(); ++i)
      if (candidates_[i].alive && candidates_[i].rewards > candidates_[best].rewards) best = i;
    // Not clearly better than the favourite: that one stays.
    if (best != 0 && candidates_[0].alive && lead(best, 0) < doubt) best = 0;
    return candidates_[best];
  }

  bots::Opinions opinions() const {
    bots::Opinions all;
    const double worlds = std::max(1U, worlds_);
    for (const Candidate& each : candidates_)
      all.push({each.action, each.shares / worlds, each.scores / worlds, worlds_});
    return all;
  }

 private:
  static constexpr double doubt = 0.5;      // standard errors
  static constexpr double hopeless = -2.5;  // standard errors

  bool over(bool narrow) const {
    if (worlds_ == 0) return false;
    if (narrow && alive_ < 2) return true;
    if (played_ + alive_ > budget_.iterations) return true;
    return budget_.time_is_up != nullptr && budget_.time_is_up(budget_.clock);
  }

  // Opponents may be learned or not; nobody knows.
  void guess_models() {
    const auto table = static_cast<std::size_t>(view_.open.table.players - fewest_players);
    const Edition edition = view_.open.table.edition;
    const Outlooks& learned = weights_.outlooks[static_cast<std::size_t>(edition)];
    for (Seat seat : all_seats(view_.open.table.players)) {
      const bool student = seat != me_ && numbers_.below(4) == 0;
      models_[seat].outlooks = student ? &hand_made_outlooks(edition) : &learned;
      models_[seat].challenges =
          student ? Belief::Belts{150, 900, 1000, 1000, 1000} : weights_.belief.challenges[table];
    }
  }

  void one_world() {
    guess_models();
    const World& world = dreams_.next();
    const SplitMix same_numbers{numbers_.next()};
    ++worlds_;
    for (Candidate& each : candidates_) {
      if (!each.alive) continue;
      const Ending end = playout_.play(me_, each.action, world, same_numbers);
      ++played_;
      each.shares += end.share;
      each.scores += end.score;
      each.last = reward(end);
      each.rewards += each.last;
    }
    double* square = squares_.data();
    for (const Candidate& a : candidates_)
      for (const Candidate& b : candidates_) {
        const double difference = a.last - b.last;
        *square++ += difference * difference;
      }
  }

  // Victory, and beside it how far ahead: that says more about a single game.
  static double reward(const Ending& end) {
    const double ahead = end.ahead / 5.0;
    return 0.5 * end.share + 0.25 * (1 + ahead / (1 + std::abs(ahead)));
  }

  // By how many standard errors a is ahead of b.
  double lead(std::size_t a, std::size_t b) const {
    const double n = worlds_;
    const double mean = (candidates_[a].rewards - candidates_[b].rewards) / n;
    const double squares = squares_[a * candidates_.size() + b] / n;
    const double variance = std::max(squares - mean * mean, 1e-4);
    return mean / std::sqrt(variance / n);
  }

  void drop_hopeless() {
    std::size_t best = 0;
    for (std::size_t i = 0; i < candidates_.size(); ++i)
      if (candidates_[i].alive &&
          (!candidates_[best].alive || candidates_[i].rewards > candidates_[best].rewards))
        best = i;
    for (std::size_t i = 0; i < candidates_.size(); ++i)
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
  Dreams dreams_;
  Playout playout_;
  std::vector<Candidate> candidates_;
  std::vector<double> squares_;  // of the differences in reward between every two
  std::uint32_t alive_ = 0;
  std::uint32_t worlds_ = 0;
  std::uint32_t played_ = 0;
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
  if (view.open.phase != Phase::throws) search.run(false);
  return search.opinions();
}

}  // namespace tatami::dojo::mind
