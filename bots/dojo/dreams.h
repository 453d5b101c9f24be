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

}  // namespace tatami::dojo::mind
