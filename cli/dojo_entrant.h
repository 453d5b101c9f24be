#pragma once

#include <chrono>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "bots/dojo/player.h"
#include "record/dojo.h"

namespace tatami::cli {

// A bot as the command line names it: "student", "sensei:2000" (iterations) or "sensei:50ms".
struct DojoEntrant {
  bots::DojoLevel level = bots::DojoLevel::student;
  std::uint32_t iterations = 1000;
  std::optional<std::chrono::microseconds> time;
  const bots::DojoWeights* weights = &bots::learned_dojo_weights();
};

// What is wrong with the name, if anything.
std::optional<std::string> parse(std::string_view text, DojoEntrant& entrant);

// Weights that `tatami train dojo` wrote. What is wrong with the file is printed to standard error,
// and there are none then.
std::optional<bots::DojoWeights> read_weights(const std::string& file);

// Chooses for an entrant within his budget, clock and all.
dojo::ActionId choose(const DojoEntrant& entrant, const dojo::View& view, SplitMix& numbers);
bots::Opinions weigh(const DojoEntrant& entrant, const dojo::View& view, SplitMix& numbers);

// What an entrant is told of a state.
using Sees = std::function<dojo::View(std::size_t entrant, const dojo::State&, Seat)>;
inline dojo::View by_the_rules(std::size_t, const dojo::State& state, Seat seat) {
  return dojo::view_of(state, seat);
}

struct TournamentOptions;
int tournament_dojo(const TournamentOptions& options, const record::DojoHeader& header,
                    const std::vector<DojoEntrant>& entrants, const Sees& sees = by_the_rules);

}  // namespace tatami::cli
