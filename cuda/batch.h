#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <type_traits>

#include "bots/dojo/imagine.h"
#include "bots/dojo/observation.h"
#include "cuda/dojo.h"
#include "rules/core/device.h"
#include "rules/core/splitmix.h"
#include "rules/dojo/apply.h"
#include "rules/dojo/legal.h"
#include "rules/dojo/view.h"

// Games of Dojo that somebody else decides, many at once and all of them in the memory of a GPU:
// the games of `tatami.batch` (bindings/python/batch.cpp), step by step and bit for bit. As in
// cuda/dojo.h every function is what one thread does.
namespace tatami::cuda {

inline constexpr std::size_t dojo_actions = 64;  // `what` of an ActionId; the phase tells its kind
inline constexpr std::size_t most_cards = 64;    // of a deck

// chance::DojoLuck as a plain value: the same cards for the same seed.
class DojoCards {
 public:
  constexpr DojoCards() = default;
  constexpr DojoCards(const dojo::CardCounts& deck, std::uint64_t seed) : numbers_(seed) {
    dojo::for_each_card([&](dojo::Card card) { add(card, deck[card]); });
    for (unsigned i = 0; i < pile_.size(); ++i)
      pile_[i] = static_cast<std::uint8_t>(1 + i / dojo::copies_of_a_trophy);
  }

  // With the cards that are in nobody's hand and the trophies still face down.
  constexpr DojoCards(const dojo::State& state, std::uint64_t seed) : numbers_(seed) {
    dojo::for_each_card([&](dojo::Card card) { add(card, dojo::in_deck(state, card)); });
    unsigned trophies = 0;
    for (dojo::Trophy trophy : dojo::all_trophies)
      for (int copy = 0; copy < state.open.pile[trophy]; ++copy)
        pile_[trophies++] = static_cast<std::uint8_t>(trophy);
    trophies_ = static_cast<std::uint8_t>(trophies);
  }

  constexpr dojo::ActionId next(const dojo::Open& open) {
    using dojo::Kind;
    if (open.phase == dojo::Phase::turn_trophy)
      return {Kind::turn_trophy, Seat{}, take(pile_.data(), trophies_, turned_)};
    const unsigned card = take(deck_.data(), cards_, drawn_);
    if (open.phase == dojo::Phase::draw) return {Kind::draw, Seat{}, card};
    return {Kind::deal, Seat{open.holding.size()}, card};  // D18
  }

 private:
  static constexpr std::size_t trophies_of_a_game =
      std::size_t{dojo::copies_of_a_trophy} * dojo::trophy_kinds;

  constexpr void add(dojo::Card card, int copies) {
    for (int copy = 0; copy < copies; ++copy)
      deck_[cards_++] = static_cast<std::uint8_t>(card.code());
  }
  // Shuffles one step further and takes that item.
  constexpr unsigned take(std::uint8_t* things, std::uint8_t size, std::uint8_t& taken) {
    const unsigned other = taken + numbers_.below(static_cast<std::uint32_t>(size - taken));
    const std::uint8_t thing = things[other];
    things[other] = things[taken];
    things[taken++] = thing;
    return thing;
  }

  SplitMix numbers_{0};
  std::array<std::uint8_t, most_cards> deck_{};
  std::array<std::uint8_t, trophies_of_a_game> pile_{};
  std::uint8_t cards_ = 0;
  std::uint8_t trophies_ = trophies_of_a_game;
  std::uint8_t drawn_ = 0;
  std::uint8_t turned_ = 0;
};

struct DojoTable {
  dojo::State state;
  DojoCards cards;
  SplitMix numbers{0};       // of whoever plays randomly
  std::uint64_t number = 0;  // of the game: those of a table are `games` apart
  dojo::Choices choices{};
};
static_assert(std::is_trivially_copyable_v<DojoTable>);

// The games' observations, as in docs/PYTHON.md. `legal` and `done` are 0 or 1. Observations and
// masks are rows of bytes, written eight at a time: a GPU's memory takes one by one badly.
struct DojoArrays {
  std::uint64_t* observations = nullptr;
  std::uint64_t* legal = nullptr;
  std::int8_t* seats = nullptr;
  float* rewards = nullptr;
  std::uint8_t* done = nullptr;
  std::int16_t* scores = nullptr;
};

// The first game whose action is not legal, and that action in the lowest eight bits.
inline constexpr std::uint32_t none_refused = 0xFFFFFFFFU;
inline constexpr std::uint32_t most_games = 1U << 24U;
inline constexpr std::uint32_t no_action = dojo_actions;  // any number that no action has

struct DojoRoom {
  dojo::Setup setup;
  dojo::CardCounts deck;
  std::uint64_t seed = 0;
  std::uint32_t games = 0;
  DojoTable* tables = nullptr;
  DojoArrays seen;
  DojoBatch ending;                // of the games that are over: what is left to score
  std::uint32_t* ended = nullptr;  // which these are
  std::uint32_t* ended_size = nullptr;
  std::uint32_t* refused = nullptr;
};

// One decision for every game. The actions are those of `step`; other ways need none.
enum class Way : std::uint8_t { step, randomly };

struct Actions {
  const void* first = nullptr;
  std::uint8_t bytes = 0;  // of one of them: 1 (unsigned), 4 or 8 (signed)

  TATAMI_HOST_DEVICE std::int64_t operator[](std::uint32_t game) const {
    if (bytes == 8) return static_cast<const std::int64_t*>(first)[game];
    if (bytes == 4) return static_cast<const std::int32_t*>(first)[game];
    return static_cast<const std::uint8_t*>(first)[game];
  }
};

namespace detail {

TATAMI_HOST_DEVICE inline void play_chance(DojoTable& table) {
  while (!dojo::is_over(table.state.open) && dojo::chance_acts(table.state.open))
    dojo::apply_unchecked(table.state, table.cards.next(table.state.open));
}

// Its cards and choices follow from the seed and its number alone.
TATAMI_HOST_DEVICE inline void begin(const DojoRoom& room, DojoTable& table) {
  SplitMix numbers{SplitMix{room.seed ^ SplitMix{table.number}.next()}.next()};
  table.cards = DojoCards{room.deck, numbers.next()};
  table.numbers = numbers;
  table.state = dojo::start(room.setup, room.deck);
  play_chance(table);
}

inline constexpr std::size_t parts_of_a_row = bots::dojo_observation / 8;
static_assert(bots::dojo_observation % 8 == 0);

// The lowest byte is the first in memory, on the processors that we build for.
TATAMI_HOST_DEVICE inline std::uint64_t eight_of(const bots::DojoObservation& row,
                                                 std::size_t part) {
  std::uint64_t eight = 0;
  for (unsigned i = 0; i < 8; ++i) eight |= std::uint64_t{row[8 * part + i]} << (8 * i);
  return eight;
}

}  // namespace detail

// Writes what the seat to act sees.
TATAMI_HOST_DEVICE inline void show(const DojoRoom& room, std::uint32_t game, DojoTable& table) {
  const dojo::Open& open = table.state.open;
  const Seat seat = open.to_act.first();
  table.choices = dojo::legal_choices(open, seat);
  room.seen.seats[game] = static_cast<std::int8_t>(seat.value);
  for (unsigned part = 0; part < dojo_actions / 8; ++part)
    room.seen.legal[game * (dojo_actions / 8) + part] =
        bots::detail::spread(table.choices.whats >> (8 * part));
  bots::DojoObservation row;
  bots::observe(table.state, seat, row.data());
  for (std::size_t part = 0; part < detail::parts_of_a_row; ++part)
    room.seen.observations[game * detail::parts_of_a_row + part] = detail::eight_of(row, part);
}

// Another game that the seat to act cannot tell from this one.
TATAMI_HOST_DEVICE inline void imagine(const DojoRoom& room, std::uint64_t seed,
                                       std::uint32_t game) {
  DojoTable& table = room.tables[game];
  SplitMix numbers{SplitMix{seed ^ SplitMix{game}.next()}.next()};
  bots::imagine(table.state, table.state.open.to_act.first(), numbers);
  table.cards = DojoCards{table.state, numbers.next()};
  table.numbers = SplitMix{numbers.next()};
}

// Once for every game of a new batch.
TATAMI_HOST_DEVICE inline void open_table(const DojoRoom& room, std::uint32_t game) {
  DojoTable& table = room.tables[game];
  table = {};
  table.number = game;
  detail::begin(room, table);
  for (unsigned seat = 0; seat < room.setup.players; ++seat) {
    room.seen.rewards[std::size_t{game} * room.setup.players + seat] = 0;
    room.seen.scores[std::size_t{game} * room.setup.players + seat] = 0;
  }
  room.seen.done[game] = 0;
  show(room, game, table);
}

// A step begins here for every game: all or nothing, so all are looked at before any moves on.
TATAMI_HOST_DEVICE inline void check(const DojoRoom& room, const Actions& actions,
                                     std::uint32_t game) {
  const std::int64_t what = actions[game];
  const bool is_action = 0 <= what && what < std::int64_t{dojo_actions};
  if (is_action && (room.tables[game].choices.whats >> what & 1U) != 0) return;
  const std::uint32_t refused =
      game << 8U | (is_action ? static_cast<std::uint32_t>(what) : no_action);
#if defined(__CUDA_ARCH__)
  atomicMin(room.refused, refused);
#else
  *room.refused = std::min(*room.refused, refused);
#endif
}

// Then for every game: the action and the chance that follows. One that is over puts down which of
// its dojos must be searched (cuda/dojo.h).
TATAMI_HOST_DEVICE inline void act(const DojoRoom& room, Way way, const Actions& actions,
                                   std::uint32_t game) {
  if (*room.refused != none_refused) return;
  DojoTable& table = room.tables[game];
  const dojo::Choices& choices = table.choices;
  const dojo::ActionId action =
      way == Way::step
          ? dojo::ActionId{choices.kind, choices.seat, static_cast<unsigned>(actions[game])}
          : choices[table.numbers.below(static_cast<std::uint32_t>(choices.size()))];
  dojo::apply_unchecked(table.state, action);
  detail::play_chance(table);
  const bool over = dojo::is_over(table.state.open);
  const bool was_done = room.seen.done[game] != 0;
  room.seen.done[game] = over ? 1 : 0;
  if (was_done)
    for (unsigned seat = 0; seat < room.setup.players; ++seat)
      room.seen.rewards[std::size_t{game} * room.setup.players + seat] = 0;
  if (!over) return show(room, game, table);
  put_down(room.ending, game, table.state.open, 0);
  room.ended[take_number(room.ended_size, 0)] = game;
}

// When their dojos are scored, for every game that is over: what it brought, and the next one.
TATAMI_HOST_DEVICE inline void finish(const DojoRoom& room, std::uint32_t place) {
  const std::uint32_t game = room.ended[place];
  find_winners(room.ending, game);
  const dojo::Outcome& end = room.ending.ends[game].outcome;
  for (Seat seat : all_seats(room.setup.players)) {
    const std::size_t at = std::size_t{game} * room.setup.players + seat.value;
    room.seen.scores[at] = end.scores[seat];
    room.seen.rewards[at] =
        end.winners.contains(seat) ? 1.0F / static_cast<float>(end.winners.size()) : 0.0F;
  }
  DojoTable& table = room.tables[game];
  table.number += room.games;
  detail::begin(room, table);
  show(room, game, table);
}

}  // namespace tatami::cuda
