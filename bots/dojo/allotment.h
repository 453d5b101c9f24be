#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <span>

#include "bots/dojo/floor.h"
#include "bots/dojo/standing.h"

namespace tatami::dojo::mind {

// How a simulated dealer deals a round: like an adept, but with fewer futures.
class Allotment {
 public:
  // The dealer sees the cards one by one, and assumes that those not yet drawn are like some that
  // lie deeper in the deck.
  static constexpr std::size_t futures = 3;

  // The first of these cards are the round's. Places are counted from the dealer, so the first
  // possible challenger has place 1.
  Allotment(std::size_t players, bool throws, std::span<const Card> cards)
      : count_(players),
        throws_(throws),
        cards_(cards.first(std::min(cards.size(), players + futures * (players - 1)))) {}

  // `stake` is what a point at that place is worth to the dealer; `trophy` and `offers` are what
  // the trophy and cards add there. The trophy matters only at the first two places.
  void add(std::size_t place, double stake, Points trophy, const Offers& offers) {
    stakes_[place] = static_cast<Points>(stake * unit);
    trophies_[place] = trophy;
    for (std::size_t card = 0; card < cards_.size(); ++card) {
      gains_[place][card] = offers.gain(cards_[card]);
      values_[place][card] = stakes_[place] * gains_[place][card] / unit;
    }
  }

  // The index of each place's card.
  std::array<std::uint8_t, most_players> deal() {
    for (std::size_t card = 0; card < count_; ++card) {
      const std::size_t to = receiver(card);
      give(to, card);
      settled_ += values_[to][card];
    }
    return given_;
  }

 private:
  static constexpr Points unit = 1024;
  static constexpr std::size_t most_cards = most_players + futures * (most_players - 1);
  using ByCard = std::array<Points, most_cards>;

  bool is_served(std::size_t place) const { return (served_ >> place & 1U) != 0; }
  void give(std::size_t place, std::size_t card) {
    given_[place] = static_cast<std::uint8_t>(card);
    served_ |= 1U << place;
  }

  std::size_t receiver(std::size_t card) {
    const unsigned rest = (1U << (count_ - card - 1)) - 1;
    const unsigned served = served_;
    std::size_t best = 0;
    std::int64_t most = INT64_MIN;
    for (std::size_t place = 0; place < count_; ++place) {
      if (is_served(place)) continue;
      give(place, card);
      const Points so_far = settled_ + values_[place][card];
      std::int64_t sum = 0;
      // If the deck is too short for a sample, use the cards that really come.
      if (cards_.size() < 2 * count_ - 1) sum = best_rest(rest << (card + 1), so_far);
      for (std::size_t from = count_; from + count_ - 1 <= cards_.size(); from += count_ - 1)
        sum += best_rest(rest << from, so_far);
      served_ = served;
      if (sum > most) most = sum, best = place;
    }
    return best;
  }

  // Deals these cards to the places without one, dealer and challenger first.
  Points best_rest(unsigned cards, Points so_far) {
    if (is_served(0)) return best_without_dealer(cards, so_far);
    return best_of(cards, [&](unsigned card) {
      given_[0] = static_cast<std::uint8_t>(card);
      return best_without_dealer(cards & ~(1U << card), so_far + values_[0][card]);
    });
  }
  Points best_without_dealer(unsigned cards, Points so_far) {
    if (is_served(1)) return so_far + duel() + best_sum(2, cards);
    return best_of(cards, [&](unsigned card) {
      given_[1] = static_cast<std::uint8_t>(card);
      return so_far + values_[1][card] + duel() + best_sum(2, cards & ~(1U << card));
    });
  }
  Points best_sum(std::size_t place, unsigned cards) const {
    if (cards == 0) return 0;
    while (is_served(place)) ++place;
    const ByCard& values = values_[place];
    if ((cards & (cards - 1)) == 0) return values[static_cast<unsigned>(std::countr_zero(cards))];
    return best_of(cards, [&](unsigned card) {
      return values[card] + best_sum(place + 1, cards & ~(1U << card));
    });
  }
  template <class Worth>
  static Points best_of(unsigned cards, Worth&& worth) {
    Points most = INT32_MIN;
    for (; cards != 0; cards &= cards - 1)
      most = std::max(most, worth(static_cast<unsigned>(std::countr_zero(cards))));
    return most;
  }

  // The value of the challenge to the dealer. Hardly anyone passes, so the first player
  // challenges.
  Points duel() const {
    const Belt attack = cards_[given_[1]].belt();
    const Belt defence = cards_[given_[0]].belt();
    if (!throws_) return attack >= defence ? spoils(1, 0) : spoils(0, 1);
    const auto chance = static_cast<Points>(unit * chance_of_challenger(attack, defence, true));
    return (chance * spoils(1, 0) + (unit - chance) * spoils(0, 1)) / unit;
  }

  Points spoils(std::size_t winner, std::size_t loser) const {
    const std::size_t winners = given_[winner];
    const std::size_t losers = given_[loser];
    Points won = trophies_[winner];
    Points lost = 0;
    if (const Points more = gains_[winner][losers] - gains_[winner][winners]; more > 0) {
      won += more;
      lost = gains_[loser][winners] - gains_[loser][losers];
    }
    return (stakes_[winner] * won + stakes_[loser] * lost) / unit;
  }

  std::size_t count_;
  bool throws_;  // D20
  std::span<const Card> cards_;
  std::array<Points, most_players> stakes_{};
  std::array<Points, most_players> trophies_{};
  std::array<ByCard, most_players> gains_;
  std::array<ByCard, most_players> values_;  // to the dealer
  std::array<std::uint8_t, most_players> given_{};
  unsigned served_ = 0;
  Points settled_ = 0;
};

}  // namespace tatami::dojo::mind
