#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <type_traits>

#include "rules/core/seat.h"
#include "rules/dojo/types.h"

namespace tatami::dojo {

// One player's tableau while it grows. In `fr` its frame floats: only the cards' places relative
// to each other are known, so cards and trophies are kept by slot (types.h).
struct Dojo {
  Cells occupied;
  std::array<Card, rounds> cards{};
  std::array<Trophy, dojo_rows> row_trophies{};
  std::array<Trophy, dojo_columns> column_trophies{};
  std::uint8_t challenges_won = 0;

  constexpr Card at(Cell cell) const { return cards[slot(cell)]; }
  constexpr Trophy trophy(Row row) const { return row_trophies[slot(row)]; }
  constexpr Trophy trophy(Column column) const { return column_trophies[slot(column)]; }

  friend constexpr bool operator==(const Dojo&, const Dojo&) = default;
};

enum class Phase : std::uint8_t {
  turn_trophy,   // chance, D4
  draw,          // chance, D5
  deal,          // chance, D18
  give,          // the dealer, D5
  ask,           // one opponent after the other, D6
  throws,        // challenger and dealer at once, D20
  swap,          // the winner, D7
  train,         // everyone at once, D9
  place_trophy,  // the winner, D11
  over,
};

// The challenge of this round (D6, D7, D20); public from the moment both cards are shown.
struct Duel {
  Seat challenger{};
  Card challenger_card;  // as shown, before any exchange
  Card dealer_card;
  std::uint8_t bouts = 0;  // completed throws
  std::array<Gesture, 3> challenger_throws{};
  std::array<Gesture, 3> dealer_throws{};
  std::optional<Seat> winner;
  bool swapped = false;

  // D20: throws won; each adds 1 to the belt.
  constexpr int challenger_wins() const { return wins(challenger_throws, dealer_throws); }
  constexpr int dealer_wins() const { return wins(dealer_throws, challenger_throws); }

  friend constexpr bool operator==(const Duel&, const Duel&) = default;

 private:
  using Throws = std::array<Gesture, 3>;
  constexpr int wins(const Throws& own, const Throws& other) const {
    int won = 0;
    for (std::size_t bout = 0; bout < bouts; ++bout) won += beats(own[bout], other[bout]) ? 1 : 0;
    return won;
  }
};

// D21: everything that lies open on the table. A view is made of this and of one seat's own
// knowledge, so nothing in here may ever hold a secret.
struct Open {
  Setup setup;
  Phase phase = Phase::turn_trophy;
  std::uint8_t round = 1;
  Seat dealer{};    // of this round, or the next to deal while cards are dealt at random (D18)
  SeatSet to_act;   // who must act; empty while chance must, and at the end
  SeatSet holding;  // who has this round's card
  std::uint8_t given = 0;
  std::array<Seat, most_players> giving_order{};
  Trophy face_up = Trophy::none;
  Trophy prize = Trophy::none;  // won this round, not yet placed
  std::optional<Duel> duel;
  std::uint16_t deck_size = 0;
  CardCounts pool;             // not yet public: deck and hidden hands together
  TrophyCounts pile;           // still face down
  TrophyCounts box;            // put back (D11)
  PerSeat<TrophyCounts> held;  // White Belt: kept without a place (D19)
  PerSeat<Dojo> dojos;

  friend constexpr bool operator==(const Open&, const Open&) = default;
};

struct Hidden {
  Card drawn;  // seen by the dealer alone
  PerSeat<Card> hands;
  PerSeat<Cell> placements;         // of this round, until everyone has placed (D9)
  std::array<Gesture, 2> thrown{};  // challenger's and dealer's, until both have thrown (D20)

  friend constexpr bool operator==(const Hidden&, const Hidden&) = default;
};

struct State {
  Open open;
  Hidden hidden;

  friend constexpr bool operator==(const State&, const State&) = default;
};

static_assert(std::is_trivially_copyable_v<State>);
static_assert(sizeof(State) <= 512);

// D18: with five players the first and the last round are dealt at random.
constexpr bool dealt_at_random(const Open& open) {
  return open.setup.players == 5 && (open.round == 1 || open.round == rounds);
}

constexpr bool is_over(const Open& open) { return open.phase == Phase::over; }
constexpr bool chance_acts(const Open& open) { return open.phase <= Phase::deal; }

// Whether the seat's card of this round was shown in the challenge (D6).
constexpr bool is_shown(const Open& open, Seat seat) {
  return open.duel && (seat == open.duel->challenger || seat == open.dealer);
}

// D17: a trophy that went back to the box is not held.
constexpr int trophies_held(const Open& open, Seat seat) {
  const Dojo& dojo = open.dojos[seat];
  int held = open.held[seat].total();
  for (Trophy trophy : dojo.row_trophies) held += trophy != Trophy::none ? 1 : 0;
  for (Trophy trophy : dojo.column_trophies) held += trophy != Trophy::none ? 1 : 0;
  return held;
}

}  // namespace tatami::dojo
