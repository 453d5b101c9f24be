#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "cli/commands.h"
#include "rules/core/seat.h"

namespace tatami::cli {

bool use_colour(Colour wish);

// Names of seats in drawings.
using SeatNames = std::function<std::string(Seat)>;
std::string seat_number(Seat seat);  // "seat 2"

// Shared by the drawings of all games.
class Pen {
 public:
  Pen(bool colour, SeatNames names) : colour_(colour), names_(std::move(names)) {}

  // In a colour of the terminal, if colours are on.
  std::string paint(const char* code, const std::string& text) const;
  std::string seat(Seat seat) const { return names_(seat); }
  std::string seats(SeatSet seats) const;

 private:
  bool colour_;
  SeatNames names_;
};

// The width of text that may contain colour codes.
std::size_t visible_width(const std::string& text);

// Blocks of lines, as many next to each other as fit the width.
std::string beside_each_other(const std::vector<std::vector<std::string>>& blocks,
                              std::size_t width);

// Breaks lines at spaces so that they fit the width; what follows is indented like its line.
std::string wrapped(const std::string& text, std::size_t width);

}  // namespace tatami::cli
