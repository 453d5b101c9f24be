#pragma once

#include <deque>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "bots/tatamokatsu/player.h"
#include "rules/tatamokatsu/types.h"

namespace tatami::cli {

// A bot as named on the command line: "samurai", or with another way of choosing "child/exact".
struct TatamokatsuEntrant {
  bots::Reflexes reflexes;
  bots::Choosing choosing = bots::Choosing::simple;
};

// The names, for people.
inline constexpr std::string_view tatamokatsu_bots =
    "random, child, beginner, regular, quick, samurai; with another way of choosing (random, "
    "simple, exact): child/exact";

// The problem with the name, if there is one.
std::optional<std::string> parse(std::string_view text, TatamokatsuEntrant& entrant);

// All entrants as players, and a solution for each one that chooses exactly.
class TatamokatsuClub {
 public:
  TatamokatsuClub(const std::vector<TatamokatsuEntrant>& entrants, const tatamokatsu::Setup& setup);
  const bots::TatamokatsuPlayer& operator[](std::size_t i) const { return members_[i]; }

 private:
  struct Solved {
    bots::Reflexes reflexes;
    bots::Solution solution;
  };

  const bots::Solution& solution(const bots::Reflexes& reflexes, const tatamokatsu::Setup& setup);

  std::deque<Solved> solved_;  // a deque, so that addresses stay valid
  std::vector<bots::TatamokatsuPlayer> members_;
};

struct TournamentOptions;
int tournament_tatamokatsu(const TournamentOptions& options, const tatamokatsu::Setup& setup,
                           const std::vector<TatamokatsuEntrant>& entrants);

}  // namespace tatami::cli
