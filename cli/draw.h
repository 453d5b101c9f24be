#pragma once

#include <functional>
#include <string>
#include <utility>

#include "cli/commands.h"
#include "rules/core/seat.h"

namespace tatami::cli {

bool use_colour(Colour wish);

// How seats are called in what is drawn.
using SeatNames = std::function<std::string(Seat)>;
std::string seat_number(Seat seat);  // "seat 2"

// What drawings of all games share.
class Pen {
 public:
  Pen(bool colour, SeatNames names) : colour_(colour), names_(std::move(names)) {}

  // With a colour of the terminal, if there are colours.
  std::string paint(const char* code, const std::string& text) const;
  std::string seat(Seat seat) const { return names_(seat); }
  std::string seats(SeatSet seats) const;

 private:
  bool colour_;
  SeatNames names_;
};

}  // namespace tatami::cli
