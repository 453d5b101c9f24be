#pragma once

#include "rules/tatamokatsu/actions.h"
#include "rules/tatamokatsu/view.h"

namespace tatami::bots {

// Choices by rules of thumb.

// Decides what a player decides outside the window (T21).
tatamokatsu::ActionId simple_choice(const tatamokatsu::View& view);

// The roller's values for his X.
tatamokatsu::Announcement simple_announcement(tatamokatsu::Roll roll);

}  // namespace tatami::bots
