#include "server/accounts.h"

namespace tatami::server {

Tally tally_of(const table::Table& table) {
  Tally tally;
  if (table.is_finished()) {
    tally.of_address.finished = 1;
    return tally;
  }
  tally.of_address.tables = 1;
  if (!table.sleeps()) tally.host = table.host();
  const live::Kind& game = *live::game_named(table.settings().header.game);
  for (Seat seat : table.chairs().all()) {
    const table::Chair& chair = table.chairs()[seat];
    if (chair.is_bot() && game.level_named(chair.level)->is_slow) ++tally.of_address.slow_bots;
  }
  return tally;
}

Tally tally_of(const Posted& posted) {
  Tally tally;
  (posted.is_finished ? tally.of_address.finished : tally.of_address.tables) = 1;
  tally.of_address.slow_bots = posted.slow_bots;
  tally.host = posted.host;
  return tally;
}

}  // namespace tatami::server
