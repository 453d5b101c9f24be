#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "live/lag.h"
#include "live/tatamokatsu/letters.h"
#include "rules/tatamokatsu/apply.h"

// How the reactions to one roll are put in order. Nothing here reads a clock.
namespace tatami::live {

inline constexpr std::int32_t fastest_reaction = 150;  // nobody is faster (docs/FAIRNESS.md)

// When somebody reacted whose message took so long.
constexpr std::int32_t decided_time(std::int32_t arrived, std::int32_t lag) {
  return std::max(arrived - lag, fastest_reaction);
}

Deed deed_of(tatamokatsu::ActionId reaction);
bool is_reaction(const tatamokatsu::Action& action);

// A person's reaction at its decided time.
struct Decided {
  tatamokatsu::ActionId action;
  std::int32_t arrived = 0;
  std::int32_t credit = 0;
  std::int32_t uncertainty = 0;
};

// Seats that play without a connection: their reactions stand on the same axis, with no lag.
struct BotsInWindow {
  SeatSet seats;
  PerSeat<std::string> levels;
  std::uint64_t seed = 0;  // of this window
};

// Where a claim closes the window, those who were a moment later are on the photo, too.
inline constexpr std::int32_t photo_finish = 400;

// All reactions in the order of their decided times, as the rules take them (T16).
struct Ordered {
  std::vector<tatamokatsu::ActionId> happened;  // without the close
  tatamokatsu::Millis close;                    // if nobody reacts any more
  std::vector<Reaction> reactions;              // all of them, for the photo finish
  bool claimed = false;                         // a claim closed it (T5, T11)
};

// People's reactions must come sorted by time.
Ordered put_in_order(const tatamokatsu::State& state, const std::vector<Decided>& people,
                     const BotsInWindow& bots);

// Whether the rules take all of it, the close included: for one that comes from a log.
bool fits(const tatamokatsu::State& state, const Ordered& ordered);

// Equal times go by seat, so that the order of arrival decides nothing.
inline std::pair<tatamokatsu::Millis, Seat> time_of(tatamokatsu::ActionId action) {
  return {action.at(), action.seat()};
}

}  // namespace tatami::live
