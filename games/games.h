#pragma once

#include "live/dojo/game.h"
#include "live/tatamokatsu/game.h"
#include "record/games.h"

// The one place that names all games.
namespace tatami::games {

using All = record::Games<live::Dojo, live::Tatamokatsu>;

// The same games as their records see them.
template <class... Gs>
constexpr record::Games<typename Gs::Recorded...> recorded(record::Games<Gs...>) {
  return {};
}
using Recorded = decltype(recorded(All{}));

}  // namespace tatami::games
