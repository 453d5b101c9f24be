#include <fmt/core.h>

#include "cli/commands.h"
#include "cli/lines.h"
#include "record/replay.h"
#include "rules/dojo/score.h"

namespace tatami::cli {

namespace {

Result<std::string, json::Problem> score_line(const std::string& line) {
  const auto value = json::parse(line);
  if (!value) return json::Problem{"no valid JSON, " + value.error().what};
  const auto dojo = record::read_dojo_to_score(*value);
  if (!dojo) return dojo.error();
  return record::write(dojo::explain(dojo->tableau, dojo->edition));
}

}  // namespace

int score() {
  int status = ok;
  LineReader lines{stdin, record::longest_line};
  const auto complain = [&](const std::string& what) {
    fmt::print(stderr, "stdin:{}: {}\n", lines.number(), what);
    status = bad_input;
  };
  for (;;) {
    switch (lines.next()) {
      case LineReader::Got::end:
        return status;
      case LineReader::Got::error:
        fmt::print(stderr, "stdin: cannot be read\n");
        return bad_input;
      case LineReader::Got::too_long:
        complain(fmt::format("longer than {} bytes", record::longest_line));
        break;
      case LineReader::Got::line:
        if (const auto scored = score_line(lines.line()))
          fmt::print("{}\n", *scored);
        else
          complain(scored.error().what);
    }
  }
}

}  // namespace tatami::cli
