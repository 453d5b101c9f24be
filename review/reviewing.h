#pragma once

#include <cstdint>
#include <variant>
#include <vector>

#include "bots/dojo/player.h"
#include "bots/tatamokatsu/person.h"
#include "bots/tatamokatsu/solution.h"
#include "review/review.h"
#include "review/story.h"

namespace tatami::review {

// How positions are weighed.
struct Thinking {
  std::uint32_t iterations = 0;  // Dojo: games in the mind for each decision
  std::uint64_t seed = 1;
  bots::Reflexes reflexes;  // Tatamokatsu: everybody's
};

// A finished game is judged one step of its story after the other, so that whoever waits can be
// told how far it is.
class DojoReviewing {
 public:
  DojoReviewing(DojoStory story, const Thinking& thinking);

  std::size_t steps() const { return story_.steps.size(); }
  std::size_t done() const { return done_; }
  void go_on();
  Review finish();  // when all steps are done

 private:
  DojoStory story_;
  SplitMix numbers_;
  bots::DojoPlayer judge_;
  std::size_t done_ = 0;
  int round_ = 0;
  Review review_;
};

// Every event moves the value of the position from one vector to the next, so that what they are
// put down to adds up to the result.
class TatamokatsuReviewing {
 public:
  TatamokatsuReviewing(TatamokatsuStory story, const Thinking& thinking);

  std::size_t steps() const { return story_.steps.size(); }
  std::size_t done() const { return done_; }
  void go_on();
  Review finish();  // when all steps are done

 private:
  void take(const TatamokatsuStory::Step& step, const bots::Shares& before,
            const bots::Shares& after);
  void judge(const TatamokatsuStory::Step& step, const bots::Shares& before,
             const bots::Shares& after);

  TatamokatsuStory story_;
  bots::Solution solution_;
  std::size_t done_ = 0;
  bots::Shares value_;
  bots::Shares seat_luck_;
  bots::Shares dice_luck_;
  bots::Shares race_;
  bots::Shares own_play_;
  bots::Shares rivals_play_;
  Review review_;
};

using Reviewing = std::variant<DojoReviewing, TatamokatsuReviewing>;

// The telling must have come to the end of a game.
Reviewing reviewing(Telling telling, const Thinking& thinking);

// One for each seat that has something to decide, the best option first.
std::vector<Hint> hints(const dojo::State& state, const Thinking& thinking);
std::vector<Hint> hints(const tatamokatsu::State& state, const Thinking& thinking);

}  // namespace tatami::review
