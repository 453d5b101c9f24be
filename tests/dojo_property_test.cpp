#include <algorithm>

#include "dojo_support.h"
#include "rules/dojo/score.h"

namespace tatami::dojo {

using namespace testing;

namespace {

std::vector<ActionId> everything_legal(const State& state) {
  std::vector<ActionId> all;
  for (Seat seat : all_seats(most_players))
    for (ActionId action : legal_actions(state.open, seat)) all.push_back(action);
  for (ActionId action : legal_chances(state)) all.push_back(action);
  std::ranges::sort(all);
  return all;
}

// The cards in nobody's hand and not public, in some order.
std::vector<Card> deck_of(const State& state) {
  std::vector<Card> deck;
  for_each_card([&](Card each) {
    for (int i = in_deck(state, each); i > 0; --i) deck.push_back(each);
  });
  return deck;
}

}  // namespace

TEST(DojoProperties, Legal_actions_and_check_agree_about_every_action_there_is) {
  std::uint64_t seed = 100;
  for (const dojo::Setup& each : every_setup()) {
    int positions = 0;
    random_game(each, seed++, [&](const State& state) {
      if (++positions % 3 != 0) return;  // a third of all positions is plenty
      const std::vector<ActionId> legal = everything_legal(state);
      for (unsigned bits = 0; bits < 0x2000; ++bits) {
        const ActionId id = ActionId::from_bits(static_cast<std::uint16_t>(bits));
        const std::optional<Action> action = unpack(id);
        const bool allowed = action && !check(state, *action);
        ASSERT_EQ(allowed, std::ranges::binary_search(legal, id)) << bits;
      }
    });
  }
}

TEST(DojoProperties, An_action_survives_packing) {
  for (unsigned bits = 0; bits < 0x10000; ++bits) {
    const ActionId id = ActionId::from_bits(static_cast<std::uint16_t>(bits));
    if (const auto action = unpack(id)) {
      ASSERT_EQ(pack(*action), id);
      ASSERT_EQ(action->index(), static_cast<std::size_t>(id.kind()));
    }
  }
}

TEST(DojoProperties, Cards_and_trophies_are_never_lost) {
  std::uint64_t seed = 200;
  for (const dojo::Setup& each : every_setup())
    random_game(each, seed++, [&](const State& state) {
      const Open& open = state.open;
      int in_dojos = 0;
      int trophies = open.pile.total() + open.box.total();
      trophies += open.face_up != Trophy::none ? 1 : 0;
      trophies += open.prize != Trophy::none ? 1 : 0;
      for (Seat seat : all_seats(each.players)) {
        in_dojos += open.dojos[seat].occupied.size();
        trophies += trophies_held(open, seat);
      }
      const int drawn = open.phase == Phase::give ? 1 : 0;
      ASSERT_EQ(open.deck_size + in_dojos + open.holding.size() + drawn, 60);
      ASSERT_EQ(static_cast<int>(deck_of(state).size()), open.deck_size);
      ASSERT_EQ(trophies, 12);
    });
}

TEST(DojoProperties, Every_floating_dojo_can_still_be_completed_and_ends_upright) {
  for (std::uint64_t seed = 300; seed < 340; ++seed) {
    const State end = random_game(setup(3), seed, [](const State& state) {
      for (Seat seat : all_seats(3))
        if (state.open.dojos[seat].occupied.size() < rounds) {
          ASSERT_FALSE(open_cells(state.open.dojos[seat], Edition::fr).empty());
        }
    });
    for (Seat seat : all_seats(3)) {
      const Cells filled = end.open.dojos[seat].occupied;
      const Cell corner = filled.first();
      EXPECT_EQ(filled, box(corner.row(), corner.column(), Row{corner.row().value + 2},
                            Column{corner.column().value + 3}));
    }
  }
}

// D21. Everything the seat cannot know is dealt anew; its view must not change.
TEST(DojoProperties, D21_a_view_does_not_depend_on_what_the_seat_cannot_know) {
  SplitMix numbers{400};
  std::uint64_t seed = 400;
  int changed = 0;
  for (const dojo::Setup& each : every_setup())
    random_game(each, seed++, [&](const State& state) {
      const Open& open = state.open;
      for (int viewer = -1; viewer < each.players; ++viewer) {
        State other = state;
        const bool deals = viewer == open.dealer.value && !dealt_at_random(open);
        const auto knows_hand = [&](Seat seat) {
          return seat.value == viewer || deals || is_shown(open, seat);
        };
        std::vector<Card> unknown = deck_of(state);
        for (Seat seat : open.holding)
          if (!knows_hand(seat)) unknown.push_back(state.hidden.hands[seat]);
        if (open.phase == Phase::give && !deals) unknown.push_back(state.hidden.drawn);

        const auto redeal = [&] {
          const std::size_t i = numbers.below(static_cast<std::uint32_t>(unknown.size()));
          std::swap(unknown[i], unknown.back());
          const Card dealt = unknown.back();
          unknown.pop_back();
          return dealt;
        };
        for (Seat seat : open.holding)
          if (!knows_hand(seat)) other.hidden.hands[seat] = redeal();
        if (open.phase == Phase::give && !deals) other.hidden.drawn = redeal();
        // Placements and throws that wait for the others' are secret too (D9, D20).
        for (Seat seat : all_seats(each.players))
          if (seat.value != viewer)
            other.hidden.placements[seat] = Cell::from_code(numbers.below(Cell::codes));
        for (std::size_t side = 0; side < 2; ++side) {
          const bool own =
              open.duel && (side == 0 ? open.duel->challenger : open.dealer).value == viewer;
          if (!own) other.hidden.thrown[side] = static_cast<Gesture>(numbers.below(3));
        }

        changed += other == state ? 0 : 1;
        if (viewer < 0)
          ASSERT_EQ(spectators_view(other), spectators_view(state));
        else
          ASSERT_EQ(view_of(other, Seat{viewer}), view_of(state, Seat{viewer}));
      }
    });
  EXPECT_GT(changed, 10000);  // the secrets really were different
}

TEST(DojoProperties, D21_a_view_holds_everything_the_seat_must_know) {
  std::uint64_t seed = 500;
  for (const dojo::Setup& each : every_setup())
    random_game(each, seed++, [&](const State& state) {
      const Open& open = state.open;
      const Views views{state};
      ASSERT_EQ(views.open, open);
      for (Seat seat : all_seats(each.players)) {
        const View view = view_of(state, seat);
        ASSERT_EQ(view.open, open);
        ASSERT_EQ(view.seat, seat);
        ASSERT_EQ(view.own, views.own[seat]);
        ASSERT_EQ(view.own.card.is_card(), open.holding.contains(seat));
        if (open.holding.contains(seat)) {
          ASSERT_EQ(view.own.card, state.hidden.hands[seat]);
        }
        const bool deals = seat == open.dealer && !dealt_at_random(open);
        ASSERT_EQ(view.own.drawn, deals && open.phase == Phase::give ? state.hidden.drawn : Card{});
        ASSERT_EQ(view.own.drawn.is_card(), deals && open.phase == Phase::give);
        for (Seat other : all_seats(each.players))
          ASSERT_EQ(view.own.dealt[other],
                    deals && open.holding.contains(other) ? state.hidden.hands[other] : Card{});
        const bool waits = !open.to_act.contains(seat);
        ASSERT_EQ(view.own.placement.has_value(), open.phase == Phase::train && waits);
        if (view.own.placement) {
          ASSERT_EQ(*view.own.placement, state.hidden.placements[seat]);
        }
        const bool duels = open.phase == Phase::throws && is_shown(open, seat);
        ASSERT_EQ(view.own.thrown.has_value(), duels && waits);
        if (view.own.thrown) {
          ASSERT_EQ(*view.own.thrown, state.hidden.thrown[seat == open.duel->challenger ? 0 : 1]);
        }
      }
    });
}

// D21: the pool shows deck and hidden hands together.
TEST(DojoProperties, D21_the_pool_is_what_is_not_public) {
  std::uint64_t seed = 600;
  for (const dojo::Setup& each : every_setup())
    random_game(each, seed++, [&](const State& state) {
      CardCounts unseen = standard_deck();
      const Open& open = state.open;
      for (Seat seat : all_seats(each.players)) {
        for (Cell cell : open.dojos[seat].occupied) --unseen[open.dojos[seat].at(cell)];
        if (open.holding.contains(seat) && is_shown(open, seat)) --unseen[state.hidden.hands[seat]];
      }
      ASSERT_EQ(open.pool, unseen);
    });
}

}  // namespace tatami::dojo
