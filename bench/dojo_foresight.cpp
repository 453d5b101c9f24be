// How well a sensei's simulated games predict those that adepts play: the dealer's expected win
// share at the start of some rounds, compared with the actual result. A smaller loss (minus the
// logarithm of the share) is better; a bot that foresees nothing has that of "always one in four".
//
//   dojo_foresight 1000     # games among four adepts

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "bots/dojo/player.h"
#include "chance/dojo.h"
#include "rules/dojo/score.h"

namespace {

using namespace tatami;
using namespace tatami::dojo;

struct Foresight {
  int round;
  Seat dealer;
  double share;
};

double loss(double foreseen, double came) {
  const double share = std::clamp(foreseen, 0.02, 0.98);
  return -came * std::log(share) - (1 - came) * std::log(1 - share);
}

std::vector<Foresight> play(std::uint64_t seed, State& state) {
  const bots::DojoPlayer adept{bots::DojoLevel::adept};
  const bots::DojoPlayer sensei{bots::DojoLevel::sensei, {.iterations = 800}};
  SplitMix numbers{seed};
  chance::DojoLuck luck{standard_deck(), numbers.next()};
  std::vector<Foresight> all;
  const auto choose = [&](const State& now, Seat seat) {
    const View view = view_of(now, seat);
    const ActionId action = adept.choose(view, numbers);
    if (now.open.phase != Phase::give || now.open.given > 0 || now.open.round % 3 != 1)
      return action;
    SplitMix dreams{seed};
    for (const bots::Opinion& each : sensei.weigh(view, dreams))
      if (each.action == action) all.push_back({now.open.round, seat, each.win});
    return action;
  };
  chance::play_out(state, luck, choose, [](const State&, ActionId) {});
  return all;
}

}  // namespace

int main(int argc, char** argv) {
  const int games = argc == 2 ? std::atoi(argv[1]) : 0;
  if (games < 1) {
    fmt::print(stderr, "usage: dojo_foresight GAMES\n");
    return 2;
  }
  struct Sum {
    int seen = 0;
    double foreseen = 0;
    double came = 0;
    double loss = 0;
    double blind = 0;
  };
  std::map<int, Sum> sums;
  for (int game = 0; game < games; ++game) {
    State state = start({});
    const auto foresights = play(static_cast<std::uint64_t>(game), state);
    const SeatSet winners = outcome(state.open).winners;
    for (const Foresight& each : foresights) {
      const double came = winners.contains(each.dealer) ? 1.0 / winners.size() : 0;
      Sum& sum = sums[each.round];
      ++sum.seen;
      sum.foreseen += each.share;
      sum.came += came;
      sum.loss += loss(each.share, came);
      sum.blind += loss(0.25, came);
    }
  }
  for (const auto& [round, sum] : sums)
    fmt::print(
        "round {:2}: dealers foresee {:.1f} % and win {:.1f} %; loss {:.4f} (blind {:.4f})\n",
        round, 100 * sum.foreseen / sum.seen, 100 * sum.came / sum.seen, sum.loss / sum.seen,
        sum.blind / sum.seen);
  return 0;
}
