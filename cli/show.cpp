#include <fmt/core.h>

#include "cli/commands.h"
#include "cli/draw_dojo.h"
#include "cli/draw_tatamokatsu.h"
#include "cli/record_file.h"
#include "games/games.h"
#include "record/dojo.h"
#include "rules/dojo/score.h"

namespace tatami::cli {

namespace {

DojoDrawing drawing_of(const dojo::State&, const Pen& pen) { return DojoDrawing{pen}; }
TatamokatsuDrawing drawing_of(const tatamokatsu::State&, const Pen& pen) {
  return TatamokatsuDrawing{pen};
}

void show_end(const dojo::State& state, const DojoDrawing& drawing) {
  for (Seat seat : all_seats(state.open.setup.players))
    fmt::print("{}:\n{}", seat_number(seat), drawing.count(state.open, seat));
}
void show_end(const tatamokatsu::State&, const TatamokatsuDrawing&) {}

template <class State>
int show_position(const State& state, const ShowOptions& options) {
  const auto drawing = drawing_of(state, Pen{use_colour(options.colour), seat_number});
  if (options.seat && *options.seat >= state.open.setup.players) {
    fmt::print(stderr, "{}: the game has no seat {}\n", options.file, *options.seat);
    return bad_input;
  }
  if (options.spectator)
    fmt::print("{}", drawing.table(spectators_view(state)));
  else if (options.seat)
    fmt::print("{}", drawing.table(view_of(state, Seat{*options.seat})));
  else
    fmt::print("{}", drawing.table(state));
  if (is_over(state.open)) show_end(state, drawing);
  return ok;
}

}  // namespace

int show(const ShowOptions& options) {
  record::Replay replay;
  long last = 0;
  const bool read = read_record(options.file, replay, [&](long line, const std::string&) {
    last = line;
    return !options.line || line < *options.line;
  });
  if (!read) return bad_input;
  if (options.line && last < *options.line) {
    fmt::print(stderr, "{}: has only {} lines\n", options.file, last);
    return bad_input;
  }
  int status = bad_input;
  visit_state(replay, games::Recorded{}, [&](const auto& state) {
    if constexpr (requires(Pen pen) { drawing_of(state, pen); })
      status = show_position(state, options);
    else
      fmt::print(stderr, "{}: positions of {} cannot be drawn\n", options.file,
                 replay.game()->name());
  });
  if (status == ok && replay.over()) fmt::print("{}\n", replay.result());
  return status;
}

}  // namespace tatami::cli
