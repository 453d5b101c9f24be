// The bytes choose a setup and then actions, legal or not. Two definitions of legality, check() and
// the lists, are held against each other on every state of the game.

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "bytes.h"
#include "must.h"
#include "record/tatamokatsu.h"
#include "rules/tatamokatsu/apply.h"

using namespace tatami;
using namespace tatami::tatamokatsu;

namespace {

// The settings as usual, or from nothing to a quarter of a second, where boundaries are hit often.
Setup setup_from(Bytes& bytes) {
  const unsigned options = bytes.next();
  Setup setup;
  setup.players = static_cast<std::uint8_t>(fewest_players + options % 4);
  setup.first_roller = Seat{static_cast<int>(options >> 2U & 7U) % setup.players};
  Timing& timing = setup.timing;
  if (options >= 128)
    for (Millis* setting :
         {&timing.window, &timing.announce, &timing.quiet, &timing.tie, &timing.bow})
      *setting = Millis{static_cast<int>(bytes.next())};
  return setup;
}

template <class Items>
bool contains(const Items& items, ActionId id) {
  for (ActionId each : items)
    if (each == id) return true;
  return false;
}

bool is_listed(const State& state, ActionId id) {
  if (id.kind() < Kind::close) return contains(legal_chances(state), id);
  if (id.kind() == Kind::close)
    return is_window_open(state.open) && id == ActionId{Kind::close, Seat{}, closes_at(state)};
  if (id.kind() <= Kind::announce) return contains(legal_actions(state, id.seat(), id.at()), id);
  return contains(legal_actions(state.open, id.seat()), id);
}

void try_action(const State& state, ActionId id) {
  const bool listed = is_listed(state, id);
  const auto action = unpack(id);
  if (!action) return must(!listed);
  must(pack(*action) == id);
  const auto refusal = check(state, *action);
  must(refusal.has_value() != listed);
  const auto next = apply(state, *action);
  must(next.ok() == listed);
  if (!next) must(next.error() == *refusal);
}

// As many pass the check as are listed, and all of those do.
void try_all_choices(const State& state, Seat seat) {
  const Options listed = legal_actions(state.open, seat);
  std::size_t passing = 0;
  for (const Kind kind : {Kind::lose, Kind::strike, Kind::attack, Kind::recover})
    for (unsigned what = 0; what < 1U << 15U; ++what) {
      const auto action = unpack({kind, seat, what});
      passing += action && !check(state, *action) ? 1U : 0U;
    }
  must(passing == listed.size());
  for (ActionId id : listed) must(!check(state, *unpack(id)));
}

// Every reaction around the boundaries of the time there is, or every choice.
void try_all_actions(const State& state) {
  const Open& open = state.open;
  if (is_window_open(open)) {
    const int until = state.hidden.so_far.until.count;
    const int close = closes_at(state).count;
    for (const int at : {std::max(until - 1, 0), until, close, close + 1})
      for (Kind kind = Kind::close; kind <= Kind::announce;
           kind = static_cast<Kind>(static_cast<int>(kind) + 1))
        for (int seat = 0; seat < 8; ++seat)
          for (unsigned what = 0; what < 32; ++what)
            try_action(state, {kind, Seat{seat}, Millis{at}, what});
  } else if (!open.to_act.empty()) {
    try_all_choices(state, open.to_act.first());
  }
}

void write_and_read(ActionId id) {
  const auto action = unpack(id);
  must(action.has_value());
  const auto line = json::parse(record::to_json(*action));
  must(line.ok());
  const auto read = record::from_json<tatamokatsu::Action>(*line);
  must(read.ok() && *read == *action);
}

// Somebody reacts, or nobody does any more.
ActionId event_of_window(const State& state, Bytes& bytes) {
  const Millis close = closes_at(state);
  const ActionId closing{Kind::close, Seat{}, close};
  const unsigned byte = bytes.next();
  const Seat seat{static_cast<int>(byte % state.open.setup.players)};
  const int step = 1 + state.open.setup.timing.window.count / 100;
  const Millis pause{static_cast<int>(byte >> 3U) * step};
  const Millis at = byte < 16 ? close : std::min(close, state.hidden.so_far.until + pause);
  const ActionList legal = legal_actions(state, seat, at);
  const unsigned which = bytes.next();
  if (legal.empty() || which >= 192) return closing;
  return legal[which % legal.size()];
}

ActionId some_event(const State& state, Bytes& bytes) {
  if (is_window_open(state.open)) return event_of_window(state, bytes);
  const Options options{state.open};
  must(!options.empty());
  return options[(bytes.next() << 8U | bytes.next()) % options.size()];
}

void check_state(const State& state) {
  const Open& open = state.open;
  const SeatSet all = all_seats(open.setup.players);
  for (const SeatSet seats : {open.living, open.standing, open.contenders, open.to_act})
    must(without(seats, all).empty());
  for (Seat seat : all) must(open.owed[seat] <= open.fingers[seat].size());
  must(open.to_act.size() <= 1);
  if (is_window_open(open))  // T13: a finger for each kind of mistake, and of those there are four
    for (Seat seat : all) must(open.owed[seat] <= (seat == open.roller ? 4 : 3));
  if (is_window_open(open)) must(state.hidden.so_far.until <= closes_at(state));
}

void check_end(const State& state) {
  const Outcome end = outcome(state.open);
  const int players = state.open.setup.players;
  must(!end.winners.empty());
  must(without(end.winners, all_seats(players)).empty());
  must(with_fingers(state.open).size() <= 1);
  must(json::parse(record::to_json(record::outcome_of(state.open))).ok());
  for (Seat seat : all_seats(players)) must(legal_actions(state.open, seat).empty());
  must(legal_chances(state).empty() && may_react(state.open).empty());
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  constexpr unsigned arbitrary = 254;
  constexpr unsigned everything = 255;
  Bytes bytes{{data, size}};
  State state = start(setup_from(bytes));
  bool tried_everything = false;  // it takes long: once a game
  while (!is_over(state.open)) {
    const unsigned byte = bytes.next();
    if (byte == everything && !tried_everything) {
      try_all_actions(state);
      tried_everything = true;
      continue;
    }
    ActionId id = some_event(state, bytes);
    if (byte == arbitrary)
      id = ActionId::from_bits(id.bits() ^ (bytes.next() << (bytes.next() % 25U)));
    try_action(state, id);
    if (byte == arbitrary) continue;
    write_and_read(id);
    apply_unchecked(state, id);
    check_state(state);
  }
  check_end(state);
  return 0;
}
