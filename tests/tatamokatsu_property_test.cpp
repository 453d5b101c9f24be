#include <gtest/gtest.h>

#include <algorithm>
#include <optional>
#include <type_traits>
#include <utility>
#include <vector>

#include "rules/core/splitmix.h"
#include "rules/tatamokatsu/apply.h"
#include "rules/tatamokatsu/view.h"

namespace tatami::tatamokatsu {
namespace {

Seat random_seat(SplitMix& rng, SeatSet seats) {
  auto seat = seats.begin();
  for (auto n = rng.below(static_cast<std::uint32_t>(seats.size())); n > 0; --n) ++seat;
  return *seat;
}

template <class Set>
ActionId any_of(SplitMix& rng, const Set& set) {
  return set[rng.below(static_cast<std::uint32_t>(set.size()))];
}

Table random_table(SplitMix& rng) {
  Table table;
  table.players = static_cast<std::uint8_t>(2 + rng.below(4));
  table.first_roller = Seat{static_cast<int>(rng.below(table.players))};
  if (rng.below(4) == 0) return table;
  // Windows of a few milliseconds, where every boundary is hit again and again.
  const auto setting = [&](std::uint32_t n) { return Millis{static_cast<int>(rng.below(n))}; };
  table.timing = {setting(40), setting(30), setting(30), setting(5), setting(8)};
  return table;
}

ActionId random_roll(SplitMix& rng) {
  const auto face = static_cast<Face>(rng.below(7));
  Roll roll = Roll::from_sides(rng.below(Roll::codes));
  if (rng.below(4) == 0) roll = {face, face, face};
  if (rng.below(4) == 0) roll = {roll[Die{0}], roll[Die{1}], Face::t};
  return {Kind::roll, Seat{}, roll.code()};
}

// Somebody reacts, seldom by mistake, or nobody does any more.
ActionId random_reaction(SplitMix& rng, const State& state) {
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

ActionId random_step(SplitMix& rng, const State& state) {
  const Open& open = state.open;
  if (open.phase == Phase::roll) return random_roll(rng);
  if (open.phase == Phase::rolloff) return any_of(rng, legal_chances(state));
  if (open.phase == Phase::window) return random_reaction(rng, state);
  return any_of(rng, legal_actions(open, open.to_act.first()));
}

constexpr int patience = 100'000;

// Plays `games` games and shows each step: the state before, the action, the state after.
template <class F>
void watch(std::uint64_t seed, int games, F&& see) {
  SplitMix rng{seed};
  for (int game = 0; game < games; ++game) {
    State state = start(random_table(rng));
    int steps = 0;
    for (; !is_over(state.open) && steps < patience; ++steps) {
      const State before = state;
      const ActionId action = random_step(rng, state);
      ASSERT_EQ(check(state, *unpack(action)), std::nullopt);
      apply_unchecked(state, action);
      see(before, action, state);
      if (testing::Test::HasFatalFailure()) return;
    }
    ASSERT_LT(steps, patience) << "the game must end";
  }
}

bool is_reaction(ActionId id) { return Kind::shout <= id.kind() && id.kind() <= Kind::announce; }

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
  Table table;
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
  int mistakes(Seat seat) const {
    int count = 0;
    for (ActionId id : done) count += id.seat() == seat && is_mistake(id) ? 1 : 0;
    return count;
  }
  bool dragon(Seat seat) const { return hands[seat].empty(); }
  SeatSet standing() const {
    SeatSet seats;
    for (Seat seat : all_seats(table.players))
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
    for (Seat seat : all_seats(table.players))
      if (claim(seat)) seats.insert(seat);
    return seats;
  }

  // T20
  SeatSet tied_claimers() const {
    int first_claim = never.count;
    for (Seat seat : claimers()) first_claim = std::min(first_claim, *claim(seat));
    SeatSet tied;
    for (Seat seat : claimers())
      if (*claim(seat) - first_claim <= table.timing.tie.count) tied.insert(seat);
    return tied;
  }

  int known() const {
    if (xs() == 0) return 0;
    const auto announced = first(roller, Kind::announce);
    return announced ? *announced : table.timing.announce.count;
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
    return std::max(last, std::min(closing_by_the_first_line(last), table.timing.window.count));
  }
  int closing_by_the_first_line(int last) const {
    bool dragon_claims = false;
    int first_claim = never.count;
    for (Seat seat : claimers()) {
      dragon_claims |= dragon(seat);
      first_claim = std::min(first_claim, *claim(seat));
    }
    const int quiet = std::max(table.timing.quiet.count, known());
    if (standing().size() <= 1 && !dragon_claims) return last;
    if (is_katana()) return who_did(Kind::slap) == standing() ? last : table.timing.window.count;
    if (!claimers().empty()) return first_claim + table.timing.tie.count;
    if (may_claim()) return table.timing.window.count;
    if (sum() < 11 || sum() > 16) return quiet;
    return who_did(Kind::salute, known()) == standing() ? quiet : table.timing.window.count;
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
      if (last - *first(seat, Kind::slap) <= table.timing.tie.count) tied.insert(seat);
    return tied;
  }
};

SeatSet owing(const Open& open) {
  SeatSet seats;
  for (Seat seat : all_seats(open.table.players))
    if (open.owed[seat] > 0) seats.insert(seat);
  return seats;
}

TEST(Tatamokatsu, T19_the_fold_says_what_an_umpire_with_a_list_says) {
  Umpire umpire;
  watch(1, 1500, [&](const State&, ActionId action, const State& after) {
    const Open& open = after.open;
    if (action.kind() == Kind::roll)
      umpire = {open.table, open.roll, open.roller, open.fingers, {}};
    if (is_reaction(action)) umpire.done.push_back(action);
    if (!is_window_open(open)) return;
    ASSERT_EQ(closes_at(after).count, umpire.closing());
    ASSERT_EQ(open.standing, umpire.standing());
    ASSERT_EQ(claimers(open), umpire.claimers());
    for (Seat seat : all_seats(open.table.players))
      ASSERT_EQ(open.owed[seat], umpire.mistakes(seat));
  });
}

TEST(Tatamokatsu, T21_the_effect_is_the_one_an_umpire_with_a_list_names) {
  Umpire umpire;
  watch(2, 1500, [&](const State& before, ActionId action, const State& after) {
    const Open& open = after.open;
    if (action.kind() == Kind::roll)
      umpire = {open.table, open.roll, open.roller, open.fingers, {}};
    if (is_reaction(action)) umpire.done.push_back(action);
    const bool was_due = action.kind() == Kind::close || before.open.phase == Phase::pay;
    if (!was_due || open.phase == Phase::pay || is_over(open)) return;
    if (umpire.claimers().size() == 1 && umpire.dragon(umpire.claimers().first())) {
      ASSERT_EQ(open.fingers[umpire.claimers().first()], Fingers::all());
    } else if (umpire.claimers().size() == 1) {
      ASSERT_EQ(open.phase, Phase::choose);
      ASSERT_EQ(open.to_act, umpire.claimers());
    } else if (!umpire.claimers().empty()) {
      ASSERT_EQ(open.phase, Phase::rolloff);
      ASSERT_EQ(open.contenders, umpire.tied_claimers());
    } else if (open.phase == Phase::rolloff) {
      ASSERT_TRUE(umpire.is_katana());
      ASSERT_EQ(open.contenders, umpire.losers());
    } else if (open.phase == Phase::strike) {
      ASSERT_GT(umpire.sum(), 17);
      ASSERT_EQ(open.to_act, SeatSet{umpire.roller});
    } else {
      ASSERT_EQ(owing(open), umpire.losers());
      ASSERT_EQ(open.phase, umpire.losers().empty() ? Phase::roll : Phase::lose);
    }
  });
}

// ---- Fingers ----

TEST(Tatamokatsu, fingers_change_only_by_a_rule_that_says_so) {
  watch(3, 1500, [](const State& before, ActionId action, const State& after) {
    PerSeat<Fingers> expected = before.open.fingers;
    switch (action.kind()) {
      case Kind::lose:
        expected[action.seat()].erase(action.finger());
        break;
      case Kind::strike:
        expected[action.target()].erase(action.finger());
        break;
      case Kind::attack:
        for (Seat seat : all_seats(before.open.table.players))
          if (seat != action.seat() && !expected[seat].empty())
            expected[seat].erase(action.finger(seat));
        break;
      case Kind::recover:
        expected[action.seat()].insert(action.finger());
        break;
      default:
        break;
    }
    // T12: a dragon may rise when the claim is decided, with five fingers.
    const SeatSet verdict = after.open.contenders;
    const bool decided = after.open.phase == Phase::roll || is_over(after.open);
    if (decided && after.open.roll.shows_t() && verdict.size() == 1 &&
        before.open.fingers[verdict.first()].empty()) {
      ASSERT_EQ(after.open.fingers[verdict.first()], Fingers::all());
      expected[verdict.first()] = Fingers::all();
    }
    ASSERT_EQ(after.open.fingers, expected);
  });
}

TEST(Tatamokatsu, a_lost_finger_never_grabs) {
  watch(4, 300, [](const State& before, ActionId, const State&) {
    if (!is_window_open(before.open)) return;
    const Millis at = before.hidden.so_far.until;
    for (Seat seat : before.open.living)
      for (Finger finger : before.open.fingers[seat].lost())
        for (int die = 0; die < dice; ++die)
          ASSERT_TRUE(check(before, Grab{seat, at, Die{die}, finger}));
  });
}

TEST(Tatamokatsu, T15_exactly_the_right_players_win) {
  SeatSet living;  // at the beginning of the step
  int shared = 0;
  watch(5, 3000, [&](const State& before, ActionId action, const State& after) {
    const Open& open = after.open;
    const bool ends_payments = before.open.phase == Phase::pay && open.phase != Phase::pay;
    const bool dragon_rose = with_fingers(open).bits() > with_fingers(before.open).bits();
    if (is_over(open)) {
      const SeatSet left = with_fingers(open);
      ASSERT_LE(left.size(), 1);
      ASSERT_EQ(outcome(open).winners, left.empty() ? living : left);
      ASSERT_FALSE(outcome(open).winners.empty());
      ASSERT_EQ(outcome(open).fingers, open.fingers);
      shared += outcome(open).winners.size() > 1 ? 1 : 0;
    } else {
      ASSERT_TRUE(open.winners.empty());
      ASSERT_TRUE(open.phase != Phase::roll || with_fingers(open).size() >= 2);
    }
    if (action.kind() == Kind::roll || (ends_payments && !dragon_rose)) living = with_fingers(open);
  });
  EXPECT_GT(shared, 20);
}

// ---- Order of arrival ----

State replay(State state, const std::vector<ActionId>& reactions) {
  for (ActionId reaction : reactions) apply_unchecked(state, reaction);
  return state;
}

bool is_legal(State state, const std::vector<ActionId>& reactions) {
  for (ActionId reaction : reactions) {
    if (check(state, *unpack(reaction))) return false;
    apply_unchecked(state, reaction);
  }
  return true;
}

TEST(Tatamokatsu, T16_the_order_of_equal_times_changes_nothing) {
  SplitMix rng{6};
  int other_orders = 0;
  watch_windows(6, 2000, [&](const State& opened, const auto& reactions, const State& closing) {
    auto shuffled = reactions;
    for (int trial = 0; trial < 4; ++trial) {
      bool own_order_kept = true;
      for (std::size_t i = 1; i < shuffled.size(); ++i) {
        const std::size_t j = i - 1;
        if (shuffled[i].at() != shuffled[j].at() || rng.below(2) == 0) continue;
        std::swap(shuffled[i], shuffled[j]);
      }
      for (Seat seat : all_seats(opened.open.table.players)) {
        const auto own = [&](const std::vector<ActionId>& list) {
          std::vector<ActionId> mine;
          for (ActionId id : list)
            if (id.seat() == seat) mine.push_back(id);
          return mine;
        };
        own_order_kept &= own(shuffled) == own(reactions);
      }
      const bool legal = is_legal(opened, shuffled);
      ASSERT_TRUE(legal || !own_order_kept);
      if (!legal) {  // one's own bow or last mistake came first
        shuffled = reactions;
        continue;
      }
      ASSERT_EQ(replay(opened, shuffled), closing);
      other_orders += shuffled != reactions ? 1 : 0;
    }
  });
  EXPECT_GT(other_orders, 1000);
}

// ---- Legality, twice ----

template <class Set>
bool contains(const Set& set, ActionId id) {
  for (ActionId each : set)
    if (each == id) return true;
  return false;
}

bool is_listed(const State& state, ActionId id) {
  if (id.kind() == Kind::close)
    return is_window_open(state.open) && id == ActionId{Kind::close, Seat{}, closes_at(state)};
  if (is_reaction(id)) return contains(legal_actions(state, id.seat(), id.at()), id);
  if (id.kind() <= Kind::rolloff) return contains(legal_chances(state), id);
  return contains(legal_actions(state.open, id.seat()), id);
}

void expect_agreement(const State& state, ActionId id) {
  const auto action = unpack(id);
  if (!action || id.seat().value >= state.open.table.players) {
    ASSERT_FALSE(id.seat().value < most_players && is_listed(state, id)) << id.bits();
    return;
  }
  ASSERT_EQ(is_listed(state, id), !check(state, *action)) << id.bits();
}

ActionId random_id(SplitMix& rng, const State& state) {
  const auto kind = static_cast<Kind>(rng.below(action_kinds + 1));
  const Seat seat{static_cast<int>(rng.below(state.open.table.players + 1U))};
  const Millis close = is_window_open(state.open) ? closes_at(state) : Millis{};
  if (kind == Kind::close || (Kind::shout <= kind && kind <= Kind::announce))
    return {kind, kind == Kind::close ? Seat{} : seat,
            Millis{std::max(0, close.count - 2 + static_cast<int>(rng.below(4)))}, rng.below(32)};
  if (kind == Kind::roll || kind == Kind::rolloff) return {kind, Seat{}, rng.below(1U << 15U)};
  return {kind, seat, rng.below(kind == Kind::attack ? 1U << 15U : 64U)};
}

TEST(Tatamokatsu, every_listed_action_passes_the_check) {
  watch(7, 150, [](const State& before, ActionId, const State&) {
    const Open& open = before.open;
    const auto all_pass = [&](const auto& set) {
      for (ActionId id : set) {
        ASSERT_TRUE(unpack(id)) << id.bits();
        ASSERT_EQ(check(before, *unpack(id)), std::nullopt) << id.bits();
      }
    };
    if (chance_acts(open)) {
      ASSERT_FALSE(legal_chances(before).empty());
      if (open.phase == Phase::roll || open.contenders.size() < 4) all_pass(legal_chances(before));
    } else if (is_window_open(open)) {
      for (Seat seat : all_seats(open.table.players))
        for (Millis at : {before.hidden.so_far.until, closes_at(before)})
          all_pass(legal_actions(before, seat, at));
    } else {
      ASSERT_EQ(open.to_act.size(), 1);
      ASSERT_FALSE(legal_actions(open, open.to_act.first()).empty());
      all_pass(legal_actions(open, open.to_act.first()));
    }
  });
}

TEST(Tatamokatsu, every_reaction_that_passes_the_check_is_listed) {
  watch(8, 60, [](const State& before, ActionId, const State&) {
    if (!is_window_open(before.open)) return;
    const Millis close = closes_at(before);
    const Millis until = before.hidden.so_far.until;
    for (Millis at : {Millis{std::max(until.count - 1, 0)}, until, close, Millis{close.count + 1}})
      for (unsigned kind = 3; kind <= 8; ++kind)
        for (int seat = 0; seat < 8; ++seat)
          for (unsigned what = 0; what < 32; ++what)
            expect_agreement(before, {static_cast<Kind>(kind), Seat{seat}, at, what});
  });
}

TEST(Tatamokatsu, every_choice_that_passes_the_check_is_listed_once) {
  watch(9, 60, [](const State& before, ActionId, const State&) {
    const Open& open = before.open;
    if (open.to_act.empty()) return;
    std::vector<ActionId> listed;
    for (ActionId id : legal_actions(open, open.to_act.first())) listed.push_back(id);
    std::ranges::sort(listed);
    ASSERT_EQ(std::ranges::adjacent_find(listed), listed.end());
    std::size_t passing = 0;
    for (Kind kind : {Kind::lose, Kind::strike, Kind::attack, Kind::recover})
      for (unsigned what = 0; what < 1U << 15U; ++what) {
        const auto action = unpack({kind, open.to_act.first(), what});
        passing += action && !check(before, *action) ? 1U : 0U;
      }
    ASSERT_EQ(passing, listed.size());
  });
}

TEST(Tatamokatsu, random_actions_are_listed_exactly_when_they_pass_the_check) {
  SplitMix rng{10};
  watch(10, 150, [&](const State& before, ActionId, const State& after) {
    const bool few = before.open.phase != Phase::rolloff || before.open.contenders.size() < 3;
    for (int trial = 0; trial < 10 && few; ++trial)
      expect_agreement(before, random_id(rng, before));
    if (is_over(after.open))
      for (int trial = 0; trial < 100; ++trial) expect_agreement(after, random_id(rng, after));
  });
}

TEST(Tatamokatsu, actions_pack_and_unpack) {
  SplitMix rng{11};
  int actions = 0;
  for (int trial = 0; trial < 200'000; ++trial) {
    const auto id = ActionId::from_bits(static_cast<std::uint32_t>(rng.next()));
    const auto action = unpack(id);
    if (!action) continue;
    ++actions;
    ASSERT_EQ(pack(*action), id);
    ASSERT_EQ(action->index(), static_cast<std::size_t>(id.kind()));
  }
  EXPECT_GT(actions, 5'000);
  watch(12, 100, [](const State&, ActionId action, const State&) {
    ASSERT_TRUE(unpack(action));
    ASSERT_EQ(pack(*unpack(action)), action);
  });
}

// ---- Views ----

// The same reactions in the same order, but at other times; those of `keep` stay where they are.
std::vector<ActionId> retimed(SplitMix& rng, const std::vector<ActionId>& reactions,
                              std::optional<Seat> keep, Millis close) {
  std::vector<ActionId> other = reactions;
  const auto is_kept = [&](std::size_t i) { return keep && reactions[i].seat() == *keep; };
  int earliest = 0;
  for (std::size_t i = 0; i < other.size(); ++i) {
    if (!is_kept(i)) {
      std::size_t next = i;
      while (next < other.size() && !is_kept(next)) ++next;
      const int latest = next < other.size() ? other[next].at().count : close.count;
      const auto room = static_cast<std::uint32_t>(std::max(latest - earliest, 0) + 1);
      const Millis at{earliest + static_cast<int>(rng.below(room))};
      other[i] = {reactions[i].kind(), reactions[i].seat(), at, reactions[i].what() & 31U};
    }
    earliest = other[i].at().count;
  }
  return other;
}

TEST(Tatamokatsu, a_view_of_an_open_window_tells_no_time_of_another) {
  SplitMix rng{13};
  int other_times = 0;
  watch_windows(13, 2000, [&](const State& opened, const auto& reactions, const State& closing) {
    for (int trial = 0; trial < 3; ++trial) {
      const Seat seat{static_cast<int>(rng.below(opened.open.table.players))};
      const auto other = retimed(rng, reactions, seat, closes_at(closing));
      if (other == reactions || !is_legal(opened, other)) continue;
      const State elsewhen = replay(opened, other);
      ASSERT_EQ(view_of(elsewhen, seat), view_of(closing, seat));
      ASSERT_EQ(Views{elsewhen}.own[seat], Views{closing}.own[seat]);
      other_times += elsewhen != closing ? 1 : 0;
    }
    const auto other = retimed(rng, reactions, std::nullopt, closes_at(closing));
    if (!is_legal(opened, other)) return;
    ASSERT_EQ(spectators_view(replay(opened, other)), spectators_view(closing));
  });
  EXPECT_GT(other_times, 1000);
}

TEST(Tatamokatsu, a_view_of_an_open_window_holds_what_its_seat_did_and_heard) {
  watch_windows(14, 500, [](const State& opened, const auto& reactions, const State& closing) {
    const Open& before = opened.open;
    for (Seat seat : all_seats(before.table.players)) {
      const View view = view_of(closing, seat);
      const Umpire umpire{before.table, before.roll, before.roller, before.fingers, reactions};
      const auto time = [](std::optional<int> at) { return at ? Millis{*at} : never; };
      ASSERT_EQ(view.own.shout, time(umpire.first(seat, Kind::shout)));
      ASSERT_EQ(view.own.hand,
                time(umpire.first(seat, umpire.is_katana() ? Kind::slap : Kind::grab)));
      ASSERT_EQ(view.own.announce, time(umpire.first(seat, Kind::announce)));
      Heard heard;
      Millis salute = never;
      std::optional<Announcement> announced;
      for (ActionId id : reactions) {
        if (id.kind() == Kind::shout) heard.shouted.insert(id.seat());
        if (id.kind() == Kind::salute) heard.saluted.insert(id.seat());
        if (id.kind() == Kind::slap) heard.slapped.insert(id.seat());
        if (id.kind() == Kind::drop) heard.dropped.insert(id.seat());
        if (id.kind() == Kind::grab && umpire.is_mistake(id)) heard.fumbled.insert(id.seat());
        if (id.kind() == Kind::grab && !umpire.is_mistake(id)) heard.grabbed.insert(id.seat());
        if (id.kind() == Kind::salute && id.seat() == seat) salute = id.at();
        if (id.kind() == Kind::announce) announced = id.values();
      }
      ASSERT_EQ(view.own.salute, salute);
      ASSERT_EQ(view.open.heard, heard);
      ASSERT_EQ(view.open.announced, announced);
      ASSERT_EQ(view.open.photo, Timeline{});
    }
  });
}

TEST(Tatamokatsu, after_the_close_every_view_shows_all_times) {
  watch(15, 300, [](const State& before, ActionId action, const State& after) {
    if (action.kind() != Kind::close) return;
    Timeline photo = before.hidden.so_far;
    photo.until = action.at();
    for (Seat seat : all_seats(after.open.table.players)) {
      ASSERT_EQ(view_of(after, seat).open.photo, photo);
      ASSERT_EQ(view_of(after, seat).own, Own{});
    }
    ASSERT_EQ(spectators_view(after).open.photo, photo);
  });
}

static_assert(std::is_trivially_copyable_v<State>);
static_assert(std::is_trivially_copyable_v<View>);

}  // namespace
}  // namespace tatami::tatamokatsu
