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
  int sweeps() const { return sweeps_; }
  double residual() const { return residual_; }  // the largest change in the last sweep

 private:
  double sweep(const std::vector<FingerCode>& codes);
  FingerCode counted(const tatamokatsu::Open& open, int from) const;
  Shares seen_from(const Shares& shares, int from) const;

  Turns turns_;
  int sweeps_ = 0;
  double residual_ = 1;
};

}  // namespace tatami::bots
