#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "record/replay.h"
#include "rules/dojo/actions.h"
#include "rules/dojo/state.h"
#include "rules/tatamokatsu/actions.h"
#include "rules/tatamokatsu/state.h"

namespace tatami::review {

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

// A game that is being read; only one of the stories gets told.
struct Telling {
  DojoStory dojo;
  TatamokatsuStory tatamokatsu;

  // After the replay has taken a line.
  void go_on(const record::Replay& replay, std::string_view line, long number);
};

}  // namespace tatami::review
