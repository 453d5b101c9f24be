#include "server/accounts.h"

namespace tatami::server {

std::int64_t slow_bots_of(const protocol::Settings& settings,
                          const std::vector<table::Entry>& chairs) {
  const live::Kind& game = *live::game_named(settings.header.game);
  const bots::Level& substitute =
      settings.substitute ? *game.level_named(*settings.substitute) : game.substitute();
  std::int64_t slow = 0;
  std::int64_t bots = 0;
  for (const table::Entry& chair : chairs)
    if (const auto* bot = std::get_if<table::BotSat>(&chair)) {
      ++bots;
      if (game.level_named(bot->level)->is_slow) ++slow;
    }
  return slow + (substitute.is_slow ? settings.header.players - bots : 0);
}

Tally tally_of(const table::Table& table) {
  Tally tally;
  if (table.is_finished()) {
    tally.of_address.finished = 1;
    return tally;
  }
  tally.of_address.tables = 1;
  tally.is_playing = table.stage() == protocol::Stage::playing;
  if (!table.sleeps()) tally.host = table.host();
  tally.of_address.slow_bots = slow_bots_of(table.settings(), table.chairs().for_rematch(false));
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
