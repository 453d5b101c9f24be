#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "rules/core/bits.h"
#include "rules/core/device.h"
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
TATAMI_LOOKUP auto near_rows = [] {
  std::array<std::array<Cells, 5>, 5> near;
  for (int top = 0; top < 5; ++top)
    for (int bottom = 0; bottom < 5; ++bottom)
      near[static_cast<std::size_t>(top)][static_cast<std::size_t>(bottom)] =
          box(Row{bottom - 2 * furthest_row}, Column{-furthest_column}, Row{top},
              Column{furthest_column});
  return near;
}();

// The same for columns and at most three, counted from the leftmost.
TATAMI_LOOKUP auto near_columns = [] {
  std::array<std::array<Cells, 7>, 7> near;
  for (int left = 0; left < 7; ++left)
    for (int right = 0; right < 7; ++right)
      near[static_cast<std::size_t>(left)][static_cast<std::size_t>(right)] = box(
          Row{-furthest_row}, Column{right - 2 * furthest_column}, Row{furthest_row}, Column{left});
  return near;
}();

}  // namespace detail

// D10, `fr`: the cells that lie within one 3 × 4 frame together with every card so far.
constexpr Cells frame_around(Cells occupied) {
  const std::uint32_t columns = columns_of(occupied);
  const auto left = static_cast<std::size_t>(lowest_one(columns));
  const auto right = static_cast<std::size_t>(highest_one(columns));
  const std::size_t top = occupied.first().code() / Cell::stride;
  const std::size_t bottom = occupied.last().code() / Cell::stride;
  return both(detail::near_rows[top][bottom], detail::near_columns[left][right]);
}

constexpr Cells beside(Cells occupied) {
  const std::uint64_t bits = occupied.bits();
  return Cells::from_bits(bits << 1 | bits >> 1 | bits << 8 | bits >> 8);
}

constexpr Cells open_cells(const Dojo& dojo, Edition edition) {
  const bool floats = edition == Edition::fr;
  if (dojo.occupied.empty())  // in `fr` the first card is where counting begins
    return floats ? Cells{Cell{Row{0}, Column{0}}} : fixed_frame;
  const Cells frame = floats ? frame_around(dojo.occupied) : fixed_frame;
  return without(both(beside(dojo.occupied), frame), dojo.occupied);
}

// D11: lines of the trophy's colour that hold a card and no trophy yet.
constexpr LineSet open_lines(const Dojo& dojo, Trophy trophy) {
  LineSet lines;
  const std::uint64_t bits = dojo.occupied.bits();
  if (is_black(trophy)) {
    for (int row = -furthest_row; row <= furthest_row; ++row)
      if ((bits >> ((row + furthest_row) * Cell::stride) & 0x7F) != 0 &&
          dojo.trophy(Row{row}) == Trophy::none)
        lines.insert(Line{Row{row}});
  } else {
    const std::uint32_t columns = columns_of(dojo.occupied);
    for (int column = -furthest_column; column <= furthest_column; ++column)
      if ((columns >> (column + furthest_column) & 1U) != 0 &&
          dojo.trophy(Column{column}) == Trophy::none)
        lines.insert(Line{Column{column}});
  }
  return lines;
}

// A seat's legal actions: all are of one kind, so that a bit for each `what` is enough.
struct Choices {
  Kind kind{};
  Seat seat{};
  std::uint64_t whats = 0;

  constexpr std::size_t size() const { return static_cast<std::size_t>(ones(whats)); }
  constexpr bool empty() const { return whats == 0; }
  // In the order of legal_actions.
  constexpr ActionId operator[](std::size_t n) const {
    return {kind, seat, static_cast<unsigned>(nth_one(whats, static_cast<unsigned>(n)))};
  }
};

// It follows from what lies open, so a view is enough to ask.
constexpr Choices legal_choices(const Open& open, Seat seat) {
  if (!open.to_act.contains(seat)) return {};
  switch (open.phase) {
    case Phase::give:
      return {Kind::give, seat, without(all_seats(open.setup.players), open.holding).bits()};
    case Phase::ask:
      return {Kind::answer, seat, 0b11};
    case Phase::throws:
      return {Kind::throw_, seat, 0b111};
    case Phase::swap:
      return {Kind::swap, seat, 0b11};
    case Phase::train:
      return {Kind::place, seat, open_cells(open.dojos[seat], open.setup.edition).bits()};
    case Phase::place_trophy:
      return {Kind::place_trophy, seat, open_lines(open.dojos[seat], open.prize).bits()};
    default:
      return {};
  }
}

// The same as a list.
constexpr ActionList legal_actions(const Open& open, Seat seat) {
  ActionList list;
  const Choices choices = legal_choices(open, seat);
  for (std::uint64_t rest = choices.whats; rest != 0; rest &= rest - 1)
    list.push({choices.kind, seat, static_cast<unsigned>(lowest_one(rest))});
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

// Legal events of chance.
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
