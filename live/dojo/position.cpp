#include "live/dojo/position.h"

#include "rules/dojo/legal.h"
#include "rules/dojo/score.h"

namespace tatami::live {

namespace {

OneDojo dojo_of(const dojo::Open& open, Seat seat) {
  const dojo::Dojo& dojo = open.dojos[seat];
  OneDojo out;
  for (dojo::Cell cell : dojo.occupied)
    out.cards.push({cell.row().value, cell.column().value, dojo.at(cell)});
  // A trophy stands at a line that holds a card (D11), and no two such lines share a slot.
  std::uint8_t rows = 0;
  std::uint8_t columns = 0;
  for (dojo::Cell cell : dojo.occupied) {
    const auto row_bit = static_cast<std::uint8_t>(1U << (cell.row().value + dojo::furthest_row));
    const auto column_bit =
        static_cast<std::uint8_t>(1U << (cell.column().value + dojo::furthest_column));
    if (const dojo::Trophy trophy = dojo.trophy(cell.row());
        trophy != dojo::Trophy::none && (rows & row_bit) == 0)
      out.rows.push({cell.row().value, trophy});
    if (const dojo::Trophy trophy = dojo.trophy(cell.column());
        trophy != dojo::Trophy::none && (columns & column_bit) == 0)
      out.columns.push({cell.column().value, trophy});
    rows |= row_bit;
    columns |= column_bit;
  }
  out.held = open.held[seat];
  out.challenges_won = dojo.challenges_won;
  out.worth = static_cast<std::int16_t>(dojo::worth_as_it_lies(open, seat));
  return out;
}

Duel duel_of(const dojo::Duel& duel) {
  Duel out;
  out.challenger = duel.challenger;
  out.challenger_card = duel.challenger_card;
  out.dealer_card = duel.dealer_card;
  out.challenger_wins = static_cast<std::uint8_t>(duel.challenger_wins());
  out.dealer_wins = static_cast<std::uint8_t>(duel.dealer_wins());
  out.winner = duel.winner;
  out.swapped = duel.swapped;
  for (std::size_t bout = 0; bout < duel.bouts; ++bout) {
    out.challenger_throws.push(duel.challenger_throws[bout]);
    out.dealer_throws.push(duel.dealer_throws[bout]);
  }
  return out;
}

}  // namespace

DojoPosition position_of(const dojo::Open& open) {
  DojoPosition out;
  out.phase = open.phase;
  out.round = open.round;
  out.dealer = open.dealer;
  out.to_act = open.to_act;
  out.holding = open.holding;
  for (std::size_t i = 0; i < open.given; ++i) out.giving_order.push(open.giving_order[i]);
  out.face_up = some(open.face_up);
  if (open.phase != dojo::Phase::over) out.prize = some(open.prize);
  if (open.duel) out.duel = duel_of(*open.duel);
  out.deck_size = open.deck_size;
  out.pool = open.pool;
  out.pile = open.pile;
  out.box = open.box;
  for (Seat seat : all_seats(open.setup.players)) out.dojos.push(dojo_of(open, seat));
  return out;
}

DojoOwn own_of(const dojo::View& view) {
  DojoOwn out;
  out.hand = some(view.own.card);
  out.drawn = some(view.own.drawn);
  for (Seat seat : all_seats(view.open.setup.players)) out.dealt.push(some(view.own.dealt[seat]));
  out.placed = view.own.placement;
  out.thrown = view.own.thrown;
  if (view.open.to_act.contains(*view.seat))
    for (dojo::ActionId action : dojo::legal_actions(view.open, *view.seat))
      out.legal.push_back(*dojo::unpack(action));
  if (const auto odds = dojo::challenge_odds(view)) out.odds.emplace(*odds);
  return out;
}

}  // namespace tatami::live
