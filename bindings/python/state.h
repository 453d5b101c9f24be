#pragma once

#include <string>
#include <vector>

#include "bindings/python/engine.h"
#include "live/dojo/position.h"
#include "live/tatamokatsu/position.h"
#include "rules/core/seat.h"

namespace tatami::python {

inline std::vector<int> listed(SeatSet seats) {
  std::vector<int> list;
  for (Seat seat : seats) list.push_back(seat.value);
  return list;
}

template <class Items>
std::vector<std::uint32_t> packed(const Items& items) {
  std::vector<std::uint32_t> list;
  list.reserve(items.size());
  for (const auto item : items) list.push_back(item.bits());
  return list;
}

// The number of an action as Python has it.
template <class ActionId>
ActionId action_of(std::uint32_t bits) {
  using Bits = decltype(ActionId{}.bits());
  if (static_cast<Bits>(bits) != bits) throw Illegal("no action has this number");
  return ActionId::from_bits(static_cast<Bits>(bits));
}

// `state.become(other, action)`, copying and applying in one call that makes no object: this is
// what a search does most. pybind11 takes longer to find a function than the rules to carry it out,
// so this one is Python's own kind; whatever is unusual is left to the slow one, which says what is
// wrong.
template <class G>
struct Become {
  using State = typename G::State;
  using ActionId = typename G::ActionId;
  static inline PyTypeObject* type = nullptr;

  static State* state_in(PyObject* object) {
    if (Py_TYPE(object) != type) return nullptr;
    auto* const instance = reinterpret_cast<py::detail::instance*>(object);
    return instance->simple_layout ? static_cast<State*>(instance->simple_value_holder[0])
                                   : nullptr;
  }

  static PyObject* call(PyObject* self, PyObject* const* arguments, Py_ssize_t count) {
    State* const into = state_in(self);
    const State* const from = count == 2 ? state_in(arguments[0]) : nullptr;
    if (into && from && PyLong_CheckExact(arguments[1])) {
      const unsigned long bits = PyLong_AsUnsignedLong(arguments[1]);
      using Bits = decltype(ActionId{}.bits());
      if (bits == static_cast<Bits>(bits) && !PyErr_Occurred()) {
        const auto id = ActionId::from_bits(static_cast<Bits>(bits));
        const auto action = unpack(id);
        if (action && !check(*from, *action)) {
          *into = *from;
          apply_unchecked(*into, id);
          Py_RETURN_NONE;
        }
      }
      PyErr_Clear();
    }
    PyObject* const slow = PyObject_GetAttrString(self, "_become");
    if (!slow) return nullptr;
    PyObject* const result =
        PyObject_Vectorcall(slow, arguments, static_cast<std::size_t>(count), nullptr);
    Py_DECREF(slow);
    return result;
  }

  static void add_to(py::class_<State>& of) {
    static PyMethodDef method = {
        "become", reinterpret_cast<PyCFunction>(reinterpret_cast<void (*)()>(&call)), METH_FASTCALL,
        "become($self, state, action, /)\n--\n\n"
        "Makes this state what another becomes by an action; illegal ones raise."};
    type = reinterpret_cast<PyTypeObject*>(of.ptr());
    of.attr("become") = py::reinterpret_steal<py::object>(PyDescr_NewMethod(type, &method));
  }
};

// The part that both games' states have in common; each game adds its own.
template <class G>
py::class_<typename G::State> add_state(py::module_& module, const char* name) {
  using State = typename G::State;
  using Action = typename G::Action;
  using ActionId = typename G::ActionId;

  const auto seat_of = [](const State& state, int seat) {
    if (seat < 0 || seat >= state.open.setup.players)
      throw py::index_error("there is no seat " + std::to_string(seat) + " at this table");
    return Seat{seat};
  };
  const auto checked = [](const State& state, std::uint32_t bits) {
    const ActionId id = action_of<ActionId>(bits);
    const auto action = unpack(id);
    if (!action) throw Illegal("no action has this number");
    if (const auto refusal = check(state, *action)) {
      std::string why{describe(*refusal)};
      using Refusal = std::remove_cvref_t<decltype(*refusal)>;
      if (*refusal == Refusal::not_now) why += ": " + std::string{awaited(state.open)};
      throw Illegal(why);
    }
    return id;
  };
  const auto view = [seat_of](const State& state, std::optional<int> seat) {
    std::string text = "{\"open\":" + record::to_json(live::position_of(state.open));
    if (seat)
      text += ",\"own\":" + record::to_json(live::own_of(view_of(state, seat_of(state, *seat))));
    return text + "}";
  };

  py::class_<State> type(module, name);
  type.def(py::init([](const std::string& header) {
             return G::start(header_of<typename G::Header>(header));
           }),
           py::arg("header"))
      .def_property_readonly("players", [](const State& state) { return state.open.setup.players; })
      .def_property_readonly("is_over", [](const State& state) { return is_over(state.open); })
      .def_property_readonly(
          "chance_acts",
          [](const State& state) { return !is_over(state.open) && chance_acts(state.open); })
      .def_property_readonly("to_act", [](const State& state) { return listed(state.open.to_act); })
      .def("legal_chances", [](const State& state) { return packed(legal_chances(state)); })
      .def(
          "apply",
          [checked](State& state, std::uint32_t action) {
            apply_unchecked(state, checked(state, action));
          },
          py::arg("action"))
      .def(
          "apply_unchecked",
          [](State& state, std::uint32_t action) {
            apply_unchecked(state, action_of<ActionId>(action));
          },
          py::arg("action"))
      .def(
          "why_not",
          [checked](const State& state, std::uint32_t action) -> std::optional<std::string> {
            try {
              checked(state, action);
            } catch (const Illegal& illegal) {
              return illegal.what();
            }
            return {};
          },
          py::arg("action"))
      .def(
          "_become",
          [checked](State& state, const State& other, std::uint32_t action) {
            const ActionId id = checked(other, action);
            state = other;
            apply_unchecked(state, id);
          },
          py::arg("state"), py::arg("action"))
      .def("copy", [](const State& state) { return state; })
      .def("__copy__", [](const State& state) { return state; })
      .def("__deepcopy__", [](const State& state, const py::object&) { return state; })
      .def("__eq__", [](const State& state, const State& other) { return state == other; })
      .def("_view", view, py::arg("seat") = py::none())
      .def("_outcome",
           [](const State& state) {
             if (!is_over(state.open)) throw py::value_error("the game is not over yet");
             return record::to_json(G::outcome(state));
           })
      .def_static(
          "_event",
          [](std::uint32_t bits) {
            const auto action = unpack(action_of<ActionId>(bits));
            if (!action) throw Illegal("no action has this number");
            return record::to_json(*action);
          },
          py::arg("action"))
      .def_static(
          "_action",
          [](const std::string& text) -> std::uint32_t {
            const auto action = record::from_json<Action>(std::string_view{text});
            if (!action) throw py::value_error(action.error().what);
            return pack(*action).bits();
          },
          py::arg("event"));
  type.attr("__hash__") = py::none();
  Become<G>::add_to(type);
  return type;
}

}  // namespace tatami::python
