#pragma once

#include "bots/dojo/player.h"

namespace tatami::dojo::mind {

// Simulates games from states consistent with the view, each action in the same ones. If the budget
// is too small to tell actions apart, it plays the adept's choice.
ActionId sensei_action(const View& view, const bots::DojoWeights& weights,
                       const bots::Budget& budget, SplitMix& numbers);

bots::Opinions weigh_actions(const View& view, const bots::DojoWeights& weights,
                             const bots::Budget& budget, SplitMix& numbers);

}  // namespace tatami::dojo::mind
