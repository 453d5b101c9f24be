#include <map>
#include <memory>
#include <optional>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "bindings/python/state.h"
#include "bots/tatamokatsu/player.h"
#include "bots/tatamokatsu/solution.h"
#include "chance/tatamokatsu.h"
#include "record/tatamokatsu.h"
#include "rules/tatamokatsu/view.h"

namespace tatami::python {

namespace {

using namespace tatamokatsu;

Seat seat_of(const State& state, int seat) {
  if (seat < 0 || seat >= state.open.setup.players)
    throw py::index_error("there is no seat " + std::to_string(seat) + " at this table");
  return Seat{seat};
}

}  // namespace

void add_tatamokatsu(py::module_& module) {
  add_state<record::Tatamokatsu>(module, "TatamokatsuState")
      .def_property_readonly("window_is_open",
                             [](const State& state) { return is_window_open(state.open); })
      .def_property_readonly("may_react",
                             [](const State& state) { return listed(may_react(state.open)); })
      .def_property_readonly("closes_at",
                             [](const State& state) {
                               if (!is_window_open(state.open))
                                 throw py::value_error("no window is open (T16)");
                               return closes_at(state).count;
                             })
      .def("chance_outcomes",
           [](const State& state) {
             // Two sides of a die may show the same face.
             std::map<std::uint32_t, double> outcomes;
             const Options sides = legal_chances(state);
             for (const ActionId chance : sides)
               outcomes[chance.bits()] += 1.0 / static_cast<double>(sides.size());
             return std::vector<std::pair<std::uint32_t, double>>(outcomes.begin(), outcomes.end());
           })
      .def("close",
           [](const State& state) -> std::uint32_t {
             if (!is_window_open(state.open)) throw py::value_error("no window is open (T16)");
             return ActionId{Kind::close, Seat{}, closes_at(state)}.bits();
           })
      .def(
          "legal_actions",
          [](const State& state, int seat) {
            return packed(tatamokatsu::legal_actions(state.open, seat_of(state, seat)));
          },
          py::arg("seat"))
      .def(
          "reactions",
          [](const State& state, int seat, int at) {
            if (at < 0 || at > longest_timing.count)
              throw py::value_error("a time is from 0 to 1000000 ms");
            return packed(tatamokatsu::legal_actions(state, seat_of(state, seat), Millis{at}));
          },
          py::arg("seat"), py::arg("at"));

  // With the best answers to it, which are computed when they are asked for.
  struct Solution : bots::Solution {
    Solution(int count, const bots::Race& chances)
        : bots::Solution(count, chances), race(chances) {}
    bots::Race race;
    std::optional<bots::BestAnswers> answers;
  };
  const auto must_fit = [](const Solution& solution, const State& state) {
    if (state.open.setup.players != solution.players())
      throw py::value_error("this is the solution for " + std::to_string(solution.players()) +
                            " players, not for " + std::to_string(state.open.setup.players));
  };
  const auto listed_shares = [](const Solution& solution, const bots::Shares& shares) {
    std::vector<double> list;
    for (Seat seat : all_seats(solution.players())) list.push_back(shares[seat]);
    return list;
  };
  py::class_<Solution>(module, "TatamokatsuSolution")
      .def(py::init([](int players, const std::string& person) {
             const auto* level = bots::tatamokatsu_level_named(person);
             if (!level) throw py::value_error("there is no person called " + person);
             if (players < fewest_players || players > most_players)
               throw py::value_error("2 to 5 players can play");
             const py::gil_scoped_release others_may_run;
             return std::make_unique<Solution>(players, bots::race_among(level->reflexes));
           }),
           py::arg("players"), py::arg("person"))
      .def_property_readonly("players", &Solution::players)
      .def_property_readonly("sweeps", &Solution::sweeps)
      .def_property_readonly("residual", &Solution::residual)
      .def(
          "value",
          [=](const Solution& solution, const State& state) {
            must_fit(solution, state);
            return listed_shares(solution, solution.value(state.open));
          },
          py::arg("state"))
      .def(
          "best_answers",
          [=](Solution& solution, const State& state) {
            must_fit(solution, state);
            if (state.open.phase != Phase::roll)
              throw py::value_error("best answers are known when somebody is about to roll");
            if (!solution.answers) solution.answers.emplace(solution.players(), solution.race);
            return listed_shares(solution, solution.answers->value(state.open).answers);
          },
          py::arg("state"))
      .def(
          "weigh",
          [=](const Solution& solution, const State& state, int seat) {
            must_fit(solution, state);
            std::vector<std::tuple<std::uint32_t, std::vector<double>, double>> options;
            for (const bots::Prospect& each : solution.weigh(state.open, seat_of(state, seat)))
              options.emplace_back(each.action.bits(), listed_shares(solution, each.shares),
                                   each.chance);
            return options;
          },
          py::arg("state"), py::arg("seat"));

  using chance::TatamokatsuLuck;
  py::class_<TatamokatsuLuck>(module, "TatamokatsuLuck")
      .def(py::init([](const State&, std::uint64_t seed) { return TatamokatsuLuck{seed}; }),
           py::arg("state"), py::arg("seed"))
      .def(
          "next",
          [](TatamokatsuLuck& luck, const State& state) -> std::uint32_t {
            if (is_over(state.open) || !chance_acts(state.open))
              throw py::value_error("it is not chance's turn");
            return luck.next(state.open).bits();
          },
          py::arg("state"));
}

}  // namespace tatami::python
