#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include "rules/core/splitmix.h"
#include "rules/tatamokatsu/apply.h"
#include "rules/tatamokatsu/view.h"

// Random games to watch, and an umpire to judge them.
namespace tatami::tatamokatsu::testing {

inline Seat random_seat(SplitMix& rng, SeatSet seats) {
  auto seat = seats.begin();
  for (auto n = rng.below(static_cast<std::uint32_t>(seats.size())); n > 0; --n) ++seat;
  return *seat;
}

template <class Set>
ActionId any_of(SplitMix& rng, const Set& set) {
  return set[rng.below(static_cast<std::uint32_t>(set.size()))];
}

inline tatamokatsu::Setup random_setup(SplitMix& rng) {
  tatamokatsu::Setup setup;
  setup.players = static_cast<std::uint8_t>(2 + rng.below(4));
  setup.first_roller = Seat{static_cast<int>(rng.below(setup.players))};
  if (rng.below(4) == 0) return setup;
  // Windows of a few milliseconds, where every boundary is hit again and again.
  const auto setting = [&](std::uint32_t n) { return Millis{static_cast<int>(rng.below(n))}; };
  setup.timing = {setting(40), setting(30), setting(30), setting(5), setting(8)};
  return setup;
}

inline ActionId random_roll(SplitMix& rng) {
  const auto face = static_cast<Face>(rng.below(7));
  Roll roll = Roll::from_sides(rng.below(Roll::codes));
  if (rng.below(4) == 0) roll = {face, face, face};
  if (rng.below(4) == 0) roll = {roll[Die{0}], roll[Die{1}], Face::t};
  return {Kind::roll, Seat{}, roll.code()};
}

// Somebody reacts, seldom by mistake, or nobody does any more.
inline ActionId random_reaction(SplitMix& rng, const State& state) {
  const Millis close = closes_at(state);
  const ActionId closing{Kind::close, Seat{}, close};
  const bool fast = close.count < 60;
  const Millis pause{static_cast<int>(rng.below(2) * rng.below(fast ? 4 : 400))};
  const Millis at = rng.below(8) == 0 ? close : state.hidden.so_far.until + pause;
  const SeatSet seats = may_react(state.open);
  if (seats.empty() || rng.below(12) == 0) return closing;
  const ActionList legal = legal_actions(state, random_seat(rng, seats), at);
  if (legal.empty()) return closing;
  for (int tries = 0; tries < 8; ++tries) {
    const ActionId reaction = any_of(rng, legal);
    State next = state;
    apply_unchecked(next, reaction);
    if (next.open.owed == state.open.owed) return reaction;
  }
  return any_of(rng, legal);
}

inline ActionId random_step(SplitMix& rng, const State& state) {
  const Open& open = state.open;
  if (open.phase == Phase::roll) return random_roll(rng);
  if (open.phase == Phase::rolloff) return any_of(rng, legal_chances(state));
  if (open.phase == Phase::window) return random_reaction(rng, state);
  return any_of(rng, legal_actions(open, open.to_act.first()));
}

inline constexpr int patience = 100'000;

// Plays `games` games and shows each step: the state before, the action, the state after.
template <class F>
void watch(std::uint64_t seed, int games, F&& see) {
  SplitMix rng{seed};
  for (int game = 0; game < games; ++game) {
    State state = start(random_setup(rng));
    int steps = 0;
    for (; !is_over(state.open) && steps < patience; ++steps) {
      const State before = state;
      const ActionId action = random_step(rng, state);
      ASSERT_EQ(check(state, *unpack(action)), std::nullopt);
      apply_unchecked(state, action);
      see(before, action, state);
      if (::testing::Test::HasFatalFailure()) return;
    }
    ASSERT_LT(steps, patience) << "the game must end";
  }
}

inline bool is_reaction(ActionId id) {
  return Kind::shout <= id.kind() && id.kind() <= Kind::announce;
}

// Follows each window and shows it when it closes: as it opened, its reactions, as it was before
// the close.
template <class F>
void watch_windows(std::uint64_t seed, int games, F&& see) {
  State opened;
  std::vector<ActionId> reactions;
  watch(seed, games, [&](const State& before, ActionId action, const State& after) {
    if (action.kind() == Kind::roll) {
      opened = after;
      reactions.clear();
    }
    if (is_reaction(action)) reactions.push_back(action);
    if (action.kind() == Kind::close) see(opened, reactions, before);
  });
}

// ---- An umpire who remembers every reaction and judges by the letter of the rules ----

struct Umpire {
  tatamokatsu::Setup setup;
  Roll roll;
  Seat roller;
  PerSeat<Fingers> hands;
  std::vector<ActionId> done;

  bool shows_t() const { return roll[Die{2}] == Face::t; }
  bool is_katana() const { return roll[Die{0}] == roll[Die{1}] && roll[Die{1}] == roll[Die{2}]; }
  int xs() const {
    int count = 0;
    for (int die = 0; die < dice; ++die) count += roll[Die{die}] == Face::x ? 1 : 0;
    return count;
  }
  int sum(int tens) const {
    int total = 9 * tens;
    for (int die = 0; die < dice; ++die)
      total += roll[Die{die}] == Face::x ? 1 : static_cast<int>(roll[Die{die}]) + 1;
    return total;
  }
  bool may_claim() const {
    if (shows_t()) return true;
    if (is_katana()) return false;
    for (int tens = 0; tens <= xs(); ++tens)
      if (sum(tens) == 10 || sum(tens) == 17) return true;
    return false;
  }

  bool is_mistake(ActionId id) const {  // T13
    return id.kind() == Kind::drop || (id.kind() == Kind::shout && !may_claim()) ||
           (id.kind() == Kind::slap && !is_katana()) ||
           (id.kind() == Kind::grab && roll[id.die()] != Face::t);
  }
  int mistakes(Seat seat) const {  // kinds of them: a trembling hand is one (T16)
    std::set<Kind> kinds;
    for (ActionId id : done)
      if (id.seat() == seat && is_mistake(id)) kinds.insert(id.kind());
    return static_cast<int>(kinds.size());
  }
  bool dragon(Seat seat) const { return hands[seat].empty(); }
  SeatSet standing() const {
    SeatSet seats;
    for (Seat seat : all_seats(setup.players))
      if (hands[seat].size() > mistakes(seat)) seats.insert(seat);
    return seats;
  }

  std::optional<int> first(Seat seat, Kind kind, int from = 0) const {
    for (ActionId id : done)
      if (id.seat() == seat && id.kind() == kind && !is_mistake(id) && id.at().count >= from)
        return id.at().count;
    return {};
  }
  std::optional<int> claim(Seat seat) const {
    const auto shout = first(seat, Kind::shout);
    const auto grab = first(seat, Kind::grab);
    if (dragon(seat)) return grab;
    if (!standing().contains(seat) || !shout || !may_claim()) return {};
    if (!shows_t()) return shout;
    if (!grab) return {};
    return std::max(*shout, *grab);
  }
  SeatSet claimers() const {
    SeatSet seats;
    for (Seat seat : all_seats(setup.players))
      if (claim(seat)) seats.insert(seat);
    return seats;
  }

  // T20
  SeatSet tied_claimers() const {
    int first_claim = never.count;
    for (Seat seat : claimers()) first_claim = std::min(first_claim, *claim(seat));
    SeatSet tied;
    for (Seat seat : claimers())
      if (*claim(seat) - first_claim <= setup.timing.tie.count) tied.insert(seat);
    return tied;
  }

  int known() const {
    if (xs() == 0) return 0;
    const auto announced = first(roller, Kind::announce);
    return announced ? *announced : setup.timing.announce.count;
  }
  int sum() const {
    for (ActionId id : done)
      if (id.kind() == Kind::announce) return sum(id.values().count_of_tens());
    return sum(0);
  }
  SeatSet who_did(Kind kind, int from = 0) const {
    SeatSet seats;
    for (Seat seat : standing())
      if (first(seat, kind, from)) seats.insert(seat);
    return seats;
  }

  int closing() const {
    const int last = done.empty() ? 0 : done.back().at().count;
    return std::max(last, std::min(closing_by_the_first_line(last), setup.timing.window.count));
  }
  int closing_by_the_first_line(int last) const {
    bool dragon_claims = false;
    int first_claim = never.count;
    for (Seat seat : claimers()) {
      dragon_claims |= dragon(seat);
      first_claim = std::min(first_claim, *claim(seat));
    }
    const int quiet = std::max(setup.timing.quiet.count, known());
    if (standing().size() <= 1 && !dragon_claims) return last;
    if (is_katana()) return who_did(Kind::slap) == standing() ? last : setup.timing.window.count;
    if (!claimers().empty()) return first_claim + setup.timing.tie.count;
    if (may_claim()) return setup.timing.window.count;
    if (sum() < 11 || sum() > 16) return quiet;
    return who_did(Kind::salute, known()) == standing() ? quiet : setup.timing.window.count;
  }

  // T7, T8, T10 when there is no claim; several at a katana's last slap roll off.
  SeatSet losers() const {
    if (shows_t()) return {};
    if (is_katana()) return katana_losers();
    if (sum() < 10) return both(standing(), SeatSet{roller});
    if (sum() < 11 || sum() > 16) return {};
    return without(standing(), who_did(Kind::salute, known()));
  }
  SeatSet katana_losers() const {
    const SeatSet late = without(standing(), who_did(Kind::slap));
    if (!late.empty()) return late;
    int last = 0;
    for (Seat seat : standing()) last = std::max(last, *first(seat, Kind::slap));
    SeatSet tied;
    for (Seat seat : standing())
      if (last - *first(seat, Kind::slap) <= setup.timing.tie.count) tied.insert(seat);
    return tied;
  }
};

// ---- Windows played again ----

inline State replay(State state, const std::vector<ActionId>& reactions) {
  for (ActionId reaction : reactions) apply_unchecked(state, reaction);
  return state;
}

inline bool is_legal(State state, const std::vector<ActionId>& reactions) {
  for (ActionId reaction : reactions) {
    if (check(state, *unpack(reaction))) return false;
    apply_unchecked(state, reaction);
  }
  return true;
}

}  // namespace tatami::tatamokatsu::testing
