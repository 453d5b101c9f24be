#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "tournament_support.h"

namespace tatami {
namespace {

using testing::a_dojo_game;
using testing::Finished;
using testing::Folder;
using testing::numbers_named;
using testing::parsed;
using testing::read_file;
using testing::run;

TEST(Analyse, Judges_every_decision_of_a_finished_game) {
  const Finished finished = run({"analyse", a_dojo_game, "--iterations", "40", "--json"});
  ASSERT_EQ(finished.status, 0) << finished.err;
  const json::Value review = parsed(finished.out);
  EXPECT_EQ(review.find("players")->integer, 4);
  EXPECT_EQ(review.find("chances")->items.size(), 13U);  // each round's begin, and the result
  EXPECT_GT(review.find("decisions")->items.size(), 80U);
  std::vector<double> all_parts(4, 0.25);
  for (const char* part : {"seat_luck", "card_luck", "own_play", "rivals_play"}) {
    const std::vector<double> shares = numbers_named(part, finished.out);
    for (std::size_t seat = 0; seat < 4; ++seat) all_parts[seat] += shares[seat];
  }
  for (std::size_t seat = 0; seat < 4; ++seat)
    EXPECT_NEAR(all_parts[seat], seat == 3 ? 1 : 0, 0.001) << "seat 3 has won";
  for (const json::Value& decision : review.find("decisions")->items) {
    EXPECT_GE(decision.find("options")->items.size(), 2U);
    for (const json::Value& option : decision.find("options")->items)
      EXPECT_GT(option.find("games")->integer, 0);
  }
  EXPECT_EQ(finished.out, run({"analyse", a_dojo_game, "--iterations", "40", "--json"}).out);
}

TEST(Analyse, Tells_how_sure_its_totals_are) {
  const auto errors_with = [](const char* iterations) {
    const Finished finished = run({"analyse", a_dojo_game, "--iterations", iterations, "--json"});
    EXPECT_EQ(finished.status, 0) << finished.err;
    return finished.out.substr(finished.out.find("\"standard_errors\""));
  };
  const std::string few = errors_with("40");
  const std::string many = errors_with("160");
  for (const char* part : {"card_luck", "own_play", "rivals_play"}) {
    const std::vector<double> rough = numbers_named(part, few);
    const std::vector<double> fine = numbers_named(part, many);
    for (std::size_t seat = 0; seat < 4; ++seat) {
      EXPECT_GT(fine[seat], 0.01) << part;
      EXPECT_LT(fine[seat], 0.75 * rough[seat]) << part << ": four times the games, half the error";
    }
  }
  // The cards are what is left, so they have the errors of all the others.
  const std::vector<double> cards = numbers_named("card_luck", few);
  const std::vector<double> seats = numbers_named("seat_luck", few);
  const std::vector<double> own = numbers_named("own_play", few);
  const std::vector<double> rivals = numbers_named("rivals_play", few);
  for (std::size_t seat = 0; seat < 4; ++seat)
    EXPECT_NEAR(cards[seat], std::hypot(seats[seat], own[seat], rivals[seat]), 0.0003);
}

TEST(Analyse, Draws_the_moves_on_a_board) {
  const Finished finished = run({"analyse", a_dojo_game, "--iterations", "200"});
  ASSERT_EQ(finished.status, 0) << finished.err;
  const std::string& text = finished.out;
  EXPECT_NE(text.find("± is twice the standard error"), std::string::npos) << text;
  EXPECT_EQ(text.find('{'), std::string::npos) << "no JSON\n" << text;
  EXPECT_NE(text.find("chosen: place "), std::string::npos) << text;
  EXPECT_NE(text.find("better: "), std::string::npos) << text;
  bool drawn =
      false;  // twice the same card in brackets, where it was placed and where it should be
  for (const std::string& line : tatami::testing::lines_in(text)) {
    drawn |= line.find("  [") != std::string::npos;
    EXPECT_LE(line.size(), 100U) << line;  // bytes; ± has two
  }
  EXPECT_TRUE(drawn) << text;
  const Finished hint =
      run({"hint", a_dojo_game, "--at", "63", "--iterations", "1", "--seat", "2"});
  EXPECT_NE(hint.out.find("[a] place "), std::string::npos) << hint.out;
  EXPECT_EQ(hint.out.find('{'), std::string::npos) << hint.out;
}

TEST(Plot, Has_ticks) {
  const Folder folder;
  const std::string bars = folder.path("bars.svg");
  ASSERT_EQ(run({"tournament", "dojo", "student", "random", "random", "random", "--games", "40",
                 "--plot", bars})
                .status,
            0);
  for (const char* tick : {">0 %<", ">20 %<", ">40 %<", ">par 25.0 %<"})
    EXPECT_NE(read_file(bars).find(tick), std::string::npos) << tick;
  const std::string curve = folder.path("curve.svg");
  ASSERT_EQ(run({"analyse", a_dojo_game, "--iterations", "5", "--curve", curve}).status, 0);
  for (const char* tick : {">1<", ">6<", ">end<", ">0<", ">20<"})
    EXPECT_NE(read_file(curve).find(tick), std::string::npos) << tick << read_file(curve);
  const std::string learning = folder.path("learning.svg");
  ASSERT_EQ(
      run({"train", "dojo", "--games", "8", "--out", folder.path("w"), "--curve", learning}).status,
      0);
  EXPECT_NE(read_file(learning).find("class=\"tick\""), std::string::npos);
}

TEST(Analyse, Wants_a_finished_game) {
  EXPECT_EQ(run({"analyse", "no-such-file"}).status, 1);
  for (const char* header :
       {"{\"game\":\"tatamokatsu\",\"players\":3}\n", "{\"game\":\"dojo\",\"players\":4}\n"}) {
    const Finished finished = run({"analyse", "-"}, header);
    EXPECT_EQ(finished.status, 1);
    EXPECT_EQ(finished.err, "-: the game is not finished; try tatami hint\n");
  }
}

TEST(Hint, Weighs_the_options_of_whoever_must_act) {
  const Finished finished =
      run({"hint", a_dojo_game, "--at", "60", "--iterations", "60", "--json"});
  ASSERT_EQ(finished.status, 0) << finished.err;
  const json::Value hint = parsed(finished.out);
  EXPECT_EQ(hint.find("seat")->integer, 1);
  EXPECT_EQ(hint.find("options")->items.size(), 2U);  // challenge or pass
  EXPECT_EQ(run({"hint", a_dojo_game}).status, 1) << "nobody acts when the game is over";
  EXPECT_EQ(run({"hint", a_dojo_game, "--at", "100000"}).err,
            a_dojo_game + ": has only 201 lines\n");
}

TEST(Hint, Is_for_one_seat_if_asked) {
  const Finished all = run({"hint", a_dojo_game, "--at", "63", "--iterations", "1"});
  EXPECT_EQ(all.out.find("seat 0"), 0U) << all.out;
  EXPECT_NE(all.out.find("seat 2"), std::string::npos) << all.out;
  const Finished one = run({"hint", a_dojo_game, "--at", "63", "--iterations", "1", "--seat", "2"});
  EXPECT_EQ(one.out.find("seat 2"), 0U) << one.out;
  EXPECT_EQ(one.out.find("seat 0:"), std::string::npos) << one.out;
  EXPECT_EQ(run({"hint", a_dojo_game, "--at", "60", "--seat", "3"}).status, 1);
}

// D20: no throw is better than another.
TEST(Hint, All_throws_are_worth_the_same) {
  const std::string black_belt = std::string{TATAMI_TEST_DATA} + "/vectors/games/dojo-12.jsonl";
  const Finished finished =
      run({"hint", black_belt, "--at", "20", "--iterations", "900", "--json"});
  ASSERT_EQ(finished.status, 0) << finished.err;
  const std::vector<double> wins =
      numbers_named("win", finished.out.substr(0, finished.out.find('\n')));
  EXPECT_GT(wins[0], 0.01);
  EXPECT_EQ(wins, std::vector<double>(3, wins[0]));
}

}  // namespace
}  // namespace tatami
