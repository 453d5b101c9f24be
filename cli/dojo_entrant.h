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

// A bot as named on the command line: "student", "sensei:2000" (iterations) or "sensei:50ms".
struct DojoEntrant {
  bots::DojoLevel level = bots::DojoLevel::student;
  std::uint32_t iterations = 1000;
  std::optional<std::chrono::microseconds> time;
  const bots::DojoWeights* weights = &bots::learned_dojo_weights();
};

// The names, for people.
inline constexpr std::string_view dojo_bots =
    "random, novice, student, adept, sensei; sensei with a budget for each decision: sensei:2000 "
    "(simulated games), sensei:50ms";

// The problem with the name, if there is one.
std::optional<std::string> parse(std::string_view text, DojoEntrant& entrant);

// Reads weights written by `tatami train dojo`. Prints what is wrong with the file to standard
// error and returns nothing then.
std::optional<bots::DojoWeights> read_weights(const std::string& file);

// Chooses for an entrant within its budget, with the clock if it has one.
dojo::ActionId choose(const DojoEntrant& entrant, const dojo::View& view, SplitMix& numbers);
bots::Opinions weigh(const DojoEntrant& entrant, const dojo::View& view, SplitMix& numbers);

// The view of a state that an entrant gets.
using Sees = std::function<dojo::View(std::size_t entrant, const dojo::State&, Seat)>;
inline dojo::View by_the_rules(std::size_t, const dojo::State& state, Seat seat) {
  return dojo::view_of(state, seat);
}

struct TournamentOptions;
int tournament_dojo(const TournamentOptions& options, const record::DojoHeader& header,
                    const std::vector<DojoEntrant>& entrants, const Sees& sees = by_the_rules);

}  // namespace tatami::cli
