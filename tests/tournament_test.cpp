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

// Every number that follows the name, whether it stands alone or in a list.
std::vector<double> numbers_named(const std::string& name, const std::string& text) {
  const std::string label = "\"" + name + "\":";
  std::vector<double> numbers;
  for (std::size_t at = text.find(label); at != std::string::npos; at = text.find(label, at)) {
    at += label.size();
    const bool list = text[at] == '[';
    do {
      if (list) ++at;
      std::size_t length = 0;
      numbers.push_back(std::stod(text.substr(at, 30), &length));
      at += length;
    } while (list && text[at] == ',');
  }
  return numbers;
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
  const std::vector<double> shares = numbers_named("win_share", finished.out);
  EXPECT_NEAR(shares[0] + shares[1] + 2 * shares[2], 1, 0.00001);
}

// The same hands and the same choices under two names: every block is won half and half.
TEST(Tournament, ADeadHeatIsNotCertain) {
  const Finished finished = run({"tournament", "tatamokatsu", "regular", "regular/simple",
                                 "--players", "2", "--games", "400"});
  EXPECT_EQ(finished.status, 0);
  EXPECT_EQ(finished.out.find("certain"), std::string::npos) << finished.out;
}

TEST(Tournament, AFewGamesHaveNoInterval) {
  const auto play = [](const char* more) {
    return run({"tournament", "dojo", "student", "random", "random", "random", "--variants",
                "white-belt", "--games", "4", more});
  };
  const std::string text = play("--to-the-end").out;
  EXPECT_NE(text.find("± ?"), std::string::npos) << text;
  EXPECT_NE(text.find("Too few games for intervals"), std::string::npos) << text;
  EXPECT_EQ(text.find("Dojo, white-belt, 4 players, 4 games"), 0U) << text;
  const json::Value result = parsed(play("--json").out);
  EXPECT_EQ(result.find("table")->text, "white-belt");
  EXPECT_EQ(result.find("entrants")->items[0].find("half_width")->kind, json::Kind::null);
}

TEST(Tournament, WritesATableAndAPlotOrSaysBeforehandThatItCannot) {
  const Folder folder;
  const std::string csv = folder.path("t.csv");
  const std::string svg = folder.path("t.svg");
  const auto play = [](const std::string& table, const std::string& plot) {
    return run({"tournament", "dojo", "student", "random", "random", "random", "--games", "40",
                "--csv", table, "--plot", plot});
  };
  EXPECT_EQ(play(csv, svg).status, 0);
  EXPECT_NE(read_file(csv).find("\nstudent,1,40,"), std::string::npos) << read_file(csv);
  EXPECT_EQ(read_file(svg).find("<svg"), 0U);
  EXPECT_NE(read_file(svg).find("student"), std::string::npos);
  const Finished nowhere = play(csv, folder.path("no/such/folder.svg"));
  EXPECT_EQ(nowhere.status, 2);
  EXPECT_EQ(nowhere.out, "");
}

TEST(Tournament, StopsWhenTheOrderIsCertain) {
  const Finished finished =
      run({"tournament", "dojo", "student", "random", "random", "random", "--games", "100000"});
  EXPECT_EQ(finished.status, 0);
  EXPECT_NE(finished.out.find("the order is certain"), std::string::npos) << finished.out;
}

TEST(Tournament, SaysWhatIsWrongWithABotWithStatus2) {
  for (const char* bot :
       {"grandmaster", "sensei:", "sensei:-1", "sensei:5s", "sensei:0ms", "student:50"}) {
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

// Numbers that nobody learns could be added up beyond what an integer holds.
TEST(Tournament, RefusesWeightsThatAreTooLarge) {
  std::string text = read_file(learned_weights);
  text.erase(0, text.find('(') + 1);
  text.erase(text.rfind(')'));
  for (const char* number : {"2000000000", "-2000000000"}) {
    std::string large = text;
    large.erase(large.rfind('\n', large.size() - 2) + 1);  // the checksum
    const std::size_t last = large.rfind(' ') + 1;
    large.replace(last, large.size() - 1 - last, number);
    std::uint32_t sum = 0x811C9DC5U;
    for (const char letter : large) sum = (sum ^ static_cast<unsigned char>(letter)) * 0x01000193U;
    const Folder folder;
    const Finished finished =
        run({"tournament", "dojo", "sensei:20", "random", "random", "random", "--weights",
             folder.file("large.inc", large + std::to_string(sum) + "\n")});
    EXPECT_EQ(finished.status, 1);
    EXPECT_NE(finished.err.find("too large"), std::string::npos) << finished.err;
  }
}

TEST(Train, SaysWhatIsWrongBeforeItBegins) {
  EXPECT_EQ(run({"train", "dojo", "--minutes", "nan"}).status, 2);
  EXPECT_EQ(run({"train", "dojo", "--out", "no/such/folder/weights.inc"}).status, 2);
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
  EXPECT_EQ(run({"hint", a_game, "--at", "100000"}).err, a_game + ": has only 201 lines\n");
}

TEST(Hint, IsForOneSeatIfAsked) {
  const Finished all = run({"hint", a_game, "--at", "63", "--iterations", "1"});
  EXPECT_EQ(all.out.find("seat 0"), 0U) << all.out;
  EXPECT_NE(all.out.find("seat 2"), std::string::npos) << all.out;
  const Finished one = run({"hint", a_game, "--at", "63", "--iterations", "1", "--seat", "2"});
  EXPECT_EQ(one.out.find("seat 2"), 0U) << one.out;
  EXPECT_EQ(one.out.find("seat 0:"), std::string::npos) << one.out;
  EXPECT_EQ(run({"hint", a_game, "--at", "60", "--seat", "3"}).status, 1);
}

// D20: no throw is better than another.
TEST(Hint, AllThrowsAreWorthTheSame) {
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
