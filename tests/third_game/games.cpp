#include "games/games.h"

#include "live/playing.h"
#include "third_game/live.h"

// The games of this program: the usual ones, and one more.
using ThreeGames =
    tatami::record::Games<tatami::live::Dojo, tatami::live::Tatamokatsu, tatami::live::HighestCard>;
TATAMI_LIST_GAMES(ThreeGames{})
