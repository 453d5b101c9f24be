#include <span>

#include "chance/tatamokatsu.h"
#include "cli/tatamokatsu_entrant.h"
#include "cli/tournament.h"

namespace tatami::cli {

using namespace tatamokatsu;

namespace {

std::vector<Fared> play(const Setup& setup, const TatamokatsuClub& club,
                        std::span<const std::size_t> lineup, std::uint64_t seed) {
  SplitMix numbers{seed};
  chance::TatamokatsuLuck luck{numbers.next()};
  State state = start(setup);
  Scorecard card;
  PerSeat<int> held_out{};  // the last roll before which the seat had a finger
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
  for (Seat seat : all_seats(setup.players)) fingers[seat] = state.open.fingers[seat].size();
  return card.finish(setup.players, state.open.winners, held_out, fingers);
}

}  // namespace

int tournament_tatamokatsu(const TournamentOptions& options, const Setup& setup,
                           const std::vector<TatamokatsuEntrant>& entrants) {
  const TatamokatsuClub club{entrants, setup};
  return run_tournament(options, [&](std::span<const std::size_t> lineup, std::uint64_t seed) {
    return play(setup, club, lineup, seed);
  });
}

}  // namespace tatami::cli
