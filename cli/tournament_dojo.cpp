#include <algorithm>
#include <chrono>

#include "chance/dojo.h"
#include "cli/commands.h"
#include "cli/dojo_entrant.h"
#include "cli/tournament.h"
#include "record/dojo.h"
#include "rules/dojo/score.h"

namespace tatami::cli {

namespace {

using Clock = std::chrono::steady_clock;

// D17: winners first, then by points.
std::vector<Fared> ranked(const dojo::Open& open) {
  const dojo::Outcome end = dojo::outcome(open);
  const SeatSet seats = all_seats(open.table.players);
  std::vector<Fared> fared(open.table.players);
  for (Seat seat : seats) {
    Fared& each = fared[seat.value];
    each.won = end.winners.contains(seat);
    each.share = each.won ? 1.0 / end.winners.size() : 0;
    each.score = end.scores[seat];
    for (Seat other : seats) {
      const bool ahead =
          !each.won && (end.winners.contains(other) || end.scores[other] > end.scores[seat]);
      each.rank += ahead ? 1 : 0;
    }
  }
  return fared;
}

std::vector<Fared> play(const record::DojoHeader& header, const std::vector<DojoEntrant>& entrants,
                        const Sees& sees, std::span<const std::size_t> lineup, std::uint64_t seed) {
  SplitMix numbers{seed};
  chance::DojoLuck luck{header.deck, numbers.next()};
  dojo::State state = dojo::start(header.table, header.deck);
  PerSeat<std::uint64_t> decisions{};
  PerSeat<std::uint64_t> nanoseconds{};
  chance::play_out(
      state, luck,
      [&](const dojo::State& now, Seat seat) {
        const auto legal = dojo::legal_actions(now.open, seat);
        if (legal.size() == 1) return legal[0];
        const std::size_t entrant = lineup[seat.value];
        const dojo::View view = sees(entrant, now, seat);
        const auto begun = Clock::now();
        const dojo::ActionId action = choose(entrants[entrant], view, numbers);
        ++decisions[seat];
        nanoseconds[seat] += static_cast<std::uint64_t>((Clock::now() - begun).count());
        return action;
      },
      [](const dojo::State&, dojo::ActionId) {});
  std::vector<Fared> fared = ranked(state.open);
  for (Seat seat : all_seats(header.table.players)) {
    fared[seat.value].decisions = decisions[seat];
    fared[seat.value].nanoseconds = nanoseconds[seat];
  }
  return fared;
}

}  // namespace

int tournament_dojo(const TournamentOptions& options, const record::DojoHeader& header,
                    const std::vector<DojoEntrant>& entrants, const Sees& sees) {
  return run_tournament(options, [&](std::span<const std::size_t> lineup, std::uint64_t seed) {
    return play(header, entrants, sees, lineup, seed);
  });
}

}  // namespace tatami::cli
