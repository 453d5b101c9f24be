// Compares the values of two bots' choices. Adepts play; wherever the two bots
// would choose differently, the game is continued both ways among adepts, over the same cards to
// come. This tells them apart in far fewer games than a tournament, and by kind of decision.
//
//   dojo_second_thoughts sensei:1600 adept --games 200
//   dojo_second_thoughts sensei:16000 sensei:1600 --variants white-belt

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cmath>
#include <mutex>
#include <thread>

#include "chance/dojo.h"
#include "cli/dojo_entrant.h"
#include "cli/options.h"
#include "rules/dojo/score.h"

namespace {

using namespace tatami;
using namespace tatami::dojo;

struct Options {
  std::array<cli::DojoEntrant, 2> bots;
  Setup setup;
  std::uint64_t seed = 1;
  int games = 100;
  int futures = 8;
};

// The win share gained where the two differ.
struct Gains {
  int asked = 0;
  int differ = 0;
  double sum = 0;
  double squares = 0;  // of the games' sums: the decisions of one game are not independent

  void add(const Gains& game) {
    asked += game.asked;
    differ += game.differ;
    sum += game.sum;
    squares += game.sum * game.sum;
  }
  // In percentage points per seat and game, with half the 95 % interval.
  void print(std::string_view what, int games, int players) const {
    const double seats = games * players;
    const double spread = 1.96 * std::sqrt(std::max(0.0, squares - sum * sum / games));
    fmt::print("{:<14}{:5.1f} a game, {:4.2f} otherwise; {:+6.2f} ± {:.2f} points a game\n", what,
               asked / seats, differ / seats, 100 * sum / seats, 100 * spread / seats);
  }
};

constexpr std::array kinds = {
    std::pair{Phase::give, "giving"}, std::pair{Phase::ask, "challenging"},
    std::pair{Phase::swap, "swapping"}, std::pair{Phase::train, "placing"},
    std::pair{Phase::place_trophy, "trophies"}};
using ByKind = std::array<Gains, kinds.size() + 1>;  // the last for all of them

double share_of(Seat seat, const Open& open) {
  const SeatSet winners = outcome(open).winners;
  return winners.contains(seat) ? 1.0 / winners.size() : 0;
}

// The seat's win share after this action if adepts play on.
double goes_on(State state, ActionId action, Seat seat, std::uint64_t seed) {
  SplitMix seeds{seed};
  chance::DojoLuck luck{state, seeds.next()};
  SplitMix numbers{seeds.next()};
  const bots::DojoPlayer adept{bots::DojoLevel::adept};
  apply_unchecked(state, action);
  chance::play_out(
      state, luck,
      [&](const State& now, Seat each) { return adept.choose(view_of(now, each), numbers); },
      [](const State&, ActionId) {});
  return share_of(seat, state.open);
}

ByKind one_game(const Options& options, std::uint64_t seed) {
  ByKind gains{};
  SplitMix numbers{seed};
  chance::DojoLuck luck{standard_deck(), numbers.next()};
  State state = start(options.setup);
  const bots::DojoPlayer adept{bots::DojoLevel::adept};
  const auto choose = [&](const State& now, Seat seat) {
    const View view = view_of(now, seat);
    SplitMix thinking{numbers.next()};
    SplitMix the_same = thinking;
    SplitMix futures{numbers.next()};
    const ActionId usual = adept.choose(view, numbers);
    const auto* const kind =
        std::ranges::find(kinds, now.open.phase, &std::pair<Phase, const char*>::first);
    if (kind == kinds.end() || legal_actions(now.open, seat).size() < 2) return usual;
    Gains& here = gains[static_cast<std::size_t>(kind - kinds.begin())];
    ++here.asked;
    const ActionId one = cli::choose(options.bots[0], view, thinking);
    const ActionId other = cli::choose(options.bots[1], view, the_same);
    if (one == other) return usual;
    double gain = 0;
    for (int i = 0; i < options.futures; ++i) {
      const std::uint64_t cards = futures.next();
      gain += goes_on(now, one, seat, cards) - goes_on(now, other, seat, cards);
    }
    ++here.differ;
    here.sum += gain / options.futures;
    return usual;
  };
  chance::play_out(state, luck, choose, [](const State&, ActionId) {});
  for (std::size_t kind = 0; kind < kinds.size(); ++kind) {
    gains.back().asked += gains[kind].asked;
    gains.back().differ += gains[kind].differ;
    gains.back().sum += gains[kind].sum;
  }
  return gains;
}

ByKind all_games(const Options& options, unsigned threads) {
  ByKind gains{};
  std::mutex adding;
  std::atomic<int> next = 0;
  std::vector<std::jthread> workers;
  workers.reserve(threads);
  for (unsigned i = 0; i < threads; ++i)
    workers.emplace_back([&] {
      for (int game = next++; game < options.games; game = next++) {
        const ByKind more =
            one_game(options, SplitMix{options.seed}.next() + static_cast<unsigned>(game));
        const std::scoped_lock lock{adding};
        for (std::size_t kind = 0; kind < more.size(); ++kind) gains[kind].add(more[kind]);
      }
    });
  workers.clear();
  return gains;
}

int measure(int argc, char** argv) {
  Options options;
  std::vector<std::string> names;
  cli::TableOptions table;
  unsigned threads = std::max(1U, std::thread::hardware_concurrency());
  CLI::App app{"What the choices of one bot are worth against those of another"};
  app.add_option("BOT", names, "The two")->required()->expected(2);
  app.add_option("--games", options.games, "How many")->check(CLI::PositiveNumber);
  app.add_option("--futures", options.futures, "How often it goes on")->check(CLI::PositiveNumber);
  app.add_option("--seed", options.seed, "Same seed, same games");
  table.add_to(app);
  app.add_option("--threads", threads, "How many at once")->check(CLI::PositiveNumber);
  CLI11_PARSE(app, argc, argv);
  for (std::size_t i = 0; i < names.size(); ++i)
    if (const auto wrong = cli::parse(names[i], options.bots[i])) {
      fmt::print(stderr, "{}\n", *wrong);
      return 2;
    }
  options.setup = table.header().setup;
  const ByKind gains = all_games(options, threads);
  fmt::print("{} instead of {}, {} games among {} adepts\n", names[0], names[1], options.games,
             table.players);
  for (std::size_t kind = 0; kind < kinds.size(); ++kind)
    gains[kind].print(kinds[kind].second, options.games, table.players);
  gains.back().print("all", options.games, table.players);
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  try {
    return measure(argc, argv);
  } catch (const std::exception& error) {
    fmt::print(stderr, "{}\n", error.what());
    return 1;
  }
}
