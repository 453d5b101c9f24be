#pragma once

#include <cstdint>

#include "rules/core/bits.h"
#include "rules/core/splitmix.h"
#include "rules/dojo/actions.h"
#include "rules/dojo/state.h"

namespace tatami::cuda {

// A seed for each game of a batch.
constexpr std::uint64_t seed_of(std::uint64_t batch_seed, std::uint64_t game) {
  return SplitMix{batch_seed ^ game * 0xD1342543DE82EF95U}.next();
}

// The standard deck and the pile of trophies, a bit for each copy (D1, D2), in the order of kinds.
// The n-th that is left is taken, all equally likely.
class DojoDeck {
 public:
  constexpr dojo::ActionId next(const dojo::Open& open, SplitMix& numbers) {
    using dojo::Kind;
    if (open.phase == dojo::Phase::turn_trophy) {
      const unsigned kind = take(trophies_, numbers) / dojo::copies_of_a_trophy;
      return {Kind::turn_trophy, Seat{}, kind + 1};
    }
    const unsigned kind = take(cards_, numbers) / copies_of_a_card;
    const dojo::Card card{static_cast<dojo::Disciple>(kind / dojo::belt_kinds),
                          dojo::Belt{static_cast<int>(kind % dojo::belt_kinds) + 1}};
    if (open.phase == dojo::Phase::draw) return {Kind::draw, Seat{}, card.code()};
    return {Kind::deal, Seat{open.holding.size()}, card.code()};  // D18
  }

 private:
  static constexpr unsigned copies_of_a_card = 2;

  static constexpr unsigned take(std::uint64_t& left, SplitMix& numbers) {
    const auto n = numbers.below(static_cast<std::uint32_t>(ones(left)));
    const auto place = static_cast<unsigned>(nth_one(left, n));
    left ^= std::uint64_t{1} << place;
    return place;
  }

  std::uint64_t cards_ =
      (std::uint64_t{1} << (copies_of_a_card * dojo::disciple_kinds * dojo::belt_kinds)) - 1;
  std::uint64_t trophies_ =
      (std::uint64_t{1} << (dojo::copies_of_a_trophy * dojo::trophy_kinds)) - 1;
};

}  // namespace tatami::cuda
