#pragma once

#include <string>
#include <vector>

#include "cli/draw.h"
#include "rules/tatamokatsu/actions.h"
#include "rules/tatamokatsu/view.h"

namespace tatami::cli {

class TatamokatsuDrawing {
 public:
  explicit TatamokatsuDrawing(Pen pen) : pen_(std::move(pen)) {}

  std::string table(const tatamokatsu::View& view) const;
  std::string table(const tatamokatsu::State& state) const;  // everything open
  // One line about what a seat knows of an open window beyond what everybody heard.
  std::string knowledge(const tatamokatsu::Own& own) const;
  // A choice, in words and drawn: everybody's fingers by their first letters, those it is about in
  // brackets.
  std::string option(const tatamokatsu::Open& open, tatamokatsu::ActionId action) const;
  std::vector<std::string> board(const tatamokatsu::Open& open, tatamokatsu::ActionId action) const;

 private:
  std::string situation(const tatamokatsu::Open& open) const;
  std::string waiting_for(const tatamokatsu::Open& open) const;
  std::string hands(const tatamokatsu::Open& open, const tatamokatsu::Timeline* times) const;
  std::string reactions(const tatamokatsu::Open& open, Seat seat,
                        const tatamokatsu::Timeline* times) const;

  Pen pen_;
};

}  // namespace tatami::cli
