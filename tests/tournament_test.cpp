#include <gtest/gtest.h>

#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "tournament_support.h"

namespace tatami {
namespace {

using testing::Finished;
using testing::Folder;
using testing::numbers_named;
using testing::parsed;
using testing::read_file;
using testing::run;
using testing::without_times;

TEST(Tournament, Is_the_same_with_any_number_of_threads) {
  const auto with = [](const char* threads) {
    const Finished finished =
        run({"tournament", "dojo", "student", "novice", "random", "random", "--games", "320",
             "--seed", "5", "--to-the-end", "--json", "--threads", threads});
    EXPECT_EQ(finished.status, 0) << finished.err;
    return without_times(finished.out);
  };
  EXPECT_EQ(with("1"), with("2"));
}

TEST(Tournament, Shares_add_up_and_the_stronger_is_above) {
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
TEST(Tournament, A_dead_heat_is_not_certain) {
  const Finished finished = run({"tournament", "tatamokatsu", "regular", "regular/simple",
                                 "--players", "2", "--games", "400"});
  EXPECT_EQ(finished.status, 0);
  EXPECT_EQ(finished.out.find("certain"), std::string::npos) << finished.out;
}

TEST(Tournament, A_few_games_have_no_interval) {
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

TEST(Tournament, Writes_a_table_and_a_plot_or_says_beforehand_that_it_cannot) {
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

TEST(Tournament, Stops_when_the_order_is_certain) {
  const Finished finished =
      run({"tournament", "dojo", "student", "random", "random", "random", "--games", "100000"});
  EXPECT_EQ(finished.status, 0);
  EXPECT_NE(finished.out.find("the order is certain"), std::string::npos) << finished.out;
  EXPECT_NE(finished.out.find("differ by 100"), std::string::npos) << finished.out;
}

TEST(Tournament, Says_what_is_wrong_with_a_bot_with_status_2) {
  for (const char* bot :
       {"grandmaster", "sensei:", "sensei:-1", "sensei:5s", "sensei:0ms", "student:50"}) {
    const Finished finished = run({"tournament", "dojo", bot, "random", "random", "random"});
    EXPECT_EQ(finished.status, 2) << bot;
    EXPECT_EQ(finished.out, "");
    EXPECT_FALSE(finished.err.empty());
  }
  EXPECT_EQ(run({"tournament", "dojo", "student", "random"}).status, 2) << "too few for a table";
}

TEST(TatamokatsuTournament, Is_the_same_with_any_number_of_threads) {
  const auto with = [](const char* threads) {
    const Finished finished =
        run({"tournament", "tatamokatsu", "quick", "child", "regular/exact", "random", "--games",
             "400", "--seed", "5", "--to-the-end", "--json", "--threads", threads});
    EXPECT_EQ(finished.status, 0) << finished.err;
    return without_times(finished.out);
  };
  EXPECT_EQ(with("1"), with("2"));
}

TEST(TatamokatsuTournament, Levels_stand_in_their_order) {
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

TEST(TatamokatsuTournament, Says_what_is_wrong_with_a_bot_with_status_2) {
  for (const char* bot : {"student", "samurai/", "samurai/best", "/simple", "samurai:50ms"}) {
    const Finished finished =
        run({"tournament", "tatamokatsu", bot, "random", "--players", "2", "--games", "2"});
    EXPECT_EQ(finished.status, 2) << bot;
    EXPECT_EQ(finished.out, "");
    EXPECT_FALSE(finished.err.empty());
  }
  EXPECT_EQ(run({"tournament", "tatamokatsu", "child", "child"}).status, 2) << "too few for four";
}

}  // namespace
}  // namespace tatami
