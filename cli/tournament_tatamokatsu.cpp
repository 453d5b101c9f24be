#include <deque>
#include <span>

#include "chance/tatamokatsu.h"
#include "cli/tatamokatsu_entrant.h"
#include "cli/tournament.h"

namespace tatami::cli {

using namespace tatamokatsu;

namespace {

// Everybody who will play, and a solution for each of those who choose exactly.
class Club {
 public:
  Club(const std::vector<TatamokatsuEntrant>& entrants, const Table& table) {
    for (const TatamokatsuEntrant& entrant : entrants) {
      const bool exact = entrant.choosing == bots::Choosing::exact;
      members_.emplace_back(entrant.reflexes, entrant.choosing,
                            exact ? &solution(entrant.reflexes, table) : nullptr);
    }
  }
  const bots::TatamokatsuPlayer& operator[](std::size_t i) const { return members_[i]; }

 private:
  struct Solved {
    bots::Reflexes reflexes;
    bots::Solution solution;
  };

  const bots::Solution& solution(const bots::Reflexes& reflexes, const Table& table) {
    for (const Solved& each : solved_)
      if (each.reflexes == reflexes) return each.solution;
    return solved_
        .emplace_back(Solved{
            reflexes, bots::Solution{table.players, bots::race_among(reflexes, table.timing.tie)}})
        .solution;
  }

  std::deque<Solved> solved_;  // they stay where they are
  std::vector<bots::TatamokatsuPlayer> members_;
};

std::vector<Fared> play(const Table& table, const Club& club, std::span<const std::size_t> lineup,
                        std::uint64_t seed) {
  SplitMix numbers{seed};
  chance::TatamokatsuLuck luck{numbers.next()};
  State state = start(table);
  Scorecard card;
  PerSeat<int> held_out{};  // the last roll before which one had a finger
  int rolls = 0;
  const auto player = [&](const View& view) -> const bots::TatamokatsuPlayer& {
    return club[lineup[view.seat->value]];
  };
  chance::play_out(
      state, luck,
      [&](const View& view, ActionId event, ActionList& plans) {
        player(view).react(view, event, numbers, plans);
      },
      [&](const View& view) {
        return card.decision(*view.seat, [&] { return player(view).choose(view, numbers); });
      },
      [&](const State& now, ActionId action) {
        if (action.kind() != Kind::roll) return;
        ++rolls;
        for (Seat seat : with_fingers(now.open)) held_out[seat] = rolls;
      });
  PerSeat<int> fingers{};
  for (Seat seat : all_seats(table.players)) fingers[seat] = state.open.fingers[seat].size();
  return card.finish(table.players, state.open.winners, held_out, fingers);
}

}  // namespace

int tournament_tatamokatsu(const TournamentOptions& options, const Table& table,
                           const std::vector<TatamokatsuEntrant>& entrants) {
  const Club club{entrants, table};
  return run_tournament(options, [&](std::span<const std::size_t> lineup, std::uint64_t seed) {
    return play(table, club, lineup, seed);
  });
}

}  // namespace tatami::cli
