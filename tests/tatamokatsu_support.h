#pragma once

#include <gtest/gtest.h>

#include <initializer_list>
#include <optional>
#include <string>
#include <utility>

#include "rules/tatamokatsu/apply.h"

namespace tatami::tatamokatsu::testing {

inline constexpr Finger thumb = Finger::thumb;
inline constexpr Finger index_ = Finger::index;
inline constexpr Finger middle = Finger::middle;
inline constexpr Finger ring = Finger::ring;
inline constexpr Finger little = Finger::little;

inline constexpr Seat s0{0};
inline constexpr Seat s1{1};
inline constexpr Seat s2{2};
inline constexpr Seat s3{3};

using Aims = std::initializer_list<std::pair<Seat, Finger>>;
using Faces = std::initializer_list<std::pair<Seat, char>>;

inline Face face(char printed) { return static_cast<Face>(std::string("123456XT").find(printed)); }

// A game played by hand. Every helper but `refused` expects its step to be accepted.
class Game {
 public:
  explicit Game(int players, Timing timing = {}) {
    tatamokatsu::Setup setup;
    setup.players = static_cast<std::uint8_t>(players);
    setup.timing = timing;
    state = start(setup);
  }

  // Before the first roll: that seat has only its first `count` fingers, counted from the thumb.
  Game& with(Seat seat, int count) {
    state.open.fingers[seat] = Fingers::from_bits((1U << count) - 1U);
    return *this;
  }

  std::optional<Refusal> refused(const Action& action) const { return check(state, action); }

  Game& play(const Action& action) {
    const auto next = tatamokatsu::apply(state, action);  // not std::apply
    EXPECT_TRUE(next.ok()) << (next.ok() ? "" : describe(next.error()));
    if (next.ok()) state = *next;
    return *this;
  }

  Game& roll(const char* faces) {
    return play(RollDice{{face(faces[0]), face(faces[1]), face(faces[2])}});
  }
  Game& rolloff(Faces faces) {
    RollOff roll;
    for (auto [seat, printed] : faces) roll.faces[seat] = face(printed);
    return play(roll);
  }
  Game& shout(Seat seat, int at) { return play(Shout{seat, Millis{at}}); }
  Game& salute(Seat seat, int at) { return play(Salute{seat, Millis{at}}); }
  Game& slap(Seat seat, int at) { return play(Slap{seat, Millis{at}}); }
  Game& drop(Seat seat, int at) { return play(Drop{seat, Millis{at}}); }
  Game& grab(Seat seat, int at, int die, Finger finger) {
    return play(Grab{seat, Millis{at}, Die{die}, finger});
  }
  Game& announce(Seat seat, int at, std::initializer_list<int> values) {
    return play(Announce{seat, Millis{at}, announcement(values)});
  }
  Game& close(int at) { return play(Close{Millis{at}}); }
  Game& close() { return play(Close{closes_at(state)}); }
  Game& lose(Seat seat, Finger finger) { return play(Lose{seat, finger}); }
  Game& attack(Seat seat, Aims aims) { return play(attack_on(seat, aims)); }

  static Announcement announcement(std::initializer_list<int> values) {
    Announcement result;
    for (int value : values) {
      if (value == 10) result.tens = static_cast<std::uint8_t>(result.tens | 1U << result.xs);
      ++result.xs;
    }
    return result;
  }
  static Attack attack_on(Seat seat, Aims aims) {
    Attack attack{seat, {}};
    for (auto [other, finger] : aims) attack.fingers[other] = finger;
    return attack;
  }

  const Open& open() const { return state.open; }
  Phase phase() const { return state.open.phase; }
  int closing() const { return closes_at(state).count; }
  int fingers(Seat seat) const { return state.open.fingers[seat].size(); }
  bool has(Seat seat, Finger finger) const { return state.open.fingers[seat].contains(finger); }
  bool acts(Phase phase, Seat seat) const {
    return state.open.phase == phase && state.open.to_act == SeatSet{seat};
  }
  bool won_by(SeatSet seats) const {
    return is_over(state.open) && outcome(state.open).winners == seats;
  }

  State state;
};

inline Action shout(Seat seat, int at) { return Shout{seat, Millis{at}}; }
inline Action salute(Seat seat, int at) { return Salute{seat, Millis{at}}; }
inline Action slap(Seat seat, int at) { return Slap{seat, Millis{at}}; }
inline Action drop(Seat seat, int at) { return Drop{seat, Millis{at}}; }
inline Action close(int at) { return Close{Millis{at}}; }
inline Action grab(Seat seat, int at, int die, Finger finger) {
  return Grab{seat, Millis{at}, Die{die}, finger};
}
inline Action announce(Seat seat, int at, std::initializer_list<int> values) {
  return Announce{seat, Millis{at}, Game::announcement(values)};
}

inline SeatSet seats(std::initializer_list<Seat> list) {
  SeatSet set;
  for (Seat seat : list) set.insert(seat);
  return set;
}

}  // namespace tatami::tatamokatsu::testing
