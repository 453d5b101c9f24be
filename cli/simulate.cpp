#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <thread>

#include "bots/dojo/random.h"
#include "bots/dojo/simple.h"
#include "chance/dojo.h"
#include "cli/commands.h"
#include "cli/progress.h"
#include "rules/dojo/score.h"

namespace tatami::cli {

using namespace dojo;

namespace {

constexpr std::uint64_t shares = 60;  // a victory can be shared by one to five evenly
constexpr int bin = 5;                // points in one bar of the distribution
constexpr std::size_t bins = 30;

// Whole numbers only, so that the sum does not depend on the order of adding: the result is the
// same with any number of threads.
struct Tally {
  std::uint64_t games = 0;
  std::uint64_t rounds_with_dealer = 0;
  std::uint64_t challenges = 0;
  std::uint64_t won_by_challenger = 0;
  std::uint64_t swaps = 0;
  std::uint64_t ties = 0;
  std::array<std::uint64_t, most_players> win_shares{};  // counted from the first dealer
  std::array<std::uint64_t, bins> scores{};
  std::uint64_t score_sum = 0;
  std::uint64_t score_squares = 0;
  struct OfTrophy {
    std::uint64_t won = 0;
    std::uint64_t boxed = 0;
    std::uint64_t points = 0;  // what the dojos with it would lose without it
  };
  std::array<OfTrophy, trophy_kinds + 1> trophies{};

  void add(const Tally& other) {
    games += other.games;
    rounds_with_dealer += other.rounds_with_dealer;
    challenges += other.challenges;
    won_by_challenger += other.won_by_challenger;
    swaps += other.swaps;
    ties += other.ties;
    for (std::size_t i = 0; i < win_shares.size(); ++i) win_shares[i] += other.win_shares[i];
    for (std::size_t i = 0; i < bins; ++i) scores[i] += other.scores[i];
    score_sum += other.score_sum;
    score_squares += other.score_squares;
    for (std::size_t i = 0; i < trophies.size(); ++i) {
      trophies[i].won += other.trophies[i].won;
      trophies[i].boxed += other.trophies[i].boxed;
      trophies[i].points += other.trophies[i].points;
    }
  }
};

void tally_worth(const Open& open, Seat seat, Tally& tally) {
  const Tableau full = tableau(open.dojos[seat]);
  const int total = best_total(full, open.table.edition);
  const auto lose = [&](auto&& place) {
    const Trophy trophy = place(full);
    if (trophy == Trophy::none) return;
    Tableau poorer = full;
    place(poorer) = Trophy::none;
    auto& of = tally.trophies[static_cast<std::size_t>(trophy)];
    of.points += static_cast<std::uint64_t>(total - best_total(poorer, open.table.edition));
  };
  for (std::size_t r = 0; r < dojo_rows; ++r)
    lose([r](auto& t) -> auto& { return t.row_trophies[r]; });
  for (std::size_t c = 0; c < dojo_columns; ++c)
    lose([c](auto& t) -> auto& { return t.column_trophies[c]; });
  for (Trophy trophy : all_trophies)  // D19
    tally.trophies[static_cast<std::size_t>(trophy)].points +=
        static_cast<std::uint64_t>(3 * open.held[seat][trophy]);
}

void tally_end(const Open& open, Tally& tally) {
  const Outcome end = outcome(open);
  const int players = open.table.players;
  const auto winners = static_cast<std::uint64_t>(end.winners.size());
  ++tally.games;
  tally.ties += winners > 1 ? 1 : 0;
  for (Seat seat : end.winners) {
    const int after_first = (seat.value - open.table.first_dealer.value + players) % players;
    tally.win_shares[static_cast<std::size_t>(after_first)] += shares / winners;
  }
  for (Seat seat : all_seats(players)) {
    const auto score = static_cast<std::uint64_t>(end.scores[seat]);
    ++tally.scores[std::min<std::size_t>(score / bin, bins - 1)];
    tally.score_sum += score;
    tally.score_squares += score * score;
    tally_worth(open, seat, tally);
  }
  for (Trophy trophy : all_trophies)
    tally.trophies[static_cast<std::size_t>(trophy)].boxed +=
        static_cast<std::uint64_t>(open.box[trophy]);
}

void play_one(const SimulateOptions& options, std::uint64_t game, Tally& tally) {
  // Every game has its own numbers, whichever thread plays it.
  SplitMix numbers{SplitMix{options.seed ^ SplitMix{game}.next()}.next()};
  chance::DojoLuck luck{options.header.deck, numbers.next()};
  State state = start(options.header.table, options.header.deck);
  const auto choose = [&](const State& now, Seat seat) {
    return options.player == Player::random ? bots::random_action(now.open, seat, numbers)
                                            : bots::simple_action(view_of(now, seat), numbers);
  };
  const auto before = [&](const State& now, ActionId action) {
    if (action.kind() == Kind::give && now.open.given == 0) ++tally.rounds_with_dealer;
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

double ratio(std::uint64_t part, std::uint64_t whole) {
  return whole == 0 ? 0 : static_cast<double>(part) / static_cast<double>(whole);
}

struct Spread {
  double mean = 0;
  double deviation = 0;
};

Spread spread(const Tally& tally, int players) {
  const double n = static_cast<double>(tally.games) * players;
  if (n == 0) return {};
  const double mean = static_cast<double>(tally.score_sum) / n;
  const double variance = static_cast<double>(tally.score_squares) / n - mean * mean;
  return {mean, std::sqrt(std::max(variance, 0.0))};
}

void print_for_people(const Tally& tally, const SimulateOptions& options) {
  const int players = options.header.table.players;
  const auto [mean, deviation] = spread(tally, players);
  const double percent = 100;
  fmt::print("{} games of Dojo, {} players, edition {}\n\n", tally.games, players,
             record::name(options.header.table.edition));
  fmt::print("Victories, counted from the first dealer (shared ones divided; {:.1f} % of games)\n",
             percent * ratio(tally.ties, tally.games));
  for (int seat = 0; seat < players; ++seat) {
    const double share =
        ratio(tally.win_shares[static_cast<std::size_t>(seat)], tally.games * shares);
    fmt::print("  dealer {}{:7.1f} %  ± {:.1f}\n", seat == 0 ? "   " : fmt::format("+ {}", seat),
               percent * share,
               percent * 1.96 * std::sqrt(share * (1 - share) / static_cast<double>(tally.games)));
  }
  fmt::print("\nScores: mean {:.1f}, standard deviation {:.1f}\n", mean, deviation);
  const auto highest = *std::max_element(tally.scores.begin(), tally.scores.end());
  for (std::size_t i = 0; i < bins; ++i) {
    if (tally.scores[i] == 0) continue;
    const auto low = static_cast<int>(i) * bin;
    fmt::print("  {:>3} to {:<3} {:6.2f} %  {}\n", low, low + bin - 1,
               percent * ratio(tally.scores[i], tally.games * static_cast<unsigned>(players)),
               std::string(static_cast<std::size_t>(40 * ratio(tally.scores[i], highest)), '#'));
  }
  fmt::print("\nRounds with a challenge  {:5.1f} %\n",
             percent * ratio(tally.challenges, tally.rounds_with_dealer));
  fmt::print("  won by the challenger  {:5.1f} %\n",
             percent * ratio(tally.won_by_challenger, tally.challenges));
  fmt::print("  cards exchanged        {:5.1f} %\n",
             percent * ratio(tally.swaps, tally.challenges));
  fmt::print("\nTrophy     won a game   back to the box   worth in points where it stands\n");
  for (Trophy trophy : all_trophies) {
    const auto& of = tally.trophies[static_cast<std::size_t>(trophy)];
    fmt::print("  {:<9} {:9.2f} {:15.1f} % {:12.2f}\n", record::name(trophy),
               ratio(of.won, tally.games), percent * ratio(of.boxed, of.won),
               ratio(of.points, of.won - of.boxed));
  }
}

void print_json(const Tally& tally, const SimulateOptions& options) {
  const int players = options.header.table.players;
  const auto [mean, deviation] = spread(tally, players);
  std::string wins;
  for (int seat = 0; seat < players; ++seat)
    wins +=
        fmt::format("{}{:.6f}", seat == 0 ? "" : ",",
                    ratio(tally.win_shares[static_cast<std::size_t>(seat)], tally.games * shares));
  std::string scores;
  for (std::size_t i = 0; i < bins; ++i)
    if (tally.scores[i] > 0)
      scores += fmt::format("{}{{\"from\":{},\"to\":{},\"dojos\":{}}}", scores.empty() ? "" : ",",
                            i * bin, i * bin + bin - 1, tally.scores[i]);
  std::string trophies;
  for (Trophy trophy : all_trophies) {
    const auto& of = tally.trophies[static_cast<std::size_t>(trophy)];
    trophies += fmt::format("{}\"{}\":{{\"won\":{},\"boxed\":{},\"worth\":{:.4f}}}",
                            trophies.empty() ? "" : ",", record::name(trophy), of.won, of.boxed,
                            ratio(of.points, of.won - of.boxed));
  }
  fmt::print(
      "{{\"game\":\"dojo\",\"games\":{},\"players\":{},\"edition\":\"{}\",\"seed\":{},"
      "\"wins_from_first_dealer\":[{}],\"shared\":{:.6f},"
      "\"score\":{{\"mean\":{:.4f},\"deviation\":{:.4f},\"distribution\":[{}]}},"
      "\"challenged\":{:.6f},\"won_by_challenger\":{:.6f},\"swapped\":{:.6f},"
      "\"trophies\":{{{}}}}}\n",
      tally.games, players, record::name(options.header.table.edition), options.seed, wins,
      ratio(tally.ties, tally.games), mean, deviation, scores,
      ratio(tally.challenges, tally.rounds_with_dealer),
      ratio(tally.won_by_challenger, tally.challenges), ratio(tally.swaps, tally.challenges),
      trophies);
}

}  // namespace

int simulate_dojo(const SimulateOptions& options) {
  const unsigned threads =
      options.threads > 0 ? options.threads : std::max(1U, std::thread::hardware_concurrency());
  std::vector<Tally> tallies(threads);
  {
    Progress progress{options.games};
    std::atomic<std::uint64_t> next = 0;
    const auto work = [&](Tally& tally) {
      constexpr std::uint64_t batch = 64;
      for (std::uint64_t first = next.fetch_add(batch); first < options.games;
           first = next.fetch_add(batch)) {
        const std::uint64_t last = std::min(first + batch, options.games);
        for (std::uint64_t game = first; game < last; ++game) play_one(options, game, tally);
        progress.add(last - first);
      }
    };
    std::vector<std::jthread> workers;
    for (Tally& tally : tallies) workers.emplace_back([&work, &tally] { work(tally); });
  }
  Tally all;
  for (const Tally& tally : tallies) all.add(tally);
  if (options.json)
    print_json(all, options);
  else
    print_for_people(all, options);
  return ok;
}

}  // namespace tatami::cli
