#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "record/dojo.h"
#include "review/transcript.h"
#include "rules/dojo/view.h"

// Positions of finished games of Dojo in which one choice is clearly better than all others.
namespace tatami::review {

// How clear a decision is, by two searches: one finds the best option, the other measures how far
// it is ahead of the next.
struct Clarity {
  dojo::ActionId best;
  double margin = 0;  // of the expected win share
  double doubt = 0;   // an upper bound of its standard error

  bool is_beyond_doubt() const { return margin > 3 * doubt; }
};
Clarity clarity(const dojo::View& view, std::uint32_t iterations, std::uint64_t seed);

struct Puzzle {
  long line = 0;  // of the record, with the decision
  Seat seat;
  dojo::ActionId best;
  double margin = 0;
  int missed = 0;  // by so many of the bots that were asked
  int asked = 0;
};

struct PuzzleSearch {
  std::uint32_t iterations = 4000;  // simulated games for each search
  std::uint64_t seed = 1;
  double margin = 0.06;  // at least
  std::size_t most = 6;  // of one game: those that most bots miss
};

// How much longer a position is searched before it is called a puzzle.
inline constexpr std::uint32_t thorough = 10;

// Whether somebody could have done otherwise (a throw of rock, paper, scissors is no such choice).
bool is_decision(const dojo::State& before, dojo::ActionId action);

// In the order of the game. One that every bot solves is none.
std::vector<Puzzle> puzzles(const Transcript<record::Dojo>& transcript, const PuzzleSearch& search);

// One game, until the last decision, with its puzzles.
std::string to_json(std::string_view record, const std::vector<Puzzle>& found);
// Adds the shape of this JSON.
void describe_puzzles(record::Catalogue& catalogue);

}  // namespace tatami::review
