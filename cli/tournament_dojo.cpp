#include "chance/dojo.h"
#include "cli/commands.h"
#include "cli/dojo_entrant.h"
#include "cli/tournament.h"
#include "record/dojo.h"
#include "rules/dojo/score.h"

namespace tatami::cli {

namespace {

std::vector<Fared> play(const record::DojoHeader& header, const std::vector<DojoEntrant>& entrants,
                        const Sees& sees, std::span<const std::size_t> lineup, std::uint64_t seed) {
  SplitMix numbers{seed};
  chance::DojoLuck luck{header.deck, numbers.next()};
  dojo::State state = dojo::start(header.setup, header.deck);
  Scorecard card;
  chance::play_out(
      state, luck,
      [&](const dojo::State& now, Seat seat) {
        const auto legal = dojo::legal_actions(now.open, seat);
        if (legal.size() == 1) return legal[0];
        const std::size_t entrant = lineup[seat.value];
        const dojo::View view = sees(entrant, now, seat);
        return card.decision(seat, [&] { return choose(entrants[entrant], view, numbers); });
      },
      [](const dojo::State&, dojo::ActionId) {});
  const dojo::Outcome end = dojo::outcome(state.open);
  PerSeat<int> scores{};
  for (Seat seat : all_seats(header.setup.players)) scores[seat] = end.scores[seat];
  return card.finish(header.setup.players, end.winners, scores, scores);  // D17
}

}  // namespace

int tournament_dojo(const TournamentOptions& options, const record::DojoHeader& header,
                    const std::vector<DojoEntrant>& entrants, const Sees& sees) {
  return run_tournament(options, [&](std::span<const std::size_t> lineup, std::uint64_t seed) {
    return play(header, entrants, sees, lineup, seed);
  });
}

}  // namespace tatami::cli
