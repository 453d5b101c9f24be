#pragma once

#include <algorithm>

#include "rules/dojo/score.h"

namespace tatami::dojo::mind {

// Brooms and assistants.
inline int rearrangers(const Dojo& dojo) {
  return static_cast<int>(std::ranges::count(dojo.row_trophies, Trophy::assistant) +
                          std::ranges::count(dojo.column_trophies, Trophy::broom));
}

// The exact score, except that with all four rearranging trophies one broom is left unused: they
// take a hundred times as long as three.
inline int quick_total(Dojo dojo, Edition edition) {
  if (rearrangers(dojo) == 4)
    *std::ranges::find(dojo.column_trophies, Trophy::broom) = Trophy::none;
  return best_total(tableau(dojo), edition);
}

}  // namespace tatami::dojo::mind
