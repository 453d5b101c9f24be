// The suite that every game must pass.

#include <gtest/gtest.h>

#include <type_traits>
#include <vector>

#include "chance/any_event.h"
#include "record/dojo.h"
#include "record/replay.h"
#include "record/tatamokatsu.h"
#include "rules/dojo/apply.h"
#include "rules/dojo/score.h"
#include "rules/dojo/view.h"
#include "rules/tatamokatsu/apply.h"
#include "rules/tatamokatsu/view.h"

namespace tatami {
namespace {

struct Dojo {
  using State = dojo::State;
  using Views = dojo::Views;
  using Header = record::DojoHeader;
  static constexpr std::size_t largest_state = 512;
  static constexpr auto game_over = dojo::Refusal::game_over;
  static State start(const Header& header) { return dojo::start(header.setup, header.deck); }
  static bool clock_runs(const dojo::Open&) { return false; }

  static std::vector<Header> headers() {
    std::vector<Header> all;
    for (int players = 3; players <= 5; ++players)
      for (int variants = 0; variants < 8; ++variants) {
        Header header;
        header.setup.players = static_cast<std::uint8_t>(players);
        header.setup.edition = variants % 2 == 0 ? dojo::Edition::fr : dojo::Edition::en;
        header.setup.white_belt = variants / 2 % 2 == 1;
        header.setup.black_belt = variants / 4 == 1;
        header.setup.first_dealer = Seat{variants % players};
        if (variants == 3)
          dojo::for_each_card([&](dojo::Card card) { header.deck[card] = card.belt().value; });
        all.push_back(header);
      }
    return all;
  }
};

struct Tatamokatsu {
  using State = tatamokatsu::State;
  using Views = tatamokatsu::Views;
  using Header = record::TatamokatsuHeader;
  static constexpr std::size_t largest_state = 256;
  static constexpr auto game_over = tatamokatsu::Refusal::game_over;
  static State start(const Header& header) { return tatamokatsu::start(header.setup); }
  static bool clock_runs(const tatamokatsu::Open& open) { return is_window_open(open); }

  static std::vector<Header> headers() {
    using tatamokatsu::Millis;
    std::vector<Header> all;
    for (int players = 2; players <= 5; ++players)
      for (int variant = 0; variant < 6; ++variant) {
        Header header;
        header.setup.players = static_cast<std::uint8_t>(players);
        header.setup.first_roller = Seat{variant % players};
        header.setup.hands[Seat{variant % players}] = tatamokatsu::Hand::left;
        if (variant > 2)
          header.setup.timing = {Millis{900}, Millis{400}, Millis{300}, Millis{30}, Millis{90}};
        all.push_back(header);
      }
    return all;
  }
};

template <class Game>
class Conformance : public ::testing::Test {
 protected:
  using State = typename Game::State;

  // Plays a game of each kind to its end. `see(before, event, after)`.
  template <class See>
  static void watch(std::uint64_t seed, See&& see) {
    for (const auto& header : Game::headers()) {
      SplitMix numbers{seed++};
      State state = Game::start(header);
      for (int steps = 0; !is_over(state.open); ++steps) {
        ASSERT_LT(steps, 100'000) << "the game does not end";
        const auto event = chance::any_event(state, numbers);
        State next = state;
        apply_unchecked(next, event);
        see(state, event, next);
        if (::testing::Test::HasFatalFailure()) return;
        state = next;
      }
    }
  }
};

using Games = ::testing::Types<Dojo, Tatamokatsu>;
TYPED_TEST_SUITE(Conformance, Games);

TYPED_TEST(Conformance, A_state_is_a_small_plain_value) {
  EXPECT_TRUE(std::is_trivially_copyable_v<typename TypeParam::State>);
  EXPECT_LE(sizeof(typename TypeParam::State), TypeParam::largest_state);
}

TYPED_TEST(Conformance, A_copy_is_equal_and_lives_its_own_life) {
  this->watch(1, [](const auto& before, auto event, const auto& after) {
    const auto original = before;
    auto copy = original;
    ASSERT_EQ(copy, original);
    apply_unchecked(copy, event);
    ASSERT_EQ(copy, after);
    ASSERT_EQ(original, before);
    // Not only equal: it goes on like the original.
    SplitMix one{9};
    SplitMix other{9};
    if (!is_over(copy.open)) {
      ASSERT_EQ(chance::any_event(copy, one), chance::any_event(after, other));
    }
  });
}

TYPED_TEST(Conformance, Checked_and_unchecked_agree) {
  this->watch(2, [](const auto& before, auto event, const auto& after) {
    const auto action = unpack(event);
    ASSERT_TRUE(action.has_value());
    ASSERT_EQ(pack(*action), event);
    ASSERT_FALSE(check(before, *action).has_value());
    const auto next = apply(std::as_const(before), *action);
    ASSERT_TRUE(next.ok());
    ASSERT_EQ(*next, after);
  });
}

TYPED_TEST(Conformance, A_refused_event_changes_nothing) {
  SplitMix numbers{3};
  int refused = 0;
  this->watch(3, [&](const auto& before, auto event, const auto&) {
    using Id = decltype(event);
    using Bits = decltype(event.bits());
    for (int tries = 0; tries < 20; ++tries) {
      const auto action = unpack(Id::from_bits(static_cast<Bits>(numbers.next())));
      if (!action) continue;
      const auto kept = before;
      const auto next = apply(std::as_const(before), *action);
      ASSERT_EQ(before, kept);
      if (next) continue;
      ++refused;
      ASSERT_EQ(check(before, *action), next.error());
      ASSERT_FALSE(describe(next.error()).empty());
    }
  });
  EXPECT_GT(refused, 100);
}

TYPED_TEST(Conformance, Somebody_must_act_until_the_end) {
  this->watch(4, [](const auto& before, auto, const auto& after) {
    const auto& open = before.open;
    ASSERT_FALSE(is_over(open));
    const int acting = (chance_acts(open) ? 1 : 0) + (open.to_act.empty() ? 0 : 1) +
                       (TypeParam::clock_runs(open) ? 1 : 0);
    ASSERT_EQ(acting, 1) << "chance, players or the clock, and only one of them";
    if (is_over(after.open)) {
      ASSERT_TRUE(after.open.to_act.empty());
      ASSERT_FALSE(chance_acts(after.open));
    }
  });
}

TYPED_TEST(Conformance, At_the_end_nothing_more_is_accepted_and_somebody_has_won) {
  this->watch(5, [](const auto&, auto event, const auto& after) {
    if (!is_over(after.open)) return;
    ASSERT_EQ(check(after, *unpack(event)), TypeParam::game_over);
    ASSERT_FALSE(outcome(after.open).winners.empty());
    for (Seat seat : outcome(after.open).winners) ASSERT_LT(seat.value, after.open.setup.players);
  });
}

TYPED_TEST(Conformance, Headers_and_events_survive_being_written) {
  for (const auto& header : TypeParam::headers()) {
    const auto value = json::parse(record::to_json(header));
    ASSERT_TRUE(value.ok()) << value.error().what;
    const auto read = record::from_json<typename TypeParam::Header>(*value);
    ASSERT_TRUE(read.ok()) << read.error().what;
    ASSERT_EQ(*read, header);
  }
  this->watch(6, [](const auto&, auto event, const auto&) {
    const std::string line = record::to_json(*unpack(event));
    const auto value = json::parse(line);
    ASSERT_TRUE(value.ok()) << line;
    const auto read = record::from_json<std::remove_cvref_t<decltype(*unpack(event))>>(*value);
    ASSERT_TRUE(read.ok()) << line << ": " << read.error().what;
    ASSERT_EQ(*read, *unpack(event));
  });
}

TYPED_TEST(Conformance, A_record_replays_to_the_same_end) {
  std::uint64_t seed = 7;
  for (const auto& header : TypeParam::headers()) {
    SplitMix numbers{seed++};
    auto state = TypeParam::start(header);
    record::Replay replay;
    ASSERT_EQ(replay.take(record::to_json(header)), std::nullopt);
    while (!is_over(state.open)) {
      ASSERT_FALSE(replay.over());
      const auto event = chance::any_event(state, numbers);
      apply_unchecked(state, event);
      ASSERT_EQ(replay.take(record::to_json(*unpack(event))), std::nullopt);
    }
    ASSERT_EQ(*replay.state<typename TypeParam::State>(), state);
    ASSERT_TRUE(replay.over());
    ASSERT_EQ(replay.result(), record::to_json(record::outcome_of(state.open)));
    ASSERT_NE(replay.take(record::to_json(header)), std::nullopt) << "a line after the end";
  }
}

TYPED_TEST(Conformance, Views_are_the_open_table_and_own_knowledge) {
  this->watch(8, [](const auto& before, auto, const auto&) {
    const typename TypeParam::Views views{before};
    const auto spectator = spectators_view(before);
    ASSERT_EQ(views.open, before.open);
    ASSERT_EQ(spectator.open, before.open);
    ASSERT_EQ(spectator.seat, std::nullopt);
    ASSERT_EQ(spectator.own, decltype(spectator.own){});
    for (Seat seat : all_seats(before.open.setup.players)) {
      const auto view = view_of(before, seat);
      ASSERT_EQ(view.open, before.open);
      ASSERT_EQ(view.seat, seat);
      ASSERT_EQ(view.own, views.own[seat]);
    }
  });
}

}  // namespace
}  // namespace tatami
