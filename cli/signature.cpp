#include <fmt/core.h>

#include "bots/dojo/random.h"
#include "chance/dojo.h"
#include "cli/commands.h"
#include "rules/dojo/score.h"

namespace tatami::cli {

namespace {

// FNV-1a, byte by byte.
class Hash {
 public:
  void add(std::uint64_t number) {
    for (int byte = 0; byte < 8; ++byte)
      hash_ = (hash_ ^ (number >> (8 * byte) & 0xFFU)) * 0x100000001B3U;
  }
  std::uint64_t value() const { return hash_; }

 private:
  std::uint64_t hash_ = 0xCBF29CE484222325U;
};

// Every decision with all that was legal and all that was known, and every result.
void hash_game(const dojo::Table& table, std::uint64_t seed, Hash& hash) {
  dojo::State state = dojo::start(table);
  chance::DojoLuck luck{dojo::standard_deck(), seed};
  SplitMix numbers{~seed};
  chance::play_out(
      state, luck,
      [&](const dojo::State& now, Seat) {
        // Not always the lowest seat first: placements and throws come in any order.
        Seat seat = now.open.to_act.first();
        for (Seat other : now.open.to_act)
          if (numbers.below(2) == 0) seat = other;
        return bots::random_action(now.open, seat, numbers);
      },
      [&](const dojo::State& now, dojo::ActionId action) {
        hash.add(action.bits());
        for (Seat seat : all_seats(table.players)) {
          for (dojo::ActionId legal : dojo::legal_actions(now.open, seat)) hash.add(legal.bits());
          const dojo::Own own = dojo::view_of(now, seat).own;
          hash.add(own.card.code());
          hash.add(own.drawn.code());
          for (dojo::Card card : own.dealt.items) hash.add(card.code());
        }
        dojo::for_each_card([&](dojo::Card card) { hash.add(now.open.pool[card]); });
      });
  const dojo::Outcome end = dojo::outcome(state.open);
  for (Seat seat : all_seats(table.players)) {
    hash.add(static_cast<std::uint64_t>(end.scores[seat]));
    hash.add(end.challenges_won[seat]);
    hash.add(end.trophies_held[seat]);
  }
  hash.add(end.winners.bits());
}

}  // namespace

int signature() {
  Hash hash;
  std::uint64_t seed = 1;
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
            hash_game(table, seed++, hash);
          }
  fmt::print("{:016x}\n", hash.value());
  return ok;
}

}  // namespace tatami::cli
