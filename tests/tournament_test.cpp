// The tools around the bots, as the real command.

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "cli/rating.h"
#include "command_support.h"
#include "record/json.h"

namespace tatami {
namespace {

using cli::Ratings;
using tatami::testing::Finished;
using tatami::testing::Folder;
using tatami::testing::read_file;
using tatami::testing::run;

const std::string a_game = std::string{TATAMI_TEST_DATA} + "/vectors/games/dojo-01.jsonl";

json::Value parsed(const std::string& text) {
  const auto value = json::parse(text);
  EXPECT_TRUE(value.ok()) << text;
  return value.ok() ? *value : json::Value{};
}

// The result without what depends on the clock.
std::string without_times(const std::string& text) {
  std::string out;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t next = text.find("\"microseconds\":", at);
    if (next == std::string::npos) return out + text.substr(at);
    out += text.substr(at, next - at);
    at = text.find('}', next);
  }
  return out;
}

TEST(Tournament, IsTheSameWithAnyNumberOfThreads) {
  const auto with = [](const char* threads) {
    const Finished finished =
        run({"tournament", "dojo", "student", "novice", "random", "random", "--games", "320",
             "--seed", "5", "--to-the-end", "--json", "--threads", threads});
    EXPECT_EQ(finished.status, 0) << finished.err;
    return without_times(finished.out);
  };
  EXPECT_EQ(with("1"), with("2"));
}

TEST(Tournament, SharesAddUpAndTheStrongerIsAbove) {
  const Finished finished = run({"tournament", "dojo", "random", "random", "student", "novice",
                                 "--games", "400", "--to-the-end", "--json"});
  ASSERT_EQ(finished.status, 0) << finished.err;
  const json::Value result = parsed(finished.out);
  EXPECT_EQ(result.find("games")->integer, 400);
  const auto& entrants = result.find("entrants")->items;
  ASSERT_EQ(entrants.size(), 3U);
  EXPECT_EQ(entrants[0].find("name")->text, "student");
  EXPECT_EQ(entrants[1].find("name")->text, "novice");
  EXPECT_EQ(entrants[2].find("name")->text, "random");
  EXPECT_EQ(entrants[2].find("seats")->integer, 2);
  EXPECT_EQ(entrants[2].find("games")->integer, 800);
}

TEST(Tournament, StopsWhenTheOrderIsCertain) {
  const Finished finished =
      run({"tournament", "dojo", "student", "random", "random", "random", "--games", "100000"});
  EXPECT_EQ(finished.status, 0);
  EXPECT_NE(finished.out.find("the order is certain"), std::string::npos) << finished.out;
}

TEST(Tournament, SaysWhatIsWrongWithABotWithStatus2) {
  for (const char* bot : {"grandmaster", "sensei:", "sensei:-1", "sensei:5s", "sensei:0ms"}) {
    const Finished finished = run({"tournament", "dojo", bot, "random", "random", "random"});
    EXPECT_EQ(finished.status, 2) << bot;
    EXPECT_EQ(finished.out, "");
    EXPECT_FALSE(finished.err.empty());
  }
  EXPECT_EQ(run({"tournament", "dojo", "student", "random"}).status, 2) << "too few for a table";
}

TEST(TatamokatsuTournament, IsTheSameWithAnyNumberOfThreads) {
  const auto with = [](const char* threads) {
    const Finished finished =
        run({"tournament", "tatamokatsu", "quick", "child", "regular/exact", "random", "--games",
             "400", "--seed", "5", "--to-the-end", "--json", "--threads", threads});
    EXPECT_EQ(finished.status, 0) << finished.err;
    return without_times(finished.out);
  };
  EXPECT_EQ(with("1"), with("2"));
}

TEST(TatamokatsuTournament, LevelsStandInTheirOrder) {
  const Finished finished =
      run({"tournament", "tatamokatsu", "child", "samurai", "quick", "beginner", "regular",
           "--players", "2", "--games", "2000", "--to-the-end", "--json"});
  ASSERT_EQ(finished.status, 0) << finished.err;
  const json::Value result = parsed(finished.out);
  std::vector<std::string> names;
  for (const json::Value& entrant : result.find("entrants")->items)
    names.push_back(entrant.find("name")->text);
  EXPECT_EQ(names, (std::vector<std::string>{"samurai", "quick", "regular", "beginner", "child"}));
}

TEST(TatamokatsuTournament, SaysWhatIsWrongWithABotWithStatus2) {
  for (const char* bot : {"student", "samurai/", "samurai/best", "/simple", "samurai:50ms"}) {
    const Finished finished =
        run({"tournament", "tatamokatsu", bot, "random", "--players", "2", "--games", "2"});
    EXPECT_EQ(finished.status, 2) << bot;
    EXPECT_EQ(finished.out, "");
    EXPECT_FALSE(finished.err.empty());
  }
  EXPECT_EQ(run({"tournament", "tatamokatsu", "child", "child"}).status, 2) << "too few for four";
}

// ---- Weights ----

const std::string learned_weights = std::string{TATAMI_TEST_DATA} + "/../bots/dojo/weights.inc";

TEST(Tournament, PlaysWithTheWeightsItIsGiven) {
  const auto with = [](std::vector<std::string> more) {
    std::vector<std::string> words = {"tournament", "dojo",    "adept", "student", "student",
                                      "student",    "--games", "40",    "--json"};
    words.insert(words.end(), more.begin(), more.end());
    const Finished finished = run(words);
    EXPECT_EQ(finished.status, 0) << finished.err;
    return without_times(finished.out);
  };
  EXPECT_EQ(with({}), with({"--weights", learned_weights}));
  const Folder folder;
  const std::string fresh = folder.path("fresh.inc");
  ASSERT_EQ(run({"train", "dojo", "--games", "8", "--out", fresh}).status, 0);
  EXPECT_NE(with({}), with({"--weights", fresh}));
}

TEST(Tournament, SaysWhatIsWrongWithWeightsWithStatus1) {
  std::string text = read_file(learned_weights);
  char& digit = text[text.size() / 2 + (text[text.size() / 2] == '-' ? 1 : 0)];
  digit = digit == ' ' ? '1' : digit == '5' ? '6' : '5';
  const Folder folder;
  for (const std::string& file :
       {folder.file("damaged.inc", text), std::string{"no-such-file"}, a_game}) {
    const Finished finished =
        run({"tournament", "dojo", "adept", "random", "random", "random", "--weights", file});
    EXPECT_EQ(finished.status, 1) << file;
    EXPECT_EQ(finished.out, "");
    EXPECT_EQ(finished.err.find(file + ": "), 0U) << finished.err;
  }
}

TEST(Train, LearnsTheSameWithAnyNumberOfThreads) {
  const Folder folder;
  const auto with = [&](const std::string& threads) {
    const std::string out = folder.path(threads + ".inc");
    EXPECT_EQ(run({"train", "dojo", "--games", "40", "--threads", threads, "--out", out}).status,
              0);
    return read_file(out);
  };
  EXPECT_EQ(with("1"), with("3"));
}

TEST(Rating, TheWinnerRisesAndSoDoesHisSeat) {
  Ratings ratings{3, 3};
  const std::vector<Ratings::Place> places = {{0, 0, 0}, {1, 1, 1}, {2, 2, 2}};
  for (int game = 0; game < 20; ++game) ratings.learn(places);
  EXPECT_GT(ratings.player(0).mean, ratings.player(1).mean);
  EXPECT_GT(ratings.player(1).mean, ratings.player(2).mean);
  EXPECT_GT(ratings.seat(0).mean, ratings.seat(2).mean);
  EXPECT_LT(ratings.player(0).deviation, cli::Strength{}.deviation);
}

TEST(Rating, EqualRanksChangeNothingBetweenEquals) {
  Ratings ratings{2, 2};
  const std::vector<Ratings::Place> places = {{0, 0, 0}, {1, 1, 0}};
  ratings.learn(places);
  EXPECT_NEAR(ratings.player(0).mean, ratings.player(1).mean, 1e-9);
}

TEST(Analyse, JudgesEveryDecisionOfAFinishedGame) {
  const Finished finished = run({"analyse", a_game, "--iterations", "40", "--json"});
  ASSERT_EQ(finished.status, 0) << finished.err;
  const json::Value review = parsed(finished.out);
  EXPECT_EQ(review.find("players")->integer, 4);
  EXPECT_EQ(review.find("chances")->items.size(), 13U);  // each round's begin, and the result
  EXPECT_GT(review.find("decisions")->items.size(), 80U);
  for (const json::Value& decision : review.find("decisions")->items)
    EXPECT_GE(decision.find("options")->items.size(), 2U);
  EXPECT_EQ(finished.out, run({"analyse", a_game, "--iterations", "40", "--json"}).out);
}

TEST(Analyse, WantsAFinishedGame) {
  EXPECT_EQ(run({"analyse", "no-such-file"}).status, 1);
  for (const char* header :
       {"{\"game\":\"tatamokatsu\",\"players\":3}\n", "{\"game\":\"dojo\",\"players\":4}\n"}) {
    const Finished finished = run({"analyse", "-"}, header);
    EXPECT_EQ(finished.status, 1);
    EXPECT_EQ(finished.err, "-: not a finished game\n");
  }
}

TEST(Hint, WeighsTheOptionsOfWhoeverMustAct) {
  const Finished finished = run({"hint", a_game, "--at", "60", "--iterations", "60", "--json"});
  ASSERT_EQ(finished.status, 0) << finished.err;
  const json::Value hint = parsed(finished.out);
  EXPECT_EQ(hint.find("seat")->integer, 1);
  EXPECT_EQ(hint.find("options")->items.size(), 2U);  // challenge or pass
  EXPECT_EQ(run({"hint", a_game}).status, 1) << "nobody acts when the game is over";
}

}  // namespace
}  // namespace tatami
