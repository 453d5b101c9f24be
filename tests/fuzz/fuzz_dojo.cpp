// The bytes choose a setup and then actions, legal or not. Two definitions of legality, check() and
// the lists, are held against each other on every state of the game.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "bytes.h"
#include "must.h"
#include "record/dojo.h"
#include "rules/dojo/apply.h"
#include "rules/dojo/score.h"

using namespace tatami;
using namespace tatami::dojo;

namespace {

Setup setup_from(unsigned options) {
  Setup setup;
  setup.players = static_cast<std::uint8_t>(fewest_players + options % 3);
  setup.edition = (options & 4U) != 0 ? Edition::en : Edition::fr;
  setup.white_belt = (options & 8U) != 0;
  setup.black_belt = (options & 16U) != 0;
  setup.first_dealer = Seat{static_cast<int>(options >> 5U) % setup.players};
  return setup;
}

// Everything that may happen now, whoever does it.
std::vector<ActionId> listed(const State& state) {
  std::vector<ActionId> all;
  const auto add = [&](const ActionList& list) { all.insert(all.end(), list.begin(), list.end()); };
  add(legal_chances(state));
  for (int seat = 0; seat < most_players; ++seat) add(legal_actions(state.open, Seat{seat}));
  return all;
}

void try_action(const State& state, ActionId id, const std::vector<ActionId>& legal) {
  const bool is_listed = std::ranges::find(legal, id) != legal.end();
  const auto action = unpack(id);
  if (!action) return must(!is_listed);
  must(pack(*action) == id);
  const auto refusal = check(state, *action);
  must(refusal.has_value() != is_listed);
  const auto next = apply(state, *action);
  must(next.ok() == is_listed);
  if (!next) must(next.error() == *refusal);
}

void try_all_actions(const State& state, const std::vector<ActionId>& legal) {
  for (unsigned bits = 0; bits < 1U << 13U; ++bits)
    try_action(state, ActionId::from_bits(static_cast<std::uint16_t>(bits)), legal);
}

void write_and_read(ActionId id) {
  const auto action = unpack(id);
  if (!action) return;
  const auto line = json::parse(record::to_json(*action));
  must(line.ok());
  const auto read = record::from_json<dojo::Action>(*line);
  must(read.ok() && *read == *action);
}

void check_end(const State& state) {
  const Outcome end = outcome(state.open);
  const int players = state.open.setup.players;
  must(!end.winners.empty());
  for (Seat seat : end.winners) must(seat.value < players);
  for (Seat seat : all_seats(players))
    must(end.scores[seat] >= 0 && end.scores[seat] <= end.scores[end.winners.first()]);
  must(json::parse(record::to_json(record::outcome_of(state.open))).ok());
  must(listed(state).empty());
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  constexpr unsigned arbitrary = 254;
  constexpr unsigned everything = 255;
  Bytes bytes{{data, size}};
  State state = start(setup_from(bytes.next()));
  bool tried_everything = false;  // it takes long: once a game
  while (!is_over(state.open)) {
    const std::vector<ActionId> legal = listed(state);
    must(!legal.empty());
    const unsigned byte = bytes.next();
    if (byte == everything && !tried_everything) {
      try_all_actions(state, legal);
      tried_everything = true;
      continue;
    }
    ActionId id = legal[byte % legal.size()];
    if (byte == arbitrary) {
      const unsigned bits = bytes.next() << 8U | bytes.next();
      id = ActionId::from_bits(static_cast<std::uint16_t>(bits));
    }
    try_action(state, id, legal);
    write_and_read(id);
    if (byte != arbitrary) apply_unchecked(state, id);
  }
  check_end(state);
  return 0;
}
