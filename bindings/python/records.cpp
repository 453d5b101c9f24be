#include <optional>
#include <string>
#include <string_view>

#include "bindings/python/calls.h"
#include "bindings/python/engine.h"
#include "games/games.h"
#include "live/verify.h"
#include "protocol/messages.h"
#include "record/replay.h"
#include "review/reviewing.h"

namespace tatami::python {

namespace {

// Feeds all lines; a line that is refused is a ValueError that names it.
template <class After>
void read(const std::string& text, record::Replay& replay, const After& after) {
  std::string_view rest = text;
  for (long number = 1; !rest.empty(); ++number) {
    const std::string_view line = live::take_line(rest);
    if (line.empty() && rest.empty()) break;
    if (const auto wrong = replay.take(line))
      throw py::value_error("line " + std::to_string(number) + ": " + *wrong);
    after(line, number);
  }
  if (!replay.game()) throw py::value_error("line 1: a record begins with a header");
}

py::object replayed(const std::string& text) {
  record::Replay replay;
  read(text, replay, [](std::string_view, long) {});
  return record::visit_state(replay, games::Recorded{},
                             [](const auto& state) -> py::object { return py::cast(state); });
}

std::string reviewed(const std::string& text, std::uint32_t iterations, std::uint64_t seed) {
  record::Replay replay;
  review::AnyTranscript transcript;
  read(text, replay,
       [&](std::string_view line, long number) { add(transcript, replay, line, number); });
  if (!replay.over()) throw py::value_error("the game is not over yet");
  const py::gil_scoped_release others_may_run;
  review::Thinking thinking;
  thinking.iterations = iterations;
  thinking.seed = seed;
  std::optional<review::Reviewing> reviewing = review::reviewing(std::move(transcript), thinking);
  if (!reviewing) {
    const py::gil_scoped_acquire again;
    throw py::value_error("games of this kind cannot be analysed");
  }
  Signals signals;
  return std::visit(
      [&](auto& each) {
        for (; each.done() < each.steps(); signals.heed()) each.go_on();
        return to_json(each.finish());
      },
      *reviewing);
}

void verify(const std::string& record, const std::string& sidecar) {
  const auto read = protocol::from_json<protocol::Sidecar>(std::string_view{sidecar});
  if (!read) throw py::value_error("the sidecar: " + read.error().what);
  if (const auto mismatch = live::verify(record, *read))
    throw py::value_error(
        (mismatch->line == 0 ? "the sidecar: " : "line " + std::to_string(mismatch->line) + ": ") +
        mismatch->what);
}

}  // namespace

void add_records(py::module_& module) {
  module.def("_replay", &replayed, py::arg("record"));
  module.def("_review", &reviewed, py::arg("record"), py::arg("iterations"), py::arg("seed"));
  module.def("_verify", &verify, py::arg("record"), py::arg("sidecar"));
}

}  // namespace tatami::python
