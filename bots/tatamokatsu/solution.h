#pragma once

#include "bots/tatamokatsu/turn.h"
#include "rules/core/list.h"
#include "rules/tatamokatsu/actions.h"
#include "rules/tatamokatsu/state.h"

namespace tatami::bots {

// Each seat's expectation of an option if everybody continues to choose best.
struct Prospect {
  tatamokatsu::ActionId action;
  Shares shares;
  double chance = 0;  // how often to take it
};
using Prospects = List<Prospect, most_players>;

// Tatamokatsu solved for given chances in the race: what every position is worth to every seat when
// each player chooses what is best for themselves. This is an equilibrium: nobody gains by choosing
// otherwise, except for the little that Turns::inclination leaves.
class Solution {
 public:
  explicit Solution(int players, const Race& race = race_among({}),
                    OnPurpose on_purpose = OnPurpose::no);

  // An open window is valued as if nobody had reacted yet except the roller by announcing.
  Shares value(const tatamokatsu::Open& open) const;

  // The options that this seat may choose or, at `at`, announce now. Options that differ only in
  // fingers are worth the same and listed once.
  Prospects weigh(const tatamokatsu::Open& open, Seat seat, tatamokatsu::Millis at = {}) const;

  int players() const { return turns_.players(); }
  int sweeps() const { return turns_.sweeps(); }
  double residual() const { return turns_.residual(); }  // the largest change in the last sweep

 private:
  Turns turns_;
};

// How much could be gained against the solution: what each seat can expect if it alone takes the
// best option wherever it may choose, while the others go on as the solution has it. Reactions are
// those of the race for everybody, and nobody makes mistakes on purpose.
class BestAnswers {
 public:
  explicit BestAnswers(int players, const Race& race = race_among({}));

  // Of a position in which somebody is about to roll.
  Answered value(const tatamokatsu::Open& open) const;

  int players() const { return turns_.players(); }
  double residual() const { return turns_.residual(); }

 private:
  TurnsOf<Answered> turns_;
};

}  // namespace tatami::bots
