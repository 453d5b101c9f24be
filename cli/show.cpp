#include <fmt/core.h>

#include "cli/commands.h"
#include "cli/draw.h"
#include "cli/record_file.h"
#include "rules/dojo/score.h"

namespace tatami::cli {

namespace {

int show_dojo(const dojo::State& state, const ShowOptions& options) {
  const Drawing drawing{use_colour(options.colour), seat_number};
  const dojo::Open& open = state.open;
  if (options.seat && *options.seat >= open.table.players) {
    fmt::print(stderr, "{}: has no seat {}\n", options.file, *options.seat);
    return bad_input;
  }
  if (options.spectator)
    fmt::print("{}", drawing.table(dojo::spectators_view(state)));
  else if (options.seat)
    fmt::print("{}", drawing.table(dojo::view_of(state, Seat{*options.seat})));
  else
    fmt::print("{}", drawing.table(state));

  if (!dojo::is_over(open)) return ok;
  for (Seat seat : all_seats(open.table.players))
    fmt::print("{}:\n{}", seat_number(seat),
               drawing.count(dojo::explain(dojo::tableau(open.dojos[seat]), open.table.edition)));
  fmt::print("{}\n", record::write(dojo::outcome(open), open.table.players));
  return ok;
}

}  // namespace

int show(const ShowOptions& options) {
  record::Replay replay;
  long last = 0;
  const bool read = read_record(options.file, replay, [&](long line) {
    last = line;
    return !options.line || line < *options.line;
  });
  if (!read) return bad_input;
  if (options.line && last < *options.line) {
    fmt::print(stderr, "{}: has only {} lines\n", options.file, last);
    return bad_input;
  }
  return std::visit([&](const auto& state) { return show_dojo(state, options); }, *replay.game());
}

}  // namespace tatami::cli
