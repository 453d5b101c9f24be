#include <algorithm>
#include <atomic>
#include <cmath>
#include <deque>
#include <string>
#include <thread>
#include <tuple>
#include <vector>

#include "bindings/python/calls.h"
#include "bindings/python/engine.h"
#include "bindings/python/state.h"
#include "bots/dojo/player.h"
#include "bots/tatamokatsu/player.h"
#include "chance/dojo.h"
#include "chance/tatamokatsu.h"
#include "record/dojo.h"
#include "record/tatamokatsu.h"

namespace tatami::python {

namespace {

template <class Names>
[[noreturn]] void no_such_bot(const std::string& name, const Names& names) {
  std::string known;
  for (const auto& level : names) (known += known.empty() ? "" : ", ") += std::string{level.name};
  throw py::value_error("there is no bot called " + json::quote_briefly(name) + "; there are " +
                        known);
}

// The bots of one game, by number.
class DojoClub {
 public:
  using Recorded = record::Dojo;

  DojoClub(const record::DojoHeader& header, const std::vector<std::string>& names,
           std::uint32_t iterations, Signals& signals)
      : header_(header) {
    bots::Budget budget{iterations};
    budget.time_is_up = [](void* clock) { return static_cast<Signals*>(clock)->came(); };
    budget.clock = &signals;
    for (const std::string& name : names) {
      const auto level = bots::dojo_level_named(name);
      if (!level) no_such_bot(name, bots::dojo_level_list);
      members_.emplace_back(*level, budget);
    }
  }

  // `lineup(seat)` plays there; `before(state, action)` hears of everything.
  template <class Lineup, class Before>
  dojo::State play(const Lineup& lineup, SplitMix numbers, const Before& before) const {
    chance::DojoLuck luck{header_.deck, numbers.next()};
    dojo::State state = dojo::start(header_.setup, header_.deck);
    chance::play_out(
        state, luck,
        [&](const dojo::State& now, Seat seat) {
          return members_[lineup(seat)].choose(view_of(now, seat), numbers);
        },
        before);
    return state;
  }

  dojo::ActionId choose(const dojo::State& state, Seat seat, SplitMix& numbers) const {
    return members_[0].choose(view_of(state, seat), numbers);
  }
  static SeatSet winners(const dojo::State& state) { return dojo::outcome(state.open).winners; }

 private:
  record::DojoHeader header_;
  std::vector<bots::DojoPlayer> members_;
};

class TatamokatsuClub {
 public:
  using Recorded = record::Tatamokatsu;

  TatamokatsuClub(const record::TatamokatsuHeader& header, const std::vector<std::string>& names,
                  std::uint32_t, Signals&)
      : setup_(header.setup) {
    for (const std::string& name : names) {
      const auto* level = bots::tatamokatsu_level_named(name);
      if (!level) no_such_bot(name, bots::tatamokatsu_level_list);
      const bots::Solution* solution = nullptr;
      if (level->choosing == bots::Choosing::exact)
        solution = &solutions_.emplace_back(setup_.players,
                                            bots::race_among(level->reflexes, setup_.timing.tie));
      members_.emplace_back(level->reflexes, level->choosing, solution);
    }
  }

  template <class Lineup, class Before>
  tatamokatsu::State play(const Lineup& lineup, SplitMix numbers, const Before& before) const {
    using namespace tatamokatsu;
    chance::TatamokatsuLuck luck{numbers.next()};
    State state = start(setup_);
    chance::play_out(
        state, luck,
        [&](const View& view, ActionId event, ActionList& plans) {
          members_[lineup(*view.seat)].react(view, event, numbers, plans);
        },
        [&](const View& view) { return members_[lineup(*view.seat)].choose(view, numbers); },
        before);
    return state;
  }

  tatamokatsu::ActionId choose(const tatamokatsu::State& state, Seat seat,
                               SplitMix& numbers) const {
    return members_[0].choose(view_of(state, seat), numbers);
  }
  static SeatSet winners(const tatamokatsu::State& state) { return state.open.winners; }

 private:
  tatamokatsu::Setup setup_;
  std::deque<bots::Solution> solutions_;  // a deque, so that addresses stay valid
  std::vector<bots::TatamokatsuPlayer> members_;
};

// A whole game as a record; names[seat] plays there.
template <class Club>
std::string play(const std::string& header_text, const std::vector<std::string>& names,
                 std::uint64_t seed, std::uint32_t iterations) {
  using Header = typename Club::Recorded::Header;
  const Header header = header_of<Header>(header_text);
  if (names.size() != header.setup.players)
    throw py::value_error("there must be a bot for each of the " +
                          std::to_string(header.setup.players) + " seats, not " +
                          std::to_string(names.size()));
  Signals signals;
  const Club club{header, names, iterations, signals};
  const py::gil_scoped_release others_may_run;
  std::string text = record::to_json(header) + "\n";
  club.play([](Seat seat) { return std::size_t{seat.value}; }, SplitMix{seed},
            [&](const auto&, auto action) { text += record::to_json(*unpack(action)) + "\n"; });
  signals.heed();
  return text;
}

// How an entrant fared: the sums from which its share of the wins follows and how sure that is.
// Wins are counted in sixtieths, which one to five winners divide.
struct Tally {
  std::uint64_t seats = 0;
  std::uint64_t wins = 0;
  // Over games, since the seats of one game depend on each other:
  std::uint64_t seats_squared = 0;
  std::uint64_t wins_squared = 0;
  std::uint64_t seats_times_wins = 0;

  void add(std::uint64_t seats_of_game, std::uint64_t wins_of_game) {
    seats += seats_of_game;
    wins += wins_of_game;
    seats_squared += seats_of_game * seats_of_game;
    wins_squared += wins_of_game * wins_of_game;
    seats_times_wins += seats_of_game * wins_of_game;
  }
  void add(const Tally& other) {
    seats += other.seats;
    wins += other.wins;
    seats_squared += other.seats_squared;
    wins_squared += other.wins_squared;
    seats_times_wins += other.seats_times_wins;
  }
  // Of 95 in 100 tournaments the true share is so near.
  double plus_minus(double share) const {
    const double variance = static_cast<double>(wins_squared) -
                            2 * share * static_cast<double>(seats_times_wins) +
                            share * share * static_cast<double>(seats_squared);
    return 1.96 * std::sqrt(std::max(0.0, variance)) / static_cast<double>(seats);
  }
};

// Every game has numbers of its own, so the result does not depend on the threads. In game g seat s
// is played by entrant (s + g) modulo their number. For each: seats, share of the wins, ±.
template <class Club>
std::vector<std::tuple<std::uint64_t, double, double>> tournament(
    const std::string& header_text, const std::vector<std::string>& names, std::uint64_t games,
    std::uint64_t seed, unsigned threads, std::uint32_t iterations) {
  using Header = typename Club::Recorded::Header;
  const Header header = header_of<Header>(header_text);
  if (names.empty()) throw py::value_error("a tournament needs entrants");
  Signals signals;
  const Club club{header, names, iterations, signals};
  const py::gil_scoped_release others_may_run;
  if (threads == 0) threads = std::max(1U, std::thread::hardware_concurrency());
  const std::size_t entrants = names.size();
  std::vector<std::vector<Tally>> tallies(threads, std::vector<Tally>(entrants));
  std::atomic<std::uint64_t> next = 0;
  const auto work = [&](std::vector<Tally>& tally) {
    for (std::uint64_t game = next++; game < games && !signals.came(); game = next++) {
      const auto lineup = [&](Seat seat) {
        return static_cast<std::size_t>((seat.value + game) % entrants);
      };
      const auto end = club.play(lineup, SplitMix{SplitMix{seed ^ SplitMix{game}.next()}.next()},
                                 [](const auto&, auto) {});
      const SeatSet winners = Club::winners(end);
      for (std::size_t entrant = 0; entrant < entrants; ++entrant) {
        std::uint64_t seats = 0;
        std::uint64_t wins = 0;
        for (Seat seat : all_seats(header.setup.players)) {
          if (lineup(seat) != entrant) continue;
          ++seats;
          if (winners.contains(seat)) wins += 60U / static_cast<unsigned>(winners.size());
        }
        tally[entrant].add(seats, wins);
      }
    }
  };
  {
    std::vector<std::jthread> workers;
    for (unsigned i = 1; i < threads; ++i)
      workers.emplace_back([&work, &tally = tallies[i]] { work(tally); });
    work(tallies[0]);
  }
  signals.heed();
  std::vector<std::tuple<std::uint64_t, double, double>> results;
  for (std::size_t entrant = 0; entrant < entrants; ++entrant) {
    Tally sum;
    for (const auto& tally : tallies) sum.add(tally[entrant]);
    const double sixtieths =
        sum.seats > 0 ? static_cast<double>(sum.wins) / static_cast<double>(sum.seats) : 0;
    results.emplace_back(sum.seats, sixtieths / 60,
                         sum.seats > 0 ? sum.plus_minus(sixtieths) / 60 : 0);
  }
  return results;
}

template <class Club>
void add_game(py::module_& module, const char* bot) {
  using Recorded = typename Club::Recorded;
  using State = typename Recorded::State;
  struct Bot {
    Bot(const std::string& header, const std::string& name, std::uint64_t seed,
        std::uint32_t iterations)
        : club(header_of<typename Recorded::Header>(header), {name}, iterations, signals),
          numbers(seed) {}

    Signals signals;
    Club club;
    SplitMix numbers;
    std::atomic<bool> busy = false;
  };
  py::class_<Bot>(module, bot)
      .def(py::init<const std::string&, const std::string&, std::uint64_t, std::uint32_t>(),
           py::arg("header"), py::arg("name"), py::arg("seed"), py::arg("iterations"))
      .def(
          "choose",
          [](Bot& self, const State& state, int seat) -> std::uint32_t {
            if (seat < 0 || seat >= state.open.setup.players ||
                !state.open.to_act.contains(Seat{seat}))
              throw py::value_error("this seat has nothing to choose now");
            const Alone alone{self.busy, "bot"};
            const State seen = state;  // it may be played on meanwhile
            self.signals.begin();
            const py::gil_scoped_release others_may_run;
            const auto chosen = self.club.choose(seen, Seat{seat}, self.numbers);
            self.signals.heed();
            return chosen.bits();
          },
          py::arg("state"), py::arg("seat"));
  const std::string game{Recorded::name};
  module.def(("_play_" + game).c_str(), &play<Club>, py::arg("header"), py::arg("names"),
             py::arg("seed"), py::arg("iterations"));
  module.def(("_tournament_" + game).c_str(), &tournament<Club>, py::arg("header"),
             py::arg("names"), py::arg("games"), py::arg("seed"), py::arg("threads"),
             py::arg("iterations"));
}

}  // namespace

void add_play(py::module_& module) {
  add_game<DojoClub>(module, "_DojoBot");
  add_game<TatamokatsuClub>(module, "_TatamokatsuBot");
  std::vector<std::string> dojo_names;
  for (const auto& level : bots::dojo_level_list) dojo_names.emplace_back(level.name);
  std::vector<std::string> tatamokatsu_names;
  for (const auto& level : bots::tatamokatsu_level_list) tatamokatsu_names.emplace_back(level.name);
  py::dict names;
  names["dojo"] = dojo_names;
  names["tatamokatsu"] = tatamokatsu_names;
  module.attr("_bot_names") = names;
}

}  // namespace tatami::python
