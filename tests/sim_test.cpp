#include "sim/simulation.h"

#include <gtest/gtest.h>

#include <array>
#include <cstdio>

#include "command_support.h"
#include "live/kind.h"
#include "sim/witness.h"

namespace tatami::sim {
namespace {

TEST(Simulation, Loses_no_entry_and_leaks_no_secret) {
  Report all;
  for (std::uint64_t seed = 1; seed <= 3; ++seed) {
    const Report report = simulate({.seed = seed, .ticks = 15'000, .people = 30});
    EXPECT_FALSE(report.failure) << "tatami sim --seed " << seed
                                 << " --ticks 15000 --people 30: " << *report.failure;
    all.crashes += report.crashes;
    all.messages += report.messages;
    all.games += report.games;
    for (const auto& [game, number] : report.games_of) all.games_of[game] += number;
    all.breaks += report.breaks;
    all.faults += report.faults;
    all.jumps += report.jumps;
  }
  EXPECT_GT(all.crashes, 3U);
  EXPECT_GT(all.breaks, 3U);
  EXPECT_GT(all.faults, 0U);
  EXPECT_GT(all.jumps, 0U);
  EXPECT_GT(all.games, 10U);
  for (const live::Kind* game : live::games())
    EXPECT_GT(all.games_of[std::string{game->name()}], 0U);
  EXPECT_GT(all.messages, 10'000U);
}

// The second and the third in this process, as in a long row of seeds, and the first in another, as
// whoever repeats a failure runs it.
TEST(Simulation, The_same_seed_is_the_same_run) {
  const Options options{.seed = 7, .ticks = 8000, .people = 20};
  const Report first = simulate(options);
  const Report second = simulate(options);
  EXPECT_EQ(first.fingerprint, second.fingerprint);
  EXPECT_EQ(first.messages, second.messages);
  EXPECT_NE(simulate({.seed = 8, .ticks = 8000, .people = 20}).fingerprint, first.fingerprint);
  std::array<char, 17> fingerprint{};
  std::snprintf(fingerprint.data(), fingerprint.size(), "%016llx",
                static_cast<unsigned long long>(first.fingerprint));
  const std::string out =
      testing::run({"sim", "--seed", "7", "--ticks", "8000", "--people", "20"}).out;
  EXPECT_NE(out.find(fingerprint.data()), std::string::npos) << out << fingerprint.data();
}

TEST(Simulation, The_command_prints_what_happened_and_a_fingerprint) {
  const auto out = testing::run({"sim", "--seed", "3", "--ticks", "2000", "--people", "10"});
  EXPECT_EQ(out.status, 0);
  EXPECT_NE(out.out.find("seed 3: "), std::string::npos) << out.out;
  EXPECT_NE(out.out.find("messages checked"), std::string::npos);
  EXPECT_EQ(out.out, testing::run({"sim", "--seed", "3", "--ticks", "2000", "--people", "10"}).out);
}

// ---- The witness: what it has to notice, shown to it ----

class Told : public ::testing::Test {
 protected:
  Told() {
    write(R"({"type":"opened","table":"t","code":"ABCDE","host":"hosthosthosthost","settings":)"
          R"({"header":{"game":"dojo","players":3},"tempo":"fast"},"seed":")" +
          std::string(64, 'a') + R"(","secret":")" + std::string(64, 'b') + "\"}");
    for (const char* seat : {"0", "1", "2"})
      write(R"({"type":"sat","seat":)" + std::string{seat} + R"(,"guest":"guest)" + seat + "\"}");
    write(R"({"type":"started","moves":[{"trophy":"belt"},{"draw":"M1"}]})");
    write(
        R"({"type":"acted","action":{"seat":2,"give":0},"moves":[{"seat":2,"give":0},{"draw":"F2"}]})");
    witness.meet("hosthosthosthost");
  }
  void write(const std::string& body) { disk.write({{"table/t", ++seq, 0, {}, body, false}}); }
  std::optional<std::string> tell(const std::string& guest, const std::string& text) {
    Witness::Pictures pictures;
    return witness.read(guest, pictures, text, *json::parse(text));
  }
  static std::string position(const std::string& more, int seq = 6) {
    return R"({"type":"position","table":"t","seq":)" + std::to_string(seq) +
           R"(,"dojo":{"dealer":2})" + more + "}";
  }

  Disk disk;
  std::uint32_t seq = 0;
  Witness witness{disk};
};

TEST_F(Told, A_seats_own_knowledge_is_accepted) {
  EXPECT_FALSE(tell("guest0", position(R"(,"dojo_own":{"hand":"M1"})")));
  EXPECT_FALSE(tell("guest2", position(R"(,"dojo_own":{"drawn":"F2","dealt":["M1",null,null]})")));
  EXPECT_FALSE(tell("guest1", position(R"(,"dojo_own":{"hand":null})")));
  EXPECT_FALSE(tell("nobody", position("")));
}

TEST_F(Told, Cards_of_others_are_noticed) {
  EXPECT_TRUE(tell("guest1", position(R"(,"dojo_own":{"hand":"M1"})")));
  EXPECT_TRUE(tell("guest0", position(R"(,"dojo_own":{"hand":"M1","drawn":"F2"})")));
  EXPECT_TRUE(tell("nobody", position(R"(,"events":[{"draw":"F2"}])")));
  EXPECT_TRUE(tell("nobody", position(R"(,"dojo_own":{"hand":null})")));
}

TEST_F(Told, A_message_before_it_is_durable_is_noticed) {
  EXPECT_TRUE(tell("guest0", position("", 7)));
  EXPECT_TRUE(tell("guest0", R"({"type":"said","table":"t","number":1,"text":"hello"})"));
  EXPECT_TRUE(tell("guest0", R"({"type":"table","table":"elsewhere","stage":"gathering"})"));
  EXPECT_TRUE(tell("guest0", R"({"type":"table","table":"t","stage":"over"})"));
}

TEST_F(Told, Secrets_are_noticed) {
  EXPECT_FALSE(tell("guest0", position("")));
  EXPECT_TRUE(tell("guest0", R"({"type":"table","table":"t","stage":"playing","x":")" +
                                 std::string(64, 'a') + "\"}"));
  EXPECT_TRUE(tell("guest0", R"({"type":"refused","text":"ask hosthosthosthost"})"));
  EXPECT_TRUE(tell("guest0", R"({"type":"refused","text":")" + std::string(40, 'c') + "\"}"));
  EXPECT_TRUE(tell("guest0", R"({"type":"lobby_list","tables":[{"table":"t"}]})"))
      << "it is not for everybody";
}

TEST_F(Told, Two_different_positions_with_one_number_are_noticed) {
  EXPECT_FALSE(tell("guest0", position("")));
  EXPECT_TRUE(
      tell("guest1", R"({"type":"position","table":"t","seq":6,"dojo":{"dealer":2,"round":2}})"));
}

TEST_F(Told, A_verdict_follows_from_decided_times) {
  const auto verdict = [](const std::string& reactions) {
    return R"({"type":"verdict","table":"t","seq":6,"reactions":[)" + reactions + "]}";
  };
  const auto reaction = [](int seat, int at, int arrived, int credit) {
    return R"({"seat":)" + std::to_string(seat) + R"(,"at":)" + std::to_string(at) +
           R"(,"arrived":)" + std::to_string(arrived) + R"(,"credit":)" + std::to_string(credit) +
           R"(,"counted":true})";
  };
  const std::string later = reaction(0, 300, 320, 40);
  const std::string earlier = reaction(1, 250, 330, 80);
  EXPECT_FALSE(tell("guest0", verdict(earlier + "," + later)));
  EXPECT_FALSE(tell("guest1", verdict(earlier + "," + later)));
  EXPECT_TRUE(tell("guest2", verdict(later + "," + earlier))) << "as they arrived";
  EXPECT_TRUE(tell("guest2", verdict(earlier))) << "another verdict";
  EXPECT_TRUE(tell("guest2", verdict(reaction(1, 250, 240, 80)))) << "before it was done";
  EXPECT_TRUE(tell("guest2", verdict(reaction(1, 250, 340, 80)))) << "more than its credit";
  EXPECT_TRUE(tell("guest2", verdict(reaction(1, 250, 250, 0) + "," + reaction(0, 250, 250, 0))))
      << "equal times go by seat";
}

// ---- The disk ----

TEST(SimulatedDisk, Keeps_what_it_has_told_and_all_or_nothing_of_the_rest) {
  for (const bool is_lucky : {false, true}) {
    Disk disk;
    std::vector<std::string> complaints;
    const auto complain = [&](std::string what) { complaints.push_back(std::move(what)); };
    DiskLog log{disk, [] {}, complain};
    int told = 0;
    const auto append = [&](DiskLog& to, std::uint32_t seq) {
      to.append({{"table/a", seq, 0, {}, "{}", false}},
                [&](const auto& problem) { told += problem ? 100 : 1; });
    };
    append(log, 1);
    append(log, 2);
    log.commit(true);
    EXPECT_EQ(told, 1) << "what comes during a commit waits for the next";
    log.crash(is_lucky);
    EXPECT_EQ(disk.stream("table/a").size(), is_lucky ? 2U : 1U);
    EXPECT_TRUE(complaints.empty());
    DiskLog again{disk, [] {}, complain};
    append(again, 2);
    EXPECT_EQ(complaints.size(), is_lucky ? 1U : 0U) << "written twice, or in order";
  }
}

TEST(SimulatedDisk, Says_what_it_has_and_writes_nothing_more) {
  for (const auto& [fault, what] :
       {std::pair{Fault::full, "full"}, std::pair{Fault::read_only, "read-only"},
        std::pair{Fault::locked, "locked"}}) {
    Disk disk;
    DiskLog log{disk, [] {}, [](const std::string&) {}};
    std::vector<std::string> told;
    const auto append = [&](std::uint32_t seq) {
      log.append({{"table/a", seq, 0, {}, "{}", false}},
                 [&](const auto& problem) { told.push_back(problem ? problem->what : "durable"); });
    };
    append(1);
    log.commit(false);
    EXPECT_EQ(told, std::vector<std::string>{"durable"});
    disk.fault = fault;
    append(2);
    for (int i = 0; i < 100 && told.size() < 2; ++i) log.commit(false);
    ASSERT_EQ(told.size(), 2U);
    EXPECT_NE(told[1].find(what), std::string::npos) << told[1];
    disk.fault = Fault::none;
    append(3);
    log.commit(false);
    ASSERT_EQ(told.size(), 3U);
    EXPECT_NE(told[2], "durable") << "there would be a gap";
    EXPECT_EQ(disk.stream("table/a").size(), 1U);
  }
}

TEST(SimulatedDisk, Waits_for_a_lock_that_is_short) {
  Disk disk;
  int commits = 0;
  DiskLog log{disk, [&] { ++commits; }, [](const std::string&) {}};
  bool is_durable = false;
  disk.fault = Fault::locked;
  log.append({{"table/a", 1, 0, {}, "{}", false}},
             [&](const auto& problem) { is_durable = !problem; });
  log.commit(false);
  EXPECT_FALSE(is_durable);
  EXPECT_EQ(commits, 2) << "it is tried again";
  disk.fault = Fault::none;
  log.commit(false);
  EXPECT_TRUE(is_durable);
}

}  // namespace
}  // namespace tatami::sim
