#include "rules/dojo/apply.h"

#include <cstdlib>

namespace tatami::dojo {

namespace {

using Objection = std::optional<Refusal>;

// Written from the rules and not from legal_actions: tests hold the two against each other.
struct Checker {
  const State& state;
  const Open& open = state.open;

  Objection operator()(TurnTrophy a) const {
    if (open.phase != Phase::turn_trophy) return Refusal::not_now;
    if (open.pile[a.trophy] == 0) return Refusal::trophy_not_in_pile;
    return {};
  }

  Objection operator()(Draw a) const {
    if (open.phase != Phase::draw) return Refusal::not_now;
    if (in_deck(state, a.card) <= 0) return Refusal::card_not_in_deck;
    return {};
  }

  Objection operator()(Deal a) const {
    if (open.phase != Phase::deal) return Refusal::not_now;
    if (a.seat.value >= open.setup.players) return Refusal::no_such_seat;
    if (a.seat.value != open.holding.size()) return Refusal::not_your_turn;
    if (in_deck(state, a.card) <= 0) return Refusal::card_not_in_deck;
    return {};
  }

  Objection operator()(Give a) const {
    if (const Objection refusal = turn(Phase::give, a.seat)) return refusal;
    if (a.to.value >= open.setup.players) return Refusal::no_such_seat;
    if (open.holding.contains(a.to)) return Refusal::already_has_card;
    return {};
  }

  Objection operator()(Answer a) const { return turn(Phase::ask, a.seat); }
  Objection operator()(Throw a) const { return turn(Phase::throws, a.seat); }
  Objection operator()(Swap a) const { return turn(Phase::swap, a.seat); }

  Objection operator()(Place a) const {
    if (const Objection refusal = turn(Phase::train, a.seat)) return refusal;
    const Dojo& dojo = open.dojos[a.seat];
    const bool fixed = open.setup.edition == Edition::en;
    const int row = a.cell.row().value;
    const int column = a.cell.column().value;
    if (dojo.occupied.empty() && !fixed && (row != 0 || column != 0))
      return Refusal::first_card_elsewhere;
    if (dojo.occupied.contains(a.cell)) return Refusal::cell_taken;
    if (fixed && (row < 0 || column < 0)) return Refusal::cell_outside_frame;
    if (dojo.occupied.empty()) return {};

    bool beside_a_card = false;
    for (Cell other : dojo.occupied) {
      const int down = std::abs(row - other.row().value);
      const int across = std::abs(column - other.column().value);
      if (down >= dojo_rows || across >= dojo_columns) return Refusal::cell_outside_frame;
      beside_a_card |= down + across == 1;
    }
    if (!beside_a_card) return Refusal::cell_not_beside_a_card;
    return {};
  }

  Objection operator()(PlaceTrophy a) const {
    if (const Objection refusal = turn(Phase::place_trophy, a.seat)) return refusal;
    if (a.line.is_row() != is_black(open.prize)) return Refusal::wrong_kind_of_line;
    const Dojo& dojo = open.dojos[a.seat];
    bool holds_a_card = false;
    for (Cell cell : dojo.occupied)
      holds_a_card |=
          a.line.is_row() ? cell.row() == a.line.row() : cell.column() == a.line.column();
    if (!holds_a_card) return Refusal::line_without_card;
    const Trophy there = a.line.is_row() ? dojo.trophy(a.line.row()) : dojo.trophy(a.line.column());
    if (there != Trophy::none) return Refusal::line_has_trophy;
    return {};
  }

 private:
  Objection turn(Phase phase, Seat seat) const {
    if (open.phase != phase) return Refusal::not_now;
    if (seat.value >= open.setup.players) return Refusal::no_such_seat;
    if (!open.to_act.contains(seat)) return Refusal::not_your_turn;
    return {};
  }
};

}  // namespace

std::optional<Refusal> check(const State& state, const Action& action) {
  if (is_over(state.open)) return Refusal::game_over;
  return std::visit(Checker{state}, action);
}

Result<State, Refusal> apply(const State& state, const Action& action) {
  if (const auto refusal = check(state, action)) return *refusal;
  State next = state;
  apply_unchecked(next, pack(action));
  return next;
}

std::string_view awaited(const Open& open) {
  switch (open.phase) {
    case Phase::turn_trophy:
      return "a trophy is to be turned over (D4)";
    case Phase::draw:
      return "a card is to be drawn (D5)";
    case Phase::deal:
      return "a card is to be dealt at random (D18)";
    case Phase::give:
      return "the dealer is to give the card (D5)";
    case Phase::ask:
      return "an opponent is to challenge or pass (D6)";
    case Phase::throws:
      return "challenger and dealer are to throw (D20)";
    case Phase::swap:
      return "the winner is to exchange the cards or not (D7)";
    case Phase::train:
      return "cards are to be placed (D9)";
    case Phase::place_trophy:
      return "the winner is to place the trophy (D11)";
    case Phase::over:
      break;
  }
  return "nothing: the game is over (D13)";
}

std::string_view describe(Refusal refusal) {
  switch (refusal) {
    case Refusal::game_over:
      return "the game is over (D13)";
    case Refusal::not_now:
      return "another step comes next";
    case Refusal::no_such_seat:
      return "there is no such seat at this table";
    case Refusal::not_your_turn:
      return "it is not this seat's turn";
    case Refusal::trophy_not_in_pile:
      return "no such trophy is left in the pile (D2)";
    case Refusal::card_not_in_deck:
      return "no such card is left in the deck (D1)";
    case Refusal::already_has_card:
      return "that seat already has a card this round (D5)";
    case Refusal::first_card_elsewhere:
      return "the first card is at [0,0], where counting begins (D10)";
    case Refusal::cell_taken:
      return "that cell is taken (D10)";
    case Refusal::cell_outside_frame:
      return "that cell is outside the 3 x 4 frame (D10)";
    case Refusal::cell_not_beside_a_card:
      return "that cell shares no side with a card of the dojo (D10)";
    case Refusal::wrong_kind_of_line:
      return "black trophies go to rows, orange ones to columns (D11)";
    case Refusal::line_without_card:
      return "that line holds no card yet (D11)";
    case Refusal::line_has_trophy:
      return "that line has a trophy already (D11)";
  }
  return "refused";
}

}  // namespace tatami::dojo
