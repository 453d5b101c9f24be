#pragma once

#include "rules/core/splitmix.h"
#include "rules/dojo/actions.h"
#include "rules/dojo/view.h"

namespace tatami::dojo::mind {

// One look ahead, by a value made by hand.
ActionId student_action(const View& view, SplitMix& numbers);

// A beginner: sees rows but no columns, keeps what suits him, challenges on a high belt, and puts
// trophies anywhere.
ActionId novice_action(const View& view, SplitMix& numbers);

// The chance of winning, in percent, from which a student challenges.
inline constexpr int students_courage = 15;

}  // namespace tatami::dojo::mind
