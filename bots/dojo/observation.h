#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <type_traits>

#include "rules/dojo/legal.h"
#include "rules/dojo/view.h"

namespace tatami::bots {

// A seat's view, as numbers from 0 to 255 (docs/PYTHON.md has the layout). Seats are counted
// from the one that sees: 0 is itself, 1 the next to the left. It runs on a GPU too (cuda/batch.h).
static_assert(dojo::Cell::stride == 8 && std::endian::native == std::endian::little);
inline constexpr std::size_t dojo_seat_observation = 32;
inline constexpr std::size_t dojo_observation = 80 + most_players * dojo_seat_observation;
using DojoObservation = std::array<std::uint8_t, dojo_observation>;

namespace detail {

// Writing 240 bytes one by one would take longer than the rest of a move, so they are written eight
// at a time where they can be: the lowest byte is the first in memory. A GPU wants such words
// aligned; there they are bytes.
constexpr void put_word(std::uint8_t* out, std::uint64_t word) {
#if !defined(__CUDA_ARCH__)
  if (!std::is_constant_evaluated()) {
    std::memcpy(out, &word, sizeof word);
    return;
  }
#endif
  for (unsigned i = 0; i < sizeof word; ++i) out[i] = static_cast<std::uint8_t>(word >> (8 * i));
}

template <std::size_t N, class Items>
constexpr void put_bytes(std::uint8_t* out, const Items& from) {
  static_assert(sizeof(from[0]) == 1);
#if !defined(__CUDA_ARCH__)
  if (!std::is_constant_evaluated()) {
    std::memcpy(out, from.data(), N);
    return;
  }
#endif
  for (std::size_t i = 0; i < N; ++i) out[i] = std::bit_cast<std::uint8_t>(from[i]);
}

// They lie one after the other in a dojo, and so they are copied; the byte after them too.
constexpr void put_cards_and_trophies(std::uint8_t* out, const dojo::Dojo& dojo) {
  using dojo::Dojo;
  constexpr std::size_t first = offsetof(Dojo, cards);
  constexpr std::size_t size = dojo::rounds + dojo::dojo_rows + dojo::dojo_columns;
  static_assert(offsetof(Dojo, row_trophies) == first + dojo::rounds);
  static_assert(offsetof(Dojo, column_trophies) == first + size - dojo::dojo_columns);
#if !defined(__CUDA_ARCH__)
  if (!std::is_constant_evaluated()) {
    std::memcpy(out, reinterpret_cast<const std::uint8_t*>(&dojo) + first, size + 1);
    return;
  }
#endif
  put_bytes<dojo::rounds>(out, dojo.cards);
  put_bytes<dojo::dojo_rows>(out + dojo::rounds, dojo.row_trophies);
  put_bytes<dojo::dojo_columns>(out + dojo::rounds + dojo::dojo_rows, dojo.column_trophies);
}

// Seven answers, a bit each, as bytes that are 0 or 1. What numbers an action of Dojo never has the
// eighth bit of a byte: the floor has seven columns.
constexpr std::uint64_t spread(std::uint64_t bits) {
  return (bits & 0x7FU) * 0x0002040810204081U & 0x0001010101010101U;
}

// A byte for each kind of trophy, from the two bits that each has; three kinds at a time.
constexpr std::uint64_t spread(dojo::TrophyCounts counts) {
  const std::uint64_t bits = std::bit_cast<std::uint16_t>(counts) >> 2U;
  return ((bits & 0x3FU) | (bits & 0xFC0U) << 18U) * 0x1041U & 0x030303030303U;
}

}  // namespace detail

// From the two parts of a view alone; copying them into one would show in the time.
constexpr void observe(const dojo::Open& open, const dojo::Own& own, Seat seen_by,
                       std::uint8_t* out) {
  using namespace dojo;
  const int players = open.setup.players;
  const int me = seen_by.value;
  const auto put = [&](std::size_t at, auto number) {
    out[at] = static_cast<std::uint8_t>(number);
  };
  const auto from_me = [&](Seat seat) {
    const int after = seat.value - me;
    return after < 0 ? after + players : after;
  };
  constexpr int nobody = most_players;

  put(0, open.phase);
  put(1, open.round);
  put(2, players);
  put(3, open.setup.edition);
  put(4, open.setup.white_belt);
  put(5, open.setup.black_belt);
  put(6, from_me(open.dealer));
  put(7, open.face_up);
  put(8, open.prize);
  put(9, open.deck_size);
  put(10, own.card.code());
  put(11, own.drawn.code());
  put(12, own.placement ? own.placement->code() + 1 : 0U);
  put(13, own.thrown ? static_cast<unsigned>(*own.thrown) + 1 : 0U);
  // Words reach further than what they are for, into what is written after them.
  detail::put_word(out + 14, 0);
  detail::put_word(out + 22, 0);
  put(14, nobody);
  put(17, nobody);
  if (open.duel) {
    const Duel& duel = *open.duel;
    put(14, from_me(duel.challenger));
    put(15, duel.challenger_card.code());
    put(16, duel.dealer_card.code());
    put(17, duel.winner ? from_me(*duel.winner) : nobody);
    put(18, duel.swapped);
    put(19, duel.bouts);
    for (std::size_t bout = 0; bout < duel.bouts; ++bout) {
      put(20 + 2 * bout, static_cast<unsigned>(duel.challenger_throws[bout]) + 1);
      put(21 + 2 * bout, static_cast<unsigned>(duel.dealer_throws[bout]) + 1);
    }
  }
  const std::uint64_t to_act = open.to_act.bits();
  const std::uint64_t all = (1U << static_cast<unsigned>(players)) - 1;
  detail::put_word(out + 26, detail::spread((to_act >> me | to_act << (players - me)) & all));
  detail::put_word(out + 31, detail::spread(open.pile));
  detail::put_word(out + 37, detail::spread(open.box));
  // Of eight places for a disciple's belts the first and the last two are empty.
  const auto pool = std::bit_cast<std::array<std::uint64_t, disciple_kinds>>(open.pool);
  for (std::size_t disciple = 0; disciple < disciple_kinds; ++disciple)
    detail::put_word(out + 43 + disciple * belt_kinds, pool[disciple] >> 8U);
  detail::put_word(out + 73, 0);

  const std::uint64_t holding = open.holding.bits();
  std::uint8_t* of_seat = out + 80;
  const auto put_seats = [&](int first, int end) {
    for (int i = first; i < end; ++i, of_seat += dojo_seat_observation) {
      const Dojo& dojo = open.dojos[Seat{i}];
      detail::put_word(of_seat, (holding >> i & 1U) |
                                    std::uint64_t{own.dealt[Seat{i}].code()} << 8U |
                                    std::uint64_t{dojo.challenges_won} << 16U);
      detail::put_cards_and_trophies(of_seat + 4, dojo);
      detail::put_word(of_seat + 23, dojo.occupied.bits());  // a row is eight bits of it
      of_seat[31] = 0;
    }
  };
  put_seats(me, players);
  put_seats(0, me);
  // D19: in games without White Belt no trophies are held.
  if (open.setup.white_belt)
    for (Seat seat : all_seats(players))
      put(83 + static_cast<std::size_t>(from_me(seat)) * dojo_seat_observation,
          open.held[seat].total());
  for (auto i = static_cast<std::size_t>(players); i < most_players; ++i)
    detail::put_bytes<dojo_seat_observation>(out + 80 + i * dojo_seat_observation,
                                             std::array<std::uint8_t, dojo_seat_observation>{});
}

constexpr void observe(const dojo::State& state, Seat seat, std::uint8_t* out) {
  dojo::Own own;
  dojo::tell(state, seat, own);
  observe(state.open, own, seat, out);
}

}  // namespace tatami::bots
