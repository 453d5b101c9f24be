#pragma once

#include <cstdint>
#include <optional>
#include <type_traits>

#include "rules/core/seat.h"
#include "rules/tatamokatsu/types.h"

namespace tatami::tatamokatsu {

enum class Phase : std::uint8_t {
  roll,     // chance, T3
  rolloff,  // chance, T14
  window,   // the clock, and whoever may react, T16
  pay,      // for mistakes, one seat after the other, T21
  lose,     // by the roll's effect, one seat after the other, T7, T8, T10
  strike,   // the roller, T9
  choose,   // the claimer, T5
  over,
};

// The roller's values for the X of a sum, in die order (T16).
struct Announcement {
  std::uint8_t xs = 0;    // how many have a value
  std::uint8_t tens = 0;  // bit i: X number i counts 10, not 1

  constexpr int count_of_tens() const { return ones(tens); }
  friend constexpr bool operator==(Announcement, Announcement) = default;
};

// The reactions in a window as the table heard and saw them, without times: right or wrong,
// so mistakes too (T13).
struct Heard {
  SeatSet shouted;
  SeatSet saluted;
  SeatSet slapped;
  SeatSet dropped;
  SeatSet grabbed;  // the T
  SeatSet fumbled;  // grabbed a die without a T

  friend constexpr bool operator==(const Heard&, const Heard&) = default;
};

// When one player reacted. A repetition changes nothing (T16), so this is all that claims (T11),
// salutes (T8) and slaps (T10) are judged by; the mistake is for the photo finish alone. The
// grabbing finger is not kept: no later payment undoes the grab (T11).
struct Times {
  Millis shout = never;    // the first
  Millis hand = never;     // the first grab of the T, or the first slap of a katana
  Millis salute = never;   // the first one in time (T8), or else the last one too early
  Millis mistake = never;  // the last that cost a finger (T13)

  friend constexpr bool operator==(const Times&, const Times&) = default;
};

struct Timeline {
  PerSeat<Times> of;
  Millis known;  // when the sum is (T19), as it looks up to now
  Millis until;  // the last reaction accepted; once the window has closed, the closing time

  friend constexpr bool operator==(const Timeline&, const Timeline&) = default;
};

// Everything on the table and in everybody's ears. A view is made of this and of one seat's own
// times, so nothing in here may ever tell a time of a window that is still open.
struct Open {
  Setup setup;
  Phase phase = Phase::roll;
  Seat roller{};
  Seat thrower{};  // of this roll: `roller` moves on when it has been carried out
  Roll roll;
  Effect effect{};     // once it has begun
  SeatSet to_act;      // who must choose; empty while chance or the clock must, and at the end
  SeatSet living;      // when the dice fell, and then when the step of T21 began (T15)
  SeatSet standing;    // in the window, and when it closed
  SeatSet contenders;  // for the claim or the last slap, from the close on; one left: the verdict
  SeatSet winners;     // T15
  std::optional<Announcement> announced;
  PerSeat<Fingers> fingers;
  PerSeat<std::uint8_t> owed;  // fingers still to be lost: kinds of mistakes, and later the effect
  Heard heard;
  Timeline photo;  // of the window that has closed, until the next one opens

  friend constexpr bool operator==(const Open&, const Open&) = default;
};

// The window in progress.
struct Hidden {
  Timeline so_far;
  PerSeat<Millis> bowed{{never, never, never, never, never}};  // the last salute (T16)

  friend constexpr bool operator==(const Hidden&, const Hidden&) = default;
};

struct State {
  Open open;
  Hidden hidden;

  friend constexpr bool operator==(const State&, const State&) = default;
};

static_assert(std::is_trivially_copyable_v<State>);
static_assert(sizeof(State) <= 256);

constexpr bool is_over(const Open& open) { return open.phase == Phase::over; }
constexpr bool chance_acts(const Open& open) { return open.phase <= Phase::rolloff; }
constexpr bool is_window_open(const Open& open) { return open.phase == Phase::window; }

constexpr SeatSet with_fingers(const Open& open) {
  return seats_where(open.fingers, [](Fingers hand) { return !hand.empty(); });
}

// T11, T12: what a player may grab the T with.
constexpr Fingers reach(const Open& open, Seat seat) {
  return open.fingers[seat].empty() ? Fingers{Finger::little} : open.fingers[seat];
}

// The sum as it stands: announced, or else the lowest (T6, T18).
constexpr int sum_of(const Open& open) {
  return what_is(open.roll).sum(open.announced ? open.announced->count_of_tens() : 0);
}

struct Outcome {
  PerSeat<Fingers> fingers;
  SeatSet winners;

  friend constexpr bool operator==(const Outcome&, const Outcome&) = default;
};

constexpr Outcome outcome(const Open& open) { return {open.fingers, open.winners}; }

}  // namespace tatami::tatamokatsu
