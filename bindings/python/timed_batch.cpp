#include <array>
#include <atomic>
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

struct Slot {
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
    slots_.resize(games);
    for (std::size_t game = 0; game < games; ++game) {
      slots_[game].number = game;
      begin(slots_[game]);
      settle(game);
    }
  }

  void step(const py::array& actions) {
    const Alone alone{busy_, "batch"};
    const std::size_t players = setup_.players;
    const auto chosen = actions_of(actions, {slots_.size(), players});
    const std::int64_t* what = chosen.data();
    for (std::size_t i = 0; i < slots_.size() * players; ++i)  // all or nothing
      if (what[i] < 0 || what[i] >= std::int64_t{timed_actions} ||
          !to_.legal[i * timed_actions + static_cast<std::size_t>(what[i])])
        refuse(i / players, Seat{static_cast<int>(i % players)}, what[i]);
    const py::gil_scoped_release others_may_run;
    for_all_games(slots_.size(), threads_,
                  [&](std::size_t game) { act(game, what + game * players); });
  }

  // Every learner does anything legal, `steps` times; how many decisions that were.
  std::uint64_t play_randomly(std::uint64_t steps) {
    const Alone alone{busy_, "batch"};
    const py::gil_scoped_release others_may_run;
    std::vector<std::uint64_t> decisions(slots_.size());
    play_in_parts(slots_.size(), threads_, steps, [&](std::size_t game, std::uint64_t now) {
      for (std::uint64_t i = 0; i < now; ++i) decisions[game] += act_randomly(game);
    });
    std::uint64_t sum = 0;
    for (const std::uint64_t each : decisions) sum += each;
    return sum;
  }

  State state(std::size_t game) {
    const Alone alone{busy_, "batch"};
    if (game >= slots_.size()) throw py::index_error("there is no such game in this batch");
    return slots_[game].state;
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
    const Slot& slot = slots_[game];
    std::string why = "actions are from 0 to 223";
    if (0 <= what && what < std::int64_t{timed_actions}) {
      if (!slot.asked.contains(seat))
        why = "this seat has nothing to decide, so its action is 0";
      else if (is_window_open(slot.state.open))
        why = "this seat cannot do so at that time (T16)";
      else
        why = std::string{awaited(slot.state.open)};
    }
    throw Illegal("game " + std::to_string(game) + ", seat " + std::to_string(int{seat.value}) +
                  ": action " + std::to_string(what) + " is not legal: " + why);
  }

  // Its dice and reaction times follow from the seed and its number alone.
  void begin(Slot& slot) const {
    SplitMix numbers{SplitMix{seed_ ^ SplitMix{slot.number}.next()}.next()};
    const std::uint64_t number = slot.number;
    slot = {};
    slot.number = number;
    slot.luck = chance::TatamokatsuLuck{numbers.next()};
    slot.numbers = numbers;
    slot.state = start(setup_);
    advance(slot);
  }

  void apply(Slot& slot, ActionId action) const {
    apply_unchecked(slot.state, action);
    slot.heard = action;
    if (action.kind() == Kind::roll) {
      slot.plans = {};
      ++slot.rolls;
    }
    for (Seat seat : may_react(slot.state.open))
      if (people_[seat])
        people_[seat]->react(view_of(slot.state, seat), action, slot.numbers, slot.plans[seat]);
  }

  // To where a learner decides, or the end.
  void advance(Slot& slot) const {
    const Open& open = slot.state.open;
    slot.asked = {};
    while (!is_over(open) && slot.rolls <= most_rolls) {
      if (chance_acts(open)) {
        apply(slot, slot.luck.next(open));
      } else if (is_window_open(open)) {
        apply(slot, chance::detail::next_in_window(slot.state, slot.plans));
      } else {
        const Seat seat = open.to_act.first();
        if (!people_[seat]) {
          slot.asked = SeatSet{seat};
          return;
        }
        apply(slot, people_[seat]->choose(view_of(slot.state, seat), slot.numbers));
      }
      // Everybody hears everything, and may change their mind.
      slot.asked = both(may_react(open), learners_);
      if (!slot.asked.empty()) return;
    }
  }

  Millis now(const Slot& slot) const { return slot.state.hidden.so_far.until; }

  // On the grid it is known when a plan will be carried out; with reflexes it is drawn.
  Millis on_grid(const Slot& slot, unsigned delay) const {
    return now(slot) + Millis{static_cast<int>(delay + 1) * grid_};
  }
  Millis time_of(Slot& slot, unsigned delay) const {
    if (!reflexes_) return on_grid(slot, delay);
    const bool seen = slot.heard.kind() == Kind::roll;
    const bots::Reflexes needed =
        seen ? bots::at_sight_of(what_is(slot.state.open.roll), *reflexes_) : *reflexes_;
    return now(slot) + bots::reaction_time(needed, slot.numbers) +
           Millis{static_cast<int>(delay) * grid_};
  }

  void plan(Slot& slot, Seat seat, unsigned what, Millis at) const {
    const Open& open = slot.state.open;
    ActionList& plans = slot.plans[seat];
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
  static SeatSet victims(const Slot& slot) {
    return without(without(slot.state.open.living, slot.state.open.to_act), slot.aimed);
  }

  void choose(Slot& slot, Seat seat, unsigned action) const {
    const Open& open = slot.state.open;
    const auto finger = static_cast<Finger>((action - first_finger) % fingers_of_a_hand);
    if (action < first_target)
      return apply(slot, {open.phase == Phase::choose ? Kind::recover : Kind::lose, seat,
                          static_cast<unsigned>(finger)});
    const auto after = static_cast<int>((action - first_target) / fingers_of_a_hand);
    const Seat target{(seat.value + after) % setup_.players};
    if (open.phase == Phase::strike) return apply(slot, ActionId::strike(seat, target, finger));
    slot.aims ^= only_for(target, static_cast<unsigned>(finger));
    slot.aimed.insert(target);
    if (!victims(slot).empty()) return;
    const unsigned aims = slot.aims;
    slot.aims = nothing_for_anyone;
    slot.aimed = {};
    apply(slot, {Kind::attack, seat, aims});
  }

  void act(std::size_t game, const std::int64_t* actions) {
    Slot& slot = slots_[game];
    if (is_window_open(slot.state.open)) {
      for (Seat seat : slot.asked) {
        const auto action = static_cast<unsigned>(actions[seat.value]);
        if (action == forget) slot.plans[seat] = {};
        if (action >= first_plan)
          plan(slot, seat, (action - first_plan) / delays,
               time_of(slot, (action - first_plan) % delays));
      }
    } else {
      const Seat seat = slot.asked.first();
      choose(slot, seat, static_cast<unsigned>(actions[seat.value]));
    }
    if (slot.aimed.empty()) advance(slot);
    settle(game);
  }

  std::uint64_t act_randomly(std::size_t game) {
    Slot& slot = slots_[game];
    std::array<std::int64_t, most_players> actions{};
    const auto decisions = static_cast<std::uint64_t>(slot.asked.size());
    for (Seat seat : slot.asked) {
      const bool* const mask =
          to_.legal + (game * setup_.players + seat.value) * std::size_t{timed_actions};
      std::uint32_t count = 0;
      for (unsigned action = 0; action < timed_actions; ++action) count += mask[action] ? 1U : 0U;
      std::uint32_t n = slot.numbers.below(count);
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
    Slot& slot = slots_[game];
    const std::size_t players = setup_.players;
    float* const rewards_of_game = to_.rewards + game * players;
    std::fill_n(rewards_of_game, players, 0.0F);
    const bool over = is_over(slot.state.open);
    const bool cut = !over && slot.rolls > most_rolls;
    to_.done[game] = over || cut;
    to_.truncated[game] = cut;
    if (over)
      for (Seat seat : slot.state.open.winners)
        rewards_of_game[seat.value] = 1.0F / static_cast<float>(slot.state.open.winners.size());
    if (over || cut) {
      slot.number += slots_.size();
      begin(slot);
    }
    for (Seat seat : all_seats(setup_.players)) {
      const std::size_t row = game * players + seat.value;
      to_.acting[row] = slot.asked.contains(seat);
      write_mask(slot, seat, to_.legal + row * timed_actions);
      write_observation(slot, seat, to_.observations + row * timed_observation);
    }
  }

  void write_mask(const Slot& slot, Seat seat, bool* mask) const {
    std::fill_n(mask, timed_actions, false);
    const Open& open = slot.state.open;
    const bool asked = slot.asked.contains(seat);
    mask[keep] = !asked || is_window_open(open);
    if (!asked) return;
    if (is_window_open(open)) return write_plans(slot, seat, mask);
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
      if (slot.aimed.empty()) allow(first_finger, lost_of(open.fingers[seat]));
      const SeatSet left = victims(slot);
      if (!left.empty()) target(left.first());
    } else {
      allow(first_finger, open.fingers[seat]);
    }
  }

  void write_plans(const Slot& slot, Seat seat, bool* mask) const {
    const Open& open = slot.state.open;
    mask[forget] = !slot.plans[seat].empty();
    for (unsigned delay = 0; delay < delays; ++delay) {
      // With reflexes the time is not known yet; the earliest is now.
      const Millis at = reflexes_ ? now(slot) : on_grid(slot, delay);
      if (at > open.setup.timing.window) break;
      if (!reflexes_ && is_bowing(slot.state, seat, at)) continue;
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

  void write_observation(const Slot& slot, Seat seat, std::int16_t* out) const {
    constexpr int latest = 32767;
    const View view = view_of(slot.state, seat);
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
    const ActionList& plans = slot.plans[seat];
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
    put_time(window ? now(slot) : never);
    put(planned ? static_cast<int>(plans[0].kind()) : 0);
    put_time(planned && !reflexes_ ? plans[0].at() : never);
    for (const Millis time :
         {view.own.shout, view.own.hand, view.own.salute, view.own.mistake, view.own.announce})
      put_time(time);
    const Timing& timing = open.setup.timing;
    for (const Millis time : {timing.window, timing.announce, timing.quiet, timing.tie, timing.bow})
      put_time(time);
    put(slot.heard.kind());
    put(slot.heard.kind() > Kind::close ? from_me(slot.heard.seat()) : most_players);
    put(slot.asked.contains(seat));
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
        put(open.to_act.contains(seat) && slot.aimed.contains(other));
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
  std::vector<Slot> slots_;
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
