#pragma once

#include <functional>
#include <string>
#include <vector>

#include "cli/commands.h"
#include "rules/dojo/view.h"

namespace tatami::cli {

bool use_colour(Colour wish);

// How seats are called in what is drawn.
using SeatNames = std::function<std::string(Seat)>;
std::string seat_number(Seat seat);  // "seat 2"

class Drawing {
 public:
  Drawing(bool colour, SeatNames names) : colour_(colour), names_(std::move(names)) {}

  std::string card(dojo::Card card) const;           // M3
  std::string card_in_words(dojo::Card card) const;  // M3 (Monkey, belt 3)
  // A dojo as lines of text; cells where a card may go show as dots, or as a, b, c … to choose.
  std::vector<std::string> dojo(const dojo::Dojo& dojo, dojo::Edition edition,
                                bool letters = false) const;
  std::string table(const dojo::View& view) const;
  std::string table(const dojo::State& state) const;  // everything open
  // One line on what a seat knows beyond the open table.
  std::string knowledge(const dojo::Own& own) const;
  // What was done, in words.
  std::string event(const dojo::Open& before, dojo::ActionId action) const;
  std::string count(const dojo::Explanation& explanation) const;

 private:
  std::string paint(const char* code, const std::string& text) const;
  std::string situation(const dojo::Open& open) const;
  std::string waiting_for(const dojo::Open& open) const;
  std::string duel(const dojo::Open& open) const;
  std::string dojos(const dojo::Open& open) const;
  std::string list(SeatSet seats) const;

  bool colour_;
  SeatNames names_;
};

}  // namespace tatami::cli
