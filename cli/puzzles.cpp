#include "cli/puzzles.h"

#include <fmt/core.h>

#include "cli/commands.h"
#include "cli/record_file.h"
#include "review/reviewing.h"

namespace tatami::cli {

int puzzles(const PuzzlesOptions& options) {
  review::PuzzleSearch search = options.search;
  search.margin = options.percent / 100.0;
  std::string games;
  for (const std::string& file : options.files) {
    record::Replay replay;
    review::AnyTranscript transcript;
    std::string text;
    const bool read = read_record(file, replay, [&](long number, const std::string& line) {
      add(transcript, replay, line, number);
      text += line + "\n";
      return true;
    });
    if (!read) return bad_input;
    const auto* dojo = std::get_if<review::Transcript<record::Dojo>>(&transcript);
    if (!dojo || !replay.over()) {
      fmt::print(stderr, "{}: is not a finished game of Dojo\n", file);
      return bad_input;
    }
    const std::vector<review::Puzzle> found = review::puzzles(*dojo, search);
    fmt::print(stderr, "{}: {}\n", file, found.size());
    if (!found.empty()) games += (games.empty() ? "" : ",\n") + to_json(text, found);
  }
  fmt::print("[{}]\n", games);
  return ok;
}

}  // namespace tatami::cli
