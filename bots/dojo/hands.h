#pragma once

#include <algorithm>
#include <vector>

#include "bots/dojo/outlook.h"
#include "bots/dojo/scene.h"
#include "rules/core/splitmix.h"
#include "rules/dojo/view.h"

namespace tatami::dojo::mind {

// The cards a seat cannot see, to draw from without replacement.
class Unseen {
 public:
  explicit Unseen(const View& view) {
    const CardCounts counts = unseen_cards(view);
    for_each_card([&](Card card) { cards_.insert(cards_.end(), counts[card], card); });
  }

  std::size_t size() const { return cards_.size(); }

  // Each card is equally likely.
  Card draw(SplitMix& numbers) { return take(numbers.below(static_cast<std::uint32_t>(size()))); }

  // The card that a dealer kept after giving others: some belts are likelier than others.
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

  Card take(std::size_t at) {
    const Card card = cards_[at];
    cards_[at] = cards_.back();
    cards_.pop_back();
    return card;
  }

  // How likely the card is compared with a uniform draw.
  double likelihood(const Belief::Belts& likelier, Card card) const {
    std::uint32_t all = 0;
    for (Card each : cards_) all += weight(likelier, each);
    return all == 0 ? 1 : static_cast<double>(weight(likelier, card) * size()) / all;
  }

 private:
  static std::uint32_t weight(const Belief::Belts& likelier, Card card) {
    return static_cast<std::uint32_t>(likelier[card.belt().value - 1U]);
  }

  std::vector<Card> cards_;
};

// How likely each belt is for the dealer's own card.
inline const Belief::Belts& kept_by_dealer(const Belief& belief, const Open& open) {
  const auto table = static_cast<std::size_t>(open.setup.players - fewest_players);
  std::size_t before = 0;
  while (before < open.given && open.giving_order[before] != open.dealer) ++before;
  return belief.kept[table][std::min<std::size_t>(before, most_players - 1)];
}

// A player who passed tends to have a low belt.
inline Belief::Belts shy_belts(const Belief& belief, const Open& open) {
  Belief::Belts belts =
      belief.challenges[static_cast<std::size_t>(open.setup.players - fewest_players)];
  for (std::int32_t& belt : belts) belt = 1030 - belt;
  return belts;
}

inline bool has_passed(const Open& open, Seat seat) {
  if (dealt_at_random(open) || open.phase < Phase::ask || seat == open.dealer) return false;
  const int players = open.setup.players;
  const auto turn = [&](Seat each) { return (each.value - open.dealer.value + players) % players; };
  if (open.phase == Phase::ask) return turn(seat) < turn(open.to_act.first());
  return !open.duel || turn(seat) < turn(open.duel->challenger);
}

// The card in this hand, or no card if the viewer does not know it.
inline Card known_card(const View& view, Seat seat) {
  if (seat == *view.seat) return view.own.card;
  if (!is_shown(view.open, seat)) return view.own.dealt[seat];
  const Duel& duel = *view.open.duel;
  return (seat == view.open.dealer) != duel.swapped ? duel.dealer_card : duel.challenger_card;
}

// Draws cards at random.
struct Drawn {
  SplitMix& numbers;
  Card any(Unseen& unseen) const { return unseen.draw(numbers); }
  Card kept(Unseen& unseen, const Belief::Belts& likelier) const {
    return unseen.draw_kept(likelier, numbers);
  }
};

// Enumerates draws: each number below the number of all possible draws stands for one of them.
struct Counted {
  std::uint64_t number;
  double likelihood = 1;

  Card any(Unseen& unseen) {
    const auto at = static_cast<std::size_t>(number % unseen.size());
    number /= unseen.size();
    return unseen.take(at);
  }
  Card kept(Unseen& unseen, const Belief::Belts& likelier) {
    const Unseen before = unseen;
    const Card card = any(unseen);
    likelihood *= before.likelihood(likelier, card);
    return card;
  }
};

// A guess at this round's hands; unknown cards are drawn from `unseen`.
template <class Lots>
PerSeat<Card> guess_hands(const View& view, const Belief& belief, Unseen& unseen, Lots&& lots) {
  const Open& open = view.open;
  PerSeat<Card> hands{};
  for (Seat seat : open.holding) hands[seat] = known_card(view, seat);
  if (open.holding.contains(open.dealer) && !hands[open.dealer].is_card() && !dealt_at_random(open))
    hands[open.dealer] = lots.kept(unseen, kept_by_dealer(belief, open));
  for (Seat seat : open.holding)
    if (!hands[seat].is_card())
      hands[seat] =
          has_passed(open, seat) ? lots.kept(unseen, shy_belts(belief, open)) : lots.any(unseen);
  return hands;
}

}  // namespace tatami::dojo::mind
