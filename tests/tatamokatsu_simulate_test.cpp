#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <vector>

#include "bots/tatamokatsu/person.h"
#include "bots/tatamokatsu/player.h"
#include "bots/tatamokatsu/simple.h"
#include "chance/tatamokatsu.h"
#include "cli/model.h"
#include "command_support.h"
#include "record/json.h"

namespace tatami {
namespace {

using bots::Reflexes;
using tatamokatsu::ActionId;
using tatamokatsu::ActionList;
using tatamokatsu::Millis;
using tatamokatsu::State;
using tatamokatsu::View;
using testing::Finished;
using testing::run;

std::vector<std::string> simulation(const std::vector<std::string>& options) {
  std::vector<std::string> words = {"simulate", "tatamokatsu"};
  words.insert(words.end(), options.begin(), options.end());
  return words;
}

// The numbers that follow this in the output; our reader of JSON keeps whole ones only.
std::vector<double> numbers_after(const std::string& out, const std::string& key) {
  std::vector<double> numbers;
  const std::size_t found = out.find(key);
  EXPECT_NE(found, std::string::npos) << key << " in " << out;
  if (found == std::string::npos) return {0};
  for (const char* at = out.c_str() + found + key.size();; ++at) {
    char* end = nullptr;
    numbers.push_back(std::strtod(at, &end));
    if (*end != ',') return numbers;
    at = end;
  }
}

std::vector<double> wins(const std::vector<std::string>& options) {
  std::vector<std::string> words = simulation(options);
  words.emplace_back("--json");
  const Finished finished = run(words);
  EXPECT_EQ(finished.status, 0) << finished.err;
  return numbers_after(finished.out, "\"wins_from_first_roller\":[");
}

// ---- A person ----

struct Moments {
  double mean = 0;
  double deviation = 0;
  double skewness = 0;
};

Moments moments(const Reflexes& reflexes) {
  SplitMix numbers{1};
  constexpr int many = 200'000;
  std::vector<double> times;
  for (int i = 0; i < many; ++i) times.push_back(bots::reaction_time(reflexes, numbers).count);
  Moments of;
  for (const double time : times) of.mean += time / many;
  double squares = 0;
  double cubes = 0;
  for (const double time : times) {
    squares += std::pow(time - of.mean, 2) / many;
    cubes += std::pow(time - of.mean, 3) / many;
  }
  of.deviation = std::sqrt(squares);
  of.skewness = cubes / std::pow(of.deviation, 3);
  return of;
}

TEST(Reflexes, Times_have_the_mean_the_spread_and_a_tail) {
  Reflexes reflexes;
  reflexes.mean = Millis{1000};
  reflexes.spread = Millis{100};
  const Moments of = moments(reflexes);
  EXPECT_NEAR(of.mean, 1000, 2);
  EXPECT_NEAR(of.deviation, 100, 2);
  EXPECT_NEAR(of.skewness, 1.02, 0.1);
}

TEST(Reflexes, Times_are_the_same_on_every_machine) {
  SplitMix numbers{42};
  std::vector<int> times;
  for (int i = 0; i < 8; ++i) times.push_back(bots::reaction_time({}, numbers).count);
  EXPECT_EQ(times, (std::vector<int>{438, 367, 233, 301, 346, 326, 416, 473}));
}

TEST(Reflexes, No_time_is_negative_or_too_long) {
  Reflexes wild;
  wild.mean = Millis{0};
  wild.spread = Millis{60'000};
  SplitMix numbers{2};
  for (int i = 0; i < 100'000; ++i) {
    const Millis time = bots::reaction_time(wild, numbers);
    ASSERT_LE(Millis{0}, time);
    ASSERT_LE(time, tatamokatsu::longest_timing);
  }
}

TEST(Reflexes, Without_spread_every_time_is_the_mean) {
  Reflexes steady;
  steady.spread = Millis{0};
  SplitMix numbers{3};
  for (int i = 0; i < 1000; ++i) ASSERT_EQ(bots::reaction_time(steady, numbers), steady.mean);
}

// ---- Playing out ----

// Every event is checked by the rules.
void play_checked(const tatamokatsu::Setup& table, const Reflexes& reflexes, std::uint64_t seed) {
  State state = tatamokatsu::start(table);
  chance::TatamokatsuLuck luck{seed};
  SplitMix numbers{seed};
  chance::play_out(
      state, luck,
      [&](const View& view, ActionId event, ActionList& plans) {
        bots::react(view, event, reflexes, bots::simple_announcement(view.open.roll), numbers,
                    plans);
        for (ActionId plan : plans) ASSERT_EQ(plan.seat(), *view.seat);
      },
      bots::simple_choice,
      [](const State& now, ActionId action) {
        const auto unpacked = unpack(action);
        ASSERT_TRUE(unpacked);
        ASSERT_EQ(check(now, *unpacked), std::nullopt) << static_cast<int>(action.kind());
      });
  EXPECT_FALSE(outcome(state.open).winners.empty());
}

// A child finds and reaches a T no faster than it shouts.
TEST(Person, Grabs_a_T_at_the_same_pace_as_they_shout) {
  const Reflexes child = bots::tatamokatsu_level_named("child")->reflexes;
  tatamokatsu::Setup setup;
  setup.players = 2;
  State state = tatamokatsu::start(setup);
  using tatamokatsu::Face;
  const tatamokatsu::Roll roll{Face::one, Face::two, Face::t};
  apply_unchecked(state, {tatamokatsu::Kind::roll, Seat{}, roll.code()});
  SplitMix numbers{1};
  double grabs = 0;
  double shouts = 0;
  int many = 0;
  int hasty = 0;
  for (int i = 0; i < 4000; ++i) {
    ActionList plans;
    bots::react(view_of(state, Seat{1}), {tatamokatsu::Kind::roll, Seat{}, roll.code()}, child, {},
                numbers, plans);
    std::optional<Millis> grab;
    std::optional<Millis> shout;
    for (ActionId plan : plans) {
      if (plan.kind() == tatamokatsu::Kind::grab) grab = plan.at();
      if (plan.kind() == tatamokatsu::Kind::shout) shout = plan.at();
    }
    if (!grab || !shout) continue;
    grabs += grab->count;
    shouts += shout->count;
    hasty += grab->count < 400 ? 1 : 0;
    ++many;
  }
  ASSERT_GT(many, 3000);
  EXPECT_NEAR(grabs / many, shouts / many, 20);
  EXPECT_NEAR(grabs / many, child.mean.count + child.reaching.count, 20);
  EXPECT_LT(hasty, many / 100);
}

TEST(TatamokatsuPlayOut, Every_event_is_legal_whoever_plays) {
  Reflexes clumsy;
  clumsy.spread = Millis{400};
  clumsy.misses = bots::always / 4;
  clumsy.false_alarms = bots::always / 4;
  Reflexes absent;
  absent.misses = bots::always;
  const Reflexes instant{Millis{0}, Millis{0}, Millis{0}, 0, 0};
  for (const Reflexes& reflexes : {Reflexes{}, clumsy, absent, instant})
    for (std::uint8_t players = 2; players <= most_players; ++players)
      for (std::uint64_t seed = 0; seed < 50; ++seed) {
        tatamokatsu::Setup table;
        table.players = players;
        table.first_roller = Seat{static_cast<int>(seed % players)};
        if (seed % 2 == 1)
          table.timing = {Millis{900}, Millis{500}, Millis{0}, Millis{100}, Millis{300}};
        play_checked(table, reflexes, seed);
        if (HasFatalFailure()) return;
      }
}

TEST(TatamokatsuPlayOut, The_seed_makes_the_rolls) {
  tatamokatsu::Open open = tatamokatsu::start({}).open;
  const auto rolls = [&](std::uint64_t seed) {
    chance::TatamokatsuLuck luck{seed};
    std::vector<ActionId> all;
    for (int i = 0; i < 20; ++i) all.push_back(luck.next(open));
    return all;
  };
  EXPECT_EQ(rolls(7), rolls(7));
  EXPECT_NE(rolls(7), rolls(8));
}

// ---- simulate ----

TEST(SimulateTatamokatsu, Counts_the_same_with_any_number_of_threads) {
  for (const bool as_json : {true, false}) {
    const auto with_threads = [&](const std::string& threads) {
      std::vector<std::string> words = simulation({"--games", "1000", "--threads", threads});
      if (as_json) words.emplace_back("--json");
      const Finished finished = run(words);
      EXPECT_EQ(finished.status, 0);
      EXPECT_EQ(finished.err, "");
      return finished.out;
    };
    const std::string one = with_threads("1");
    EXPECT_FALSE(one.empty());
    EXPECT_EQ(one, with_threads("2"));
    EXPECT_EQ(one, with_threads("7"));
  }
}

TEST(SimulateTatamokatsu, Equal_players_win_equally) {
  for (int players = 2; players <= most_players; ++players) {
    const std::vector<double> shares =
        wins({"--games", "3000", "--players", std::to_string(players)});
    ASSERT_EQ(shares.size(), static_cast<std::size_t>(players));
    double sum = 0;
    for (const double share : shares) {
      EXPECT_NEAR(share, 1.0 / players, 0.06);
      sum += share;
    }
    EXPECT_NEAR(sum, 1, 1e-4);
  }
}

TEST(SimulateTatamokatsu, An_instant_player_beats_slow_ones) {
  const std::string instant = "mean=0,spread=0,adding=0,miss=0,false=0";
  const std::string slow = "mean=1500,spread=300,miss=0.2,false=0.1";
  for (std::size_t fast = 0; fast < 3; ++fast) {
    std::vector<std::string> options = {"--games", "1000", "--players", "3"};
    for (std::size_t seat = 0; seat < 3; ++seat) {
      options.emplace_back("--model");
      options.push_back(seat == fast ? instant : slow);
    }
    EXPECT_GT(wins(options).at(fast), 0.97);
  }
}

TEST(SimulateTatamokatsu, Every_roll_is_counted_once_and_every_game_ends_once) {
  const Finished finished = run(simulation({"--games", "500", "--players", "5", "--json",  //
                                            "--model", "miss=0.1,false=0.1"}));
  const auto value = json::parse(finished.out);
  ASSERT_TRUE(value.ok()) << finished.out;
  std::int64_t rolls = 0;
  std::int64_t ended = 0;
  std::int64_t ended_by_mistakes = 0;
  for (const json::Field& effect : value->find("effects")->fields) {
    const auto count = [&](const char* what) { return effect.value.find(what)->integer; };
    EXPECT_LE(count("decided"), count("rolls")) << effect.name;
    EXPECT_LE(count("ended"), count("decided")) << effect.name;
    ended += count("ended");
    if (effect.name == "mistakes")
      ended_by_mistakes = count("ended");
    else
      rolls += count("rolls");
  }
  EXPECT_EQ(ended, 500);
  EXPECT_GT(ended_by_mistakes, 0);
  std::int64_t games = 0;
  for (const json::Value& bar : value->find("rolls")->find("distribution")->items)
    games += bar.find("games")->integer;
  EXPECT_EQ(games, 500);
  const double mean = numbers_after(finished.out, "\"rolls\":{\"mean\":").front();
  EXPECT_NEAR(mean * 500, static_cast<double>(rolls + ended_by_mistakes), 0.1);
}

TEST(SimulateTatamokatsu, The_timing_is_the_one_played) {
  const auto minutes = [](const std::vector<std::string>& options) {
    std::vector<std::string> words = simulation(options);
    for (const char* word : {"--games", "200", "--json"}) words.emplace_back(word);
    return numbers_after(run(words).out, "\"minutes\":{\"mean\":").front();
  };
  EXPECT_LT(minutes({"--between", "0"}), minutes({}));
  EXPECT_LT(minutes({"--quiet", "1500", "--between", "0"}),
            minutes({"--quiet", "4000", "--between", "0"}));
  EXPECT_LT(minutes({"--window", "100", "--between", "0"}), minutes({"--between", "0"}));
}

TEST(SimulateTatamokatsu, One_game_is_enough) {
  const Finished finished = run(simulation({"--games", "1", "--threads", "64"}));
  EXPECT_EQ(finished.status, 0);
  EXPECT_EQ(finished.out.find("nan"), std::string::npos) << finished.out;
  EXPECT_EQ(finished.out.find("inf"), std::string::npos) << finished.out;
}

// ---- Models ----

TEST(SimulateModel, Is_read_and_written) {
  const auto model = cli::read_model("mean=300,miss=0.25,spread=50,false=1,adding=0");
  ASSERT_TRUE(model.ok());
  EXPECT_EQ(*model, (Reflexes{Millis{300}, Millis{50}, Millis{0}, 250'000, bots::always}));
  for (const Reflexes& reflexes : {*model, Reflexes{}}) {
    const auto again = cli::read_model(cli::write_model(reflexes));
    ASSERT_TRUE(again.ok());
    EXPECT_EQ(*again, reflexes);
  }
  const auto other = cli::read_model("mean=300");
  ASSERT_TRUE(other.ok());
  EXPECT_EQ(other->spread, Reflexes{}.spread);
}

TEST(SimulateModel, Errors_are_reported_with_status_2) {
  for (const std::string model : {"",
                                  "x",
                                  "=",
                                  "mean",
                                  "mean=",
                                  "mean=x",
                                  "mean=-1",
                                  "mean=1.5",
                                  "mean=60001",
                                  "mean=nan",
                                  "mean=inf",
                                  "mean=1e3",
                                  "mean= 1",
                                  "miss=1.1",
                                  "miss=-0.1",
                                  "false=x",
                                  "speed=1",
                                  ",",
                                  "mean=1,",
                                  "mean=1,,miss=0",
                                  "mean=1,mean=2",
                                  "mean=99999999999999999999999999"}) {
    SCOPED_TRACE(model);
    const Finished finished = run(simulation({"--model", model}));
    EXPECT_EQ(finished.status, 2);
    EXPECT_EQ(finished.out, "");
    EXPECT_TRUE(finished.err.starts_with("--model: ")) << finished.err;
    EXPECT_LT(finished.err.size(), 200U) << finished.err;
  }
  const Finished long_one = run(simulation({"--model", std::string(100'000, 'x')}));
  EXPECT_EQ(long_one.status, 2);
  EXPECT_LT(long_one.err.size(), 300U);
}

TEST(SimulateModel, May_follow_another_one) {
  const auto with = [](std::vector<std::string> options) {
    options.insert(options.end(), {"--games", "20", "--players", "2", "--json"});
    const Finished finished = run(simulation(options));
    EXPECT_EQ(finished.status, 0) << finished.err;
    return finished.out;
  };
  const std::string once = with({"--model", "mean=300", "mean=500"});
  EXPECT_EQ(once, with({"--model", "mean=300", "--model", "mean=500"}));
  EXPECT_NE(once, with({"--model", "mean=300"}));
}

TEST(SimulateModel, Is_given_once_or_for_each_seat) {
  const auto status = [](std::size_t models) {
    std::vector<std::string> options = {"--games", "1", "--players", "3"};
    for (std::size_t i = 0; i < models; ++i) {
      options.emplace_back("--model");
      options.emplace_back("mean=300");
    }
    return run(simulation(options)).status;
  };
  EXPECT_EQ(status(0), 0);
  EXPECT_EQ(status(1), 0);
  EXPECT_EQ(status(2), 2);
  EXPECT_EQ(status(3), 0);
  EXPECT_EQ(status(4), 2);
}

TEST(SimulateTatamokatsu, Wrong_options_are_reported_with_status_2) {
  for (const auto& [option, value] :
       std::vector<std::pair<std::string, std::string>>{{"--players", "1"},
                                                        {"--players", "6"},
                                                        {"--games", "0"},
                                                        {"--window", "-1"},
                                                        {"--window", "1000001"},
                                                        {"--bow", "x"},
                                                        {"--tie", "1.5"},
                                                        {"--between", ""},
                                                        {"--edition", "fr"}}) {
    const Finished finished = run(simulation({option, value}));
    EXPECT_EQ(finished.status, 2);
    EXPECT_NE(finished.err.find(option), std::string::npos) << finished.err;
  }
}

}  // namespace
}  // namespace tatami
