#include <array>
#include <cstdint>
#include <deque>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "bindings/python/batches.h"
#include "bindings/python/engine.h"
#include "bots/tatamokatsu/player.h"
#include "bots/tatamokatsu/slower.h"
#include "chance/tatamokatsu.h"
#include "record/tatamokatsu.h"

namespace tatami::python {

namespace {

using namespace tatamokatsu;

// ---- Actions and observations (docs/PYTHON.md) ----

// The reactions that a seat may plan in a window, as numbers.
enum class What : std::uint8_t { shout, salute, slap, grab0, grab1, grab2, claim, drop, announce };
constexpr unsigned announcements = 4;  // a sum has at most two X
constexpr unsigned whats = static_cast<unsigned>(What::announce) + announcements;
constexpr unsigned delays = 16;
constexpr unsigned keep = 0;
constexpr unsigned forget = 1;
constexpr unsigned first_plan = 2;
constexpr unsigned first_finger = first_plan + whats * delays;
constexpr unsigned first_target = first_finger + fingers_of_a_hand;
constexpr unsigned timed_actions = first_target + most_players * fingers_of_a_hand;
static_assert(timed_actions == 224);

constexpr std::size_t timed_head = 32;
constexpr std::size_t timed_seat = 16;
constexpr std::size_t timed_observation = timed_head + most_players * timed_seat;

constexpr std::uint32_t most_rolls = 1000;

struct Table {
  State state;
  chance::TatamokatsuLuck luck{0U};
  SplitMix numbers{0};  // of reaction times and of whoever plays randomly
  std::uint64_t number = 0;
  PerSeat<ActionList> plans;
  SeatSet asked;                       // who decides now
  ActionId heard;                      // the last event
  unsigned aims = nothing_for_anyone;  // of an attack that is being chosen, finger by finger
  SeatSet aimed;
  std::uint32_t rolls = 0;
};

// Many games of Tatamokatsu in which learners choose when to react. Seats decide at the same time.
class TatamokatsuBatch {
 public:
  TatamokatsuBatch(const std::string& header, std::size_t games, std::uint64_t seed,
                   unsigned threads, int grid, const std::optional<std::string>& reflexes,
                   const std::map<int, std::string>& others)
      : setup_(header_of<record::TatamokatsuHeader>(header).setup),
        seed_(seed),
        threads_(threads_or_all(threads)),
        grid_(grid) {
    must_be_a_number_of_games(games);
    if (grid < 1 || grid > 1000) throw py::value_error("a grid is from 1 to 1000 ms");
    if (reflexes) reflexes_ = level(*reflexes).reflexes;
    learners_ = all_seats(setup_.players);
    for (const auto& [seat, name] : others) {
      if (seat < 0 || seat >= setup_.players)
        throw py::index_error("there is no seat " + std::to_string(seat) + " at this table");
      const bots::TatamokatsuLevel& known = level(name);
      const bots::Solution* solution = nullptr;
      if (known.choosing == bots::Choosing::exact)
        solution = &solutions_.emplace_back(setup_.players,
                                            bots::race_among(known.reflexes, setup_.timing.tie));
      people_[Seat{seat}].emplace(known.reflexes, known.choosing, solution);
      learners_.erase(Seat{seat});
    }
    if (learners_.empty()) throw py::value_error("at least one seat must be the learner's");

    const auto n = static_cast<py::ssize_t>(games);
    const auto players = static_cast<py::ssize_t>(setup_.players);
    observations = py::array_t<std::int16_t>({n, players, py::ssize_t{timed_observation}});
    legal = py::array_t<bool>({n, players, py::ssize_t{timed_actions}});
    acting = py::array_t<bool>({n, players});
    rewards = py::array_t<float>({n, players});
    done = py::array_t<bool>(n);
    truncated = py::array_t<bool>(n);
    to_ = {observations.mutable_data(), legal.mutable_data(), acting.mutable_data(),
           rewards.mutable_data(),      done.mutable_data(),  truncated.mutable_data()};
    tables_.resize(games);
    for (std::size_t game = 0; game < games; ++game) {
      tables_[game].number = game;
      begin(tables_[game]);
      settle(game);
    }
  }

  void step(const py::array& actions) {
    const Alone alone{busy_};
    const std::size_t players = setup_.players;
    const auto chosen = actions_of(actions, {tables_.size(), players});
    const std::int64_t* what = chosen.data();
    for (std::size_t i = 0; i < tables_.size() * players; ++i)  // all or nothing
      if (what[i] < 0 || what[i] >= std::int64_t{timed_actions} ||
          !to_.legal[i * timed_actions + static_cast<std::size_t>(what[i])])
        refuse(i / players, Seat{static_cast<int>(i % players)}, what[i]);
    const py::gil_scoped_release others_may_run;
    for_all_games(tables_.size(), threads_,
                  [&](std::size_t game) { act(game, what + game * players); });
  }

  // Every learner does anything legal, `steps` times; how many decisions that were.
  std::uint64_t play_randomly(std::uint64_t steps) {
    const Alone alone{busy_};
    const py::gil_scoped_release others_may_run;
    std::vector<std::uint64_t> decisions(tables_.size());
    for_all_games(tables_.size(), threads_, [&](std::size_t game) {
      for (std::uint64_t i = 0; i < steps; ++i) decisions[game] += act_randomly(game);
    });
    std::uint64_t sum = 0;
    for (const std::uint64_t each : decisions) sum += each;
    return sum;
  }

  State state(std::size_t game) {
    const Alone alone{busy_};
    if (game >= tables_.size()) throw py::index_error("there is no such game in this batch");
    return tables_[game].state;
  }

  py::array_t<std::int16_t> observations;
  py::array_t<bool> legal;
  py::array_t<bool> acting;
  py::array_t<float> rewards;
  py::array_t<bool> done;
  py::array_t<bool> truncated;

 private:
  struct Arrays {
    std::int16_t* observations = nullptr;
    bool* legal = nullptr;
    bool* acting = nullptr;
    float* rewards = nullptr;
    bool* done = nullptr;
    bool* truncated = nullptr;
  };

  static const bots::TatamokatsuLevel& level(const std::string& name) {
    if (const auto* known = bots::tatamokatsu_level_named(name)) return *known;
    std::string names;
    for (const auto& each : bots::tatamokatsu_levels)
      (names += names.empty() ? "" : ", ") += std::string{each.level.name};
    throw py::value_error("there is no person called " + json::quote_briefly(name) +
                          "; there are " + names);
  }

  [[noreturn]] void refuse(std::size_t game, Seat seat, std::int64_t what) const {
    const Table& table = tables_[game];
    std::string why = "actions are from 0 to 223";
    if (0 <= what && what < std::int64_t{timed_actions}) {
      if (!table.asked.contains(seat))
        why = "this seat has nothing to decide, so its action is 0";
      else if (is_window_open(table.state.open))
        why = "this seat cannot do so at that time (T16)";
      else
        why = std::string{awaited(table.state.open)};
    }
    throw Illegal("game " + std::to_string(game) + ", seat " + std::to_string(int{seat.value}) +
                  ": action " + std::to_string(what) + " is not legal: " + why);
  }

  // Its dice and reaction times follow from the seed and its number alone.
  void begin(Table& table) const {
    SplitMix numbers{SplitMix{seed_ ^ SplitMix{table.number}.next()}.next()};
    const std::uint64_t number = table.number;
    table = {};
    table.number = number;
    table.luck = chance::TatamokatsuLuck{numbers.next()};
    table.numbers = numbers;
    table.state = start(setup_);
    advance(table);
  }

  void apply(Table& table, ActionId action) const {
    apply_unchecked(table.state, action);
    table.heard = action;
    if (action.kind() == Kind::roll) {
      table.plans = {};
      ++table.rolls;
    }
    for (Seat seat : may_react(table.state.open))
      if (people_[seat])
        people_[seat]->react(view_of(table.state, seat), action, table.numbers, table.plans[seat]);
  }

  // To where a learner decides, or the end.
  void advance(Table& table) const {
    const Open& open = table.state.open;
    table.asked = {};
    while (!is_over(open) && table.rolls <= most_rolls) {
      if (chance_acts(open)) {
        apply(table, table.luck.next(open));
      } else if (is_window_open(open)) {
        apply(table, chance::detail::next_in_window(table.state, table.plans));
      } else {
        const Seat seat = open.to_act.first();
        if (!people_[seat]) {
          table.asked = SeatSet{seat};
          return;
        }
        apply(table, people_[seat]->choose(view_of(table.state, seat), table.numbers));
      }
      // Everybody hears everything, and may change their mind.
      table.asked = both(may_react(open), learners_);
      if (!table.asked.empty()) return;
    }
  }

  Millis now(const Table& table) const { return table.state.hidden.so_far.until; }

  // On the grid it is known when a plan will be carried out; with reflexes it is drawn.
  Millis on_grid(const Table& table, unsigned delay) const {
    return now(table) + Millis{static_cast<int>(delay + 1) * grid_};
  }
  Millis time_of(Table& table, unsigned delay) const {
    if (!reflexes_) return on_grid(table, delay);
    const bool seen = table.heard.kind() == Kind::roll;
    const bots::Reflexes needed =
        seen ? bots::at_sight_of(what_is(table.state.open.roll), *reflexes_) : *reflexes_;
    return now(table) + bots::reaction_time(needed, table.numbers) +
           Millis{static_cast<int>(delay) * grid_};
  }

  void plan(Table& table, Seat seat, unsigned what, Millis at) const {
    const Open& open = table.state.open;
    ActionList& plans = table.plans[seat];
    plans = {};
    if (at > open.setup.timing.window) return;  // nobody would hear it
    const auto grab = [&](Die die) {
      plans.push(ActionId::grab(seat, at, die, reach(open, seat).first()));
    };
    switch (static_cast<What>(what)) {
      case What::shout:
        return plans.push({Kind::shout, seat, at});
      case What::salute:
        return plans.push({Kind::salute, seat, at});
      case What::slap:
        return plans.push({Kind::slap, seat, at});
      case What::grab0:
      case What::grab1:
      case What::grab2:
        return grab(Die{static_cast<int>(what - static_cast<unsigned>(What::grab0))});
      case What::claim:
        plans.push({Kind::shout, seat, at});
        return grab(t_die);
      case What::drop:
        return plans.push({Kind::drop, seat, at});
      default:
        return plans.push(ActionId::announce(
            seat, at,
            {what_is(open.roll).xs,
             static_cast<std::uint8_t>(what - static_cast<unsigned>(What::announce))}));
    }
  }

  // The opponents that an attack still has to aim at.
  static SeatSet victims(const Table& table) {
    return without(without(table.state.open.living, table.state.open.to_act), table.aimed);
  }

  void choose(Table& table, Seat seat, unsigned action) const {
    const Open& open = table.state.open;
    const auto finger = static_cast<Finger>((action - first_finger) % fingers_of_a_hand);
    if (action < first_target)
      return apply(table, {open.phase == Phase::choose ? Kind::recover : Kind::lose, seat,
                           static_cast<unsigned>(finger)});
    const auto after = static_cast<int>((action - first_target) / fingers_of_a_hand);
    const Seat target{(seat.value + after) % setup_.players};
    if (open.phase == Phase::strike) return apply(table, ActionId::strike(seat, target, finger));
    table.aims ^= only_for(target, static_cast<unsigned>(finger));
    table.aimed.insert(target);
    if (!victims(table).empty()) return;
    const unsigned aims = table.aims;
    table.aims = nothing_for_anyone;
    table.aimed = {};
    apply(table, {Kind::attack, seat, aims});
  }

  void act(std::size_t game, const std::int64_t* actions) {
    Table& table = tables_[game];
    if (is_window_open(table.state.open)) {
      for (Seat seat : table.asked) {
        const auto action = static_cast<unsigned>(actions[seat.value]);
        if (action == forget) table.plans[seat] = {};
        if (action >= first_plan)
          plan(table, seat, (action - first_plan) / delays,
               time_of(table, (action - first_plan) % delays));
      }
    } else {
      const Seat seat = table.asked.first();
      choose(table, seat, static_cast<unsigned>(actions[seat.value]));
    }
    if (table.aimed.empty()) advance(table);
    settle(game);
  }

  std::uint64_t act_randomly(std::size_t game) {
    Table& table = tables_[game];
    std::array<std::int64_t, most_players> actions{};
    const auto decisions = static_cast<std::uint64_t>(table.asked.size());
    for (Seat seat : table.asked) {
      const bool* const mask =
          to_.legal + (game * setup_.players + seat.value) * std::size_t{timed_actions};
      std::uint32_t count = 0;
      for (unsigned action = 0; action < timed_actions; ++action) count += mask[action] ? 1U : 0U;
      std::uint32_t n = table.numbers.below(count);
      unsigned action = 0;
      for (;; ++action)
        if (mask[action] && n-- == 0) break;
      actions[seat.value] = action;
    }
    act(game, actions.data());
    return decisions;
  }

  // Writes everything that is seen of a game, and begins the next if it is over.
  void settle(std::size_t game) {
    Table& table = tables_[game];
    const std::size_t players = setup_.players;
    float* const rewards_of_game = to_.rewards + game * players;
    std::fill_n(rewards_of_game, players, 0.0F);
    const bool over = is_over(table.state.open);
    const bool cut = !over && table.rolls > most_rolls;
    to_.done[game] = over || cut;
    to_.truncated[game] = cut;
    if (over)
      for (Seat seat : table.state.open.winners)
        rewards_of_game[seat.value] = 1.0F / static_cast<float>(table.state.open.winners.size());
    if (over || cut) {
      table.number += tables_.size();
      begin(table);
    }
    for (Seat seat : all_seats(setup_.players)) {
      const std::size_t row = game * players + seat.value;
      to_.acting[row] = table.asked.contains(seat);
      write_mask(table, seat, to_.legal + row * timed_actions);
      write_observation(table, seat, to_.observations + row * timed_observation);
    }
  }

  void write_mask(const Table& table, Seat seat, bool* mask) const {
    std::fill_n(mask, timed_actions, false);
    const Open& open = table.state.open;
    const bool asked = table.asked.contains(seat);
    mask[keep] = !asked || is_window_open(open);
    if (!asked) return;
    if (is_window_open(open)) return write_plans(table, seat, mask);
    const auto allow = [&](unsigned first, Fingers fingers) {
      for (Finger finger : fingers) mask[first + static_cast<unsigned>(finger)] = true;
    };
    const auto target = [&](Seat other) {
      const int after = (other.value + setup_.players - seat.value) % setup_.players;
      allow(first_target + static_cast<unsigned>(after) * fingers_of_a_hand, open.fingers[other]);
    };
    if (open.phase == Phase::strike) {
      for (Seat other : without(open.living, open.to_act)) target(other);
    } else if (open.phase == Phase::choose) {
      if (table.aimed.empty()) allow(first_finger, lost_of(open.fingers[seat]));
      const SeatSet left = victims(table);
      if (!left.empty()) target(left.first());
    } else {
      allow(first_finger, open.fingers[seat]);
    }
  }

  void write_plans(const Table& table, Seat seat, bool* mask) const {
    const Open& open = table.state.open;
    mask[forget] = !table.plans[seat].empty();
    for (unsigned delay = 0; delay < delays; ++delay) {
      // With reflexes the time is not known yet; the earliest is now.
      const Millis at = reflexes_ ? now(table) : on_grid(table, delay);
      if (at > open.setup.timing.window) break;
      if (!reflexes_ && is_bowing(table.state, seat, at)) continue;
      const auto allow = [&](What what, unsigned further = 0) {
        mask[first_plan + (static_cast<unsigned>(what) + further) * delays + delay] = true;
      };
      for (ActionId reaction : reactions(open, seat, at)) switch (reaction.kind()) {
          case Kind::shout:
            allow(What::shout);
            if (open.roll.shows_t()) allow(What::claim);
            break;
          case Kind::salute:
            allow(What::salute);
            break;
          case Kind::slap:
            allow(What::slap);
            break;
          case Kind::grab:
            allow(What::grab0, static_cast<unsigned>(reaction.die().value));
            break;
          case Kind::drop:
            allow(What::drop);
            break;
          default:
            allow(What::announce, reaction.values().tens);
        }
    }
  }

  void write_observation(const Table& table, Seat seat, std::int16_t* out) const {
    constexpr int latest = 32767;
    const View view = view_of(table.state, seat);
    const Open& open = view.open;
    const int players = setup_.players;
    std::int16_t* const begin = out;
    const auto put = [&](auto number) { *out++ = static_cast<std::int16_t>(number); };
    const auto from_me = [&](Seat other) { return (other.value + players - seat.value) % players; };
    const auto put_time = [&](Millis time) {
      put(time == never ? -1 : std::min(time.count, latest));
    };
    const Meaning meaning = what_is(open.roll);
    const bool window = is_window_open(open);
    const ActionList& plans = table.plans[seat];
    const bool planned = window && !plans.empty();
    put(open.phase);
    put(players);
    put(from_me(open.roller));
    put(from_me(open.thrower));
    for (int die = 0; die < dice; ++die) put(open.roll[Die{die}]);
    put(meaning.kind);
    put(meaning.kind == RollKind::sum ? sum_of(open) : 0);
    put(meaning.xs);
    put(meaning.tatamokatsu);
    put(open.effect);
    put(open.announced ? 1 + open.announced->tens : 0);
    put_time(window ? now(table) : never);
    put(planned ? static_cast<int>(plans[0].kind()) : 0);
    put_time(planned && !reflexes_ ? plans[0].at() : never);
    for (const Millis time :
         {view.own.shout, view.own.hand, view.own.salute, view.own.mistake, view.own.announce})
      put_time(time);
    const Timing& timing = open.setup.timing;
    for (const Millis time : {timing.window, timing.announce, timing.quiet, timing.tie, timing.bow})
      put_time(time);
    put(table.heard.kind());
    put(table.heard.kind() > Kind::close ? from_me(table.heard.seat()) : most_players);
    put(table.asked.contains(seat));
    while (out < begin + timed_head) put(0);
    for (int i = 0; i < most_players; ++i) {
      std::int16_t* const end = out + timed_seat;
      if (i < players) {
        const Seat other{(seat.value + i) % players};
        put(open.living.contains(other));
        put(open.standing.contains(other));
        put(open.contenders.contains(other));
        for (int finger = 0; finger < fingers_of_a_hand; ++finger)
          put(open.fingers[other].contains(static_cast<Finger>(finger)));
        put(open.owed[other]);
        for (const SeatSet heard : {open.heard.shouted, open.heard.saluted, open.heard.slapped,
                                    open.heard.dropped, open.heard.grabbed, open.heard.fumbled})
          put(heard.contains(other));
        put(open.to_act.contains(seat) && table.aimed.contains(other));
      }
      while (out < end) put(0);
    }
  }

  Setup setup_;
  std::uint64_t seed_;
  unsigned threads_;
  int grid_;
  std::optional<bots::Reflexes> reflexes_;
  SeatSet learners_;
  std::deque<bots::Solution> solutions_;  // a deque, so that addresses stay valid
  PerSeat<std::optional<bots::TatamokatsuPlayer>> people_;
  std::vector<Table> tables_;
  Arrays to_;
  std::atomic<bool> busy_ = false;
};

}  // namespace

void add_timed_batch(py::module_& module) {
  py::class_<TatamokatsuBatch>(module, "TatamokatsuBatch")
      .def(py::init<const std::string&, std::size_t, std::uint64_t, unsigned, int,
                    const std::optional<std::string>&, const std::map<int, std::string>&>(),
           py::arg("header"), py::arg("games"), py::arg("seed"), py::arg("threads"),
           py::arg("grid"), py::arg("reflexes"), py::arg("bots"))
      .def("step", &TatamokatsuBatch::step, py::arg("actions"))
      .def("play_randomly", &TatamokatsuBatch::play_randomly, py::arg("steps"))
      .def("state", &TatamokatsuBatch::state, py::arg("game"))
      .def_readonly("observations", &TatamokatsuBatch::observations)
      .def_readonly("legal", &TatamokatsuBatch::legal)
      .def_readonly("acting", &TatamokatsuBatch::acting)
      .def_readonly("rewards", &TatamokatsuBatch::rewards)
      .def_readonly("done", &TatamokatsuBatch::done)
      .def_readonly("truncated", &TatamokatsuBatch::truncated);
  module.attr("tatamokatsu_observation_size") = timed_observation;
  module.attr("tatamokatsu_actions") = timed_actions;
}

}  // namespace tatami::python
