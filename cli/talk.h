#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "rules/core/seat.h"

// Shared by the games in the terminal: one person at seat 0, bots at the others.
namespace tatami::cli {

inline constexpr Seat me{0};
inline constexpr std::size_t screen_width = 80;

std::string player_name(Seat seat);  // "You", "Opponent 2"
// "Opponent 1: adept, Opponent 2: novice"
std::string introduced(const std::vector<std::string>& opponents);

// Prints text at once, in lines that fit the screen.
void say(const std::string& text);

}  // namespace tatami::cli
