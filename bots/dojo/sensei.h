#pragma once

#include "bots/dojo/player.h"

namespace tatami::dojo::mind {

// Plays out games from states that are consistent with the view, each action in the same ones.
// Where the budget is too small to tell, it does what an adept would.
ActionId sensei_action(const View& view, const bots::DojoWeights& weights,
                       const bots::Budget& budget, SplitMix& numbers);

bots::Opinions weigh_actions(const View& view, const bots::DojoWeights& weights,
                             const bots::Budget& budget, SplitMix& numbers);

}  // namespace tatami::dojo::mind
