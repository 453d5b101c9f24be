#pragma once

#include "rules/core/splitmix.h"
#include "rules/dojo/actions.h"
#include "rules/dojo/view.h"

namespace tatami::bots {

// A plausible opponent that looks at the cards on the table and no further ahead.
dojo::ActionId simple_action(const dojo::View& view, SplitMix& numbers);

}  // namespace tatami::bots
