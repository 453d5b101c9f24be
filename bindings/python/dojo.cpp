#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

#include "bindings/python/state.h"
#include "bots/dojo/imagine.h"
#include "bots/dojo/observation.h"
#include "chance/dojo.h"
#include "record/dojo.h"
#include "rules/dojo/score.h"
#include "rules/dojo/view.h"

namespace tatami::python {

namespace {

using bots::dojo_observation;
using bots::observe;

using namespace dojo;

Seat seat_of(const State& state, int seat) {
  if (seat < 0 || seat >= state.open.setup.players)
    throw py::index_error("there is no seat " + std::to_string(seat) + " at this table");
  return Seat{seat};
}

py::dict explained(const Tableau& full, Edition edition) {
  const Explanation how = explain(full, edition);
  py::list reorderings;
  for (const Reordering& each : how.reorderings) {
    const int places = each.is_row ? dojo_columns : dojo_rows;
    py::list from;
    for (int place = 0; place < places; ++place)
      from.append(int{each.from[static_cast<std::size_t>(place)]});
    py::dict move;
    move[each.is_row ? "row" : "column"] = int{each.line};
    move["from"] = from;
    reorderings.append(move);
  }
  py::list rows;
  for (const RowCount& row : how.rows) {
    py::list groups;
    for (const Group& group : row.groups) {
      py::dict counted;
      counted["disciple"] = record::name(Card{group.disciple, Belt{1}}).substr(0, 1);
      counted["cards"] = int{group.cards};
      counted["points"] = int{group.points};
      groups.append(counted);
    }
    py::dict counted;
    counted["points"] = row.points;
    counted["groups"] = groups;
    if (row.changed) counted["changed"] = int{*row.changed};
    rows.append(counted);
  }
  py::list columns;
  for (const ColumnCount& column : how.columns) {
    py::dict counted;
    counted["points"] = column.points;
    if (column.belt) {
      counted["belt"] = int{column.belt->value};
      counted["cards"] = int{column.cards};
      counted["doubled"] = column.doubled;
    }
    columns.append(counted);
  }
  py::list arrangement;
  for (const auto& row : how.arrangement.cards) {
    py::list names;
    for (const Card card : row) names.append(record::name(card));
    arrangement.append(names);
  }
  py::dict all;
  all["total"] = how.total;
  all["reorderings"] = reorderings;
  all["arrangement"] = arrangement;
  all["rows"] = rows;
  all["columns"] = columns;
  return all;
}

py::dict explain_text(const std::string& text) {
  const auto dojo = record::from_json<record::DojoToScore>(std::string_view{text});
  if (!dojo) throw py::value_error(dojo.error().what);
  if (const auto wrong = record::problem_with_trophies(*dojo)) throw py::value_error(*wrong);
  if (const auto wrong = record::problem_with_cards(*dojo)) throw py::value_error(*wrong);
  return explained(dojo->tableau, dojo->edition);
}

}  // namespace

void add_dojo(py::module_& module) {
  add_state<record::Dojo>(module, "DojoState")
      .def_property_readonly("round", [](const State& state) { return state.open.round; })
      .def(
          "legal_actions",
          [](const State& state, int seat) {
            return packed(dojo::legal_actions(state.open, seat_of(state, seat)));
          },
          py::arg("seat"))
      .def("chance_outcomes",
           [](const State& state) {
             std::vector<std::pair<std::uint32_t, double>> outcomes;
             double all = 0;
             for (const ActionId chance : dojo::legal_chances(state)) {
               const int copies = chance.kind() == Kind::turn_trophy
                                      ? state.open.pile[chance.trophy()]
                                      : in_deck(state, chance.card());
               outcomes.emplace_back(chance.bits(), copies);
               all += copies;
             }
             for (auto& [action, probability] : outcomes) probability /= all;
             return outcomes;
           })
      .def("scores",
           [](const State& state) {
             if (!is_over(state.open)) throw py::value_error("the game is not over yet");
             const Outcome end = outcome(state.open);
             std::vector<int> scores;
             for (Seat seat : all_seats(state.open.setup.players))
               scores.push_back(end.scores[seat]);
             return scores;
           })
      .def(
          "explain",
          [](const State& state, int seat) {
            if (!is_over(state.open)) throw py::value_error("the game is not over yet");
            return explained(tableau(state.open.dojos[seat_of(state, seat)]),
                             state.open.setup.edition);
          },
          py::arg("seat"))
      .def(
          "imagine",
          [](const State& state, int seat, std::uint64_t seed) {
            State other = state;
            SplitMix numbers{seed};
            bots::imagine(other, seat_of(state, seat), numbers);
            return other;
          },
          py::arg("seat"), py::arg("seed"))
      .def(
          "observation",
          [](const State& state, int seat) {
            py::array_t<std::uint8_t> array(static_cast<py::ssize_t>(dojo_observation));
            observe(state, seat_of(state, seat), array.mutable_data());
            return array;
          },
          py::arg("seat"));

  using chance::DojoLuck;
  py::class_<DojoLuck>(module, "DojoLuck")
      .def(py::init<const State&, std::uint64_t>(), py::arg("state"), py::arg("seed"))
      .def(
          "next",
          [](DojoLuck& luck, const State& state) -> std::uint32_t {
            if (is_over(state.open) || !chance_acts(state.open))
              throw py::value_error("it is not chance's turn");
            return luck.next(state.open).bits();
          },
          py::arg("state"));
  module.def("_explain_dojo", &explain_text, py::arg("dojo"));
}

}  // namespace tatami::python
