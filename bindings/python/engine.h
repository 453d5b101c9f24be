#pragma once

#include <pybind11/numpy.h>
#include <pybind11/pybind11.h>
#include <pybind11/stl.h>

#include <stdexcept>
#include <string>

#include "record/codec.h"

// Shared by the sources of the extension module. The package around it is in tatami/.
namespace tatami::python {

namespace py = pybind11;

// An action that the rules refuse.
struct Illegal : std::runtime_error {
  using std::runtime_error::runtime_error;
};

// A header as in records; what is wrong with it is a ValueError.
template <class Header>
Header header_of(const std::string& text) {
  const auto header = record::from_json<Header>(std::string_view{text});
  if (!header) throw py::value_error(header.error().what);
  return *header;
}

void add_dojo(py::module_& module);
void add_tatamokatsu(py::module_& module);
void add_records(py::module_& module);
void add_play(py::module_& module);
void add_batch(py::module_& module);
void add_timed_batch(py::module_& module);

}  // namespace tatami::python
