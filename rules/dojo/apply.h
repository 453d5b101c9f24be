#pragma once

#include <cassert>
#include <optional>
#include <string_view>
#include <utility>

#include "rules/core/result.h"
#include "rules/dojo/actions.h"
#include "rules/dojo/legal.h"
#include "rules/dojo/state.h"

namespace tatami::dojo {

// ---- For the world: every action is checked ----

// Why an action is refused: the first of these that holds.
enum class Refusal : std::uint8_t {
  game_over,
  not_now,  // another kind of step comes next
  no_such_seat,
  not_your_turn,
  trophy_not_in_pile,
  card_not_in_deck,
  already_has_card,
  first_card_elsewhere,  // `fr` counts from it
  cell_taken,
  cell_outside_frame,
  cell_not_beside_a_card,
  wrong_kind_of_line,
  line_without_card,
  line_has_trophy,
};

std::string_view describe(Refusal refusal);
// The event that must come next: for Refusal::not_now.
std::string_view awaited(const Open& open);

std::optional<Refusal> check(const State& state, const Action& action);
Result<State, Refusal> apply(const State& state, const Action& action);

// ---- For search: the caller vouches that the action is legal ----

namespace detail {

constexpr void begin_round(Open& open) {
  open.holding = {};
  open.given = 0;
  open.giving_order = {};
  open.prize = Trophy::none;
  open.duel.reset();
  if (dealt_at_random(open))
    open.phase = Phase::deal;  // D18
  else
    open.phase = open.face_up == Trophy::none ? Phase::turn_trophy : Phase::draw;  // D4, D8
}

constexpr void end_round(Open& open) {
  if (open.round == rounds) {  // D13
    open.phase = Phase::over;
    return;
  }
  if (!dealt_at_random(open)) open.dealer = left_of(open.dealer, open.setup.players);  // D12
  ++open.round;
  begin_round(open);
}

constexpr void begin_training(Open& open) {
  open.phase = Phase::train;
  open.to_act = all_seats(open.setup.players);
}

constexpr void begin_challenge(State& state) {
  Open& open = state.open;
  Duel& duel = open.duel.emplace();
  duel.challenger = open.to_act.first();
  duel.challenger_card = state.hidden.hands[duel.challenger];
  duel.dealer_card = state.hidden.hands[open.dealer];
  --open.pool[duel.challenger_card];
  --open.pool[duel.dealer_card];
}

// D6, D20: the higher belt wins, and on a tie the attacker.
constexpr void settle_challenge(Open& open) {
  Duel& duel = *open.duel;
  const int attack = duel.challenger_card.belt().value + duel.challenger_wins();
  const int defence = duel.dealer_card.belt().value + duel.dealer_wins();
  const Seat winner = attack >= defence ? duel.challenger : open.dealer;
  duel.winner = winner;
  ++open.dojos[winner].challenges_won;
  if (open.setup.white_belt)
    open.held[winner].add(open.face_up);  // D19
  else
    open.prize = open.face_up;
  open.face_up = Trophy::none;
  open.phase = Phase::swap;
  open.to_act = SeatSet{winner};
}

constexpr void begin_throws(Open& open) {
  open.phase = Phase::throws;
  open.to_act = SeatSet{open.duel->challenger};
  open.to_act.insert(open.dealer);
}

// D9: all cards lie face up at once.
constexpr void end_training(State& state) {
  Open& open = state.open;
  for (Seat seat : all_seats(open.setup.players)) {
    const Card card = state.hidden.hands[seat];
    const Cell cell = state.hidden.placements[seat];
    if (!is_shown(open, seat)) --open.pool[card];
    open.dojos[seat].occupied.insert(cell);
    open.dojos[seat].cards[slot(cell)] = card;
  }
  state.hidden = {};
  open.holding = {};
  if (open.prize == Trophy::none) return end_round(open);
  const Seat winner = *open.duel->winner;
  if (!open_lines(open.dojos[winner], open.prize).empty()) {
    open.phase = Phase::place_trophy;
    open.to_act = SeatSet{winner};
  } else {  // D11
    open.box.add(open.prize);
    end_round(open);
  }
}

}  // namespace detail

constexpr State start(const Setup& setup, const CardCounts& deck = standard_deck()) {
  assert(is_setup(setup) && cards_needed(setup) <= deck.total());
  State state;
  state.open.setup = setup;
  state.open.dealer = setup.first_dealer;
  state.open.pool = deck;
  state.open.deck_size = static_cast<std::uint16_t>(deck.total());
  state.open.pile = full_box();
  detail::begin_round(state.open);
  return state;
}

constexpr void apply_unchecked(State& state, ActionId action) {
  Open& open = state.open;
  Hidden& hidden = state.hidden;
  const Seat seat = action.seat();
  switch (action.kind()) {
    case Kind::turn_trophy:
      open.face_up = action.trophy();
      open.pile.remove(open.face_up);
      open.phase = Phase::draw;
      return;

    case Kind::draw:
      hidden.drawn = action.card();
      --open.deck_size;
      open.phase = Phase::give;
      open.to_act = SeatSet{open.dealer};
      return;

    case Kind::deal:
      hidden.hands[seat] = action.card();
      --open.deck_size;
      open.holding.insert(seat);
      if (open.holding.size() == open.setup.players) detail::begin_training(open);
      return;

    case Kind::give:
      hidden.hands[action.to()] = hidden.drawn;
      hidden.drawn = {};
      open.holding.insert(action.to());
      open.giving_order[open.given++] = action.to();
      if (open.given < open.setup.players) {
        open.phase = Phase::draw;
        open.to_act = {};
      } else {
        open.phase = Phase::ask;
        open.to_act = SeatSet{left_of(open.dealer, open.setup.players)};
      }
      return;

    case Kind::answer:
      if (action.yes()) {
        detail::begin_challenge(state);
        if (open.setup.black_belt)
          detail::begin_throws(open);
        else
          detail::settle_challenge(open);
      } else {
        const Seat next = left_of(seat, open.setup.players);
        open.to_act = SeatSet{next};
        if (next == open.dealer) detail::begin_training(open);  // D8
      }
      return;

    case Kind::throw_: {
      Duel& duel = *open.duel;
      hidden.thrown[seat == duel.challenger ? 0 : 1] = action.gesture();
      open.to_act.erase(seat);
      if (!open.to_act.empty()) return;
      duel.challenger_throws[duel.bouts] = hidden.thrown[0];
      duel.dealer_throws[duel.bouts] = hidden.thrown[1];
      hidden.thrown = {};
      if (++duel.bouts < 3)
        detail::begin_throws(open);
      else
        detail::settle_challenge(open);
      return;
    }

    case Kind::swap:
      if (action.yes()) {
        std::swap(hidden.hands[open.duel->challenger], hidden.hands[open.dealer]);
        open.duel->swapped = true;
      }
      detail::begin_training(open);
      return;

    case Kind::place:
      hidden.placements[seat] = action.cell();
      open.to_act.erase(seat);
      if (open.to_act.empty()) detail::end_training(state);
      return;

    case Kind::place_trophy:
      if (action.line().is_row())
        open.dojos[seat].row_trophies[slot(action.line().row())] = open.prize;
      else
        open.dojos[seat].column_trophies[slot(action.line().column())] = open.prize;
      open.prize = Trophy::none;
      open.to_act = {};
      detail::end_round(open);
      return;
  }
}

}  // namespace tatami::dojo
