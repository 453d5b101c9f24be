#pragma once

#include "bots/dojo/floor.h"
#include "rules/dojo/view.h"

namespace tatami::dojo::mind {

// The view of a player who must act, prepared for valuing.
struct Scene {
  const View& view;
  const Open& open;
  Seat me;
  int players;
  Edition edition;
  PerSeat<Floor> floors;

  explicit Scene(const View& seen)
      : view(seen),
        open(seen.open),
        me(*seen.seat),
        players(seen.open.setup.players),
        edition(seen.open.setup.edition) {
    for (Seat seat : all_seats(players)) floors[seat] = Floor{open.dojos[seat], edition};
  }

  // The number of cards in each dojo after this round.
  std::size_t cards_then() const { return open.round; }
  const Floor& mine() const { return floors[me]; }
  // The other card of the challenge.
  Card rivals_card() const {
    return me == open.dealer ? open.duel->challenger_card : open.duel->dealer_card;
  }
};

// The pool without the cards that the seat itself knows.
inline CardCounts unseen_cards(const View& view) {
  const Open& open = view.open;
  CardCounts counts = open.pool;
  for (Seat seat : open.holding) {
    const Card known = seat == *view.seat ? view.own.card : view.own.dealt[seat];
    if (known.is_card() && !is_shown(open, seat)) --counts[known];
  }
  if (view.own.drawn.is_card()) --counts[view.own.drawn];
  return counts;
}

}  // namespace tatami::dojo::mind
