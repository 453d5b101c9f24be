#include <algorithm>
#include <atomic>
#include <cstdint>
#include <cstring>
#include <string>
#include <vector>

#include "bindings/python/batches.h"
#include "bindings/python/engine.h"
#include "bindings/python/refusal.h"
#include "bots/dojo/observation.h"
#include "bots/dojo/random.h"
#include "chance/dojo.h"
#include "record/dojo.h"
#include "rules/dojo/score.h"

namespace tatami::python {

namespace {

using bots::dojo_observation;
using bots::observe;

constexpr std::size_t dojo_actions = 64;  // `what` of an ActionId; the phase tells its kind

// Many games of Dojo at once. Chance is played in between, a game that is over makes room for the
// next. Every array belongs to the batch and is written in place.
class DojoBatch {
 public:
  DojoBatch(const std::string& header, std::size_t games, std::uint64_t seed, unsigned threads)
      : header_(header_of<record::DojoHeader>(header)),
        seed_(seed),
        threads_(threads_or_all(threads)),
        unshuffled_(header_.deck, 0U) {
    must_be_a_number_of_games(games);
    const auto n = static_cast<py::ssize_t>(games);
    const auto players = static_cast<py::ssize_t>(header_.setup.players);
    observations = py::array_t<std::uint8_t>({n, py::ssize_t{dojo_observation}});
    legal = py::array_t<bool>({n, py::ssize_t{dojo_actions}});
    seats = py::array_t<std::int8_t>(n);
    rewards = py::array_t<float>({n, players});
    done = py::array_t<bool>(n);
    scores = py::array_t<std::int16_t>({n, players});
    to_ = {observations.mutable_data(), legal.mutable_data(), seats.mutable_data(),
           rewards.mutable_data(),      done.mutable_data(),  scores.mutable_data()};
    std::fill_n(to_.scores, games * header_.setup.players, std::int16_t{0});
    std::fill_n(to_.rewards, games * header_.setup.players, 0.0F);
    std::fill_n(to_.done, games, false);
    slots_.reserve(games);
    for (std::size_t game = 0; game < games; ++game) {
      slots_.push_back(Slot{dojo::State{}, unshuffled_, SplitMix{0}, game});
      begin(slots_.back());
      settle(game);
    }
  }

  void step(const py::array& actions) {
    const Alone alone{busy_, "batch"};
    const auto chosen = actions_of(actions, {slots_.size()});
    const std::int64_t* what = chosen.data();
    for (std::size_t game = 0; game < slots_.size(); ++game)  // all or nothing
      if (what[game] < 0 || what[game] >= static_cast<std::int64_t>(dojo_actions) ||
          (slots_[game].choices.whats >> what[game] & 1U) == 0)
        refuse(game, what[game]);
    const py::gil_scoped_release others_may_run;
    for_all_games(slots_.size(), threads_,
                  [&](std::size_t game) { act(game, static_cast<unsigned>(what[game])); });
  }

  // Every seat does anything legal, `steps` times; how many decisions that were.
  std::uint64_t play_randomly(std::uint64_t steps) {
    const Alone alone{busy_, "batch"};
    const py::gil_scoped_release others_may_run;
    play_in_parts(slots_.size(), threads_, steps, [&](std::size_t game, std::uint64_t now) {
      for (std::uint64_t i = 0; i < now; ++i) act(game, any_of(slots_[game]));
    });
    return steps * slots_.size();
  }

  dojo::State state(std::size_t game) {
    const Alone alone{busy_, "batch"};
    if (game >= slots_.size()) throw py::index_error("there is no such game in this batch");
    return slots_[game].state;
  }

  py::array_t<std::uint8_t> observations;
  py::array_t<bool> legal;
  py::array_t<std::int8_t> seats;
  py::array_t<float> rewards;
  py::array_t<bool> done;
  py::array_t<std::int16_t> scores;

 private:
  struct Slot {
    dojo::State state;
    chance::DojoLuck luck;
    SplitMix numbers;
    std::uint64_t number;  // of the game: those of a slot are `games` apart
    dojo::Choices choices{};
  };
  struct Arrays {
    std::uint8_t* observations = nullptr;
    bool* legal = nullptr;
    std::int8_t* seats = nullptr;
    float* rewards = nullptr;
    bool* done = nullptr;
    std::int16_t* scores = nullptr;
  };

  // As cuda/batch.h chooses. Few choices are found in a table: a loop would be mispredicted.
  static unsigned any_of(Slot& slot) {
    std::uint64_t rest = slot.choices.whats;
    if (rest < 32) {
      const auto few = static_cast<std::uint8_t>(rest);
      const auto count = static_cast<std::uint32_t>(ones(few));
      return static_cast<unsigned>(nth_one(few, slot.numbers.below(count)));
    }
    const auto count = static_cast<std::uint32_t>(ones(rest));
    for (std::uint32_t n = slot.numbers.below(count); n > 0; --n) rest &= rest - 1;
    return static_cast<unsigned>(lowest_one(rest));
  }

  [[noreturn]] void refuse(std::size_t game, std::int64_t what) const {
    throw Illegal(why_illegal(slots_[game].state, slots_[game].choices, game, what));
  }

  // Its cards and choices follow from the seed and its number alone.
  void begin(Slot& slot) const {
    SplitMix numbers{SplitMix{seed_ ^ SplitMix{slot.number}.next()}.next()};
    slot.luck = unshuffled_;  // copied into the memory that it has
    slot.luck.reseed(numbers.next());
    slot.numbers = numbers;
    slot.state = dojo::start(header_.setup, header_.deck);
    play_chance(slot);
  }

  static void play_chance(Slot& slot) {
    while (!dojo::is_over(slot.state.open) && dojo::chance_acts(slot.state.open))
      dojo::apply_unchecked(slot.state, slot.luck.next(slot.state.open));
  }

  void act(std::size_t game, unsigned what) {
    Slot& slot = slots_[game];
    dojo::apply_unchecked(slot.state, {slot.choices.kind, slot.choices.seat, what});
    play_chance(slot);
    settle(game);
  }

  // Writes everything that is seen of a game, and begins the next if it is over.
  void settle(std::size_t game) {
    Slot& slot = slots_[game];
    const bool over = dojo::is_over(slot.state.open);
    if (over || to_.done[game]) end(game, slot, over);
    const dojo::Open& open = slot.state.open;
    const Seat seat = open.to_act.first();
    const dojo::Choices choices = dojo::legal_choices(open, seat);
    slot.choices = choices;
    to_.seats[game] = static_cast<std::int8_t>(seat.value);
    bool* const mask = to_.legal + game * dojo_actions;
    std::memset(mask, 0, dojo_actions);
    // Most masks are a word; no action has a number of `codes` or more.
    put_eight(mask, choices.whats);
    if (choices.whats >> 8U != 0)
      for (std::size_t first = 8; first < dojo::Cell::codes; first += 8)
        put_eight(mask + first, choices.whats >> first);
    observe(slot.state, seat, to_.observations + game * dojo_observation);
  }

  static void put_eight(bool* mask, std::uint64_t whats) {
    const std::uint64_t eight = bots::detail::spread(whats);
    std::memcpy(mask, &eight, sizeof eight);
  }

  // A game that is over, or was at the step before.
  void end(std::size_t game, Slot& slot, bool over) {
    const std::size_t players = header_.setup.players;
    float* const rewards_of_game = to_.rewards + game * players;
    std::fill_n(rewards_of_game, players, 0.0F);
    to_.done[game] = over;
    if (!over) return;
    const dojo::Outcome end = dojo::outcome(slot.state.open);
    for (Seat seat : all_seats(header_.setup.players)) {
      to_.scores[game * players + seat.value] = end.scores[seat];
      if (end.winners.contains(seat))
        rewards_of_game[seat.value] = 1.0F / static_cast<float>(end.winners.size());
    }
    slot.number += slots_.size();
    begin(slot);
  }

  record::DojoHeader header_;
  std::uint64_t seed_;
  unsigned threads_;
  chance::DojoLuck unshuffled_;
  std::vector<Slot> slots_;
  Arrays to_;
  std::atomic<bool> busy_ = false;
};

// The baseline of a batch: the same random games one after the other with nothing written down,
// as the benchmark dojo/random_play has them. How many decisions that were.
std::uint64_t play_plainly(const std::string& header_text, std::uint64_t games,
                           std::uint64_t seed) {
  const auto header = header_of<record::DojoHeader>(header_text);
  const py::gil_scoped_release others_may_run;
  SplitMix numbers{seed};
  chance::DojoLuck luck{header.deck, numbers.next()};
  std::uint64_t decisions = 0;
  std::int64_t sum = 0;
  for (std::uint64_t game = 0; game < games; ++game) {
    dojo::State state = dojo::start(header.setup, header.deck);
    luck.gather();
    while (!dojo::is_over(state.open)) {
      const bool chance = dojo::chance_acts(state.open);
      decisions += chance ? 0U : 1U;
      dojo::apply_unchecked(
          state, chance ? luck.next(state.open)
                        : bots::random_action(state.open, state.open.to_act.first(), numbers));
    }
    sum += dojo::outcome(state.open).scores[Seat{0}];
  }
  return sum < 0 ? 0 : decisions;  // the scores are used, so they are computed
}

}  // namespace

void add_batch(py::module_& module) {
  py::class_<DojoBatch>(module, "DojoBatch")
      .def(py::init<const std::string&, std::size_t, std::uint64_t, unsigned>(), py::arg("header"),
           py::arg("games"), py::arg("seed"), py::arg("threads"))
      .def("step", &DojoBatch::step, py::arg("actions"))
      .def("play_randomly", &DojoBatch::play_randomly, py::arg("steps"))
      .def("state", &DojoBatch::state, py::arg("game"))
      .def_readonly("observations", &DojoBatch::observations)
      .def_readonly("legal", &DojoBatch::legal)
      .def_readonly("seats", &DojoBatch::seats)
      .def_readonly("rewards", &DojoBatch::rewards)
      .def_readonly("done", &DojoBatch::done)
      .def_readonly("scores", &DojoBatch::scores);
  module.def("_play_plainly", &play_plainly, py::arg("header"), py::arg("games"), py::arg("seed"));
  module.attr("dojo_observation_size") = dojo_observation;
}

}  // namespace tatami::python
