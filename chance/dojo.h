#pragma once

#include <utility>
#include <vector>

#include "rules/core/splitmix.h"
#include "rules/dojo/apply.h"

namespace tatami::chance {

// Shuffled cards and trophies: the same events for the same seed on every machine.
template <class Numbers>
class DojoLuckFrom {
 public:
  DojoLuckFrom(const dojo::CardCounts& deck, auto seed) : numbers_(seed) {
    dojo::for_each_card([&](dojo::Card card) { deck_.insert(deck_.end(), deck[card], card); });
    for (dojo::Trophy trophy : dojo::all_trophies)
      pile_.insert(pile_.end(), dojo::copies_of_a_trophy, trophy);
  }

  // Starts from a position: with the cards in nobody's hand and the trophies still face down.
  DojoLuckFrom(const dojo::State& state, auto seed) : numbers_(seed) {
    dojo::for_each_card([&](dojo::Card card) {
      deck_.insert(deck_.end(), static_cast<std::size_t>(dojo::in_deck(state, card)), card);
    });
    for (dojo::Trophy trophy : dojo::all_trophies)
      pile_.insert(pile_.end(), static_cast<std::size_t>(state.open.pile[trophy]), trophy);
  }

  // Puts everything back for another game.
  void gather() { drawn_ = turned_ = 0; }

  // Of what was not yet drawn, the order follows from this.
  void reseed(auto seed) { numbers_ = Numbers{seed}; }

  // The next chance event; it must be chance's turn.
  dojo::ActionId next(const dojo::Open& open) {
    if (open.phase == dojo::Phase::turn_trophy)
      return {dojo::Kind::turn_trophy, Seat{}, static_cast<unsigned>(take(pile_, turned_))};
    const dojo::Card card = take(deck_, drawn_);
    if (open.phase == dojo::Phase::draw) return {dojo::Kind::draw, Seat{}, card.code()};
    return {dojo::Kind::deal, Seat{open.holding.size()}, card.code()};
  }

 private:
  // Shuffles one step further and takes that item.
  template <class T>
  T take(std::vector<T>& things, std::size_t& taken) {
    const std::size_t other =
        taken + numbers_.below(static_cast<std::uint32_t>(things.size() - taken));
    std::swap(things[taken], things[other]);
    return things[taken++];
  }

  Numbers numbers_;
  std::vector<dojo::Card> deck_;
  std::vector<dojo::Trophy> pile_;
  std::size_t drawn_ = 0;
  std::size_t turned_ = 0;
};

using DojoLuck = DojoLuckFrom<SplitMix>;

// Plays to the end. `choose(state, seat)` decides for the players; `before(state, action)` is
// called just before each action.
template <class Choose, class Before>
void play_out(dojo::State& state, DojoLuck& luck, Choose&& choose, Before&& before) {
  while (!dojo::is_over(state.open)) {
    const dojo::ActionId action = dojo::chance_acts(state.open)
                                      ? luck.next(state.open)
                                      : choose(std::as_const(state), state.open.to_act.first());
    before(std::as_const(state), action);
    dojo::apply_unchecked(state, action);
  }
}

}  // namespace tatami::chance
