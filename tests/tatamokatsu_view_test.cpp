#include <gtest/gtest.h>

#include <algorithm>
#include <optional>
#include <type_traits>
#include <vector>

#include "tatamokatsu_umpire.h"

namespace tatami::tatamokatsu {
namespace {

using namespace testing;

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

TEST(Tatamokatsu, A_view_of_an_open_window_tells_no_time_of_another) {
  SplitMix rng{13};
  int other_times = 0;
  watch_windows(13, 2000, [&](const State& opened, const auto& reactions, const State& closing) {
    for (int trial = 0; trial < 3; ++trial) {
      const Seat seat{static_cast<int>(rng.below(opened.open.setup.players))};
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

TEST(Tatamokatsu, A_view_of_an_open_window_holds_what_its_seat_did_and_heard) {
  watch_windows(14, 500, [](const State& opened, const auto& reactions, const State& closing) {
    const Open& before = opened.open;
    for (Seat seat : all_seats(before.setup.players)) {
      const View view = view_of(closing, seat);
      const Umpire umpire{before.setup, before.roll, before.roller, before.fingers, reactions};
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

TEST(Tatamokatsu, After_the_close_every_view_shows_all_times) {
  watch(15, 300, [](const State& before, ActionId action, const State& after) {
    if (action.kind() != Kind::close) return;
    Timeline photo = before.hidden.so_far;
    photo.until = action.at();
    for (Seat seat : all_seats(after.open.setup.players)) {
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
