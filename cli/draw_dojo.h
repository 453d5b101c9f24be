#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "cli/draw.h"
#include "rules/dojo/actions.h"
#include "rules/dojo/score.h"
#include "rules/dojo/view.h"

namespace tatami::cli {

// The cells shown in the drawing of a dojo.
dojo::Cells drawn_cells(const dojo::Dojo& dojo, dojo::Edition edition);

// Which row or column this is in the drawing, counted from 1.
int drawn_index(const dojo::Dojo& dojo, dojo::Edition edition, dojo::Line line);

class DojoDrawing {
 public:
  struct Look {
    std::size_t width = 96;  // of the screen
    bool points = false;     // whether to tell what every dojo is worth as it lies
  };
  // The item shown in brackets: a card in a cell, or a trophy at a line.
  struct Mark {
    std::optional<dojo::Cell> cell;
    dojo::Card card;
    std::optional<dojo::Line> line;
    dojo::Trophy trophy = dojo::Trophy::none;
  };

  explicit DojoDrawing(Pen pen) : DojoDrawing(std::move(pen), Look{}) {}
  DojoDrawing(Pen pen, Look look) : pen_(std::move(pen)), look_(look) {}

  std::string card(dojo::Card card) const;           // M3
  std::string card_in_words(dojo::Card card) const;  // M3 (Monkey, belt 3)
  // A dojo as lines of text; cells where a card may go are shown as dots, or as a, b, c … to
  // choose.
  std::vector<std::string> dojo(const dojo::Dojo& dojo, dojo::Edition edition,
                                bool letters = false) const {
    return this->dojo(dojo, edition, letters, Mark{});
  }
  // One of the view's options, in words, and drawn if it has a place.
  std::string option(const dojo::View& view, dojo::ActionId action) const;
  std::vector<std::string> board(const dojo::View& view, dojo::ActionId action) const;
  std::string table(const dojo::View& view) const;
  std::string table(const dojo::State& state) const;  // everything open
  // One line about what a seat knows beyond the public part.
  std::string knowledge(const dojo::Own& own) const;
  // The action in words.
  std::string event(const dojo::Open& before, dojo::ActionId action) const;
  // How a finished dojo is scored.
  std::string count(const dojo::Open& open, Seat seat) const;
  std::string count(const dojo::Explanation& explanation, int for_trophies = 0) const;

 private:
  std::vector<std::string> dojo(const dojo::Dojo& dojo, dojo::Edition edition, bool letters,
                                const Mark& mark) const;
  std::string situation(const dojo::Open& open) const;
  std::string waiting_for(const dojo::Open& open) const;
  std::string duel(const dojo::Open& open) const;
  std::string dojos(const dojo::Open& open) const;

  Pen pen_;
  Look look_;
};

}  // namespace tatami::cli
