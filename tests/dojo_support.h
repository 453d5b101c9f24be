#pragma once

#include <gtest/gtest.h>

#include <functional>
#include <string_view>
#include <vector>

#include "chance/dojo.h"
#include "record/dojo.h"
#include "rules/core/splitmix.h"
#include "rules/dojo/apply.h"
#include "rules/dojo/view.h"

// Short words for tests of Dojo.
namespace tatami::dojo::testing {

inline Card card(std::string_view name) { return record::card_named(name).value(); }

inline dojo::Setup setup(int players, Edition edition = Edition::fr) {
  dojo::Setup setup;
  setup.players = static_cast<std::uint8_t>(players);
  setup.edition = edition;
  return setup;
}

inline Action turn(Trophy trophy) { return TurnTrophy{trophy}; }
inline Action draw(std::string_view name) { return Draw{card(name)}; }
inline Action deal(int seat, std::string_view name) { return Deal{Seat{seat}, card(name)}; }
inline Action give(int seat, int to) { return Give{Seat{seat}, Seat{to}}; }
inline Action pass(int seat) { return Answer{Seat{seat}, false}; }
inline Action challenge(int seat) { return Answer{Seat{seat}, true}; }
inline Action throws(int seat, Gesture gesture) { return Throw{Seat{seat}, gesture}; }
inline Action swap(int seat, bool yes) { return Swap{Seat{seat}, yes}; }
inline Action place(int seat, int row, int column) {
  return Place{Seat{seat}, Cell{Row{row}, Column{column}}};
}
inline Action at_row(int seat, int row) { return PlaceTrophy{Seat{seat}, Line{Row{row}}}; }
inline Action at_column(int seat, int column) {
  return PlaceTrophy{Seat{seat}, Line{Column{column}}};
}

// A game that takes one action after the other; each must be legal.
class Match {
 public:
  explicit Match(const dojo::Setup& setup, const CardCounts& deck = standard_deck())
      : state(start(setup, deck)) {}

  Match& play(std::initializer_list<Action> actions) {
    for (const Action& action : actions) {
      const auto next = dojo::apply(state, action);
      if (!next) {
        ADD_FAILURE() << record::to_json(action) << ": " << describe(next.error());
        return *this;
      }
      state = *next;
    }
    return *this;
  }

  // The dealer gives these cards in turn, to themselves first; a trophy is turned over if need be.
  Match& recruit(std::initializer_list<std::string_view> cards, Trophy trophy = Trophy::belt) {
    if (state.open.phase == Phase::turn_trophy) play({turn(trophy)});
    Seat to = state.open.dealer;
    for (std::string_view name : cards) {
      play({draw(name), give(state.open.dealer.value, to.value)});
      to = left_of(to, state.open.setup.players);
    }
    return *this;
  }

  Match& all_pass() {
    while (state.open.phase == Phase::ask) play({pass(state.open.to_act.first().value)});
    return *this;
  }

  // Everyone places on the first cell that is open to them.
  Match& all_place() {
    while (state.open.phase == Phase::train) {
      const Seat seat = state.open.to_act.first();
      play({*unpack(legal_actions(state.open, seat)[0])});
    }
    return *this;
  }

  std::optional<Refusal> refusal(const Action& action) const { return check(state, action); }
  const Open& open() const { return state.open; }
  const Dojo& dojo(int seat) const { return state.open.dojos[Seat{seat}]; }

  State state;
};

// Plays a random game to its end; `see(state)` before every action, of which `done` hears too.
inline State random_game(const dojo::Setup& setup, std::uint64_t seed,
                         const std::function<void(const State&)>& see = {},
                         const std::function<void(ActionId)>& done = {},
                         const CardCounts& deck = standard_deck()) {
  SplitMix numbers{seed};
  chance::DojoLuck luck{deck, numbers.next()};
  State state = start(setup, deck);
  chance::play_out(
      state, luck,
      [&](const State& now, Seat) {
        std::vector<ActionId> all;
        for (Seat seat : now.open.to_act)
          for (ActionId action : legal_actions(now.open, seat)) all.push_back(action);
        return all[numbers.below(static_cast<std::uint32_t>(all.size()))];
      },
      [&](const State& now, ActionId action) {
        if (see) see(now);
        if (done) done(action);
      });
  return state;
}

// Every kind of table: players, editions, variants.
inline std::vector<dojo::Setup> every_setup() {
  std::vector<dojo::Setup> setups;
  for (int players = fewest_players; players <= most_players; ++players)
    for (const Edition edition : {Edition::fr, Edition::en})
      for (const bool white : {false, true})
        for (const bool black : {false, true}) {
          dojo::Setup each = setup(players, edition);
          each.white_belt = white;
          each.black_belt = black;
          each.first_dealer = Seat{players - 1};
          setups.push_back(each);
        }
  return setups;
}

}  // namespace tatami::dojo::testing
