#include "bindings/python/engine.h"

#include "record/version.h"
#include "rules/core/version.h"

PYBIND11_MODULE(_engine, module) {
  namespace python = tatami::python;
  python::py::register_exception<python::Illegal>(module, "IllegalAction", PyExc_ValueError);
  module.attr("__version__") = tatami::text_of(tatami::library_version);
  python::add_dojo(module);
  python::add_tatamokatsu(module);
  python::add_records(module);
  python::add_play(module);
  python::add_batch(module);
  python::add_timed_batch(module);
}
