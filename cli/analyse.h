#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "bots/tatamokatsu/person.h"
#include "cli/review.h"
#include "rules/dojo/actions.h"
#include "rules/dojo/state.h"
#include "rules/tatamokatsu/actions.h"
#include "rules/tatamokatsu/state.h"

namespace tatami::cli {

// How positions are weighed.
struct Thinking {
  std::uint32_t iterations = 0;  // Dojo: games in the mind for each decision
  std::uint64_t seed = 1;
  bots::Reflexes reflexes;  // Tatamokatsu: everybody's
};

struct AnalyseOptions {
  std::string file;
  Thinking thinking{400, 1, {}};
  bool json = false;
  std::string curve;  // where to draw it; nowhere by default
};
int analyse(const AnalyseOptions& options);

struct HintOptions {
  std::string file;
  std::optional<long> line;  // the position after this line; the last one by default
  Thinking thinking{2000, 1, {}};
  bool json = false;
};
int hint(const HintOptions& options);

// ---- What each game does for it ----

// A game as its record tells it.
template <class State, class ActionId>
struct Story {
  struct Step {
    State before;
    ActionId action;
    long line;
  };
  std::vector<Step> steps;
  std::optional<State> end;
};
using DojoStory = Story<dojo::State, dojo::ActionId>;
using TatamokatsuStory = Story<tatamokatsu::State, tatamokatsu::ActionId>;

Review review(const DojoStory& story, const Thinking& thinking);
Review review(const TatamokatsuStory& story, const Thinking& thinking);

// One for each seat that has something to decide, the best option first.
std::vector<Hint> hints(const dojo::State& state, const Thinking& thinking);
std::vector<Hint> hints(const tatamokatsu::State& state, const Thinking& thinking);

}  // namespace tatami::cli
