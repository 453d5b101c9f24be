#include <fmt/core.h>

#include "cli/commands.h"
#include "cli/lines.h"
#include "record/dojo.h"
#include "record/replay.h"

namespace tatami::cli {

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
        if (const auto scored = record::score_line(lines.line()))
          fmt::print("{}\n", *scored);
        else
          complain(scored.error().what);
    }
  }
}

}  // namespace tatami::cli
