#pragma once

#include <algorithm>
#include <vector>

#include "bots/dojo/outlook.h"
#include "rules/core/splitmix.h"
#include "rules/dojo/view.h"

namespace tatami::dojo::mind {

// The cards a seat cannot see, to draw from without putting back.
class Unseen {
 public:
  explicit Unseen(const View& view) {
    const Open& open = view.open;
    CardCounts counts = open.pool;
    for (Seat seat : open.holding) {
      const Card known = seat == *view.seat ? view.own.card : view.own.dealt[seat];
      if (known.is_card() && !is_shown(open, seat)) --counts[known];
    }
    if (view.own.drawn.is_card()) --counts[view.own.drawn];
    for_each_card([&](Card card) { cards_.insert(cards_.end(), counts[card], card); });
  }

  std::size_t size() const { return cards_.size(); }

  // Any of them, each as likely.
  Card draw(SplitMix& numbers) { return take(numbers.below(static_cast<std::uint32_t>(size()))); }

  // The card of a dealer who kept it after giving others: some belts are likelier than others.
  Card draw_kept(const Belief::Belts& likelier, SplitMix& numbers) {
    std::uint32_t all = 0;
    for (Card card : cards_) all += weight(likelier, card);
    if (all == 0) return draw(numbers);
    std::uint32_t left = numbers.below(all);
    std::size_t at = 0;
    while (left >= weight(likelier, cards_[at])) left -= weight(likelier, cards_[at++]);
    return take(at);
  }

  void put_back(Card card) { cards_.push_back(card); }

 private:
  static std::uint32_t weight(const Belief::Belts& likelier, Card card) {
    return static_cast<std::uint32_t>(likelier[card.belt().value - 1U]);
  }
  Card take(std::size_t at) {
    const Card card = cards_[at];
    cards_[at] = cards_.back();
    cards_.pop_back();
    return card;
  }

  std::vector<Card> cards_;
};

// How likely each belt is for the dealer's own card.
inline const Belief::Belts& kept_by_dealer(const Belief& belief, const Open& open) {
  const auto table = static_cast<std::size_t>(open.table.players - fewest_players);
  std::size_t before = 0;
  while (before < open.given && open.giving_order[before] != open.dealer) ++before;
  return belief.kept[table][std::min<std::size_t>(before, most_players - 1)];
}

}  // namespace tatami::dojo::mind
