#pragma once

#include <cstdint>
#include <optional>

#include "rules/dojo/legal.h"
#include "rules/dojo/view.h"

namespace tatami::dojo {

// How a challenge may end, as far as its challenger can tell: every card that is not open may be
// the dealer's, but for their own.
struct Odds {
  std::uint8_t cards = 0;
  std::uint8_t no_higher = 0;  // of these, with no higher belt than the challenger's
  std::uint16_t permille = 0;  // how often the challenge succeeds; throws are random (D20)

  friend constexpr bool operator==(const Odds&, const Odds&) = default;
};

namespace detail {

// Of the 27 ways in which three throws may be won, drawn or lost, those that gain this much (D20).
constexpr int ways_to_gain(int at_least) {
  int ways = 0;
  for (int all = 0; all < 27; ++all)
    if (all % 3 + all / 3 % 3 + all / 9 - 3 >= at_least) ++ways;
  return ways;
}

}  // namespace detail

// Nothing for a seat that is not asked whether it challenges.
constexpr std::optional<Odds> challenge_odds(const View& view) {
  const Open& open = view.open;
  if (open.phase != Phase::ask || !view.seat || !open.to_act.contains(*view.seat)) return {};
  const Card mine = view.own.card;
  Odds odds;
  int won = 0;
  for_each_card([&](Card card) {
    const int left = open.pool[card] - (card == mine ? 1 : 0);
    const int behind = card.belt().value - mine.belt().value;
    odds.cards = static_cast<std::uint8_t>(odds.cards + left);
    if (behind <= 0) odds.no_higher = static_cast<std::uint8_t>(odds.no_higher + left);
    won += left * (open.setup.black_belt ? detail::ways_to_gain(behind) : behind <= 0 ? 27 : 0);
  });
  if (odds.cards == 0) return {};
  odds.permille = static_cast<std::uint16_t>((won * 1000 / 27 + odds.cards / 2) / odds.cards);
  return odds;
}

}  // namespace tatami::dojo
