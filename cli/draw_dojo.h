#pragma once

#include <string>
#include <vector>

#include "cli/draw.h"
#include "rules/dojo/actions.h"
#include "rules/dojo/score.h"
#include "rules/dojo/view.h"

namespace tatami::cli {

// The cells that the drawing of a dojo has room for.
dojo::Cells drawn_cells(const dojo::Dojo& dojo, dojo::Edition edition);

class DojoDrawing {
 public:
  explicit DojoDrawing(Pen pen) : pen_(std::move(pen)) {}

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
  // How a finished dojo is counted.
  std::string count(const dojo::Open& open, Seat seat) const;

 private:
  std::string situation(const dojo::Open& open) const;
  std::string waiting_for(const dojo::Open& open) const;
  std::string duel(const dojo::Open& open) const;
  std::string dojos(const dojo::Open& open) const;

  Pen pen_;
};

}  // namespace tatami::cli
