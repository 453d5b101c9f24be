#pragma once

#include <optional>
#include <string>
#include <vector>

#include "bots/dojo/player.h"
#include "rules/dojo/actions.h"
#include "rules/dojo/view.h"

namespace tatami::cli {

// One decision of a finished game, judged by what the mover knew.
struct Judgement {
  long line = 0;  // of the record
  int round = 0;
  dojo::View view;
  dojo::ActionId chosen;
  dojo::ActionId best;
  bots::Opinions opinions;
  double loss = 0;  // of win share: what the best option promises more
};

struct Review {
  int players = 0;
  std::vector<Judgement> judgements;
  std::vector<PerSeat<double>> chances;  // before the first round and after each
  PerSeat<double> seat_luck;             // what the seat was worth, against an even share
  PerSeat<double> own_play;              // what a player's own mistakes cost him
  PerSeat<double> rivals_play;           // what he gained from theirs
  PerSeat<double> card_luck;             // the rest of the result
};

struct AnalyseOptions {
  std::string file;
  std::uint32_t iterations = 400;  // games in the mind for each decision
  std::uint64_t seed = 1;
  bool json = false;
  std::string curve;  // where to draw it; nowhere by default
};

int analyse(const AnalyseOptions& options);

struct HintOptions {
  std::string file;
  std::optional<long> line;  // the position after this line; the last one by default
  std::uint32_t iterations = 2000;
  std::uint64_t seed = 1;
  bool json = false;
};
int hint(const HintOptions& options);

}  // namespace tatami::cli
