#include <fmt/core.h>

#include <string_view>

#include "bots/tatamokatsu/simple.h"
#include "chance/tatamokatsu.h"
#include "cli/commands.h"
#include "cli/model.h"
#include "cli/simulate.h"

namespace tatami::cli {

using namespace tatamokatsu;

namespace {

// The effect of a roll after the mistakes were paid.
enum class Fate : std::uint8_t {
  below_10,
  salute,
  above_17,
  unclaimed,
  claimed,
  katana,
  t_left,
  t_grabbed,
  resurrection,
};
struct Named {
  std::string_view name;
  std::string_view key;
};
constexpr std::array<Named, 9> fates = {{{"below 10", "below_10"},
                                         {"11 to 16", "11_to_16"},
                                         {"above 17", "above_17"},
                                         {"10 or 17, unclaimed", "unclaimed"},
                                         {"tatamokatsu claimed", "claimed"},
                                         {"katana", "katana"},
                                         {"T, not grabbed", "t_left"},
                                         {"T, grabbed", "t_grabbed"},
                                         {"T, resurrection", "resurrection"}}};
constexpr Named mistakes_named{"mistakes, at any roll", "mistakes"};

// Of a position in which the roll has taken effect.
Fate fate(const Open& open) {
  const Meaning meaning = what_is(open.roll);
  if (meaning.kind == RollKind::katana) return Fate::katana;
  if (meaning.kind == RollKind::grab) {
    if (open.contenders.empty()) return Fate::t_left;
    return open.living.contains(open.contenders.first()) ? Fate::t_grabbed : Fate::resurrection;
  }
  if (!open.contenders.empty()) return Fate::claimed;
  switch (effect_of(sum_of(open))) {
    case tatamokatsu::Effect::roller_loses:
      return Fate::below_10;
    case tatamokatsu::Effect::salute:
      return Fate::salute;
    case tatamokatsu::Effect::strike:
      return Fate::above_17;
    default:
      return Fate::unclaimed;
  }
}

// The effect of mistakes, or of rolls of one kind.
struct Cost {
  std::uint64_t rolls = 0;
  std::uint64_t decided = 0;  // those that cost a finger or ended the game
  std::uint64_t fingers = 0;  // lost by them
  std::uint64_t ended = 0;    // games

  void add(std::uint64_t lost, bool is_end) {
    ++rolls;
    decided += lost > 0 || is_end ? 1 : 0;
    fingers += lost;
    ended += is_end ? 1 : 0;
  }
  void add(const Cost& other) {
    rolls += other.rolls;
    decided += other.decided;
    fingers += other.fingers;
    ended += other.ended;
  }
};

struct Tally {
  Victories victories;
  Sums rolls;
  Sums deciseconds;  // not milliseconds: the squares over many long games would overflow
  Histogram distribution{5, 40};  // of rolls
  std::array<Cost, fates.size()> effects{};
  Cost mistakes;

  void add(const Tally& other) {
    victories.add(other.victories);
    rolls.add(other.rolls);
    deciseconds.add(other.deciseconds);
    distribution.add(other.distribution);
    for (std::size_t i = 0; i < effects.size(); ++i) effects[i].add(other.effects[i]);
    mistakes.add(other.mistakes);
  }
};

// Follows one game and counts its rolls and their effects.
class Scribe {
 public:
  Scribe(Millis between, Tally& tally) : between_(between), tally_(tally) {}

  void before(const State& state, ActionId action) {
    const Open& open = state.open;
    switch (action.kind()) {
      case Kind::roll:
        if (rolls_ > 0) end_roll(open);
        ++rolls_;
        break;
      case Kind::close:
        milliseconds_ += static_cast<std::uint64_t>(action.at().count + between_.count);
        break;
      case Kind::lose:
        ++(open.phase == Phase::pay ? paid_ : lost_);
        break;
      case Kind::strike:
        ++lost_;
        break;
      case Kind::attack:
        lost_ += static_cast<std::uint64_t>(open.living.size() - 1);
        break;
      default:
        break;
    }
    last_ = open.phase;
  }

  void end_game(const Open& open) {
    end_roll(open);
    const Outcome end = outcome(open);
    tally_.victories.add(end.winners, open.setup.first_roller, open.setup.players);
    tally_.rolls.add(rolls_);
    tally_.distribution.add(rolls_);
    tally_.deciseconds.add(milliseconds_ / 100);
  }

 private:
  void end_roll(const Open& open) {
    // T21: the game ends with the payments unless a dragon comes back after them.
    const bool paid_to_the_end =
        is_over(open) && last_ == Phase::pay && fate(open) != Fate::resurrection;
    if (paid_ > 0) tally_.mistakes.add(paid_, paid_to_the_end);
    if (!paid_to_the_end)
      tally_.effects[static_cast<std::size_t>(fate(open))].add(lost_, is_over(open));
    paid_ = lost_ = 0;
  }

  Millis between_;
  Tally& tally_;
  std::uint64_t rolls_ = 0;
  std::uint64_t milliseconds_ = 0;
  std::uint64_t paid_ = 0;  // fingers lost by mistakes at this roll
  std::uint64_t lost_ = 0;  // fingers lost by its effect
  Phase last_ = Phase::roll;
};

void play_one(const SimulateTatamokatsuOptions& options, SplitMix numbers, Tally& tally) {
  chance::TatamokatsuLuck luck{numbers.next()};
  State state = start(options.table);
  Scribe scribe{options.between, tally};
  const auto react = [&](const View& view, ActionId event, ActionList& plans) {
    bots::react(view, event, options.reflexes[*view.seat],
                bots::simple_announcement(view.open.roll), numbers, plans);
  };
  const auto before = [&](const State& now, ActionId action) { scribe.before(now, action); };
  chance::play_out(state, luck, react, bots::simple_choice, before);
  scribe.end_game(state.open);
}

constexpr double deciseconds_a_minute = 600;

void print_effect(std::string_view name, const Cost& effect, const Tally& tally) {
  const std::uint64_t games = tally.victories.games;
  fmt::print("  {:<24}{:6.1f} %{:11.1f} %{:16.2f}{:17.1f} %\n", name,
             percent * ratio(effect.rolls, tally.rolls.sum),
             percent * ratio(effect.decided, effect.rolls), ratio(effect.fingers, games),
             percent * ratio(effect.ended, games));
}

void print_for_people(const Tally& tally, const SimulateTatamokatsuOptions& options) {
  const int players = options.table.players;
  const Timing& timing = options.table.timing;
  fmt::print("{} games of Tatamokatsu, {} players\n", tally.victories.games, players);
  fmt::print("  window {} ms, announce {}, quiet {}, tie {}, bow {}\n", timing.window.count,
             timing.announce.count, timing.quiet.count, timing.tie.count, timing.bow.count);
  for (Seat seat : all_seats(players))
    fmt::print("  {} {}\n", seat.value == 0 ? "roller    " : fmt::format("roller + {}", seat.value),
               write_model(options.reflexes[seat]));
  fmt::print("\n");
  print_for_people(tally.victories, players, "roller");

  fmt::print("\nRolls: mean {:.1f}, standard deviation {:.1f}\n", tally.rolls.mean(),
             tally.rolls.deviation());
  print_for_people(tally.distribution);
  fmt::print("\nMinutes: mean {:.1f}, standard deviation {:.1f}\n",
             tally.deciseconds.mean() / deciseconds_a_minute,
             tally.deciseconds.deviation() / deciseconds_a_minute);
  fmt::print("  the time of the windows, plus {} ms assumed between each and the next roll\n",
             options.between.count);

  fmt::print(
      "\nEffect of a roll          of rolls     decided  fingers per game  ended the game\n");
  for (std::size_t i = 0; i < fates.size(); ++i)
    print_effect(fates[i].name, tally.effects[i], tally);
  print_effect(mistakes_named.name, tally.mistakes, tally);
  fmt::print(
      "  decided: the share of these rolls whose effect cost a finger or ended the game.\n"
      "  Mistakes (T13) are paid before the effect and counted separately; if paying for them\n"
      "  ends the game, the roll has no other effect.\n");
}

std::string as_json(const Named& named, const Cost& effect) {
  return fmt::format("\"{}\":{{\"rolls\":{},\"decided\":{},\"fingers\":{},\"ended\":{}}}",
                     named.key, effect.rolls, effect.decided, effect.fingers, effect.ended);
}

void print_json(const Tally& tally, const SimulateTatamokatsuOptions& options) {
  const int players = options.table.players;
  const Timing& timing = options.table.timing;
  std::string models;
  for (Seat seat : all_seats(players))
    models +=
        fmt::format("{}\"{}\"", models.empty() ? "" : ",", write_model(options.reflexes[seat]));
  std::string effects;
  for (std::size_t i = 0; i < fates.size(); ++i)
    effects += as_json(fates[i], tally.effects[i]) + ",";
  effects += as_json(mistakes_named, tally.mistakes);
  fmt::print(
      "{{\"game\":\"tatamokatsu\",\"games\":{},\"players\":{},\"seed\":{},"
      "\"timing\":{{\"window\":{},\"announce\":{},\"quiet\":{},\"tie\":{},\"bow\":{}}},"
      "\"between\":{},\"models\":[{}],",
      tally.victories.games, players, options.seed, timing.window.count, timing.announce.count,
      timing.quiet.count, timing.tie.count, timing.bow.count, options.between.count, models);
  fmt::print(
      "\"wins_from_first_roller\":[{}],\"shared\":{:.6f},"
      "\"rolls\":{{\"mean\":{:.4f},\"deviation\":{:.4f},\"distribution\":[{}]}},"
      "\"minutes\":{{\"mean\":{:.4f},\"deviation\":{:.4f}}},\"effects\":{{{}}}}}\n",
      shares_as_json(tally.victories, players),
      ratio(tally.victories.shared, tally.victories.games), tally.rolls.mean(),
      tally.rolls.deviation(), as_json(tally.distribution, "games"),
      tally.deciseconds.mean() / deciseconds_a_minute,
      tally.deciseconds.deviation() / deciseconds_a_minute, effects);
}

}  // namespace

int simulate_tatamokatsu(const SimulateTatamokatsuOptions& options) {
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
