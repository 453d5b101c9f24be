#pragma once

#include "rules/core/splitmix.h"
#include "rules/dojo/actions.h"
#include "rules/dojo/view.h"

namespace tatami::dojo::mind {

// Looks one step ahead with hand-made values.
ActionId student_action(const View& view, SplitMix& numbers);

// A beginner: considers rows but no columns, keeps cards that suit it, challenges with a high belt
// and places trophies anywhere.
ActionId novice_action(const View& view, SplitMix& numbers);

// The student challenges from this chance of winning on, in percent.
inline constexpr int students_courage = 15;

}  // namespace tatami::dojo::mind
