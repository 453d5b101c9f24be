#include <fmt/core.h>

#include "cli/commands.h"
#include "cli/record_file.h"

namespace tatami::cli {

int replay(const std::vector<std::string>& files) {
  int status = ok;
  for (const std::string& file : files) {
    record::Replay game;
    if (!read_record(file, game)) {
      status = bad_input;
      continue;
    }
    fmt::print("{{\"file\":{},\"over\":{}", json::quote(file), game.over());
    if (game.over()) fmt::print(",\"result\":{}", game.result());
    fmt::print("}}\n");
  }
  return status;
}

}  // namespace tatami::cli
