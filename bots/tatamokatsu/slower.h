#pragma once

#include <algorithm>
#include <cstdint>

#include "bots/tatamokatsu/person.h"
#include "rules/tatamokatsu/roll.h"

namespace tatami::bots {

// Slower reactions also vary more, in proportion.
constexpr Reflexes slower_by(tatamokatsu::Millis time, Reflexes reflexes) {
  using tatamokatsu::Millis;
  const std::int64_t mean = std::max(reflexes.mean.count, 1);
  const std::int64_t longer = reflexes.mean.count + std::int64_t{time.count};
  reflexes.mean = Millis{static_cast<std::int32_t>(longer)};
  reflexes.spread = Millis{static_cast<std::int32_t>(std::min<std::int64_t>(
      reflexes.spread.count * longer / mean, tatamokatsu::longest_timing.count))};
  return reflexes;
}

constexpr Reflexes adding_up(const Reflexes& reflexes) {
  return slower_by(reflexes.adding, reflexes);
}

constexpr Reflexes reaching(const Reflexes& reflexes) {
  return reflexes.reaching == tatamokatsu::Millis{} ? reflexes
                                                    : slower_by(reflexes.reaching, reflexes);
}

// With these somebody reacts to dice that have just fallen.
constexpr Reflexes at_sight_of(tatamokatsu::Meaning meaning, const Reflexes& reflexes) {
  if (meaning.kind == tatamokatsu::RollKind::sum) return adding_up(reflexes);
  return meaning.kind == tatamokatsu::RollKind::grab ? reaching(reflexes) : reflexes;
}

}  // namespace tatami::bots
