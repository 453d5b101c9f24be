#include "cli/draw.h"

#include <fmt/core.h>
#include <unistd.h>

#include <cstdlib>

namespace tatami::cli {

bool use_colour(Colour wish) {
  if (wish != Colour::automatic) return wish == Colour::always;
  return isatty(STDOUT_FILENO) != 0 && std::getenv("NO_COLOR") == nullptr;
}

std::string seat_number(Seat seat) { return fmt::format("seat {}", seat.value); }

std::string Pen::paint(const char* code, const std::string& text) const {
  return colour_ ? fmt::format("\033[{}m{}\033[0m", code, text) : text;
}

std::string Pen::seats(SeatSet seats) const {
  std::string out;
  for (Seat each : seats) out += (out.empty() ? "" : ", ") + names_(each);
  return out;
}

}  // namespace tatami::cli
