// How much better would a Dojo bot be if nothing were hidden? The first bot named is shown all
// cards in hand; no bot can get them otherwise.
//
//   dojo_ceiling adept student student student --games 8000 --seed 2026

#include <CLI/CLI.hpp>

#include "cli/dojo_entrant.h"
#include "cli/tournament.h"

namespace {

using namespace tatami;

// The first entrant sees all hands, as if they had dealt them.
dojo::View all_hands_to_the_first(std::size_t entrant, const dojo::State& state, Seat seat) {
  dojo::View view = dojo::view_of(state, seat);
  if (entrant == 0) view.own.dealt = state.hidden.hands;
  return view;
}

int measure(int argc, char** argv) {
  cli::TournamentOptions options;
  CLI::App app{"The victories of a bot that sees all hands"};
  app.add_option("BOT", options.entrants, "Who plays; the first is the clairvoyant")->required();
  app.add_option("--games", options.games, "How many");
  app.add_option("--seed", options.seed, "Same seed, same games");
  app.add_option("--threads", options.threads, "How many at once");
  CLI11_PARSE(app, argc, argv);

  record::DojoHeader header;
  options.game = "Dojo, the first sees all hands";
  options.to_the_end = true;
  options.players = header.setup.players = static_cast<std::uint8_t>(options.entrants.size());
  std::vector<cli::DojoEntrant> entrants(options.entrants.size());
  for (std::size_t i = 0; i < entrants.size(); ++i)
    if (const auto wrong = cli::parse(options.entrants[i], entrants[i])) {
      std::fprintf(stderr, "%s\n", wrong->c_str());
      return 2;
    }
  if (!dojo::is_setup(header.setup)) return 2;
  options.entrants[0] += " (clairvoyant)";
  return cli::tournament_dojo(options, header, entrants, all_hands_to_the_first);
}

}  // namespace

int main(int argc, char** argv) {
  try {
    return measure(argc, argv);
  } catch (const std::exception& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 1;
  }
}
