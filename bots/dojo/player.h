#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

#include "bots/dojo/weights.h"
#include "rules/core/list.h"
#include "rules/core/splitmix.h"
#include "rules/dojo/actions.h"
#include "rules/dojo/view.h"

namespace tatami::bots {

enum class DojoLevel : std::uint8_t { random, novice, student, adept, sensei };
inline constexpr std::array all_dojo_levels = {
    DojoLevel::random, DojoLevel::novice, DojoLevel::student, DojoLevel::adept, DojoLevel::sensei};

std::string_view name(DojoLevel level);
std::optional<DojoLevel> dojo_level_named(std::string_view sought);

// How long a search may go on: until either runs out. Bots read no clock, so whoever has one says
// when time is up. Only `sensei` searches.
struct Budget {
  std::uint32_t iterations = 1000;  // games played out in the mind
  bool (*time_is_up)(void* clock) = nullptr;
  void* clock = nullptr;
};

// What a player thinks of one of the actions open to him.
struct Opinion {
  dojo::ActionId action;
  double win = 0;                // the share of the victory he expects
  double score = 0;              // his points
  std::uint32_t iterations = 0;  // how many games that rests on
};
using Opinions = List<Opinion, 32>;

// Plays Dojo from what a seat knows. The same view, numbers and budget give the same action.
class DojoPlayer {
 public:
  explicit DojoPlayer(DojoLevel level, Budget budget = {},
                      const DojoWeights& weights = learned_dojo_weights())
      : level_(level), budget_(budget), weights_(&weights) {}

  // The view's seat must act.
  dojo::ActionId choose(const dojo::View& view, SplitMix& numbers) const;

  // Every legal action in the order of legal_actions, weighed by search whatever the level: each
  // gets the same number of games, as many as the budget allows.
  Opinions weigh(const dojo::View& view, SplitMix& numbers) const;

  DojoLevel level() const { return level_; }

 private:
  DojoLevel level_;
  Budget budget_;
  const DojoWeights* weights_;
};

}  // namespace tatami::bots
