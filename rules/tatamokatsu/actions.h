#pragma once

#include <cstdint>
#include <optional>
#include <variant>

#include "rules/core/list.h"
#include "rules/core/seat.h"
#include "rules/tatamokatsu/state.h"
#include "rules/tatamokatsu/types.h"

namespace tatami::tatamokatsu {

// ---- At the border: a closed sum type ----

// Chance, and the clock.
struct RollDice {  // T3
  Roll roll;
  friend constexpr bool operator==(RollDice, RollDice) = default;
};
struct RollOff {  // T14: a face for each of those who are tied
  PerSeat<std::optional<Face>> faces;
  friend constexpr bool operator==(const RollOff&, const RollOff&) = default;
};
struct Close {  // T19
  Millis at;
  friend constexpr bool operator==(Close, Close) = default;
};
// Reactions (T16).
struct Shout {
  Seat seat;
  Millis at;
  friend constexpr bool operator==(Shout, Shout) = default;
};
struct Salute {
  Seat seat;
  Millis at;
  friend constexpr bool operator==(Salute, Salute) = default;
};
struct Slap {
  Seat seat;
  Millis at;
  friend constexpr bool operator==(Slap, Slap) = default;
};
struct Drop {
  Seat seat;
  Millis at;
  friend constexpr bool operator==(Drop, Drop) = default;
};
struct Grab {
  Seat seat;
  Millis at;
  Die die;
  Finger finger;
  friend constexpr bool operator==(Grab, Grab) = default;
};
struct Announce {
  Seat seat;
  Millis at;
  Announcement values;
  friend constexpr bool operator==(Announce, Announce) = default;
};
// Choices (T21).
struct Lose {  // T7, T8, T10, T13
  Seat seat;
  Finger finger;
  friend constexpr bool operator==(Lose, Lose) = default;
};
struct Strike {  // T9
  Seat seat;
  Seat target;
  Finger finger;
  friend constexpr bool operator==(Strike, Strike) = default;
};
struct Attack {  // T5: a finger of each living opponent
  Seat seat;
  PerSeat<std::optional<Finger>> fingers;
  friend constexpr bool operator==(const Attack&, const Attack&) = default;
};
struct Recover {  // T5
  Seat seat;
  Finger finger;
  friend constexpr bool operator==(Recover, Recover) = default;
};

using Action = std::variant<RollDice, RollOff, Close, Shout, Salute, Slap, Drop, Grab, Announce,
                            Lose, Strike, Attack, Recover>;

// ---- In arrays and searches: thirty-two bits ----

enum class Kind : std::uint8_t {  // in the order of Action's alternatives
  roll,
  rolloff,
  close,
  shout,
  salute,
  slap,
  drop,
  grab,
  announce,
  lose,
  strike,
  attack,
  recover,
};
inline constexpr int action_kinds = 13;
static_assert(std::variant_size_v<Action> == action_kinds);

// A roll's code, a target and a finger, or three bits for each seat: the face rolled or the
// finger to be lost.
inline constexpr unsigned nothing_for_a_seat = 7;
inline constexpr unsigned nothing_for_anyone = 0b111'111'111'111'111;
constexpr unsigned for_seat(Seat seat, unsigned what) { return what << (3U * seat.value); }
constexpr unsigned only_for(Seat seat, unsigned what) {
  return for_seat(seat, what ^ nothing_for_a_seat);
}

// bits 0-24: what, or for the clock and reactions
//   bits 0-4: what (a finger and a die; the tens and how many X)
//   bits 5-24: the time
// bits 25-27: whose (0 for chance and the clock)
// bits 28-31: the kind
class ActionId {
 public:
  static constexpr unsigned time_bits = 20;

  constexpr ActionId() = default;
  constexpr ActionId(Kind kind, Seat seat, unsigned what)
      : bits_(static_cast<std::uint32_t>(kind) << 28U |
              static_cast<std::uint32_t>(seat.value) << 25U | what) {}
  constexpr ActionId(Kind kind, Seat seat, Millis at, unsigned what = 0)
      : ActionId(kind, seat, static_cast<unsigned>(at.count) << 5U | what) {}
  static constexpr ActionId from_bits(std::uint32_t bits) {
    ActionId id;
    id.bits_ = bits;
    return id;
  }
  static constexpr ActionId grab(Seat seat, Millis at, Die die, Finger finger) {
    return {Kind::grab, seat, at, static_cast<unsigned>(die.value) << 3U | code(finger)};
  }
  static constexpr ActionId announce(Seat seat, Millis at, Announcement values) {
    return {Kind::announce, seat, at, static_cast<unsigned>(values.xs) << 3U | values.tens};
  }
  static constexpr ActionId strike(Seat seat, Seat target, Finger finger) {
    return {Kind::strike, seat, static_cast<unsigned>(target.value) << 3U | code(finger)};
  }

  constexpr std::uint32_t bits() const { return bits_; }
  constexpr Kind kind() const { return static_cast<Kind>(bits_ >> 28U); }
  constexpr Seat seat() const { return Seat{static_cast<int>(bits_ >> 25U & 7U)}; }
  constexpr unsigned what() const { return bits_ & 0x1FF'FFFFU; }

  constexpr Millis at() const { return Millis{static_cast<std::int32_t>(what() >> 5U)}; }
  constexpr Die die() const { return Die{static_cast<int>(bits_ >> 3U & 3U)}; }
  constexpr Finger finger() const { return static_cast<Finger>(bits_ & 7U); }
  constexpr Announcement values() const {
    return {static_cast<std::uint8_t>(bits_ >> 3U & 3U), static_cast<std::uint8_t>(bits_ & 7U)};
  }

  constexpr Roll roll() const { return Roll::from_code(what()); }
  constexpr Seat target() const { return Seat{static_cast<int>(what() >> 3U)}; }
  constexpr unsigned for_seat(Seat seat) const { return bits_ >> (3U * seat.value) & 7U; }
  constexpr Face face(Seat seat) const { return static_cast<Face>(for_seat(seat)); }
  constexpr Finger finger(Seat seat) const { return static_cast<Finger>(for_seat(seat)); }

  friend constexpr auto operator<=>(ActionId, ActionId) = default;

 private:
  static constexpr unsigned code(Finger finger) { return static_cast<unsigned>(finger); }

  std::uint32_t bits_ = 0;
};
static_assert(longest_timing.count < 1 << ActionId::time_bits);

// The longest list is a roller's with a whole hand and two X: 3 reactions, a drop, 15 grabs and 4
// announcements.
using ActionList = List<ActionId, 24>;

// The action's times must lie within 0 .. 2^20 - 1, as those of every legal one do.
ActionId pack(const Action& action);
// Nothing, if the bits name no action at all.
std::optional<Action> unpack(ActionId id);

}  // namespace tatami::tatamokatsu
