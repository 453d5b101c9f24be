// The exact solution, held against other ways of computing the same.

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <map>
#include <vector>

#include "bots/tatamokatsu/player.h"
#include "bots/tatamokatsu/solution.h"
#include "chance/tatamokatsu.h"
#include "rules/tatamokatsu/apply.h"

namespace tatami {
namespace {

using namespace tatamokatsu;
using bots::Prospect;
using bots::Race;
using bots::Shares;
using bots::Solution;

const Solution& solution(int players) {
  static std::map<int, Solution> solutions;
  return solutions.try_emplace(players, players).first->second;
}

// The same if players also make mistakes on purpose.
const Solution& solution_on_purpose(int players) {
  static std::map<int, Solution> solutions;
  return solutions.try_emplace(players, players, bots::race_among({}), bots::OnPurpose::yes)
      .first->second;
}

// Seat 0 rolls.
State position(const std::vector<int>& fingers) {
  tatamokatsu::Setup setup;
  setup.players = static_cast<std::uint8_t>(fingers.size());
  State state = start(setup);
  for (Seat seat : all_seats(setup.players))
    state.open.fingers[seat] = Fingers::from_bits((1U << fingers[seat.value]) - 1U);
  state.open.living = state.open.standing = with_fingers(state.open);
  return state;
}

std::vector<int> any_fingers(int players, SplitMix& numbers) {
  std::vector<int> fingers;
  for (int i = 0; i < players; ++i) fingers.push_back(static_cast<int>(numbers.below(6)));
  if (fingers[0] == 0) fingers[0] = 1;
  if (std::ranges::count(fingers, 0) == players - 1) fingers[1] = 2;
  return fingers;
}

State after(State state, ActionId action) {
  EXPECT_EQ(check(state, *unpack(action)), std::nullopt) << static_cast<int>(action.kind());
  apply_unchecked(state, action);
  return state;
}

State rolled(const State& state, Roll roll) {
  return after(state, {Kind::roll, Seat{}, roll.code()});
}

State closed(const State& state) {
  return after(state, ActionId{Kind::close, Seat{}, closes_at(state)});
}

TEST(Solution, Converges_for_two_to_five_players_and_every_level) {
  for (int players = 2; players <= most_players; ++players) {
    EXPECT_LT(solution(players).residual(), 1e-6) << players;
    const Shares start_value = solution(players).value(
        position(std::vector<int>(static_cast<std::size_t>(players), 5)).open);
    double sum = 0;
    for (Seat seat : all_seats(players)) {
      EXPECT_NEAR(start_value[seat], 1.0 / players, 0.01);
      sum += start_value[seat];
    }
    EXPECT_NEAR(sum, 1, 1e-9);
  }
  for (const bots::TatamokatsuLevel& level : bots::tatamokatsu_levels)
    EXPECT_LT(Solution(4, bots::race_among(level.reflexes)).residual(), 1e-6) << level.level.name;
}

// ---- Through the real rules: every roll, every outcome of the race, one turn deep ----

// The best answer may take this option.
void take_if_better(bots::Answered& worth, const bots::Answered& option, Seat chooser) {
  worth.answers[chooser] = std::max(worth.answers[chooser], option.answers[chooser]);
}

// `value` is what a position is worth when the window has closed.
template <class Worth>
class OneTurnOf {
 public:
  using Value = std::function<Worth(const Open&)>;

  OneTurnOf(Value value, const Race& race, bots::OnPurpose on_purpose = bots::OnPurpose::no)
      : value_(std::move(value)), race_(race), on_purpose_(on_purpose) {}

  // The most that anybody gains at any roll by mistakes made on purpose.
  double gained_by_mistakes(const State& before) const {
    double most = 0;
    for (const auto& [code, ways] : rolls())
      most = std::max(most, with_mistakes_on_purpose(rolled(before, Roll::from_code(code))).gain);
    return most;
  }

  Worth value(const State& before) const {
    Worth sum;
    for (const auto& [code, ways] : rolls()) {
      const State open = rolled(before, Roll::from_code(code));
      const int living = open.open.living.size();
      bots::add(sum, ways / 512.0 * (1 - living * race_.mistakes),
                on_purpose_ == bots::OnPurpose::yes ? with_mistakes_on_purpose(open).shares
                                                    : of_race(open));
      for (Seat seat : open.open.living)
        bots::add(sum, ways / 512.0 * race_.mistakes, of_race(with_mistake(open, seat)));
    }
    return sum;
  }

 private:
  struct Tempted {
    Worth shares;
    double gain = 0;  // beyond what somebody does anyway
  };

  // T13: each kind costs a finger once, and counts at once (T17).
  static std::vector<State> with_each_mistake(const State& window, Seat seat) {
    const Meaning meaning = what_is(window.open.roll);
    std::vector<ActionId> kinds;
    if (!meaning.allows_slap()) kinds.emplace_back(Kind::slap, seat, Millis{1});
    if (!meaning.allows_shout()) kinds.emplace_back(Kind::shout, seat, Millis{1});
    kinds.push_back(ActionId::grab(seat, Millis{1}, Die{0}, window.open.fingers[seat].nth(0)));
    if (seat == window.open.roller) kinds.emplace_back(Kind::drop, seat, Millis{1});
    EXPECT_EQ(static_cast<int>(kinds.size()),
              bots::mistakes_at(meaning, seat == window.open.roller));
    std::vector<State> states;
    State state = window;
    for (const ActionId mistake : kinds) {
      if (!state.open.standing.contains(seat)) break;
      states.push_back(state = after(state, mistake));
    }
    return states;
  }

  Tempted with_mistakes_on_purpose(const State& window) const {
    Tempted tempted{of_race(window)};
    for (int i = window.open.setup.players - 1; i >= 0; --i) {
      const Seat seat{(window.open.roller.value + i) % window.open.setup.players};
      if (!window.open.standing.contains(seat)) continue;
      const double without = bots::share_of(tempted.shares, seat);
      Worth best = tempted.shares;
      for (const State& mistaken : with_each_mistake(window, seat))
        if (const Worth other = of_race(mistaken);
            bots::share_of(other, seat) > bots::share_of(best, seat) + 1e-12)
          best = other;
      const double worth = bots::share_of(best, seat) - without;
      const double chance = on_purpose_ == bots::OnPurpose::yes ? std::min(1.0, worth / 0.002) : 0;
      Worth mixed;
      bots::add(mixed, chance, best);
      bots::add(mixed, 1 - chance, tempted.shares);
      tempted.shares = mixed;
      tempted.gain =
          std::max(tempted.gain, bots::share_of(best, seat) - bots::share_of(mixed, seat));
    }
    return tempted;
  }

  // One roll of each meaning and in how many ways it falls.
  static std::map<unsigned, double> rolls() {
    std::map<unsigned, double> ways;
    for (unsigned fallen = 0; fallen < Roll::codes; ++fallen) {
      unsigned like = 0;
      while (what_is(Roll::from_sides(like)) != what_is(Roll::from_sides(fallen))) ++like;
      ways[Roll::from_sides(like).code()] += 1;
    }
    return ways;
  }

  static State with_mistake(const State& open, Seat seat) {
    const bool katana = what_is(open.open.roll).kind == RollKind::katana;
    return after(open, ActionId{katana ? Kind::shout : Kind::slap, seat, Millis{1}});
  }

  Worth end(const State& window) const { return value_(closed(window).open); }

  Worth of_race(const State& window) const {
    const Open& open = window.open;
    if (open.standing.size() <= 1) return end(window);
    const Meaning meaning = what_is(open.roll);
    if (meaning.kind == RollKind::grab) return of_grab(window);
    if (meaning.kind == RollKind::katana) return of_katana(window);
    const double nobody = meaning.tatamokatsu ? std::pow(race_.misses, open.standing.size()) : 1;
    Worth sum;
    bots::add(sum, nobody, of_announcement(window));
    for (Seat seat : open.standing) {
      if (!meaning.tatamokatsu) break;
      bots::add(sum, (1 - nobody) / open.standing.size(),
                end(after(window, ActionId{Kind::shout, seat, Millis{100}})));
    }
    return sum;
  }

  Worth of_announcement(const State& window) const {
    const Open& open = window.open;
    const Meaning meaning = what_is(open.roll);
    if (meaning.xs == 0 || !open.standing.contains(open.roller)) return of_salutes(window);
    std::vector<Worth> options;
    double best = 0;
    for (unsigned tens = 0; tens <= meaning.xs; ++tens) {
      const Announcement values{meaning.xs, static_cast<std::uint8_t>((1U << tens) - 1)};
      options.push_back(
          of_salutes(after(window, ActionId::announce(open.roller, Millis{50}, values))));
      best = std::max(best, bots::share_of(options.back(), open.roller));
    }
    const double near = open.setup.players == 2 ? 1e-9 : 0.01;
    const auto weight = [&](const Worth& option) {
      return std::max(0.0, 1 - (best - bots::share_of(option, open.roller)) / near);
    };
    double total = 0;
    for (const Worth& option : options) total += weight(option);
    Worth chosen;
    for (const Worth& option : options) bots::add(chosen, weight(option) / total, option);
    if constexpr (std::is_same_v<Worth, bots::Answered>)
      for (const Worth& option : options) take_if_better(chosen, option, open.roller);
    Worth sum;
    bots::add(sum, race_.misses, of_salutes(window));
    bots::add(sum, 1 - race_.misses, chosen);
    return sum;
  }

  // Each of the standing does it or misses it.
  template <class Then>
  void each_may_miss(SeatSet seats, double chance, SeatSet doing, Then&& then) const {
    if (seats.empty()) return then(doing, chance);
    const Seat seat = seats.first();
    seats.erase(seat);
    each_may_miss(seats, chance * race_.misses, doing, then);
    doing.insert(seat);
    each_may_miss(seats, chance * (1 - race_.misses), doing, then);
  }

  Worth of_salutes(const State& window) const {
    if (effect_of(sum_of(window.open)) != Effect::salute) return end(window);
    Worth sum;
    each_may_miss(window.open.standing, 1, {}, [&](SeatSet saluting, double chance) {
      State state = window;
      const Millis at = std::max(window.hidden.so_far.known, Millis{100});
      for (Seat seat : saluting) state = after(state, ActionId{Kind::salute, seat, at});
      bots::add(sum, chance, end(state));
    });
    return sum;
  }

  Worth of_katana(const State& window) const {
    const SeatSet standing = window.open.standing;
    Worth sum;
    each_may_miss(standing, 1, {}, [&](SeatSet slapping, double chance) {
      for (Seat last : standing) {
        State state = window;
        for (Seat seat : without(slapping, SeatSet{last}))
          state = after(state, ActionId{Kind::slap, seat, Millis{100}});
        if (slapping.contains(last)) state = after(state, ActionId{Kind::slap, last, Millis{500}});
        bots::add(sum, chance / standing.size(), end(state));
      }
    });
    return sum;
  }

  Worth of_grab(const State& window) const {
    const SeatSet standing = window.open.standing;
    Worth sum;
    each_may_miss(may_react(window.open), 1, {}, [&](SeatSet going, double chance) {
      if (going.empty()) return bots::add(sum, chance, end(window));
      const SeatSet men = both(going, standing);
      const SeatSet dragons = without(going, standing);
      const double dragon = race_.dragon_first.at(static_cast<std::size_t>(men.size()))
                                .at(static_cast<std::size_t>(dragons.size()));
      for (Seat seat : going) {
        const Finger finger = men.contains(seat) ? Finger::thumb : Finger::little;
        State state = after(window, ActionId::grab(seat, Millis{100}, t_die, finger));
        if (men.contains(seat)) state = after(state, ActionId{Kind::shout, seat, Millis{100}});
        const double share =
            men.contains(seat) ? (1 - dragon) / men.size() : dragon / dragons.size();
        bots::add(sum, chance * share, end(state));
      }
    });
    return sum;
  }

  Value value_;
  const Race& race_;
  bots::OnPurpose on_purpose_;
};

OneTurnOf<Shares> one_turn(const Solution& solved, const Race& race,
                           bots::OnPurpose on_purpose = bots::OnPurpose::no) {
  return {[&](const Open& open) { return solved.value(open); }, race, on_purpose};
}

TEST(Solution, Is_what_one_more_turn_by_the_rules_gives) {
  SplitMix numbers{3};
  const Race race = bots::race_among({});
  for (int players = 2; players <= 4; ++players)
    for (int i = 0; i < 8; ++i) {
      const State state = position(any_fingers(players, numbers));
      const Shares direct = solution(players).value(state.open);
      const Shares looked = one_turn(solution(players), race).value(state);
      for (Seat seat : all_seats(players)) ASSERT_NEAR(direct[seat], looked[seat], 1e-6);
    }
}

TEST(Solution, With_mistakes_on_purpose_is_what_one_more_turn_by_the_rules_gives) {
  SplitMix numbers{4};
  const Race race = bots::race_among({});
  for (int players = 2; players <= 4; ++players) {
    EXPECT_LT(solution_on_purpose(players).residual(), 1e-6) << players;
    for (int i = 0; i < 6; ++i) {
      const State state = position(any_fingers(players, numbers));
      const Shares direct = solution_on_purpose(players).value(state.open);
      const Shares looked =
          one_turn(solution_on_purpose(players), race, bots::OnPurpose::yes).value(state);
      for (Seat seat : all_seats(players)) ASSERT_NEAR(direct[seat], looked[seat], 1e-6);
    }
  }
}

// ---- Two players, by linear equations ----

// The roller's chance with a fingers against b, for all a and b at once: in every position a sum
// over the positions a turn may lead to, with the best choices; solved by elimination, and again
// until no choice changes.
class Duel {
 public:
  explicit Duel(const Race& race) : race_(race) {
    x_.fill(0.5);
    for (int round = 0; round < 8; ++round) solve();
  }
  double roller_wins(int a, int b) const { return x_.at(number(a, b)); }

 private:
  static constexpr std::size_t unknowns = 25;
  using Line = std::array<double, unknowns + 1>;  // and a constant

  static std::size_t number(int a, int b) { return static_cast<std::size_t>((a - 1) * 5 + b - 1); }
  static void add(Line& sum, double weight, const Line& line) {
    for (std::size_t i = 0; i <= unknowns; ++i) sum.at(i) += weight * line.at(i);
  }
  double at(const Line& line) const {
    double sum = line[unknowns];
    for (std::size_t i = 0; i < unknowns; ++i) sum += line.at(i) * x_.at(i);
    return sum;
  }

  // The roller's chance once the turn is over.
  static Line over(int a, int b) {
    Line line{};
    if (a == 0 && b == 0) line[unknowns] = 0.5;
    if (b == 0 && a > 0) line[unknowns] = 1;
    if (a > 0 && b > 0) {
      line[unknowns] = 1;
      line.at(number(b, a)) = -1;
    }
    return line;
  }

  Line best(const Line& one, const Line& other, bool for_roller) const {
    return (at(one) >= at(other)) == for_roller ? one : other;
  }

  Line claim(int a, int b) const {
    const Line mine = a < 5 ? best(over(a, b - 1), over(a + 1, b), true) : over(a, b - 1);
    const Line other = b < 5 ? best(over(a - 1, b), over(a, b + 1), false) : over(a - 1, b);
    Line line{};
    add(line, 0.5, mine);
    add(line, 0.5, other);
    return line;
  }

  Line salutes(int a, int b) const {
    const double miss = race_.misses;
    Line line{};
    add(line, (1 - miss) * (1 - miss), over(a, b));
    add(line, miss * (1 - miss), over(a - 1, b));
    add(line, (1 - miss) * miss, over(a, b - 1));
    add(line, miss * miss, over(a - 1, b - 1));
    return line;
  }

  Line katana(int a, int b) const {
    const double all_slap = (1 - race_.misses) * (1 - race_.misses);
    Line line = salutes(a, b);
    add(line, -all_slap, over(a, b));
    add(line, all_slap / 2, over(a - 1, b));
    add(line, all_slap / 2, over(a, b - 1));
    return line;
  }

  Line sum(int total, int a, int b) const {
    if (total < 10) return over(a - 1, b);
    if (total == 10 || total == 17) return over(a, b);
    return total < 17 ? salutes(a, b) : over(a, b - 1);
  }

  Line roll(Roll dice_up, int a, int b) const {
    const Meaning meaning = what_is(dice_up);
    const double nobody = race_.misses * race_.misses;
    if (meaning.kind == RollKind::katana) return katana(a, b);
    Line unclaimed = over(a, b);
    if (meaning.kind == RollKind::sum) {
      Line chosen = sum(meaning.lowest, a, b);
      for (int tens = 1; tens <= meaning.xs; ++tens)
        chosen = best(chosen, sum(meaning.lowest + 9 * tens, a, b), true);
      unclaimed = {};
      add(unclaimed, 1 - race_.misses, chosen);
      add(unclaimed, race_.misses, sum(meaning.lowest, a, b));
      if (!meaning.tatamokatsu) return unclaimed;
    }
    Line line{};
    add(line, 1 - nobody, claim(a, b));
    add(line, nobody, unclaimed);
    return line;
  }

  void solve() {
    std::array<Line, unknowns> rows{};  // x - sum = constant
    for (int a = 1; a <= 5; ++a)
      for (int b = 1; b <= 5; ++b) {
        Line line{};
        for (unsigned fallen = 0; fallen < Roll::codes; ++fallen) {
          const Roll up = Roll::from_sides(fallen);
          const double wrong = race_.mistakes;
          add(line, (1 - 2 * wrong) / 512, roll(up, a, b));
          add(line, wrong / 512, a > 1 ? roll(up, a - 1, b) : over(0, b));
          add(line, wrong / 512, b > 1 ? roll(up, a, b - 1) : over(a, 0));
        }
        Line& row = rows.at(number(a, b));
        add(row, -1, line);
        row.at(number(a, b)) += 1;
        row[unknowns] = line[unknowns];
      }
    eliminate(rows);
  }

  void eliminate(std::array<Line, unknowns>& rows) {
    for (std::size_t i = 0; i < unknowns; ++i) {
      const double pivot = rows.at(i).at(i);
      for (double& value : rows.at(i)) value /= pivot;
      for (std::size_t j = 0; j < unknowns; ++j)
        if (j != i) add(rows.at(j), -rows.at(j).at(i), rows.at(i));
    }
    for (std::size_t i = 0; i < unknowns; ++i) x_.at(i) = rows.at(i)[unknowns];
  }

  Race race_;
  std::array<double, unknowns> x_{};
};

// After a turn: the end, the next roll, or a choice of which every option is followed.
bots::Answered answered(const Solution& solved, const bots::BestAnswers& best, const Open& open) {
  if (open.phase == Phase::roll) return best.value(open);
  if (open.phase == Phase::over) {
    const Shares shares = solved.value(open);
    return {shares, shares};
  }
  const Seat chooser = open.to_act.first();
  bots::Answered chosen;
  std::vector<bots::Answered> options;
  for (const Prospect& each : solved.weigh(open, chooser)) {
    options.push_back(answered(solved, best, after(State{open, {}}, each.action).open));
    bots::add(chosen, each.chance, options.back());
  }
  for (const bots::Answered& option : options) take_if_better(chosen, option, chooser);
  return chosen;
}

TEST(BestAnswers, Are_what_one_more_turn_by_the_rules_gives) {
  SplitMix numbers{5};
  const Race race = bots::race_among({});
  for (int players = 2; players <= 4; ++players) {
    const bots::BestAnswers best{players, race};
    EXPECT_LT(best.residual(), 1e-6);
    const OneTurnOf<bots::Answered> one_turn{
        [&](const Open& open) { return answered(solution(players), best, open); }, race};
    double most = 0;
    for (int i = 0; i < 8; ++i) {
      const State state = position(any_fingers(players, numbers));
      const bots::Answered direct = best.value(state.open);
      const bots::Answered looked = one_turn.value(state);
      const Shares solved = solution(players).value(state.open);
      for (Seat seat : all_seats(players)) {
        ASSERT_NEAR(direct.shares[seat], solved[seat], 1e-6);
        ASSERT_NEAR(direct.answers[seat], looked.answers[seat], 1e-6);
        ASSERT_GE(direct.answers[seat], direct.shares[seat] - 1e-9);
        most = std::max(most, direct.answers[seat] - direct.shares[seat]);
      }
    }
    // Of two players nobody gains anything, of more nearly nothing.
    if (players == 2)
      EXPECT_LT(most, 1e-6);
    else
      EXPECT_LT(most, 0.004);
    EXPECT_EQ(most > 1e-5, players > 2);
  }
}

TEST(Solution, Of_two_players_is_that_of_the_linear_equations) {
  const Duel duel{bots::race_among({})};
  for (int a = 1; a <= 5; ++a)
    for (int b = 1; b <= 5; ++b)
      EXPECT_NEAR(solution(2).value(position({a, b}).open)[Seat{0}], duel.roller_wins(a, b), 1e-6)
          << a << " against " << b;
}

// ---- Games ----

Shares played(const State& from, int games) {
  const bots::TatamokatsuPlayer player{
      {}, bots::Choosing::exact, &solution(from.open.setup.players)};
  SplitMix numbers{11};
  Shares shares;
  for (int game = 0; game < games; ++game) {
    State state = from;
    chance::TatamokatsuLuck luck{numbers.next()};
    chance::play_out(
        state, luck,
        [&](const View& view, ActionId event, ActionList& plans) {
          player.react(view, event, numbers, plans);
        },
        [&](const View& view) { return player.choose(view, numbers); },
        [](const State&, ActionId) {});
    for (Seat seat : state.open.winners) shares[seat] += 1.0 / state.open.winners.size() / games;
  }
  return shares;
}

TEST(Solution, Is_what_whole_games_among_exact_players_give) {
  constexpr int games = 1500;
  for (const std::vector<int>& fingers :
       {std::vector<int>{2, 4}, {1, 3, 2}, {2, 0, 3}, {3, 1, 5, 2}, {1, 2, 0, 0}}) {
    const State from = position(fingers);
    const Shares expected = solution(from.open.setup.players).value(from.open);
    const Shares counted = played(from, games);
    for (Seat seat : all_seats(from.open.setup.players)) {
      const double deviation = std::sqrt(expected[seat] * (1 - expected[seat]) / games);
      EXPECT_NEAR(counted[seat], expected[seat], 4 * deviation + 0.002)
          << fingers.size() << " players, seat " << int{seat.value};
    }
  }
}

// ---- What is best, in words (docs/bots.md) ----

// All in which seat 0 rolls.
std::vector<std::vector<int>> all_fingers(int players) {
  std::vector<std::vector<int>> all;
  std::vector<int> fingers(static_cast<std::size_t>(players), 0);
  for (;;) {
    std::size_t i = 0;
    while (i < fingers.size() && fingers[i] == 5) fingers[i++] = 0;
    if (i == fingers.size()) return all;
    ++fingers[i];
    if (fingers[0] > 0 && std::ranges::count(fingers, 0) < players - 1) all.push_back(fingers);
  }
}

int strongest_opponent(const std::vector<int>& fingers) {
  return *std::max_element(fingers.begin() + 1, fingers.end());
}

constexpr Seat me{0};

// Seat 0 has claimed a sum of 10.
State claimed(const std::vector<int>& fingers) {
  const State open = rolled(position(fingers), Roll{Face::one, Face::three, Face::six});
  return closed(after(open, ActionId{Kind::shout, me, Millis{100}}));
}

// Seat 0 has announced 21.
State striking(const std::vector<int>& fingers) {
  const State open = rolled(position(fingers), Roll{Face::x, Face::five, Face::six});
  return closed(after(open, ActionId::announce(me, Millis{100}, {1, 1})));
}

// The value of each announcement to the roller.
std::vector<double> announcements(const std::vector<int>& fingers, Roll roll) {
  const State open = rolled(position(fingers), roll);
  std::vector<double> worth;
  for (const Prospect& each : solution(static_cast<int>(fingers.size())).weigh(open.open, me))
    worth.push_back(each.shares[me]);
  return worth;
}

// In how many of the positions a rule of thumb is best, and what it costs at worst elsewhere.
struct Rule {
  double best = 0;
  double worst_loss = 0;

  Rule(const std::vector<std::vector<int>>& positions,
       const std::function<double(const std::vector<int>&)>& loss) {
    for (const std::vector<int>& fingers : positions) {
      const double lost = loss(fingers);
      best += lost < 1e-6 ? 1.0 / static_cast<double>(positions.size()) : 0;
      worst_loss = std::max(worst_loss, lost);
    }
  }
};

TEST(Solution, No_seat_gains_by_choosing_otherwise) {
  for (int players = 2; players <= 4; ++players)
    for (const std::vector<int>& fingers : all_fingers(players))
      for (const State& state : {claimed(fingers), striking(fingers)}) {
        double best = 0;
        double expected = 0;
        for (const Prospect& each : solution(players).weigh(state.open, me)) {
          best = std::max(best, each.shares[me]);
          expected += each.chance * each.shares[me];
        }
        ASSERT_GE(expected, best - (players == 2 ? 1e-9 : 0.0035));
      }

  // Nor by mistakes on purpose, of one kind or several (T13), where everybody may make them; much
  // where nobody is expected to.
  const Race race = bots::race_among({});
  for (int players = 2; players <= 3; ++players) {
    double left = 0;
    double untold = 0;
    for (const std::vector<int>& fingers : all_fingers(players)) {
      const State state = position(fingers);
      left = std::max(left, one_turn(solution_on_purpose(players), race, bots::OnPurpose::yes)
                                .gained_by_mistakes(state));
      untold = std::max(untold, one_turn(solution(players), race).gained_by_mistakes(state));
    }
    EXPECT_LE(left, players == 2 ? 1e-9 : 0.0006) << players;
    if (players == 2)
      EXPECT_LE(untold, 1e-9);
    else
      EXPECT_NEAR(untold, 0.0887, 0.0005) << "what bots leave, who never do that";
  }
}

TEST(TatamokatsuPolicy, Recover_when_the_strongest_opponent_is_two_fingers_ahead) {
  const auto rule = [](int players) {
    std::vector<std::vector<int>> positions = all_fingers(players);
    std::erase_if(positions, [](const std::vector<int>& fingers) { return fingers[0] == 5; });
    return Rule{positions, [&](const std::vector<int>& fingers) {
                  const auto options = solution(players).weigh(claimed(fingers).open, me);
                  const double attack = options[0].shares[me];
                  const double recover = options[1].shares[me];
                  const int ahead = strongest_opponent(fingers) - fingers[0];
                  return std::max(attack, recover) -
                         (ahead >= (players == 2 ? 1 : 2) ? recover : attack);
                }};
  };
  EXPECT_EQ(rule(2).worst_loss, 0) << "of two players: when ahead at all";
  EXPECT_GT(rule(3).best, 0.98);
  EXPECT_GT(rule(4).best, 0.98);
  EXPECT_LT(rule(4).worst_loss, 0.01);
}

TEST(TatamokatsuPolicy, Strike_the_strongest) {
  for (int players = 3; players <= 4; ++players) {
    const Rule rule{
        all_fingers(players), [&](const std::vector<int>& fingers) {
          double best = 0;
          double strongest = 0;
          for (const Prospect& each : solution(players).weigh(striking(fingers).open, me)) {
            best = std::max(best, each.shares[me]);
            if (fingers[each.action.target().value] == strongest_opponent(fingers))
              strongest = std::max(strongest, each.shares[me]);
          }
          return best - strongest;
        }};
    EXPECT_GT(rule.best, 0.95) << players;
    EXPECT_LT(rule.worst_loss, 0.01) << players;
  }
}

TEST(TatamokatsuPolicy, Of_two_players_strike_rather_than_salute_and_salute_rather_than_lose) {
  for (const std::vector<int>& fingers : all_fingers(2)) {
    const std::vector<double> all = announcements(fingers, {Face::x, Face::x, Face::two});
    ASSERT_EQ(all.size(), 3U);
    EXPECT_LT(all[0], all[1]);
    EXPECT_LT(all[1], all[2]);
  }
}

TEST(TatamokatsuPolicy, Of_more_the_last_finger_is_better_lost_than_saluted) {
  const auto share = [](int players) {
    int last_fingers = 0;
    int better_lost = 0;
    for (const std::vector<int>& fingers : all_fingers(players)) {
      const std::vector<double> all = announcements(fingers, {Face::x, Face::two, Face::four});
      const bool all_living = std::ranges::count(fingers, 0) == 0;
      EXPECT_TRUE(fingers[0] <= 2 || all[0] < all[1]) << "only on the last fingers";
      if (fingers[0] != 1 || !all_living) continue;
      ++last_fingers;
      better_lost += all[0] > all[1] ? 1 : 0;
    }
    return static_cast<double>(better_lost) / last_fingers;
  };
  EXPECT_NEAR(share(3), 0.52, 0.01);
  EXPECT_NEAR(share(4), 0.90, 0.01);
}

}  // namespace
}  // namespace tatami
