#include "games/games.h"

#include "live/playing.h"

TATAMI_LIST_GAMES(tatami::games::All{})
