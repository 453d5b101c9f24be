#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "bots/dojo/patterns.h"
#include "rules/core/seat.h"
#include "rules/dojo/types.h"

// Values of unfinished lines.
namespace tatami::dojo::mind {

using Points = std::int32_t;  // in thousandths
inline constexpr Points point = 1000;

inline constexpr std::size_t kinds_at_a_line = 4;  // no trophy, or one of three of its colour

constexpr std::uint8_t kind_at_line(Trophy trophy) {
  const auto number = static_cast<std::uint8_t>(trophy);
  return static_cast<std::uint8_t>(number > 3 ? number - 3 : number);
}

// For dojos with a given number of cards: the points to expect at the end of the game, line by
// line, and how they change with the cards still to come.
struct Outlook {
  std::array<std::array<Points, row_patterns>, kinds_at_a_line> rows{};
  std::array<std::array<Points, column_patterns>, kinds_at_a_line> columns{};
  std::array<Points, row_patterns> row_supply{};
  std::array<Points, column_patterns> column_supply{};
  Points deal = 0;  // per deal that the player still has more than the others

  friend bool operator==(const Outlook&, const Outlook&) = default;
};
using Outlooks = std::array<Outlook, rounds + 1>;  // by number of cards

// Full lines have their actual score (with brooms and assistants unused).
Outlook exact_outlook(Edition edition);
// Hand-made: the chance that each free cell of a row or column gets a fitting card.
const Outlooks& hand_made_outlooks(Edition edition);

// How much more than usual of something is among the cards still to come, in 1024ths of them.
struct Supply {
  std::array<std::int32_t, 1U << (disciple_kinds - 1)> disciples{};  // the best disciple of a set
  std::array<std::int32_t, column_patterns> columns{};               // what the pattern needs

  Supply() = default;
  explicit Supply(const CardCounts& pool);
};

// How often others act, in thousandths, by number of players from three on.
struct Belief {
  static constexpr std::size_t tables = most_players - fewest_players + 1;
  using Belts = std::array<std::int32_t, belt_kinds>;
  // The belt a dealer keeps, by how many cards they gave before their own, relative to how often it
  // was among the cards they could have kept.
  std::array<std::array<Belts, most_players>, tables> kept{};
  // How often a player with that belt challenges when asked.
  std::array<Belts, tables> challenges{};

  friend bool operator==(const Belief&, const Belief&) = default;
};

Belief plain_belief();

}  // namespace tatami::dojo::mind
