// Puzzles made from records, and those that the client ships.

#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include "command_support.h"
#include "record/dojo.h"
#include "record/json.h"
#include "record/replay.h"
#include "review/puzzles.h"
#include "rules/dojo/apply.h"
#include "rules/dojo/view.h"
#include "sanitized.h"

namespace tatami {
namespace {

using testing::Finished;
using testing::run;

const std::string a_game = std::string{TATAMI_TEST_DATA} + "/vectors/games/dojo-01.jsonl";
const std::string shipped = std::string{TATAMI_TEST_DATA} + "/../web/src/puzzle/puzzles.json";

// The state before the line with the decision.
dojo::State state_before(const std::string& text, long line) {
  record::Replay replay;
  std::size_t at = 0;
  for (long number = 1; number < line; ++number) {
    const std::size_t end = text.find('\n', at);
    EXPECT_FALSE(replay.take(std::string_view{text}.substr(at, end - at)));
    at = end + 1;
  }
  return *replay.state<dojo::State>();
}

json::Value file_of_puzzles() {
  std::ifstream in{shipped};
  const std::string text{std::istreambuf_iterator<char>{in}, {}};
  const auto read = json::parse(text);
  EXPECT_TRUE(read) << shipped;
  return read ? *read : json::Value{};
}

TEST(Puzzles, The_same_record_and_seed_give_the_same_puzzles) {
#ifdef TATAMI_SANITIZED
  const std::string iterations = "30";
#else
  const std::string iterations = "600";
#endif
  const std::vector<std::string> command = {"puzzles", a_game, "--iterations", iterations,
                                            "--seed",  "3",    "--margin",     "12",
                                            "--most",  "2"};
  const Finished first = run(command);
  EXPECT_EQ(first.status, 0) << first.err;
  EXPECT_EQ(first.out, run(command).out);
#ifndef TATAMI_SANITIZED  // so few games in the mind leave doubts
  const auto games = json::parse(first.out);
  ASSERT_TRUE(games);
  ASSERT_EQ(games->items.size(), 1U) << first.out;
  const json::Value& found = *games->items[0].find("puzzles");
  ASSERT_GE(found.items.size(), 1U);
  EXPECT_LE(found.items.size(), 2U);
  for (const json::Value& each : found.items) EXPECT_GE(each.find("percent")->integer, 12);
#endif
}

TEST(Puzzles, Refuses_records_that_are_not_finished_games_of_Dojo) {
  EXPECT_EQ(run({"puzzles", "/nowhere"}).status, 1);
  const Finished half = run({"puzzles", "-"}, "{\"game\":\"dojo\",\"players\":4}\n");
  EXPECT_EQ(half.status, 1);
  EXPECT_EQ(half.err, "-: is not a finished game of Dojo\n");
  const std::string other = std::string{TATAMI_TEST_DATA} + "/vectors/games/tatamokatsu-00.jsonl";
  EXPECT_EQ(run({"puzzles", other}).status, 1);
}

// At ten times the search that found it: all of them with TATAMI_ALL_PUZZLES, else a sample, since
// a search takes seconds, and none with sanitizers, where it takes a minute.
TEST(Puzzles, Each_that_is_shipped_has_one_best_answer) {
#ifdef TATAMI_SANITIZED
  const std::size_t step = 0;
#else
  const std::size_t step = std::getenv("TATAMI_ALL_PUZZLES") ? 1 : 127;
#endif
  const json::Value games = file_of_puzzles();
  std::size_t number = 0;
  for (const json::Value& game : games.items)
    for (const json::Value& puzzle : game.find("puzzles")->items) {
      const long line = puzzle.find("line")->integer;
      const Seat seat{static_cast<int>(puzzle.find("seat")->integer)};
      const dojo::State state = state_before(game.find("record")->text, line);
      ASSERT_TRUE(state.open.to_act.contains(seat)) << "line " << line;
      const auto best = record::from_json<dojo::Action>(*puzzle.find("best"));
      ASSERT_TRUE(best);
      EXPECT_FALSE(dojo::check(state, *best)) << "line " << line;
      ++number;
      if (step == 0 || number % step != 0) continue;
      const review::Clarity clear = review::clarity(
          view_of(state, seat), review::thorough * review::PuzzleSearch{}.iterations, 77);
      EXPECT_EQ(clear.best, dojo::pack(*best)) << "puzzle " << number << ", line " << line;
      EXPECT_TRUE(clear.is_beyond_doubt()) << clear.margin << " ± " << clear.doubt;
    }
  EXPECT_GT(number, 100U);
}

}  // namespace
}  // namespace tatami
