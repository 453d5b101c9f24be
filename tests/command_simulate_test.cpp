#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "command_samples.h"
#include "record/json.h"

namespace tatami {
namespace {

using testing::contains;
using testing::Finished;
using testing::lines_in;
using testing::run;

// ---- simulate ----

TEST(CommandSimulate, Counts_the_same_with_any_number_of_threads) {
  const auto count = [&](const std::string& threads, const std::vector<std::string>& more) {
    std::vector<std::string> arguments = {"simulate", "dojo",      "--json", "--seed",
                                          "17",       "--threads", threads};
    arguments.insert(arguments.end(), more.begin(), more.end());
    const Finished finished = run(arguments);
    EXPECT_EQ(finished.status, 0);
    EXPECT_EQ(finished.err, "");
    EXPECT_FALSE(finished.out.empty());
    return finished.out;
  };
  const std::vector<std::string> usual = {"--games", "80"};
  const std::vector<std::string> at_random = {"--games", "300",       "--player",
                                              "random",  "--edition", "en"};
  EXPECT_EQ(count("1", usual), count("2", usual));
  EXPECT_EQ(count("1", at_random), count("2", at_random));
  EXPECT_EQ(count("1", at_random), count("5", at_random));
}

TEST(CommandSimulate, The_seed_makes_the_games) {
  const auto with_seed = [](const std::string& seed) {
    return run({"simulate", "dojo", "--games", "20", "--player", "random", "--json", "--seed",
                seed})
        .out;
  };
  const auto scores = [&](const std::string& seed) {
    const std::string out = with_seed(seed);
    return out.substr(out.find("wins_from"));
  };
  EXPECT_EQ(with_seed("5"), with_seed("5"));
  EXPECT_NE(scores("5"), scores("6"));
  EXPECT_NE(scores("0"), scores("18446744073709551615"));
}

TEST(CommandSimulate, Prints_json_that_adds_up) {
  for (int players = 3; players <= 5; ++players)
    for (const char* edition : {"fr", "en"}) {
      const Finished finished = run({"simulate", "dojo", "--json", "--games", "30", "--player",
                                     "random", "--players", std::to_string(players), "--edition",
                                     edition, "--variants", "white-belt,black-belt"});
      ASSERT_EQ(finished.status, 0) << finished.err;
      ASSERT_EQ(lines_in(finished.out).size(), 1U);
      const auto value = json::parse(finished.out);
      ASSERT_TRUE(value.ok()) << value.error().what << " in " << finished.out;
      EXPECT_EQ(value->find("table")->find("game")->text, "dojo");
      EXPECT_EQ(value->find("games")->integer, 30);
      EXPECT_EQ(value->find("table")->find("players")->integer, players);
      EXPECT_EQ(value->find("table")->find("edition")->text, edition);
      EXPECT_EQ(value->find("wins_from_first_dealer")->items.size(),
                static_cast<std::size_t>(players));
      std::int64_t dojos = 0;
      for (const json::Value& bar : value->find("score")->find("distribution")->items)
        dojos += bar.find("dojos")->integer;
      EXPECT_EQ(dojos, 30 * players);
      EXPECT_EQ(value->find("trophies")->fields.size(), 6U);
    }
}

TEST(CommandSimulate, One_game_is_enough) {
  const Finished finished = run({"simulate", "dojo", "--games", "1", "--threads", "64"});
  EXPECT_EQ(finished.status, 0);
  EXPECT_FALSE(contains(finished.out, "nan")) << finished.out;
  EXPECT_FALSE(contains(finished.out, "inf")) << finished.out;
}

// ---- signature ----

TEST(CommandSignature, Prints_the_same_sixteen_digits_again) {
  const Finished first = run({"signature"});
  EXPECT_EQ(first.status, 0);
  ASSERT_EQ(first.out.size(), 17U) << first.out;
  EXPECT_EQ(first.out.find_first_not_of("0123456789abcdef"), 16U) << first.out;
  EXPECT_EQ(first.out.back(), '\n');
  EXPECT_EQ(run({"signature"}).out, first.out);
}

TEST(CommandSignature, Is_the_newest_that_the_documents_name) {
  const std::string text = testing::read_file(TATAMI_TEST_DATA "/../docs/RESEARCH.md");
  const std::size_t table = text.find("| signature |");
  ASSERT_NE(table, std::string::npos);
  const std::size_t newest = text.find("\n| `", table) + 4;
  EXPECT_EQ(text.substr(newest, 16) + "\n", run({"signature"}).out);
}

TEST(CommandSimulate, The_player_may_have_a_budget) {
  const auto played_by = [](const std::string& player) {
    const Finished finished =
        run({"simulate", "dojo", "--games", "2", "--json", "--player", player});
    EXPECT_EQ(finished.status, 0) << finished.err;
    EXPECT_NE(finished.out.find("\"player\":\"" + player + "\""), std::string::npos);
    return finished.out.substr(finished.out.find("\"games\""));
  };
  EXPECT_EQ(played_by("sensei:40"), played_by("sensei:40"));
  EXPECT_NE(played_by("sensei:40"), played_by("student"));
  EXPECT_NE(played_by("sensei:1ms"), "");

  for (const char* wrong : {"grandmaster", "sensei:", "sensei:-1", "student:50", ""}) {
    const Finished finished = run({"simulate", "dojo", "--games", "1", "--player", wrong});
    EXPECT_EQ(finished.status, 2) << wrong;
    EXPECT_EQ(finished.out, "");
    EXPECT_EQ(finished.err.find("--player: "), 0U) << finished.err;
    EXPECT_NE(finished.err.find("sensei"), std::string::npos) << "what is allowed";
  }
}

}  // namespace
}  // namespace tatami
