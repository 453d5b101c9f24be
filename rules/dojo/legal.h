#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

#include "rules/dojo/actions.h"
#include "rules/dojo/state.h"

namespace tatami::dojo {

// Which columns of the floor hold something, the leftmost in bit 0.
constexpr std::uint32_t columns_of(Cells cells) {
  const std::uint64_t bits = cells.bits();
  return static_cast<std::uint32_t>((bits | bits >> 8 | bits >> 16 | bits >> 24 | bits >> 32) &
                                    0x7FU);
}

namespace detail {

// The floor's cells whose row is at most two from both of these, counted from the top row.
inline constexpr auto near_rows = [] {
  std::array<std::array<Cells, 5>, 5> near;
  for (int top = 0; top < 5; ++top)
    for (int bottom = 0; bottom < 5; ++bottom)
      near[static_cast<std::size_t>(top)][static_cast<std::size_t>(bottom)] =
          Cells::box(Row{bottom - 2 * furthest_row}, Column{-furthest_column}, Row{top},
                     Column{furthest_column});
  return near;
}();

// The same for columns and at most three, counted from the leftmost.
inline constexpr auto near_columns = [] {
  std::array<std::array<Cells, 7>, 7> near;
  for (int left = 0; left < 7; ++left)
    for (int right = 0; right < 7; ++right)
      near[static_cast<std::size_t>(left)][static_cast<std::size_t>(right)] = Cells::box(
          Row{-furthest_row}, Column{right - 2 * furthest_column}, Row{furthest_row}, Column{left});
  return near;
}();

}  // namespace detail

// D10, `fr`: the cells that lie within one 3 × 4 frame together with every card so far.
constexpr Cells frame_around(Cells occupied) {
  const std::uint32_t columns = columns_of(occupied);
  const auto left = static_cast<std::size_t>(std::countr_zero(columns));
  const auto right = static_cast<std::size_t>(31 - std::countl_zero(columns));
  const std::size_t top = occupied.first().code() / Cell::stride;
  const std::size_t bottom = occupied.last().code() / Cell::stride;
  return detail::near_rows[top][bottom] & detail::near_columns[left][right];
}

constexpr Cells beside(Cells occupied) {
  const std::uint64_t bits = occupied.bits();
  return Cells{bits << 1 | bits >> 1 | bits << 8 | bits >> 8};
}

constexpr Cells open_cells(const Dojo& dojo, Edition edition) {
  const bool floats = edition == Edition::fr;
  if (dojo.occupied.empty())  // in `fr` the first card is where counting begins
    return floats ? Cells::box(Row{0}, Column{0}, Row{0}, Column{0}) : fixed_frame;
  const Cells frame = floats ? frame_around(dojo.occupied) : fixed_frame;
  return (beside(dojo.occupied) & frame) - dojo.occupied;
}

// D11: lines of the trophy's colour that hold a card and no trophy yet.
template <class F>
constexpr void for_each_open_line(const Dojo& dojo, Trophy trophy, F&& visit) {
  const std::uint64_t bits = dojo.occupied.bits();
  if (is_black(trophy)) {
    for (int row = -furthest_row; row <= furthest_row; ++row)
      if ((bits >> ((row + furthest_row) * Cell::stride) & 0x7F) != 0 &&
          dojo.trophy(Row{row}) == Trophy::none)
        visit(Line{Row{row}});
  } else {
    const std::uint32_t columns = columns_of(dojo.occupied);
    for (int column = -furthest_column; column <= furthest_column; ++column)
      if ((columns >> (column + furthest_column) & 1U) != 0 &&
          dojo.trophy(Column{column}) == Trophy::none)
        visit(Line{Column{column}});
  }
}

constexpr bool has_open_line(const Dojo& dojo, Trophy trophy) {
  bool found = false;
  for_each_open_line(dojo, trophy, [&](Line) { found = true; });
  return found;
}

// What a seat may do now. It follows from what lies open, so a view is enough to ask.
constexpr ActionList legal_actions(const Open& open, Seat seat) {
  ActionList list;
  if (!open.to_act.contains(seat)) return list;
  const auto choose = [&](Kind kind, unsigned options) {
    for (unsigned what = 0; what < options; ++what) list.push({kind, seat, what});
  };
  switch (open.phase) {
    case Phase::give:
      for (Seat to : all_seats(open.table.players))
        if (!open.holding.contains(to)) list.push({Kind::give, seat, to.value});
      break;
    case Phase::ask:
      choose(Kind::answer, 2);
      break;
    case Phase::throws:
      choose(Kind::throw_, 3);
      break;
    case Phase::swap:
      choose(Kind::swap, 2);
      break;
    case Phase::train:
      for (Cell cell : open_cells(open.dojos[seat], open.table.edition))
        list.push({Kind::place, seat, cell.code()});
      break;
    case Phase::place_trophy:
      for_each_open_line(open.dojos[seat], open.prize,
                         [&](Line line) { list.push({Kind::place_trophy, seat, line.code()}); });
      break;
    default:
      break;
  }
  return list;
}

// How many of a card are still in the deck: not public, and in nobody's hand.
constexpr int in_deck(const State& state, Card card) {
  int count = state.open.pool[card];
  for (Seat seat : state.open.holding)
    if (!is_shown(state.open, seat) && state.hidden.hands[seat] == card) --count;
  if (state.open.phase == Phase::give && state.hidden.drawn == card) --count;
  return count;
}

// What chance may do now.
constexpr ActionList legal_chances(const State& state) {
  const Open& open = state.open;
  ActionList list;
  if (open.phase == Phase::turn_trophy) {
    for (Trophy trophy : all_trophies)
      if (open.pile[trophy] > 0)
        list.push({Kind::turn_trophy, Seat{}, static_cast<unsigned>(trophy)});
  } else if (open.phase == Phase::draw || open.phase == Phase::deal) {
    const Kind kind = open.phase == Phase::draw ? Kind::draw : Kind::deal;
    const Seat seat = open.phase == Phase::draw ? Seat{} : Seat{open.holding.size()};  // D18
    for_each_card([&](Card card) {
      if (in_deck(state, card) > 0) list.push({kind, seat, card.code()});
    });
  }
  return list;
}

}  // namespace tatami::dojo
