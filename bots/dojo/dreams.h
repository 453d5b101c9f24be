#pragma once

#include <numeric>
#include <utility>
#include <vector>

#include "bots/dojo/allotment.h"
#include "bots/dojo/hands.h"
#include "bots/dojo/playout.h"

namespace tatami::dojo::mind {

// Samples worlds that agree with everything the seat knows.
class Dreams {
 public:
  Dreams(const View& view, const Belief& belief, SplitMix& numbers)
      : view_(view), open_(view.open), belief_(belief), numbers_(numbers), unseen_(view) {
    for (Trophy trophy : all_trophies)
      pile_.insert(pile_.end(), static_cast<std::size_t>(open_.pile[trophy]), trophy);
    // The cards beyond the last round are what its dealer expects.
    const int to_deal = rounds - open_.round + 1 + static_cast<int>(Allotment::futures);
    coming_ = static_cast<std::size_t>(to_deal * open_.setup.players);
  }

  // The number of possible distributions of the last round's hidden cards.
  std::uint64_t ways() const {
    std::uint64_t ways = 1;
    std::size_t left = unseen_.size();
    for (std::size_t i = hidden_hands() + still_to_give(); i > 0; --i) ways *= left--;
    return ways;
  }

  const World& next() {
    Unseen unseen = unseen_;
    world_.hands = guess_hands(view_, belief_, unseen, Drawn{numbers_});
    world_.coming.clear();
    fill(unseen);
    return world_;
  }

  // The distribution with this number, in the last round.
  const World& at(std::uint64_t number) {
    Unseen unseen = unseen_;
    Counted lots{number};
    world_.hands = guess_hands(view_, belief_, unseen, lots);
    world_.coming.clear();
    for (std::size_t i = still_to_give(); i > 0; --i) world_.coming.push_back(lots.any(unseen));
    world_.likelihood = lots.likelihood;
    fill(unseen);
    return world_;
  }

 private:
  std::size_t hidden_hands() const {
    std::size_t hidden = 0;
    for (Seat seat : open_.holding) hidden += known_card(view_, seat).is_card() ? 0 : 1;
    return hidden;
  }
  std::size_t still_to_give() const {
    return open_.phase == Phase::give ? open_.setup.players - open_.given - 1U : 0;
  }

  void fill(Unseen& unseen) {
    while (world_.coming.size() < coming_ && unseen.size() > 0)
      world_.coming.push_back(unseen.draw(numbers_));
    world_.trophies = pile_;
    for (std::size_t i = world_.trophies.size(); i > 1; --i)
      std::swap(world_.trophies[i - 1],
                world_.trophies[numbers_.below(static_cast<std::uint32_t>(i))]);
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

}  // namespace tatami::dojo::mind
