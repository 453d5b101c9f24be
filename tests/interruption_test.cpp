// Long work that is interrupted prints what it has, and goes on later as if nothing had been.

#include <gtest/gtest.h>

#include <chrono>
#include <csignal>
#include <filesystem>
#include <string>
#include <thread>
#include <vector>

#include "tournament_support.h"

namespace tatami {
namespace {

using testing::Finished;
using testing::Folder;
using testing::learned_weights;
using testing::parsed;
using testing::read_file;
using testing::run;
using testing::without_times;

// Starts the command, sends it the signal after a while, and waits for its end.
Finished interrupted(const std::vector<std::string>& words, int signal,
                     std::chrono::milliseconds after) {
  const auto nothing = tatami::testing::in_memory();
  const auto out = tatami::testing::in_memory();
  const auto err = tatami::testing::in_memory();
  const pid_t process =
      tatami::testing::start_tatami(words, nothing.number(), out.number(), err.number());
  std::this_thread::sleep_for(after);
  kill(process, signal);
  Finished finished;
  finished.status = tatami::testing::wait_for(process);
  finished.out = tatami::testing::content(out);
  finished.err = tatami::testing::content(err);
  return finished;
}

// Interrupts the command again and again, ever later, until it comes to its end.
Finished in_pieces(const std::vector<std::string>& words, std::chrono::milliseconds step,
                   int& pieces) {
  for (int piece = 1;; ++piece) {
    const Finished finished = interrupted(words, piece % 2 == 0 ? SIGTERM : SIGINT, piece * step);
    const bool was_interrupted = finished.status == (piece % 2 == 0 ? 128 + SIGTERM : 128 + SIGINT);
    pieces = piece;
    if (!was_interrupted) return finished;
    if (piece == 200) {
      ADD_FAILURE() << "it never ends";
      return finished;
    }
  }
}

const std::vector<std::string> a_long_tournament = {
    "tournament", "dojo", "student", "novice", "student", "random",    "random",
    "--games",    "3000", "--seed",  "9",      "--json",  "--threads", "2"};

TEST(Tournament, Interrupted_it_prints_what_it_has) {
  std::vector<std::string> words = a_long_tournament;
  words[8] = "100000000";
  words.emplace_back("--to-the-end");
  const Finished finished = interrupted(words, SIGINT, std::chrono::milliseconds{1500});
  EXPECT_EQ(finished.status, 128 + SIGINT);
  const json::Value result = parsed(finished.out);
  EXPECT_TRUE(result.find("interrupted")->boolean);
  EXPECT_GT(result.find("games")->integer, 0);
  EXPECT_LT(result.find("games")->integer, 100000000);
  words.erase(std::ranges::find(words, "--json"));
  const Finished drawn = interrupted(words, SIGTERM, std::chrono::milliseconds{1500});
  EXPECT_EQ(drawn.status, 128 + SIGTERM);
  EXPECT_NE(drawn.out.find(" of 100000000 (interrupted)"), std::string::npos) << drawn.out;
}

TEST(Tournament, Interrupted_and_resumed_it_ends_as_without_an_interruption) {
  const Folder folder;
  for (const char* more : {"--to-the-end", "--until-certain"}) {
    std::vector<std::string> words = a_long_tournament;
    if (std::string_view{more} == "--to-the-end") words.emplace_back(more);
    const Finished whole = run(words);
    ASSERT_EQ(whole.status, 0) << whole.err;
    words.insert(words.end(), {"--resume", folder.path(std::string{"state"} + more)});
    int pieces = 0;
    const Finished last = in_pieces(words, std::chrono::milliseconds{60}, pieces);
    EXPECT_EQ(last.status, 0) << last.err;
    EXPECT_EQ(without_times(last.out), without_times(whole.out));
    if (std::string_view{more} == "--to-the-end") {
      EXPECT_GT(pieces, 2) << "it was hardly interrupted";
    }
    // It is over: the same command prints the same again, at once.
    EXPECT_EQ(without_times(run(words).out), without_times(whole.out));
  }
}

TEST(Tournament, Killed_it_goes_on_from_what_was_saved_before) {
  const Folder folder;
  const std::string state = folder.path("state");
  std::vector<std::string> words = a_long_tournament;
  words.insert(words.end(), {"--to-the-end", "--resume", state});
  ASSERT_EQ(interrupted(words, SIGTERM, std::chrono::milliseconds{150}).status, 128 + SIGTERM);
  const std::string before = read_file(state);
  EXPECT_EQ(interrupted(words, SIGKILL, std::chrono::milliseconds{100}).status, 128 + SIGKILL);
  EXPECT_EQ(read_file(state), before);
  const Finished last = run(words);
  words.resize(words.size() - 2);
  EXPECT_EQ(without_times(last.out), without_times(run(words).out));
}

TEST(Tournament, A_state_of_other_options_is_refused) {
  const Folder folder;
  const std::string state = folder.path("state");
  const auto with = [&](const std::vector<std::string>& words) {
    std::vector<std::string> all = {"tournament"};
    all.insert(all.end(), words.begin(), words.end());
    all.insert(all.end(), {"--resume", state});
    return run(all);
  };
  const std::vector<std::string> bots = {"dojo", "student", "random", "random", "random"};
  const auto and_more = [&](std::vector<std::string> more) {
    more.insert(more.begin(), bots.begin(), bots.end());
    return more;
  };
  ASSERT_EQ(with(and_more({"--games", "40"})).status, 0);
  const std::string saved = read_file(state);
  struct Case {
    std::vector<std::string> words;
    std::string says;
  };
  for (const Case& each : std::vector<Case>{
           {and_more({"--games", "40", "--seed", "2"}),
            R"(other options: --seed was "1" there and is "2" here)"},
           {and_more({"--games", "80"}), R"(--games was "40" there and is "80" here)"},
           {and_more({"--games", "40", "--to-the-end"}), "--to-the-end"},
           {and_more({"--games", "40", "--edition", "en"}), "the table"},
           {and_more({"--games", "40", "--weights", learned_weights}), "--weights"},
           {{"dojo", "adept", "random", "random", "random", "--games", "40"}, "BOT"},
           {{"tatamokatsu", "child", "random", "random", "random", "--games", "40"},
            "belongs to tatami tournament Dojo, not to tatami tournament Tatamokatsu"}}) {
    const Finished finished = with(each.words);
    EXPECT_EQ(finished.status, 1);
    EXPECT_EQ(finished.out, "");
    EXPECT_EQ(finished.err.find(state + ": belongs to "), 0U) << finished.err;
    EXPECT_NE(finished.err.find(each.says), std::string::npos) << finished.err;
    EXPECT_EQ(read_file(state), saved);
  }
  EXPECT_EQ(with(and_more({"--games", "40", "--threads", "1", "--json"})).status, 0)
      << "what changes no result may differ";
}

TEST(Tournament, A_damaged_state_is_refused) {
  const Folder folder;
  const std::string state = folder.path("state");
  const std::vector<std::string> words = {"tournament", "dojo",    "student", "random",   "random",
                                          "random",     "--games", "40",      "--resume", state};
  ASSERT_EQ(run(words).status, 0);
  const std::string saved = read_file(state);
  const auto refused = [&](const std::string& content) {
    folder.file("state", content);
    const Finished finished = run(words);
    EXPECT_EQ(finished.status, 1) << content;
    EXPECT_EQ(finished.out, "");
    EXPECT_EQ(finished.err.find(state + ": is "), 0U) << finished.err;
    EXPECT_EQ(read_file(state), content) << "it is left as it is";
  };
  for (const std::size_t at : {std::size_t{20}, saved.size() / 2, saved.size() - 3}) {
    std::string flipped = saved;
    flipped[at] = static_cast<char>(flipped[at] ^ 1);
    refused(flipped);
  }
  for (const std::size_t size :
       {std::size_t{0}, std::size_t{1}, std::size_t{15}, saved.size() / 2, saved.size() - 1})
    refused(saved.substr(0, size));
  refused(saved + "\n");
  refused("another file\n");
  EXPECT_EQ(run({"tournament", "dojo", "student", "random", "random", "random", "--resume",
                 "no/such/folder/state"})
                .status,
            2);
}

TEST(Simulate, Interrupted_it_prints_what_it_has) {
  const Finished finished = interrupted({"simulate", "dojo", "--games", "100000000", "--json"},
                                        SIGINT, std::chrono::milliseconds{300});
  EXPECT_EQ(finished.status, 128 + SIGINT);
  EXPECT_GT(parsed(finished.out).find("games")->integer, 0);
  EXPECT_EQ(finished.err.find("Interrupted after "), 0U) << finished.err;
}

TEST(Train, Interrupted_and_resumed_it_ends_as_without_an_interruption) {
  const Folder folder;
  const std::vector<std::string> words = {"train", "dojo", "--games", "160", "--threads", "2"};
  const auto with = [&](const std::string& out, bool resume) {
    std::vector<std::string> all = words;
    all.insert(all.end(), {"--out", folder.path(out)});
    if (resume) all.insert(all.end(), {"--resume", folder.path("state")});
    return all;
  };
  const Finished whole = run(with("whole.inc", false));
  ASSERT_EQ(whole.status, 0) << whole.err;
  int pieces = 0;
  const Finished last = in_pieces(with("pieces.inc", true), std::chrono::milliseconds{100}, pieces);
  EXPECT_EQ(last.status, 0) << last.err;
  EXPECT_GT(pieces, 2) << "it was hardly interrupted";
  EXPECT_EQ(read_file(folder.path("pieces.inc")), read_file(folder.path("whole.inc")));
  EXPECT_EQ(last.out.substr(0, last.out.find("Wrote")),
            whole.out.substr(0, whole.out.find("Wrote")));

  std::vector<std::string> other = with("other.inc", true);
  other[3] = "1600";
  const Finished refused = run(other);
  EXPECT_EQ(refused.status, 1);
  EXPECT_NE(refused.err.find("--games was \"160\" there and is \"1600\" here"), std::string::npos)
      << refused.err;
  std::string damaged = read_file(folder.path("state"));
  damaged[damaged.size() / 2] = static_cast<char>(damaged[damaged.size() / 2] ^ 1);
  folder.file("state", damaged);
  EXPECT_EQ(run(with("other.inc", true)).status, 1);
  EXPECT_FALSE(std::filesystem::exists(folder.path("other.inc")));
}

TEST(Train, Interrupted_it_says_what_it_has) {
  const Folder folder;
  const std::string out = folder.path("weights.inc");
  const Finished early = interrupted({"train", "dojo", "--games", "100000000", "--out", out},
                                     SIGINT, std::chrono::milliseconds{300});
  EXPECT_EQ(early.status, 128 + SIGINT);
  EXPECT_NE(early.out.find("Interrupted after "), std::string::npos) << early.out;
  EXPECT_NE(early.out.find("no weights yet"), std::string::npos) << early.out;
  EXPECT_FALSE(std::filesystem::exists(out));
}

}  // namespace
}  // namespace tatami
