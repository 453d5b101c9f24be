// A game of Tatamokatsu judged, and positions weighed.

#include <gtest/gtest.h>

#include <optional>
#include <string>
#include <vector>

#include "bots/tatamokatsu/player.h"
#include "chance/tatamokatsu.h"
#include "command_support.h"
#include "record/json.h"
#include "review/reviewing.h"

namespace tatami {
namespace {

using namespace tatamokatsu;
using review::Judgement;
using review::Review;
using review::TatamokatsuStory;
using tatami::testing::Finished;
using tatami::testing::run;

const std::string a_game = std::string{TATAMI_TEST_DATA} + "/vectors/games/tatamokatsu-00.jsonl";

TatamokatsuStory game(int players, bots::Choosing choosing, std::uint64_t seed) {
  std::optional<bots::Solution> solution;
  if (choosing == bots::Choosing::exact) solution.emplace(players);
  const bots::TatamokatsuPlayer player{{}, choosing, solution ? &*solution : nullptr};
  Table table;
  table.players = static_cast<std::uint8_t>(players);
  TatamokatsuStory story;
  State state = start(table);
  chance::TatamokatsuLuck luck{seed};
  SplitMix numbers{seed};
  long line = 1;
  chance::play_out(
      state, luck,
      [&](const View& view, ActionId event, ActionList& plans) {
        player.react(view, event, numbers, plans);
      },
      [&](const View& view) { return player.choose(view, numbers); },
      [&](const State& now, ActionId action) { story.steps.push_back({now, action, ++line}); });
  story.end = state;
  return story;
}

Review judged(const TatamokatsuStory& story) {
  review::TatamokatsuReviewing reviewing{story, {}};
  while (reviewing.done() < reviewing.steps()) reviewing.go_on();
  return reviewing.finish();
}

double own_losses(const Review& review, Seat seat) {
  double sum = 0;
  for (const Judgement& judgement : review.judgements)
    if (judgement.seat == seat) sum += judgement.loss();
  return sum;
}

TEST(TatamokatsuReview, WhatTheResultIsMadeOfAddsUpToIt) {
  for (int players = 2; players <= 4; ++players)
    for (std::uint64_t seed = 1; seed <= 2; ++seed) {
      const TatamokatsuStory story = game(players, bots::Choosing::random, seed);
      const Review review = judged(story);
      const SeatSet winners = story.end->open.winners;
      for (Seat seat : all_seats(players)) {
        const double result = winners.contains(seat) ? 1.0 / winners.size() : 0;
        EXPECT_DOUBLE_EQ(review.chances.back()[seat], result);
        double sum = 1.0 / players;
        for (const review::Part& part : review.parts) sum += part.shares[seat];
        EXPECT_NEAR(sum, result, 1e-9);
        EXPECT_NEAR(review.parts[3].shares[seat], -own_losses(review, seat), 1e-9);
      }
    }
}

TEST(TatamokatsuReview, ChancesAreToldBeforeEveryRollAndAtTheEnd) {
  const TatamokatsuStory story = game(3, bots::Choosing::simple, 4);
  std::size_t rolls = 0;
  for (const TatamokatsuStory::Step& step : story.steps)
    rolls += step.action.kind() == Kind::roll ? 1 : 0;
  const Review review = judged(story);
  EXPECT_EQ(review.chances.size(), rolls + 1);
  for (const PerSeat<double>& at : review.chances) {
    double sum = 0;
    for (const double share : at.items) sum += share;
    EXPECT_NEAR(sum, 1, 1e-6);
  }
}

TEST(TatamokatsuReview, EveryChoiceIsJudgedAndWhoChoosesExactlyLosesNothingMuch) {
  double exact = 0;
  double random = 0;
  for (std::uint64_t seed = 1; seed <= 4; ++seed) {
    const TatamokatsuStory story = game(3, bots::Choosing::exact, seed);
    std::size_t choices = 0;
    for (const TatamokatsuStory::Step& step : story.steps) {
      const bool chooses = step.action.kind() == Kind::attack &&
                           !step.before.open.fingers[step.action.seat()].lost().empty();
      choices += chooses || step.action.kind() == Kind::recover ? 1 : 0;
    }
    const Review review = judged(story);
    EXPECT_GE(review.judgements.size(), choices);
    for (const Judgement& judgement : review.judgements) {
      EXPECT_GE(judgement.options.size(), 2U);
      EXPECT_GE(judgement.loss(), 0);
      EXPECT_LE(judgement.loss(), 0.0101);
    }
    const Review careless = judged(game(3, bots::Choosing::random, seed));
    for (Seat seat : all_seats(3)) {
      exact += own_losses(review, seat);
      random += own_losses(careless, seat);
    }
  }
  EXPECT_GT(random, 5 * exact);
}

TEST(TatamokatsuAnalyse, ReportsForPeopleAndPrograms) {
  const Finished people = run({"analyse", a_game});
  EXPECT_EQ(people.status, 0) << people.err;
  EXPECT_NE(people.out.find("The costliest decisions of seat 0"), std::string::npos);
  const Finished finished = run({"analyse", a_game, "--json", "--model", "miss=0.05"});
  ASSERT_EQ(finished.status, 0) << finished.err;
  const auto review = json::parse(finished.out);
  ASSERT_TRUE(review.ok());
  EXPECT_EQ(review->find("game")->text, "tatamokatsu");
  for (const char* part : {"seat_luck", "dice_luck", "race", "own_play", "rivals_play"})
    EXPECT_EQ(review->find(part)->items.size(),
              static_cast<std::size_t>(review->find("players")->integer));
  EXPECT_EQ(run({"analyse", a_game, "--model", "speed=1"}).status, 2);
}

// ---- hint ----

const std::string x_rolled =
    "{\"game\":\"tatamokatsu\",\"players\":3}\n{\"roll\":[\"X\",\"6\",\"5\"]}\n";

TEST(TatamokatsuHint, WeighsAnnouncementsInTheWindow) {
  const Finished finished = run({"hint", "-", "--json"}, x_rolled);
  ASSERT_EQ(finished.status, 0) << finished.err;
  const auto hint = json::parse(finished.out);
  ASSERT_TRUE(hint.ok()) << finished.out;
  EXPECT_EQ(hint->find("seat")->integer, 0);
  ASSERT_EQ(hint->find("options")->items.size(), 2U);
  const json::Value& best = hint->find("options")->items[0];
  EXPECT_EQ(best.find("event")->find("values")->items[0].integer, 10) << "a strike, not a salute";
}

TEST(TatamokatsuHint, WeighsWhomToStrike) {
  const Finished finished = run(
      {"hint", "-"},
      x_rolled + "{\"seat\":0,\"at\":900,\"do\":\"announce\",\"values\":[10]}\n{\"close\":1500}\n");
  EXPECT_EQ(finished.status, 0) << finished.err;
  EXPECT_NE(finished.out.find("{\"seat\":0,\"strike\":{\"seat\":2,"), std::string::npos);
}

TEST(TatamokatsuHint, SaysWhenThereIsNothingToDecide) {
  EXPECT_EQ(run({"hint", "-"}, "{\"game\":\"tatamokatsu\",\"players\":2}\n").status, 1);
  EXPECT_EQ(run({"hint", a_game}).status, 1) << "the game is over";
}

}  // namespace
}  // namespace tatami
