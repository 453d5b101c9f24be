#include "cli/talk.h"

#include <fmt/format.h>

#include <cstdio>

#include "cli/draw.h"

namespace tatami::cli {

std::string player_name(Seat seat) {
  return seat == me ? "You" : fmt::format("Opponent {}", seat.value);
}

std::string introduced(const std::vector<std::string>& opponents) {
  std::string text;
  for (std::size_t i = 0; i < opponents.size(); ++i)
    text += fmt::format("{}Opponent {}: {}", i == 0 ? "" : ", ", i + 1, opponents[i]);
  return text;
}

void say(const std::string& text) {
  fmt::print("{}", wrapped(text, screen_width));
  std::fflush(stdout);
}

}  // namespace tatami::cli
