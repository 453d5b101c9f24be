#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

#include "bots/dojo/weights.h"
#include "bots/level.h"
#include "rules/core/list.h"
#include "rules/core/splitmix.h"
#include "rules/dojo/actions.h"
#include "rules/dojo/view.h"

namespace tatami::bots {

enum class DojoLevel : std::uint8_t { random, novice, student, adept, sensei };
inline constexpr std::array all_dojo_levels = {
    DojoLevel::random, DojoLevel::novice, DojoLevel::student, DojoLevel::adept, DojoLevel::sensei};

// In the same order.
inline constexpr std::array<Level, all_dojo_levels.size()> dojo_level_list = {
    {{.name = "random", .is_offered = false},
     {.name = "novice"},
     {.name = "student"},
     {.name = "adept", .is_substitute = true},
     {.name = "sensei", .is_slow = true}}};

constexpr const Level& properties(DojoLevel level) {
  return dojo_level_list[static_cast<std::size_t>(level)];
}
constexpr std::string_view name(DojoLevel level) { return properties(level).name; }
std::optional<DojoLevel> dojo_level_named(std::string_view sought);

// A search ends when either runs out. Bots read no clock: the caller says when time is up. Only
// `sensei` searches.
struct Budget {
  std::uint32_t iterations = 1000;  // simulated games
  bool (*time_is_up)(void* clock) = nullptr;
  void* clock = nullptr;
};

// A player's expectation of one of their legal actions.
struct Opinion {
  dojo::ActionId action;
  double win = 0;                // the expected win share
  double score = 0;              // the expected points
  std::uint32_t iterations = 0;  // how many simulated games this is based on
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

  // Values every legal action, in the order of legal_actions, by search at any level. Each gets the
  // same number of simulated games, as many as the budget allows.
  Opinions weigh(const dojo::View& view, SplitMix& numbers) const;

  DojoLevel level() const { return level_; }

 private:
  DojoLevel level_;
  Budget budget_;
  const DojoWeights* weights_;
};

}  // namespace tatami::bots
