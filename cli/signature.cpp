#include <fmt/core.h>

#include "chance/any_event.h"
#include "cli/commands.h"
#include "rules/dojo/apply.h"
#include "rules/dojo/score.h"
#include "rules/dojo/view.h"
#include "rules/tatamokatsu/apply.h"
#include "rules/tatamokatsu/view.h"

namespace tatami::cli {

namespace {

// FNV-1a, byte by byte.
class Hash {
 public:
  void add(std::uint64_t number) {
    for (int byte = 0; byte < 8; ++byte)
      hash_ = (hash_ ^ (number >> (8 * byte) & 0xFFU)) * 0x100000001B3U;
  }
  void add(tatamokatsu::Millis time) { add(static_cast<std::uint64_t>(time.count)); }
  std::uint64_t value() const { return hash_; }

 private:
  std::uint64_t hash_ = 0xCBF29CE484222325U;
};

// All that was legal and all that was known.
void add_position(Hash& hash, const dojo::State& state) {
  using namespace dojo;
  for (ActionId legal : legal_chances(state)) hash.add(legal.bits());
  for (Seat seat : all_seats(state.open.table.players)) {
    for (ActionId legal : legal_actions(state.open, seat)) hash.add(legal.bits());
    const Own own = view_of(state, seat).own;
    hash.add(own.card.code());
    hash.add(own.drawn.code());
    for (Card card : own.dealt.items) hash.add(card.code());
  }
  for_each_card([&](Card card) { hash.add(state.open.pool[card]); });
}

void add_position(Hash& hash, const tatamokatsu::State& state) {
  using namespace tatamokatsu;
  const Open& open = state.open;
  hash.add(legal_chances(state).size());
  if (is_window_open(open)) hash.add(closes_at(state));
  hash.add(may_react(open).bits());
  hash.add(open.standing.bits());
  hash.add(open.contenders.bits());
  for (Seat seat : all_seats(open.table.players)) {
    for (ActionId legal : legal_actions(open, seat)) hash.add(legal.bits());
    for (ActionId legal : legal_actions(state, seat, state.hidden.so_far.until))
      hash.add(legal.bits());
    const Own own = view_of(state, seat).own;
    for (const Millis time : {own.shout, own.hand, own.salute, own.announce}) hash.add(time);
  }
}

void add_end(Hash& hash, const dojo::State& state) {
  const dojo::Outcome end = dojo::outcome(state.open);
  for (Seat seat : all_seats(state.open.table.players)) {
    hash.add(static_cast<std::uint64_t>(end.scores[seat]));
    hash.add(end.challenges_won[seat]);
    hash.add(end.trophies_held[seat]);
  }
  hash.add(end.winners.bits());
}

void add_end(Hash& hash, const tatamokatsu::State& state) {
  const tatamokatsu::Outcome end = tatamokatsu::outcome(state.open);
  for (Seat seat : all_seats(state.open.table.players)) hash.add(end.fingers[seat].bits());
  hash.add(end.winners.bits());
}

template <class State>
void add_game(Hash& hash, State state, std::uint64_t seed) {
  SplitMix numbers{seed};
  while (!is_over(state.open)) {
    add_position(hash, state);
    const auto event = chance::any_event(state, numbers);
    hash.add(event.bits());
    apply_unchecked(state, event);
  }
  add_end(hash, state);
}

void add_dojo(Hash& hash) {
  for (int players = dojo::fewest_players; players <= most_players; ++players)
    for (const dojo::Edition edition : {dojo::Edition::fr, dojo::Edition::en})
      for (const bool white : {false, true})
        for (const bool black : {false, true})
          for (int game = 0; game < 25; ++game) {
            dojo::Table table;
            table.players = static_cast<std::uint8_t>(players);
            table.edition = edition;
            table.white_belt = white;
            table.black_belt = black;
            table.first_dealer = Seat{game % players};
            add_game(hash, dojo::start(table), hash.value());
          }
}

void add_tatamokatsu(Hash& hash) {
  using tatamokatsu::Millis;
  for (int players = tatamokatsu::fewest_players; players <= most_players; ++players)
    for (int game = 0; game < 100; ++game) {
      tatamokatsu::Table table;
      table.players = static_cast<std::uint8_t>(players);
      table.first_roller = Seat{game % players};
      if (game % 2 == 1)
        table.timing = {Millis{2000}, Millis{900}, Millis{700}, Millis{50}, Millis{300}};
      add_game(hash, tatamokatsu::start(table), hash.value());
    }
}

}  // namespace

int signature() {
  Hash hash;
  add_dojo(hash);
  add_tatamokatsu(hash);
  fmt::print("{:016x}\n", hash.value());
  return ok;
}

}  // namespace tatami::cli
