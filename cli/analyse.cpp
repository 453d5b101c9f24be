#include "cli/analyse.h"

#include <fmt/core.h>

#include <tuple>

#include "cli/commands.h"
#include "cli/plot.h"
#include "cli/record_file.h"
#include "record/dojo.h"
#include "record/tatamokatsu.h"

namespace tatami::cli {

namespace {

// A game that is being read; only one of the stories gets told.
struct Telling {
  DojoStory dojo;
  TatamokatsuStory tatamokatsu;

  void go_on(const dojo::State& state, const std::string& line, long number) {
    if (dojo.end)
      dojo.steps.push_back(
          {*dojo.end, dojo::pack(*record::read_dojo_action(*json::parse(line))), number});
    dojo.end = state;
  }
  void go_on(const tatamokatsu::State& state, const std::string& line, long number) {
    if (tatamokatsu.end)
      tatamokatsu.steps.push_back(
          {*tatamokatsu.end,
           tatamokatsu::pack(*record::read_tatamokatsu_action(*json::parse(line))), number});
    tatamokatsu.end = state;
  }
};

}  // namespace

int analyse(const AnalyseOptions& options) {
  record::Replay replay;
  Telling telling;
  const bool read = read_record(options.file, replay, [&](long number, const std::string& line) {
    std::visit([&](const auto& state) { telling.go_on(state, line, number); }, *replay.game());
    return true;
  });
  if (!read) return bad_input;
  if (!replay.over()) {
    fmt::print(stderr, "{}: not a finished game\n", options.file);
    return bad_input;
  }
  const Review judged = telling.dojo.end ? review(telling.dojo, options.thinking)
                                         : review(telling.tatamokatsu, options.thinking);
  if (options.json)
    print_json(judged);
  else
    print_for_people(judged);
  if (!options.curve.empty() && !write_file(options.curve, plot(judged))) return bad_input;
  return ok;
}

int hint(const HintOptions& options) {
  record::Replay replay;
  const bool read = read_record(options.file, replay, [&](long number, const std::string&) {
    return !options.line || number < *options.line;
  });
  if (!read) return bad_input;
  const std::vector<Hint> all =
      std::visit([&](const auto& state) { return hints(state, options.thinking); }, *replay.game());
  if (all.empty()) {
    fmt::print(stderr, "{}: nobody has to decide anything there\n", options.file);
    return bad_input;
  }
  for (const Hint& each : all) {
    if (options.json)
      print_json(each);
    else
      print_for_people(each);
  }
  return ok;
}

}  // namespace tatami::cli
