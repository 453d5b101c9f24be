#pragma once

#include <cstddef>
#include <cstdint>

#include "cuda/luck.h"
#include "rules/core/device.h"
#include "rules/core/splitmix.h"
#include "rules/dojo/apply.h"
#include "rules/dojo/legal.h"
#include "rules/dojo/score.h"

// Batches of random games of Dojo with exact scores. Every function here is what one thread of a
// GPU does; a host calls it in a loop instead.
//
// Threads of a warp take turns where they do different things, so the work is cut where games
// differ: rounds are played phase by phase, and dojos are scored in lists of those that take
// equally long.
namespace tatami::cuda {

struct DojoEnd {
  dojo::Outcome outcome;
  std::uint16_t decisions = 0;  // the last give of a round is forced and not counted

  friend constexpr bool operator==(const DojoEnd&, const DojoEnd&) = default;
};

// A dojo whose best total is yet to be searched (D16).
struct Unscored {
  dojo::Tableau tableau;
  std::uint8_t seat = 0;
  std::uint32_t game = 0;  // of the batch
};

// By how many assistants (0 to 2) and brooms (0 to 2) stand at it. The first needs no search.
inline constexpr unsigned dojo_classes = 9;

constexpr unsigned class_of(const dojo::Tableau& full) {
  unsigned assistants = 0;
  unsigned brooms = 0;
  for (dojo::Trophy trophy : full.row_trophies)
    assistants += trophy == dojo::Trophy::assistant ? 1U : 0U;
  for (dojo::Trophy trophy : full.column_trophies)
    brooms += trophy == dojo::Trophy::broom ? 1U : 0U;
  return assistants * 3 + brooms;
}

struct DojoBatch {
  dojo::Setup setup;
  std::uint64_t seed = 0;
  std::uint64_t first_game = 0;  // its number among all games of this seed
  std::uint32_t games = 0;
  DojoEnd* ends = nullptr;              // one a game
  Unscored* unscored = nullptr;         // dojo_classes lists of `capacity`
  std::uint32_t* list_sizes = nullptr;  // dojo_classes, zero at the beginning
  std::uint32_t capacity = 0;           // games × players is always enough
};

// Adds one to a counter that other threads use too; its value before.
TATAMI_HOST_DEVICE inline std::uint32_t take_number(std::uint32_t* counters, unsigned which) {
#if defined(__CUDA_ARCH__)
  // One thread asks for all that want the same counter at this moment.
  const unsigned peers = __match_any_sync(__activemask(), which);
  const unsigned lane = threadIdx.x % 32;
  const int leader = __ffs(static_cast<int>(peers)) - 1;
  std::uint32_t first = 0;
  if (static_cast<int>(lane) == leader)
    first = atomicAdd(&counters[which], static_cast<unsigned>(__popc(peers)));
  first = __shfl_sync(peers, first, leader);
  return first + static_cast<std::uint32_t>(__popc(peers & ((1U << lane) - 1U)));
#else
  return counters[which]++;
#endif
}

namespace detail {

constexpr dojo::Kind kind_in(dojo::Phase phase) {
  using dojo::Kind;
  using dojo::Phase;
  switch (phase) {
    case Phase::turn_trophy:
      return Kind::turn_trophy;
    case Phase::draw:
      return Kind::draw;
    case Phase::deal:
      return Kind::deal;
    case Phase::give:
      return Kind::give;
    case Phase::ask:
      return Kind::answer;
    case Phase::throws:
      return Kind::throw_;
    case Phase::swap:
      return Kind::swap;
    case Phase::train:
      return Kind::place;
    default:
      return Kind::place_trophy;
  }
}

class DojoGame {
 public:
  TATAMI_HOST_DEVICE DojoGame(dojo::State& state, std::uint64_t seed)
      : state_(state), numbers_(seed) {}

  // A bound, so that the loop ends: a game has at most some 250 events.
  TATAMI_HOST_DEVICE void play() {
    using dojo::Phase;
    while (!dojo::is_over(state_.open) && events_ < most_events) {
      steps<Phase::turn_trophy>();
      while (state_.open.phase == Phase::draw && events_ < most_events) {
        step<Phase::draw>();
        step<Phase::give>();
      }
      steps<Phase::deal>();
      steps<Phase::ask>();
      steps<Phase::throws>();
      steps<Phase::swap>();
      steps<Phase::train>();
      steps<Phase::place_trophy>();
    }
  }
  TATAMI_HOST_DEVICE std::uint16_t decisions() const {
    return static_cast<std::uint16_t>(decisions_);
  }

 private:
  static constexpr unsigned most_events = 1000;

  template <dojo::Phase In>
  TATAMI_HOST_DEVICE void steps() {
    while (state_.open.phase == In && events_ < most_events) step<In>();
  }

  // The compiler knows which phase it is, and so the one case of each switch that is left.
  template <dojo::Phase In>
  TATAMI_HOST_DEVICE void step() {
    dojo::Open& open = state_.open;
    assume(open.phase == In);
    dojo::ActionId action;
    if constexpr (In <= dojo::Phase::deal) {
      action = deck_.next(open, numbers_);
    } else {
      const dojo::Choices choices = dojo::legal_choices(open, open.to_act.first());
      action = choices[numbers_.below(static_cast<std::uint32_t>(choices.size()))];
      const bool forced = In == dojo::Phase::give && open.given + 1 == open.setup.players;
      decisions_ += forced ? 0U : 1U;
    }
    assume(action.kind() == kind_in(In));
    ++events_;
    dojo::apply_unchecked(state_, action);
  }

  dojo::State& state_;
  SplitMix numbers_;
  DojoDeck deck_;
  unsigned decisions_ = 0;
  unsigned events_ = 0;
};

}  // namespace detail

// Of a game that is over: its end beside what must be searched, and a note of what that is.
TATAMI_HOST_DEVICE inline void put_down(const DojoBatch& batch, std::uint32_t game,
                                        const dojo::Open& open, std::uint16_t decisions) {
  DojoEnd end{dojo::detail::outcome_beside_totals(open), decisions};
  for (Seat seat : all_seats(open.setup.players)) {
    const dojo::Tableau full = dojo::tableau(open.dojos[seat]);
    const unsigned which = class_of(full);
    if (which == 0) {
      const int total = dojo::total_as_it_lies(full, open.setup.edition);
      end.outcome.scores[seat] = static_cast<std::int16_t>(end.outcome.scores[seat] + total);
    } else {
      const std::uint32_t place = take_number(batch.list_sizes, which);
      batch.unscored[std::size_t{which} * batch.capacity + place] = {full, seat.value, game};
    }
  }
  batch.ends[game] = end;
}

// First for every game: plays it, and puts down which dojos must be searched.
TATAMI_HOST_DEVICE inline void play(const DojoBatch& batch, std::uint32_t game,
                                    dojo::State& state) {
  state = dojo::start(batch.setup);
  detail::DojoGame playing{state, seed_of(batch.seed, batch.first_game + game)};
  playing.play();
  put_down(batch, game, state.open, playing.decisions());
}

// Then for every dojo of a list.
TATAMI_HOST_DEVICE inline void score(const DojoBatch& batch, unsigned which, std::uint32_t place) {
  const Unscored& dojo = batch.unscored[std::size_t{which} * batch.capacity + place];
  std::int16_t& score = batch.ends[dojo.game].outcome.scores[Seat{dojo.seat}];
  score = static_cast<std::int16_t>(score + dojo::best_total(dojo.tableau, batch.setup.edition));
}

// At last for every game again.
TATAMI_HOST_DEVICE inline void find_winners(const DojoBatch& batch, std::uint32_t game) {
  dojo::detail::find_winners(batch.ends[game].outcome, batch.setup);
}

}  // namespace tatami::cuda
