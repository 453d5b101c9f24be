#pragma once

#include <array>

#include "bots/dojo/scene.h"
#include "bots/dojo/standing.h"
#include "bots/dojo/weights.h"

namespace tatami::dojo::mind {

// Values of this round's cards and trophy to each seat, computed on first use. In the
// last two rounds exact scores replace learned values.
class Prospects {
 public:
  Prospects(const Scene& scene, const bots::DojoWeights& weights)
      : scene_(scene),
        supply_(scene.open.pool),
        unseen_(unseen_cards(scene.view)),
        outlooks_(weights.outlooks[static_cast<std::size_t>(scene.edition)]),
        stakes_(standing().stakes(scene.me, scene.players)) {}

  const Scene& scene() const { return scene_; }
  double stake(Seat seat) const { return stakes_[seat]; }

  // In points; only differences are meaningful.
  double with_card(Seat seat, Card card) { return entry(seat, card).alone; }
  // The points that the trophy of this round adds, if won.
  double trophy(Seat seat, Card card) { return entry(seat, card).trophy; }

  // The value of my dojo after a placement; exact if one cell is left.
  double worth_to_me(const Dojo& dojo) const;

  // The value of this challenge to me, compared with none, given both cards.
  double duel(Seat challenger, Card attack, Card defence);
  // The value to me if the winner takes the trophy and swaps cards or not.
  double spoils(Seat winner, Card winners, Seat loser, Card losers, bool swapped);

  PerSeat<double> points() const;

 private:
  struct Entry {
    bool known = false;
    float alone = 0;
    float trophy = 0;
  };

  Standing standing() const { return {points(), scene_.players, rounds - scene_.open.round + 1}; }
  Entry& entry(Seat seat, Card card) {
    Entry& found = entries_[seat][card.code()];
    if (!found.known) fill(found, seat, card);
    return found;
  }
  void fill(Entry& entry, Seat seat, Card card) const;
  // The value after one more card, which may be any, lies where it is worth most.
  double worth(const Dojo& dojo) const;
  double best_spoils(Seat winner, Card winners, Seat loser, Card losers);

  const Scene& scene_;
  Supply supply_;
  Pool unseen_;
  const Outlooks& outlooks_;
  PerSeat<double> stakes_;
  PerSeat<std::array<Entry, Card::codes>> entries_{};
};

Dojo with_card(Dojo dojo, Cell cell, Card card);
Dojo with_trophy(Dojo dojo, Line line, Trophy trophy);

}  // namespace tatami::dojo::mind
