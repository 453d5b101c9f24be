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

void add_dojo(Hash& hash, const dojo::Open& open, Seat seat) {
  const dojo::Dojo& dojo = open.dojos[seat];
  hash.add(dojo.occupied.bits());
  for (dojo::Card card : dojo.cards) hash.add(card.code());
  for (dojo::Trophy trophy : dojo.row_trophies) hash.add(static_cast<unsigned>(trophy));
  for (dojo::Trophy trophy : dojo.column_trophies) hash.add(static_cast<unsigned>(trophy));
  hash.add(dojo.challenges_won * 16U + static_cast<unsigned>(open.held[seat].total()));
}

// How the rules answer some actions, most of them illegal.
template <class State, class Id>
void add_refusals(Hash& hash, const State& state, Id like, SplitMix& numbers) {
  for (int i = 0; i < 16; ++i) {
    // Similar to the actual action, or anything at all.
    const std::uint64_t bits = i % 2 == 0 ? numbers.next() : like.bits() ^ 1U << numbers.below(32);
    const auto action = unpack(Id::from_bits(static_cast<decltype(like.bits())>(bits)));
    if (!action) continue;
    const auto refusal = check(state, *action);
    hash.add(refusal ? static_cast<unsigned>(*refusal) : ~0U);
  }
}

// Everything that was legal and everything that was known.
void add_position(Hash& hash, const dojo::State& state) {
  using namespace dojo;
  for (ActionId legal : legal_chances(state)) hash.add(legal.bits());
  for (Seat seat : all_seats(state.open.setup.players)) {
    for (ActionId legal : legal_actions(state.open, seat)) hash.add(legal.bits());
    const Own own = view_of(state, seat).own;
    hash.add(own.card.code());
    hash.add(own.drawn.code());
    for (Card card : own.dealt.items) hash.add(card.code());
    hash.add(own.placement ? own.placement->code() : ~0U);
    hash.add(own.thrown ? static_cast<unsigned>(*own.thrown) : ~0U);
    add_dojo(hash, state.open, seat);
  }
  for_each_card([&](Card card) { hash.add(state.open.pool[card]); });
  for (Trophy trophy : all_trophies)
    hash.add(static_cast<unsigned>(state.open.pile[trophy] * 4 + state.open.box[trophy]));
  hash.add(static_cast<unsigned>(state.open.face_up) * 8 + static_cast<unsigned>(state.open.prize));
  hash.add(state.open.to_act.bits());
}

void add_position(Hash& hash, const tatamokatsu::State& state) {
  using namespace tatamokatsu;
  const Open& open = state.open;
  hash.add(legal_chances(state).size());
  if (is_window_open(open)) hash.add(closes_at(state));
  hash.add(may_react(open).bits());
  hash.add(open.standing.bits());
  hash.add(open.contenders.bits());
  for (Seat seat : all_seats(open.setup.players)) {
    for (ActionId legal : legal_actions(open, seat)) hash.add(legal.bits());
    for (ActionId legal : legal_actions(state, seat, state.hidden.so_far.until))
      hash.add(legal.bits());
    const Own own = view_of(state, seat).own;
    for (const Millis time : {own.shout, own.hand, own.salute, own.mistake, own.announce})
      hash.add(time);
    hash.add(open.fingers[seat].bits() * 8U + open.owed[seat]);
    const Times& photo = open.photo.of[seat];
    for (const Millis time : {photo.shout, photo.hand, photo.salute, photo.mistake}) hash.add(time);
  }
  const Heard& heard = open.heard;
  for (const SeatSet who : {heard.shouted, heard.saluted, heard.slapped, heard.dropped,
                            heard.grabbed, heard.fumbled, open.to_act})
    hash.add(who.bits());
}

void add_end(Hash& hash, const dojo::State& state) {
  const dojo::Outcome end = dojo::outcome(state.open);
  for (Seat seat : all_seats(state.open.setup.players)) {
    hash.add(static_cast<std::uint64_t>(end.scores[seat]));
    hash.add(end.challenges_won[seat]);
    hash.add(end.trophies_held[seat]);
    const dojo::Explanation how =
        dojo::explain(dojo::tableau(state.open.dojos[seat]), state.open.setup.edition);
    for (const auto& row : how.rows) hash.add(static_cast<unsigned>(row.points));
    for (const auto& column : how.columns) hash.add(static_cast<unsigned>(column.points));
    hash.add(how.reorderings.size());
  }
  hash.add(end.winners.bits());
}

void add_end(Hash& hash, const tatamokatsu::State& state) {
  const tatamokatsu::Outcome end = tatamokatsu::outcome(state.open);
  for (Seat seat : all_seats(state.open.setup.players)) hash.add(end.fingers[seat].bits());
  hash.add(end.winners.bits());
}

template <class State>
void add_game(Hash& hash, State state, std::uint64_t seed) {
  SplitMix numbers{seed};
  while (!is_over(state.open)) {
    add_position(hash, state);
    const auto event = chance::any_event(state, numbers);
    hash.add(event.bits());
    add_refusals(hash, state, event, numbers);
    apply_unchecked(state, event);
  }
  add_end(hash, state);
}

void add_dojo_games(Hash& hash) {
  for (int players = dojo::fewest_players; players <= most_players; ++players)
    for (const dojo::Edition edition : {dojo::Edition::fr, dojo::Edition::en})
      for (const bool white : {false, true})
        for (const bool black : {false, true})
          for (int game = 0; game < 25; ++game) {
            dojo::Setup table;
            table.players = static_cast<std::uint8_t>(players);
            table.edition = edition;
            table.white_belt = white;
            table.black_belt = black;
            table.first_dealer = Seat{game % players};
            dojo::CardCounts deck = dojo::standard_deck();
            if (game % 5 == 0)
              dojo::for_each_card([&](dojo::Card card) { deck[card] = card.belt().value; });
            add_game(hash, dojo::start(table, deck), hash.value());
          }
}

void add_tatamokatsu_games(Hash& hash) {
  using tatamokatsu::Millis;
  for (int players = tatamokatsu::fewest_players; players <= most_players; ++players)
    for (int game = 0; game < 100; ++game) {
      tatamokatsu::Setup table;
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
  add_dojo_games(hash);
  add_tatamokatsu_games(hash);
  fmt::print("{:016x}\n", hash.value());
  return ok;
}

}  // namespace tatami::cli
