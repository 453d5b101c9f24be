#include <gtest/gtest.h>

#include <cstdint>
#include <vector>

#include "chance/any_event.h"
#include "cuda/host.h"
#include "cuda/reference.h"
#include "dojo_support.h"
#include "rules/dojo/score.h"

namespace tatami {
namespace {

TEST(Cuda, Plays_the_same_games_of_Dojo) {
  constexpr std::uint64_t first = 1'000'000'000'000;
  constexpr std::uint32_t games = 60;
  for (const dojo::Setup& setup : dojo::testing::every_setup()) {
    const std::vector<cuda::DojoEnd> ends = cuda::play_on_host(setup, 7, first, games);
    ASSERT_EQ(ends.size(), games);
    for (std::uint32_t game = 0; game < games; ++game)
      ASSERT_EQ(ends[game], cuda::play_plainly(setup, cuda::seed_of(7, first + game)))
          << "players " << int{setup.players} << ", game " << game;
  }
}

TEST(Cuda, Plays_the_same_games_of_Tatamokatsu) {
  using tatamokatsu::Millis;
  constexpr std::uint32_t games = 200;
  for (int players = tatamokatsu::fewest_players; players <= most_players; ++players)
    for (const tatamokatsu::Timing& timing :
         {tatamokatsu::Timing{}, tatamokatsu::relaxed_timing,
          tatamokatsu::Timing{Millis{2000}, Millis{900}, Millis{700}, Millis{50}, Millis{300}}}) {
      tatamokatsu::Setup setup;
      setup.players = static_cast<std::uint8_t>(players);
      setup.first_roller = Seat{players - 1};
      setup.timing = timing;
      const std::vector<cuda::TatamokatsuEnd> ends = cuda::play_on_host(setup, 9, 5, games);
      for (std::uint32_t game = 0; game < games; ++game)
        ASSERT_EQ(ends[game], cuda::play_plainly(setup, cuda::seed_of(9, 5 + game)))
            << "players " << players << ", game " << game;
    }
}

// Every list of dojos to be searched has some, so the comparison above has seen each of them.
TEST(Cuda, Meets_every_class_of_Dojo) {
  std::vector<cuda::Unscored> unscored(std::size_t{cuda::dojo_classes} * 60'000);
  std::vector<cuda::DojoEnd> ends(20'000);
  std::vector<std::uint32_t> sizes(cuda::dojo_classes);
  dojo::Setup setup;
  setup.players = 3;
  const cuda::DojoBatch batch{setup,        1,     0, 20'000, ends.data(), unscored.data(),
                              sizes.data(), 60'000};
  dojo::State state;
  for (std::uint32_t game = 0; game < batch.games; ++game) play(batch, game, state);
  for (unsigned which = 1; which < cuda::dojo_classes; ++which)
    EXPECT_GT(sizes[which], 0U) << which;
  EXPECT_EQ(sizes[0], 0U);
}

TEST(Bits, The_nth_of_many) {
  SplitMix numbers{5};
  for (int i = 0; i < 2000; ++i) {
    std::uint64_t bits = numbers.next();
    if (i % 3 == 0) bits &= numbers.next() & numbers.next();
    unsigned n = 0;
    for (std::uint64_t rest = bits; rest != 0; rest &= rest - 1)
      ASSERT_EQ(nth_one(bits, n++), lowest_one(rest)) << bits;
  }
}

TEST(Dojo, Choices_are_the_legal_actions) {
  for (const dojo::Setup& setup : dojo::testing::every_setup()) {
    SplitMix numbers{3};
    dojo::State state = dojo::start(setup);
    while (!dojo::is_over(state.open)) {
      for (Seat seat : all_seats(setup.players)) {
        const dojo::ActionList list = dojo::legal_actions(state.open, seat);
        const dojo::Choices choices = dojo::legal_choices(state.open, seat);
        ASSERT_EQ(choices.size(), list.size());
        for (std::size_t n = 0; n < list.size(); ++n) ASSERT_EQ(choices[n], list[n]);
      }
      apply_unchecked(state, chance::any_event(state, numbers));
    }
  }
}

}  // namespace
}  // namespace tatami
