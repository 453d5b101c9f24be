#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "record/shape.h"
#include "record/words.h"
#include "rules/core/seat.h"

// A game judged decision by decision; the same types for every game.
namespace tatami::review {

// An option and its value.
struct Weighed {
  std::string event;  // as in records
  double win = 0;     // the expected win share of the player who decides
  // If it is based on simulated games: the expected points and the number of games.
  struct Imagined {
    double score = 0;
    std::uint32_t games = 0;
  };
  std::optional<Imagined> imagined;
};

// One decision of a finished game, judged by what the player knew.
struct Assessment {
  long line = 0;  // of the record
  int step = 0;   // the round or the roll
  Seat seat;
  std::vector<Weighed> options;
  std::size_t chosen = 0;  // of the options
  std::size_t best = 0;
  std::string knowledge;  // in words, if there are any

  double loss() const { return options[best].win - options[chosen].win; }
  double doubt() const;  // an upper bound of its standard error; zero where the loss is exact
};

// Where the difference between the result and an even share comes from.
enum class Source : std::uint8_t { seat_luck, card_luck, dice_luck, race, own_play, rivals_play };
TATAMI_WORDS(Source, "Source",
             {{"seat_luck", Source::seat_luck},
              {"card_luck", Source::card_luck},
              {"dice_luck", Source::dice_luck},
              {"race", Source::race},
              {"own_play", Source::own_play},
              {"rivals_play", Source::rivals_play}});

// How much of it comes from one source.
struct Part {
  Source source{};
  PerSeat<double> shares;
  PerSeat<double> doubts{};  // upper bounds of their standard errors; zero where they are exact
};

struct Review {
  std::string game;
  std::string step;  // "round" or "roll"
  int players = 0;
  std::vector<Assessment> assessments;
  std::vector<PerSeat<double>> chances;  // before each step, and the result
  std::vector<long> lines;               // the record's line at which each step begins
  std::vector<Part> parts;
};

// The costliest first, without those that cost next to nothing.
std::vector<const Assessment*> worst_three(const Review& review, Seat seat);

// The options of one seat in a position.
struct Hint {
  Seat seat;
  std::vector<Weighed> options;
  std::string knowledge;
};

std::string to_json(const Review& review);
std::string to_json(const Hint& hint);

// Adds the shape of a review's JSON to that of the games it is about.
void describe(record::Catalogue& catalogue);

}  // namespace tatami::review
