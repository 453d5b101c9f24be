#include "review/reviewing.h"

#include <utility>

namespace tatami::review {

Reviewing reviewing(Telling telling, const Thinking& thinking) {
  if (telling.dojo.end) return DojoReviewing{std::move(telling.dojo), thinking};
  return TatamokatsuReviewing{std::move(telling.tatamokatsu), thinking};
}

}  // namespace tatami::review
