#pragma once

#include "bots/dojo/weights.h"
#include "rules/core/splitmix.h"
#include "rules/dojo/actions.h"
#include "rules/dojo/view.h"

namespace tatami::dojo::mind {

// Learned values, beliefs about hidden cards, sampled dealing, exact scores at the end.
ActionId adept_action(const View& view, const bots::DojoWeights& weights, SplitMix& numbers);

}  // namespace tatami::dojo::mind
