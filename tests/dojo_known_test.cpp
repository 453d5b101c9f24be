// A seat's knowledge of a game so far (D21), and games that could have been.

#include "dojo_support.h"
#include "live/dojo/known.h"

namespace tatami::live {

using namespace dojo;
using namespace dojo::testing;

namespace {

// Every seat's reading and the spectators', at every moment of a random game of each kind.
template <class See>
void every_reading(See&& see) {
  std::uint64_t seed = 900;
  for (const dojo::Setup& each : every_setup()) {
    std::vector<Action> actions;
    random_game(
        each, seed++,
        [&](const State& state) {
          see(state, std::optional<Seat>{}, actions);
          for (Seat seat : all_seats(each.players)) see(state, std::optional{seat}, actions);
        },
        [&](ActionId action) { actions.push_back(*unpack(action)); });
  }
}

View seen_by(const State& state, std::optional<Seat> reader) {
  return reader ? view_of(state, *reader) : spectators_view(state);
}

State after(State state, const std::vector<Action>& actions) {
  for (const Action& action : actions) apply_unchecked(state, pack(action));
  return state;
}

}  // namespace

TEST(DojoKnown, D21_What_is_told_does_not_depend_on_what_is_hidden) {
  SplitMix numbers{7};
  int moments = 0;
  int others = 0;
  every_reading(
      [&](const State& state, std::optional<Seat> reader, const std::vector<Action>& actions) {
        if (++moments % 5 != 0) return;
        const State start = dojo::start(state.open.setup);
        const std::vector<DojoEvent> told = known_to(reader, start, actions);
        const auto other = imagined(start, told, numbers);
        ASSERT_TRUE(other);
        others += *other != actions ? 1 : 0;
        // Another game that this reader cannot tell from the real one is told in the same words.
        EXPECT_EQ(seen_by(after(start, *other), reader), seen_by(state, reader));
        std::string text;
        std::string again;
        for (const DojoEvent& event : told) record::write(text, event);
        for (const DojoEvent& event : known_to(reader, start, *other)) record::write(again, event);
        ASSERT_EQ(text, again);
      });
  EXPECT_GT(others, moments / 50);
}

TEST(DojoKnown, D21_Of_this_round_exactly_the_cards_in_the_view_are_told) {
  int hidden = 0;
  every_reading([&](const State& state, std::optional<Seat> reader,
                    const std::vector<Action>& actions) {
    const View view = seen_by(state, reader);
    // The last cards that were drawn or dealt, one for each who holds one, and one in the air.
    int left = state.open.holding.size() + (state.open.phase == Phase::give ? 1 : 0);
    const std::vector<DojoEvent> told = known_to(reader, dojo::start(state.open.setup), actions);
    std::optional<Seat> holder;
    for (std::size_t i = told.size(); i-- > 0 && left > 0;) {
      const Action& action = told[i].action;
      if (const auto* given = std::get_if<Give>(&action)) holder = given->to;
      if (const auto* dealt = std::get_if<Deal>(&action)) holder = dealt->seat;
      if (!std::holds_alternative<Draw>(action) && !std::holds_alternative<Deal>(action)) continue;
      --left;
      const bool knows = holder
                             ? (holder == reader && view.own.card.is_card()) ||
                                   view.own.dealt[*holder].is_card() || is_shown(view.open, *holder)
                             : view.own.drawn.is_card();
      ASSERT_EQ(told[i].redacted, !knows) << record::to_json(action);
      hidden += knows ? 0 : 1;
      holder.reset();
    }
  });
  EXPECT_GT(hidden, 1000);
}

TEST(DojoKnown, D21_Cards_of_earlier_rounds_and_those_a_seat_has_seen_are_told) {
  Match match{setup(3)};
  const std::vector<Action> actions = {turn(Trophy::belt), draw("M1"),   give(0, 0),
                                       draw("B2"),         give(0, 1),   draw("C3"),
                                       give(0, 2),         challenge(1), swap(1, false)};
  const auto hidden = [&](std::optional<Seat> reader, std::vector<Action> more = {}) {
    std::vector<Action> all = actions;
    all.insert(all.end(), more.begin(), more.end());
    std::string cards;
    for (const DojoEvent& event : known_to(reader, match.state, all))
      if (std::holds_alternative<Draw>(event.action)) cards += event.redacted ? '-' : '+';
    return cards;
  };
  EXPECT_EQ(hidden({}), "++-") << "shown in the challenge";
  EXPECT_EQ(hidden(Seat{0}), "+++") << "the dealer";
  EXPECT_EQ(hidden(Seat{2}), "+++") << "their own";
  EXPECT_EQ(hidden(Seat{1}), "++-");
  EXPECT_EQ(hidden({}, {place(0, 0, 0), place(1, 0, 0)}), "++-");
  EXPECT_EQ(hidden({}, {place(0, 0, 0), place(1, 0, 0), place(2, 0, 0)}), "+++");
}

TEST(DojoKnown, Games_that_break_the_rules_cannot_be_imagined) {
  SplitMix numbers{7};
  const State start = dojo::start(setup(4));
  const auto refused = [&](std::initializer_list<DojoEvent> events) {
    return !imagined(start, events, numbers);
  };
  EXPECT_TRUE(refused({{give(0, 1), false}}));
  EXPECT_TRUE(refused({{Draw{}, true}})) << "a trophy comes first";
  EXPECT_TRUE(refused({{throws(9, Gesture::rock), true}}));
  EXPECT_TRUE(refused({{Deal{Seat{4}, Card{}}, true}}));
  EXPECT_TRUE(refused({{turn(Trophy::belt), false}, {Draw{}, false}})) << "no card";
  EXPECT_FALSE(refused({{turn(Trophy::belt), false}, {Draw{}, true}, {give(0, 1), false}}));
}

}  // namespace tatami::live
