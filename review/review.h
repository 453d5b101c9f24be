#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "rules/core/seat.h"

// A game judged decision by decision, the same for every game.
namespace tatami::review {

// An option as it was weighed.
struct Weighed {
  std::string event;  // as records write it
  double win = 0;     // the share of the victory the mover may expect
  // Where it rests on games in the mind: his points, and how many they were.
  struct Imagined {
    double score = 0;
    std::uint32_t games = 0;
  };
  std::optional<Imagined> imagined;
};

// One decision of a finished game, judged by what the mover knew.
struct Judgement {
  long line = 0;  // of the record
  int step = 0;   // the round or the roll
  Seat seat;
  std::vector<Weighed> options;
  std::size_t chosen = 0;  // of the options
  std::size_t best = 0;
  std::string knowledge;  // in words, by whoever has them

  double loss() const { return options[best].win - options[chosen].win; }
  double doubt() const;  // a standard error of that, at most; none where it is known exactly
};

// Something that the result, against an even share, is made of.
struct Part {
  std::string name;  // as in JSON; people read it without underscores
  PerSeat<double> shares;
};

struct Review {
  std::string game;
  std::string step;  // "round" or "roll"
  int players = 0;
  std::vector<Judgement> judgements;
  std::vector<PerSeat<double>> chances;  // before each step, and the result
  std::vector<long> lines;               // of the record, before which each step begins
  std::vector<Part> parts;
};

// The costliest first; none that costs next to nothing.
std::vector<const Judgement*> worst_three(const Review& review, Seat seat);

// What one seat can do in a position.
struct Hint {
  Seat seat;
  std::vector<Weighed> options;
  std::string knowledge;
};

std::string to_json(const Review& review);
std::string to_json(const Hint& hint);

}  // namespace tatami::review
