#pragma once

#include "rules/tatamokatsu/actions.h"
#include "rules/tatamokatsu/view.h"

namespace tatami::bots {

// Choices by rules of thumb.

// Makes a player's decisions outside the window (T21).
tatamokatsu::ActionId simple_choice(const tatamokatsu::View& view);

// The values the roller announces for each X.
tatamokatsu::Announcement simple_announcement(tatamokatsu::Roll roll);

}  // namespace tatami::bots
