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
using review::Assessment;
using review::Review;
using tatami::testing::Finished;
using tatami::testing::run;
using TatamokatsuTranscript = review::Transcript<record::Tatamokatsu>;

const std::string a_game = std::string{TATAMI_TEST_DATA} + "/vectors/games/tatamokatsu-00.jsonl";

TatamokatsuTranscript game(int players, bots::Choosing choosing, std::uint64_t seed) {
  std::optional<bots::Solution> solution;
  if (choosing == bots::Choosing::exact) solution.emplace(players);
  const bots::TatamokatsuPlayer player{{}, choosing, solution ? &*solution : nullptr};
  tatamokatsu::Setup setup;
  setup.players = static_cast<std::uint8_t>(players);
  TatamokatsuTranscript transcript;
  State state = start(setup);
  chance::TatamokatsuLuck luck{seed};
  SplitMix numbers{seed};
  long line = 1;
  chance::play_out(
      state, luck,
      [&](const View& view, ActionId event, ActionList& plans) {
        player.react(view, event, numbers, plans);
      },
      [&](const View& view) { return player.choose(view, numbers); },
      [&](const State& now, ActionId action) {
        transcript.moves.push_back({now, action, ++line});
      });
  transcript.end = state;
  return transcript;
}

Review judged(const TatamokatsuTranscript& transcript) {
  review::TatamokatsuReviewing reviewing{transcript, {}};
  while (reviewing.done() < reviewing.steps()) reviewing.go_on();
  return reviewing.finish();
}

double own_losses(const Review& review, Seat seat) {
  double sum = 0;
  for (const Assessment& assessment : review.assessments)
    if (assessment.seat == seat) sum += assessment.loss();
  return sum;
}

TEST(TatamokatsuReview, The_parts_of_the_result_add_up_to_it) {
  for (int players = 2; players <= 4; ++players)
    for (std::uint64_t seed = 1; seed <= 2; ++seed) {
      const TatamokatsuTranscript transcript = game(players, bots::Choosing::random, seed);
      const Review review = judged(transcript);
      const SeatSet winners = transcript.end.open.winners;
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

TEST(TatamokatsuReview, Chances_are_told_before_every_roll_and_at_the_end) {
  const TatamokatsuTranscript transcript = game(3, bots::Choosing::simple, 4);
  std::size_t rolls = 0;
  for (const TatamokatsuTranscript::Move& move : transcript.moves)
    rolls += move.action.kind() == Kind::roll ? 1 : 0;
  const Review review = judged(transcript);
  EXPECT_EQ(review.chances.size(), rolls + 1);
  for (const PerSeat<double>& at : review.chances) {
    double sum = 0;
    for (const double share : at.items) sum += share;
    EXPECT_NEAR(sum, 1, 1e-6);
  }
}

TEST(TatamokatsuReview, Every_choice_is_judged_and_who_chooses_exactly_loses_nothing_much) {
  double exact = 0;
  double random = 0;
  for (std::uint64_t seed = 1; seed <= 4; ++seed) {
    const TatamokatsuTranscript transcript = game(3, bots::Choosing::exact, seed);
    std::size_t choices = 0;
    for (const TatamokatsuTranscript::Move& move : transcript.moves) {
      const bool chooses = move.action.kind() == Kind::attack &&
                           !lost_of(move.before.open.fingers[move.action.seat()]).empty();
      choices += chooses || move.action.kind() == Kind::recover ? 1 : 0;
    }
    const Review review = judged(transcript);
    EXPECT_GE(review.assessments.size(), choices);
    for (const Assessment& assessment : review.assessments) {
      EXPECT_GE(assessment.options.size(), 2U);
      EXPECT_GE(assessment.loss(), 0);
      EXPECT_LE(assessment.loss(), 0.0101);
    }
    const Review careless = judged(game(3, bots::Choosing::random, seed));
    for (Seat seat : all_seats(3)) {
      exact += own_losses(review, seat);
      random += own_losses(careless, seat);
    }
  }
  EXPECT_GT(random, 5 * exact);
}

TEST(TatamokatsuAnalyse, Reports_for_people_and_programs) {
  const Finished people = run({"analyse", a_game});
  EXPECT_EQ(people.status, 0) << people.err;
  EXPECT_NE(people.out.find("The costliest decisions of seat 0"), std::string::npos);
  EXPECT_EQ(people.out.find('{'), std::string::npos) << "no JSON\n" << people.out;
  EXPECT_EQ(people.out.find("±"), std::string::npos) << "these values are exact\n" << people.out;
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

TEST(TatamokatsuHint, Weighs_announcements_in_the_window) {
  const Finished finished = run({"hint", "-", "--json"}, x_rolled);
  ASSERT_EQ(finished.status, 0) << finished.err;
  const auto hint = json::parse(finished.out);
  ASSERT_TRUE(hint.ok()) << finished.out;
  EXPECT_EQ(hint->find("seat")->integer, 0);
  ASSERT_EQ(hint->find("options")->items.size(), 2U);
  const json::Value& best = hint->find("options")->items[0];
  EXPECT_EQ(best.find("event")->find("values")->items[0].integer, 10) << "a strike, not a salute";
}

TEST(TatamokatsuHint, Weighs_whom_to_strike) {
  const Finished finished = run(
      {"hint", "-"},
      x_rolled + "{\"seat\":0,\"at\":900,\"do\":\"announce\",\"values\":[10]}\n{\"close\":1500}\n");
  EXPECT_EQ(finished.status, 0) << finished.err;
  const std::size_t first = finished.out.find("take the thumb of seat 1");
  EXPECT_NE(first, std::string::npos) << finished.out;
  EXPECT_LT(first, finished.out.find("take the thumb of seat 2")) << "the next roller first";
}

TEST(TatamokatsuHint, Says_when_there_is_nothing_to_decide) {
  EXPECT_EQ(run({"hint", "-"}, "{\"game\":\"tatamokatsu\",\"players\":2}\n").status, 1);
  EXPECT_EQ(run({"hint", a_game}).status, 1) << "the game is over";
}

}  // namespace
}  // namespace tatami
