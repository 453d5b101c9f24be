#include <fmt/core.h>

#include <algorithm>

#include "chance/dojo.h"
#include "cli/commands.h"
#include "cli/simulate.h"
#include "rules/dojo/score.h"

namespace tatami::cli {

using namespace dojo;

namespace {

struct Tally {
  std::uint64_t rounds_with_dealer = 0;
  std::uint64_t challenges = 0;
  std::uint64_t won_by_challenger = 0;
  std::uint64_t swaps = 0;
  Victories victories;
  Sums scores;
  Histogram distribution{5, 30};  // of scores
  struct OfTrophy {
    std::uint64_t won = 0;
    std::uint64_t boxed = 0;
    std::uint64_t points = 0;     // what the dojos would lose without it
    std::uint64_t holders = 0;    // players with at least one
    std::uint64_t sixtieths = 0;  // of their wins
  };
  std::array<OfTrophy, trophy_kinds + 1> trophies{};
  struct OfBelt {
    std::uint64_t asked = 0;
    std::uint64_t challenged = 0;
    std::uint64_t ahead = 0;  // with a belt not lower than the dealer's
  };
  std::array<OfBelt, belt_kinds + 1> belts{};  // by belt of the player who was asked

  void add(const Tally& other) {
    rounds_with_dealer += other.rounds_with_dealer;
    challenges += other.challenges;
    won_by_challenger += other.won_by_challenger;
    swaps += other.swaps;
    victories.add(other.victories);
    scores.add(other.scores);
    distribution.add(other.distribution);
    for (std::size_t i = 0; i < trophies.size(); ++i) {
      trophies[i].won += other.trophies[i].won;
      trophies[i].boxed += other.trophies[i].boxed;
      trophies[i].points += other.trophies[i].points;
      trophies[i].holders += other.trophies[i].holders;
      trophies[i].sixtieths += other.trophies[i].sixtieths;
    }
    for (std::size_t i = 0; i < belts.size(); ++i) {
      belts[i].asked += other.belts[i].asked;
      belts[i].challenged += other.belts[i].challenged;
      belts[i].ahead += other.belts[i].ahead;
    }
  }
};

void tally_worth(const Open& open, Seat seat, Tally& tally) {
  const Tableau full = tableau(open.dojos[seat]);
  const int total = best_total(full, open.setup.edition);
  const auto lose = [&](auto&& place) {
    const Trophy trophy = place(full);
    if (trophy == Trophy::none) return;
    Tableau poorer = full;
    place(poorer) = Trophy::none;
    auto& of = tally.trophies[static_cast<std::size_t>(trophy)];
    of.points += static_cast<std::uint64_t>(total - best_total(poorer, open.setup.edition));
  };
  for (std::size_t r = 0; r < dojo_rows; ++r)
    lose([r](auto& t) -> auto& { return t.row_trophies[r]; });
  for (std::size_t c = 0; c < dojo_columns; ++c)
    lose([c](auto& t) -> auto& { return t.column_trophies[c]; });
  for (Trophy trophy : all_trophies)  // D19
    tally.trophies[static_cast<std::size_t>(trophy)].points +=
        static_cast<std::uint64_t>(3 * open.held[seat][trophy]);
}

bool holds(const Open& open, Seat seat, Trophy trophy) {
  const Dojo& dojo = open.dojos[seat];
  return open.held[seat][trophy] > 0 ||
         std::ranges::find(dojo.row_trophies, trophy) != dojo.row_trophies.end() ||
         std::ranges::find(dojo.column_trophies, trophy) != dojo.column_trophies.end();
}

void tally_holders(const Open& open, SeatSet winners, Tally& tally) {
  for (Seat seat : all_seats(open.setup.players))
    for (Trophy trophy : all_trophies) {
      if (!holds(open, seat, trophy)) continue;
      auto& of = tally.trophies[static_cast<std::size_t>(trophy)];
      ++of.holders;
      if (winners.contains(seat)) of.sixtieths += 60U / static_cast<unsigned>(winners.size());
    }
}

void tally_answer(const State& now, ActionId action, Tally& tally) {
  const Belt belt = now.hidden.hands[action.seat()].belt();
  auto& of = tally.belts[belt.value];
  ++of.asked;
  if (!action.yes()) return;
  ++of.challenged;
  of.ahead += belt >= now.hidden.hands[now.open.dealer].belt() ? 1 : 0;
}

void tally_end(const Open& open, Tally& tally) {
  const Outcome end = outcome(open);
  tally.victories.add(end.winners, open.setup.first_dealer, open.setup.players);
  tally_holders(open, end.winners, tally);
  for (Seat seat : all_seats(open.setup.players)) {
    const auto score = static_cast<std::uint64_t>(end.scores[seat]);
    tally.scores.add(score);
    tally.distribution.add(score);
    tally_worth(open, seat, tally);
  }
  for (Trophy trophy : all_trophies)
    tally.trophies[static_cast<std::size_t>(trophy)].boxed +=
        static_cast<std::uint64_t>(open.box[trophy]);
}

void play_one(const SimulateDojoOptions& options, SplitMix numbers, Tally& tally) {
  chance::DojoLuck luck{options.header.deck, numbers.next()};
  State state = start(options.header.setup, options.header.deck);
  const auto choose = [&](const State& now, Seat seat) {
    return cli::choose(options.entrant, view_of(now, seat), numbers);
  };
  const auto before = [&](const State& now, ActionId action) {
    if (action.kind() == Kind::give && now.open.given == 0) ++tally.rounds_with_dealer;
    if (action.kind() == Kind::answer) tally_answer(now, action, tally);
    if (action.kind() != Kind::swap) return;
    ++tally.challenges;
    tally.won_by_challenger += now.open.duel->winner == now.open.duel->challenger ? 1 : 0;
    tally.swaps += action.yes() ? 1 : 0;
  };
  chance::play_out(state, luck, choose, before);
  for (Trophy trophy : all_trophies) {
    const auto turned = static_cast<std::uint64_t>(copies_of_a_trophy - state.open.pile[trophy]);
    tally.trophies[static_cast<std::size_t>(trophy)].won +=
        turned - (state.open.face_up == trophy ? 1 : 0);
  }
  tally_end(state.open, tally);
}

void print_for_people(const Tally& tally, const SimulateDojoOptions& options) {
  const int players = options.header.setup.players;
  const std::uint64_t games = tally.victories.games;
  const Setup& setup = options.header.setup;
  fmt::print("{} games of Dojo, {} players, edition {}{}{}, seat {} deals first\n", games, players,
             record::name(setup.edition), setup.white_belt ? ", White Belt" : "",
             setup.black_belt ? ", Black Belt" : "", setup.first_dealer.value);
  fmt::print("  played by {}, seed {}\n\n", options.player, options.seed);
  print_for_people(tally.victories, players, "dealer");
  fmt::print("\nScores: mean {:.1f}, standard deviation {:.1f}\n", tally.scores.mean(),
             tally.scores.deviation());
  print_for_people(tally.distribution);
  fmt::print("\nRounds with a challenge  {:5.1f} %\n",
             percent * ratio(tally.challenges, tally.rounds_with_dealer));
  fmt::print("  won by the challenger  {:5.1f} %\n",
             percent * ratio(tally.won_by_challenger, tally.challenges));
  fmt::print("  cards exchanged        {:5.1f} %\n",
             percent * ratio(tally.swaps, tally.challenges));
  fmt::print("\nBelt of the player asked   challenges   not lower than the dealer's\n");
  for (std::size_t belt = 1; belt < tally.belts.size(); ++belt) {
    const auto& of = tally.belts[belt];
    fmt::print("  {} {:32.1f} % {:26.1f} %\n", belt, percent * ratio(of.challenged, of.asked),
               percent * ratio(of.ahead, of.challenged));
  }
  fmt::print("\nTrophy   won per game   back to the box   worth in points      holders win\n");
  for (Trophy trophy : all_trophies) {
    const auto& of = tally.trophies[static_cast<std::size_t>(trophy)];
    fmt::print("  {:<9} {:9.2f} {:15.1f} % {:17.2f} {:15.1f} %\n", record::name(trophy),
               ratio(of.won, games), percent * ratio(of.boxed, of.won),
               ratio(of.points, of.won - of.boxed), percent * ratio(of.sixtieths, 60 * of.holders));
  }
}

// By hand, as in the other simulations: each figure has as many decimals as mean something.
void print_json(const Tally& tally, const SimulateDojoOptions& options) {
  const int players = options.header.setup.players;
  std::string trophies;
  for (Trophy trophy : all_trophies) {
    const auto& of = tally.trophies[static_cast<std::size_t>(trophy)];
    trophies +=
        fmt::format("{}\"{}\":{{\"won\":{},\"boxed\":{},\"worth\":{:.4f},\"win_share\":{:.6f}}}",
                    trophies.empty() ? "" : ",", record::name(trophy), of.won, of.boxed,
                    ratio(of.points, of.won - of.boxed), ratio(of.sixtieths, 60 * of.holders));
  }
  std::string belts;
  for (std::size_t belt = 1; belt < tally.belts.size(); ++belt) {
    const auto& of = tally.belts[belt];
    belts += fmt::format("{}{{\"asked\":{},\"challenged\":{},\"not_behind\":{}}}",
                         belts.empty() ? "" : ",", of.asked, of.challenged, of.ahead);
  }
  fmt::print(
      "{{\"table\":{},\"player\":\"{}\",\"games\":{},\"seed\":{},"
      "\"wins_from_first_dealer\":[{}],\"shared\":{:.6f},"
      "\"score\":{{\"mean\":{:.4f},\"deviation\":{:.4f},\"distribution\":[{}]}},"
      "\"challenged\":{:.6f},\"won_by_challenger\":{:.6f},\"swapped\":{:.6f},"
      "\"belts\":[{}],\"trophies\":{{{}}}}}\n",
      record::to_json(options.header), options.player, tally.victories.games, options.seed,
      shares_as_json(tally.victories, players),
      ratio(tally.victories.shared, tally.victories.games), tally.scores.mean(),
      tally.scores.deviation(), as_json(tally.distribution, "dojos"),
      ratio(tally.challenges, tally.rounds_with_dealer),
      ratio(tally.won_by_challenger, tally.challenges), ratio(tally.swaps, tally.challenges), belts,
      trophies);
}

}  // namespace

int simulate_dojo(const SimulateDojoOptions& options) {
  const Interruptible interruptible;
  const auto tally = play_all<Tally>(
      options, [&](SplitMix numbers, Tally& mine) { play_one(options, numbers, mine); });
  if (options.json)
    print_json(tally, options);
  else
    print_for_people(tally, options);
  return end_of_simulation(tally.victories, options);
}

}  // namespace tatami::cli
