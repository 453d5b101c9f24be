#include "record/replay.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "dojo_support.h"
#include "record/dojo.h"
#include "record_support.h"

namespace tatami::record {
namespace {

using namespace dojo;
using dojo::testing::every_setup;
using dojo::testing::random_game;

TEST(Replay, A_random_record_leads_to_the_same_state_at_every_line) {
  std::uint64_t seed = 1;
  for (const dojo::Setup& setup : every_setup())
    for (int game = 0; game < 4; ++game) {
      Replay replay;
      ASSERT_FALSE(replay.game());
      ASSERT_EQ(replay.take(to_json(DojoHeader{setup, standard_deck()})), std::nullopt);
      const auto same = [&](const State& state) {
        return replay.state<State>() && *replay.state<State>() == state;
      };
      const State end = random_game(
          setup, seed++,
          [&](const State& state) {
            ASSERT_TRUE(same(state));
            ASSERT_FALSE(replay.over());
          },
          [&](ActionId action) {
            const std::string line = to_json(*unpack(action));
            ASSERT_EQ(replay.take(line), std::nullopt) << line;
          });
      ASSERT_TRUE(same(end));
      ASSERT_TRUE(replay.over());
      EXPECT_EQ(replay.result(), to_json(outcome_of(end.open)));
      EXPECT_EQ(replay.take(R"({"draw":"M3"})"), std::string{describe(Refusal::game_over)});
    }
}

TEST(Replay, A_record_with_another_deck_is_played_with_it) {
  Replay replay;
  ASSERT_EQ(replay.take(R"({"game":"dojo","players":3,"deck":{"M1":1,"B5":35}})"), std::nullopt);
  ASSERT_EQ(replay.take(R"({"trophy":"belt"})"), std::nullopt);
  EXPECT_EQ(replay.take(R"({"draw":"F1"})"), std::string{describe(Refusal::card_not_in_deck)});
  ASSERT_EQ(replay.take(R"({"draw":"M1"})"), std::nullopt);
  ASSERT_EQ(replay.take(R"({"seat":0,"give":2})"), std::nullopt);
  EXPECT_EQ(replay.take(R"({"draw":"M1"})"), std::string{describe(Refusal::card_not_in_deck)});
  EXPECT_EQ(replay.take(R"({"draw":"B5"})"), std::nullopt);
}

TEST(Replay, A_refused_line_changes_nothing) {
  Replay replay;
  for (const char* line : {"", " ", "x", "3", "{}", R"({"players":4})", R"({"game":"chess"})",
                           R"({"game":null})", R"({"game":"dojo"})", R"({"draw":"M3"})"}) {
    EXPECT_NE(replay.take(line), std::nullopt) << line;
    EXPECT_FALSE(replay.game()) << line;
    EXPECT_FALSE(replay.over());
  }
  ASSERT_EQ(replay.take(R"({"game":"dojo","players":4})"), std::nullopt);
  const State before = *replay.state<State>();
  for (const char* line :
       {"", "x", "{}", R"({"game":"dojo","players":4})", R"({"draw":"M3"})", R"({"trophy":"cup"})",
        R"({"seat":0,"give":0})", R"({"seat":4,"challenge":true})"}) {
    EXPECT_NE(replay.take(line), std::nullopt) << line;
    EXPECT_TRUE(*replay.state<State>() == before) << line;
  }
}

TEST(Replay, Names_the_game_of_a_header) {
  const auto wrong = [](std::string_view line) { return Replay{}.take(line).value_or("taken"); };
  const std::string known = "not a header: game: expected one of dojo, tatamokatsu";
  EXPECT_EQ(wrong(R"({"game":"chess","players":2})"), known + R"(, not "chess")");
  EXPECT_EQ(wrong(R"({"game":7})"), known);
  EXPECT_EQ(wrong(R"({"players":3})"), "not a header: game: is missing");
  EXPECT_EQ(wrong("[]"), "not a header: game: is missing");
  EXPECT_NE(wrong("{").find("invalid JSON: column 2"), std::string::npos);
  EXPECT_LT(wrong("{\"game\":\"" + std::string(60'000, 'x') + "\"}").size(), 150U);
}

TEST(Replay, A_line_has_a_bounded_length) {
  const std::string line = R"({"game":"dojo","players":4})";
  EXPECT_EQ(Replay{}.take(line + std::string(longest_line - line.size(), ' ')), std::nullopt);
  EXPECT_NE(Replay{}.take(line + std::string(longest_line - line.size() + 1, ' ')), std::nullopt);
}

TEST(Replay, Line_ends_of_other_systems_are_fine) {
  Replay replay;
  EXPECT_EQ(replay.take("{\"game\":\"dojo\",\"players\":4}\r"), std::nullopt);
  EXPECT_EQ(replay.take("{\"trophy\":\"belt\"}\r"), std::nullopt);
}

TEST(Replay, Its_state_is_of_one_game_alone) {
  Replay replay;
  EXPECT_FALSE(replay.state<State>());
  ASSERT_EQ(replay.take(R"({"game":"tatamokatsu","players":3})"), std::nullopt);
  EXPECT_EQ(replay.game()->name(), "tatamokatsu");
  EXPECT_FALSE(replay.state<State>());
  ASSERT_TRUE(replay.state<tatamokatsu::State>());
  EXPECT_EQ(replay.state<tatamokatsu::State>()->open.setup.players, 3);
}

TEST(Proposal, Of_any_game_is_read_by_that_game) {
  const auto proposed = read_proposal(testing::parsed(R"({"game":"dojo","players":3})"));
  ASSERT_TRUE(proposed);
  EXPECT_EQ(proposed->game, "dojo");
  EXPECT_EQ(proposed->players, 3);
  EXPECT_FALSE(proposed->first_is_named);
  EXPECT_EQ(proposed->text, R"({"game":"dojo","players":3,"edition":"fr","variants":[]})");
  EXPECT_TRUE(read_proposal(testing::parsed(R"({"game":"dojo","players":3,"first_dealer":2})"))
                  ->first_is_named);
  Reader in;
  EXPECT_FALSE(
      read_proposal(in, testing::parsed(R"({"game":"dojo","players":9})"), "settings.header"));
  EXPECT_EQ(in.problem->what, "settings.header.players: expected a whole number from 3 to 5");
  EXPECT_FALSE(read_proposal(testing::parsed(R"({"game":"chess"})")));
}

}  // namespace
}  // namespace tatami::record
