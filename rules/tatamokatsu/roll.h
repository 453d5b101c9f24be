#pragma once

#include <array>
#include <compare>
#include <cstddef>
#include <cstdint>

#include "rules/core/device.h"
#include "rules/core/index.h"

namespace tatami::tatamokatsu {

// ---- The dice (T1) ----

enum class Face : std::uint8_t { one, two, three, four, five, six, x, t };

using Die = Index<struct DieTag>;
inline constexpr int dice = 3;
inline constexpr Die t_die{2};  // the only one with a T
inline constexpr unsigned sides = 8;

// Dice 0 and 1 have a second X where die 2 has its T.
constexpr Face face_on(Die die, unsigned side) {
  const auto face = static_cast<Face>(side);
  return face == Face::t && die != t_die ? Face::x : face;
}

class Roll {
 public:
  static constexpr unsigned codes = sides * sides * sides;

  constexpr Roll() = default;
  constexpr Roll(Face die0, Face die1, Face die2)
      : code_(static_cast<std::uint16_t>(static_cast<unsigned>(die0) |
                                         static_cast<unsigned>(die1) << 3U |
                                         static_cast<unsigned>(die2) << 6U)) {}
  static constexpr Roll from_code(unsigned code) {
    Roll roll;
    roll.code_ = static_cast<std::uint16_t>(code);
    return roll;
  }
  // The 512 ways the dice can fall, all equally likely.
  static constexpr Roll from_sides(unsigned fallen) {
    return {face_on(Die{0}, fallen % sides), face_on(Die{1}, fallen / sides % sides),
            face_on(Die{2}, fallen / sides / sides)};
  }

  constexpr Face operator[](Die die) const {
    return static_cast<Face>(code_ >> (3U * die.value) & 7U);
  }
  constexpr bool shows_t() const { return (*this)[t_die] == Face::t; }
  constexpr unsigned code() const { return code_; }
  constexpr bool is_roll() const {
    return code_ < codes && (*this)[Die{0}] != Face::t && (*this)[Die{1}] != Face::t;
  }

  friend constexpr auto operator<=>(Roll, Roll) = default;

 private:
  std::uint16_t code_ = 0;
};

// ---- What a roll means (T4, T5) ----

enum class RollKind : std::uint8_t { sum, katana, grab };

struct Meaning {
  RollKind kind = RollKind::sum;
  std::uint8_t lowest = 0;   // sum: every X counted as 1
  std::uint8_t xs = 0;       // sum: how many X the roller may count as 10 instead
  bool tatamokatsu = false;  // 10 or 17 is among the possible sums

  constexpr int possible_sums() const { return kind == RollKind::sum ? xs + 1 : 0; }
  constexpr int sum(int tens) const { return lowest + 9 * tens; }
  // T13: a mistake at any other roll.
  constexpr bool allows_shout() const { return tatamokatsu || kind == RollKind::grab; }
  constexpr bool allows_slap() const { return kind == RollKind::katana; }

  friend constexpr bool operator==(Meaning, Meaning) = default;
};

constexpr bool is_tatamokatsu(int sum) { return sum == 10 || sum == 17; }  // T5

// The effect of a roll once its mistakes are paid (T21).
enum class Effect : std::uint8_t {
  none,
  claim,         // T5, T11, T12
  roller_loses,  // T7
  salute,        // T8
  strike,        // T9
  slap,          // T10
};

// Where nobody claims a 10 or a 17, they do nothing.
constexpr Effect effect_of(int sum) {
  if (is_tatamokatsu(sum)) return Effect::none;
  if (sum < 10) return Effect::roller_loses;
  return sum < 17 ? Effect::salute : Effect::strike;
}

namespace detail {

constexpr Meaning read(Roll roll) {
  if (roll.shows_t()) return {RollKind::grab, 0, 0, false};
  const Face first = roll[Die{0}];
  if (first == roll[Die{1}] && first == roll[Die{2}]) return {RollKind::katana, 0, 0, false};
  Meaning meaning;
  for (int die = 0; die < dice; ++die) {
    const Face face = roll[Die{die}];
    const int value = face == Face::x ? 1 : static_cast<int>(face) + 1;
    meaning.lowest = static_cast<std::uint8_t>(meaning.lowest + value);
    if (face == Face::x) ++meaning.xs;
  }
  for (int tens = 0; tens <= meaning.xs; ++tens)
    meaning.tatamokatsu |= is_tatamokatsu(meaning.sum(tens));
  return meaning;
}

TATAMI_LOOKUP std::array<Meaning, Roll::codes> meanings = [] {
  std::array<Meaning, Roll::codes> table{};
  for (unsigned code = 0; code < Roll::codes; ++code) table[code] = read(Roll::from_code(code));
  return table;
}();

}  // namespace detail

constexpr Meaning what_is(Roll roll) { return detail::meanings[roll.code()]; }

}  // namespace tatami::tatamokatsu
