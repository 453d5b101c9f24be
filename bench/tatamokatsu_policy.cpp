// How often the rules of thumb in docs/bots.md are best in Tatamokatsu, over all positions of 2 to
// 5 players like `regular` in which the first seat rolls, and what they cost in the others.
//
//   tatamokatsu_policy

#include <fmt/core.h>

#include <algorithm>
#include <vector>

#include "bots/tatamokatsu/solution.h"
#include "rules/tatamokatsu/apply.h"

namespace {

using namespace tatami;
using namespace tatami::tatamokatsu;
using bots::Prospect;
using bots::Solution;

using Counts = std::vector<int>;  // of fingers
constexpr Seat me{0};

std::vector<Counts> all_positions(int players) {
  std::vector<Counts> all;
  Counts fingers(static_cast<std::size_t>(players), 0);
  for (;;) {
    std::size_t i = 0;
    while (i < fingers.size() && fingers[i] == 5) fingers[i++] = 0;
    if (i == fingers.size()) return all;
    ++fingers[i];
    if (fingers[0] > 0 && std::ranges::count(fingers, 0) < players - 1) all.push_back(fingers);
  }
}

State rolled(const Counts& fingers, Roll roll) {
  Setup setup;
  setup.players = static_cast<std::uint8_t>(fingers.size());
  State state = start(setup);
  for (Seat seat : all_seats(setup.players))
    state.open.fingers[seat] = Fingers::from_bits((1U << fingers[seat.value]) - 1U);
  state.open.living = state.open.standing = with_fingers(state.open);
  apply_unchecked(state, {Kind::roll, Seat{}, roll.code()});
  return state;
}

State closed_after(State state, ActionId action) {
  apply_unchecked(state, action);
  apply_unchecked(state, ActionId{Kind::close, Seat{}, closes_at(state)});
  return state;
}

int strongest(const Counts& fingers) {
  return *std::max_element(fingers.begin() + 1, fingers.end());
}

class Rule {
 public:
  void lost(double share) {
    ++positions_;
    best_ += share < 1e-6 ? 1 : 0;
    worst_ = std::max(worst_, share);
  }
  void print(const char* name) const {
    fmt::print("  {:<40} best in {:5.1f} % of {:4}, elsewhere at most {:.2f} points short\n", name,
               100.0 * best_ / std::max(1, positions_), positions_, 100 * worst_);
  }

 private:
  int positions_ = 0;
  int best_ = 0;
  double worst_ = 0;
};

// Attack or recover, after a claim.
double lost_by_recovering_when_behind(const Solution& solved, const Counts& fingers) {
  const State open = rolled(fingers, {Face::one, Face::three, Face::six});
  const State claimed = closed_after(open, ActionId{Kind::shout, me, Millis{100}});
  const auto options = solved.weigh(claimed.open, me);
  double attack = 0;
  double recover = 0;
  for (const Prospect& each : options)
    (each.action.kind() == Kind::recover ? recover : attack) =
        std::max(each.action.kind() == Kind::recover ? recover : attack, each.shares[me]);
  const int ahead = strongest(fingers) - fingers[0];
  return std::max(attack, recover) - (ahead >= (fingers.size() == 2 ? 1 : 2) ? recover : attack);
}

double lost_by_striking_the_strongest(const Solution& solved, const Counts& fingers) {
  const State open = rolled(fingers, {Face::x, Face::five, Face::six});
  const State striking = closed_after(open, ActionId::announce(me, Millis{100}, {1, 1}));
  double best = 0;
  double chosen = 0;
  for (const Prospect& each : solved.weigh(striking.open, me)) {
    best = std::max(best, each.shares[me]);
    if (fingers[each.action.target().value] == strongest(fingers))
      chosen = std::max(chosen, each.shares[me]);
  }
  return best - chosen;
}

// How much better it is to announce 7 and lose a finger than 16 and salute.
double gained_by_losing(const Solution& solved, const Counts& fingers) {
  const State open = rolled(fingers, {Face::x, Face::two, Face::four});
  const auto options = solved.weigh(open.open, me);
  return options[0].shares[me] - options[1].shares[me];
}

void print(int players) {
  const Solution solved{players};
  fmt::print("{} players: {} sweeps\n", players, solved.sweeps());
  Rule recovering;
  Rule striking;
  int last_fingers = 0;
  int better_lost = 0;
  double most = 0;
  for (const Counts& fingers : all_positions(players)) {
    if (fingers[0] < 5) recovering.lost(lost_by_recovering_when_behind(solved, fingers));
    if (players > 2) striking.lost(lost_by_striking_the_strongest(solved, fingers));
    if (fingers[0] != 1 || std::ranges::count(fingers, 0) > 0) continue;
    const double gained = gained_by_losing(solved, fingers);
    ++last_fingers;
    better_lost += gained > 0 ? 1 : 0;
    most = std::max(most, gained);
  }
  recovering.print("recover when behind, else attack:");
  if (players > 2) striking.print("strike the strongest:");
  fmt::print(
      "  the last finger better lost than saluted: in {:.0f} % of {}, by up to {:.1f} points\n",
      100.0 * better_lost / last_fingers, last_fingers, 100 * most);
}

}  // namespace

int main() {
  for (int players = 2; players <= most_players; ++players) print(players);
  const Solution four{4};
  fmt::print("Against three full hands:");
  for (const int mine : {3, 1, 0}) {
    // A dragon cannot roll; the next seat does.
    State state = rolled({5, mine, 5, 5}, {Face::one, Face::one, Face::one});
    state.open.phase = Phase::roll;
    fmt::print(" {} fingers {:.1f} %", mine, 100 * four.value(state.open)[Seat{1}]);
  }
  fmt::print("\n");
}
