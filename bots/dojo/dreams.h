#pragma once

#include <utility>
#include <vector>

#include "bots/dojo/hands.h"
#include "bots/dojo/playout.h"

namespace tatami::dojo::mind {

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
    world_.hands = guess_hands(view_, belief_, unseen, numbers_);
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
