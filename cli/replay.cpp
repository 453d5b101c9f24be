#include <fmt/core.h>

#include "cli/commands.h"
#include "cli/record_file.h"
#include "record/fields.h"
#include "record/written.h"

namespace tatami::cli {

namespace {

struct Replayed {
  record::Text<4096> file;
  bool over = false;
  record::Sometimes<record::Written> result;
  TATAMI_MESSAGE("replayed", of("file", &Replayed::file), of("over", &Replayed::over),
                 of("result", &Replayed::result))
};

}  // namespace

int replay(const std::vector<std::string>& files) {
  int status = ok;
  for (const std::string& file : files) {
    record::Replay game;
    if (!read_record(file, game)) {
      status = bad_input;
      continue;
    }
    Replayed answer{file, game.over(), {}};
    if (game.over()) answer.result.emplace(game.result());
    fmt::print("{}\n", record::to_json(answer));
  }
  return status;
}

}  // namespace tatami::cli
