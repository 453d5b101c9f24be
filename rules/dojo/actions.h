#pragma once

#include <cstdint>
#include <optional>
#include <variant>

#include "rules/core/list.h"
#include "rules/core/seat.h"
#include "rules/dojo/types.h"

namespace tatami::dojo {

// ---- At the border: a closed sum type ----

// Chance.
struct TurnTrophy {  // D4
  Trophy trophy;
  friend constexpr bool operator==(TurnTrophy, TurnTrophy) = default;
};
struct Draw {  // D5
  Card card;
  friend constexpr bool operator==(Draw, Draw) = default;
};
struct Deal {  // D18
  Seat seat;
  Card card;
  friend constexpr bool operator==(Deal, Deal) = default;
};
// Players.
struct Give {  // D5
  Seat seat;
  Seat to;
  friend constexpr bool operator==(Give, Give) = default;
};
struct Answer {  // D6: to the question whether to challenge
  Seat seat;
  bool challenge;
  friend constexpr bool operator==(Answer, Answer) = default;
};
struct Throw {  // D20
  Seat seat;
  Gesture gesture;
  friend constexpr bool operator==(Throw, Throw) = default;
};
struct Swap {  // D7
  Seat seat;
  bool swap;
  friend constexpr bool operator==(Swap, Swap) = default;
};
struct Place {  // D9
  Seat seat;
  Cell cell;
  friend constexpr bool operator==(Place, Place) = default;
};
struct PlaceTrophy {  // D11
  Seat seat;
  Line line;
  friend constexpr bool operator==(PlaceTrophy, PlaceTrophy) = default;
};

using Action = std::variant<TurnTrophy, Draw, Deal, Give, Answer, Throw, Swap, Place, PlaceTrophy>;

// ---- In arrays and searches: sixteen bits ----

enum class Kind : std::uint8_t {  // in the order of Action's alternatives
  turn_trophy,
  draw,
  deal,
  give,
  answer,
  throw_,
  swap,
  place,
  place_trophy,
};
inline constexpr int action_kinds = 9;
static_assert(std::variant_size_v<Action> == action_kinds);

// bits 0-5: what (a trophy, a card's code, a seat, yes or no, a gesture, a cell or line's code)
// bits 6-8: whose (0 for TurnTrophy and Draw)
// bits 9-12: the kind
class ActionId {
 public:
  constexpr ActionId() = default;
  constexpr ActionId(Kind kind, Seat seat, unsigned what)
      : bits_(static_cast<std::uint16_t>(static_cast<unsigned>(kind) << 9U |
                                         static_cast<unsigned>(seat.value) << 6U | what)) {}
  static constexpr ActionId from_bits(std::uint16_t bits) {
    ActionId id;
    id.bits_ = bits;
    return id;
  }

  constexpr std::uint16_t bits() const { return bits_; }
  constexpr Kind kind() const { return static_cast<Kind>(bits_ >> 9U); }
  constexpr Seat seat() const { return Seat{static_cast<int>(bits_ >> 6U & 7U)}; }
  constexpr unsigned what() const { return bits_ & 63U; }

  constexpr Trophy trophy() const { return static_cast<Trophy>(what()); }
  constexpr Card card() const { return Card::from_code(what()); }
  constexpr Seat to() const { return Seat{static_cast<int>(what())}; }
  constexpr bool yes() const { return what() != 0; }
  constexpr Gesture gesture() const { return static_cast<Gesture>(what()); }
  constexpr Cell cell() const { return Cell::from_code(what()); }
  constexpr Line line() const { return Line::from_code(what()); }

  friend constexpr auto operator<=>(ActionId, ActionId) = default;

 private:
  std::uint16_t bits_ = 0;
};

// The longest list is a draw from a full deck: thirty kinds of card.
using ActionList = List<ActionId, 32>;

ActionId pack(const Action& action);
// Nothing, if the bits name no action at all.
std::optional<Action> unpack(ActionId id);

}  // namespace tatami::dojo
