#pragma once

#include <algorithm>

#include "bots/dojo/prospects.h"

namespace tatami::dojo::mind {

// The value of a round's cards and challenges to me, given who holds which card.
class Dealing {
 public:
  using Cards = List<Card, most_players>;

  Dealing(const View& view, const bots::DojoWeights& weights)
      : scene_(view), prospects_(scene_, weights), belief_(weights.belief) {}
  Dealing(const Dealing&) = delete;
  Dealing& operator=(const Dealing&) = delete;
  ~Dealing() = default;

  const Scene& scene() const { return scene_; }
  Prospects& prospects() { return prospects_; }

  // The value to me of challenges by the seats from `first` on.
  double challenges_from(Seat first, const PerSeat<Card>& hands) {
    const auto table = static_cast<std::size_t>(scene_.players - fewest_players);
    const Seat dealer = scene_.open.dealer;
    double value = 0;
    double nobody_yet = 1;
    for (Seat seat = first; seat != dealer; seat = left_of(seat, scene_.players)) {
      const std::int32_t tendency = belief_.challenges[table][hands[seat].belt().value - 1U];
      const double challenges = nobody_yet * tendency / 1000;
      if (challenges > 0.01)
        value += challenges * prospects_.duel(seat, hands[seat], hands[dealer]);
      nobody_yet -= challenges;
    }
    return value;
  }

  // Gives these cards to the seats without one, as is best for me, and returns the value of that.
  double give_rest(PerSeat<Card>& hands, const Cards& cards) {
    SeatSet empty_handed;
    for (Seat seat : all_seats(scene_.players))
      if (!hands[seat].is_card()) empty_handed.insert(seat);
    PerSeat<Card> tried = hands;
    double best = -1e9;
    give_on(tried, empty_handed, cards, 0, best, hands);
    return best;
  }

 private:
  double worth(const PerSeat<Card>& hands) {
    double value = 0;
    for (Seat seat : all_seats(scene_.players))
      value += prospects_.stake(seat) * prospects_.with_card(seat, hands[seat]);
    return value + challenges_from(left_of(scene_.open.dealer, scene_.players), hands);
  }

  void give_on(PerSeat<Card>& hands, SeatSet empty_handed, const Cards& cards, unsigned used,
               double& best, PerSeat<Card>& best_hands) {
    if (empty_handed.empty()) {
      const double value = worth(hands);
      if (value > best) best = value, best_hands = hands;
      return;
    }
    const Seat seat = empty_handed.first();
    SeatSet rest = empty_handed;
    rest.erase(seat);
    for (unsigned i = 0; i < cards.size(); ++i) {
      if ((used >> i & 1U) != 0) continue;
      hands[seat] = cards[i];
      give_on(hands, rest, cards, used | 1U << i, best, best_hands);
    }
  }

  Scene scene_;
  Prospects prospects_;
  const Belief& belief_;
};

}  // namespace tatami::dojo::mind
