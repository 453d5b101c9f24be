#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "command_samples.h"

namespace tatami {
namespace {

using testing::a_dojo;
using testing::a_game;
using testing::contains;
using testing::content;
using testing::Descriptor;
using testing::Finished;
using testing::in_memory;
using testing::lines_in;
using testing::run;

// ---- Usage ----

TEST(CommandUsage, Help_lists_all_commands) {
  struct Case {
    std::vector<std::string> command;
    std::vector<std::string> mentions;
  };
  const std::vector<std::string> table = {"--players", "--edition", "--variants", "--first-dealer"};
  std::vector<Case> cases = {
      {{}, {"score", "replay", "show", "simulate", "signature", "play", "--help", "--version"}},
      {{"score"}, {"standard input", "--help"}},
      {{"replay"}, {"FILE", "--help"}},
      {{"show"}, {"FILE", "--at", "--seat", "--spectator", "--colour"}},
      {{"simulate"}, {"dojo"}},
      {{"simulate", "dojo"}, {"--games", "--seed", "--threads", "--player", "--json"}},
      {{"signature"}, {"--help"}},
      {{"play"}, {"dojo"}},
      {{"play", "dojo"}, {"--opponents", "--seed", "--record", "--colour"}}};
  for (Case& each : cases) {
    if (each.command.size() == 2)
      each.mentions.insert(each.mentions.end(), table.begin(), table.end());
    for (const char* help : {"--help", "-h"}) {
      std::vector<std::string> arguments = each.command;
      arguments.emplace_back(help);
      const Finished finished = run(arguments);
      EXPECT_EQ(finished.status, 0);
      EXPECT_EQ(finished.err, "");
      for (const std::string& word : each.mentions)
        EXPECT_TRUE(contains(finished.out, word)) << word << " in\n" << finished.out;
    }
  }
  EXPECT_TRUE(run({"--version"}).out.starts_with("tatami "));
  EXPECT_EQ(run({"--version"}).status, 0);
}

TEST(CommandUsage, Help_is_plain_and_fits_a_terminal) {
  for (const std::vector<std::string>& command :
       std::vector<std::vector<std::string>>{{},
                                             {"score"},
                                             {"replay"},
                                             {"show"},
                                             {"simulate"},
                                             {"simulate", "dojo"},
                                             {"simulate", "tatamokatsu"},
                                             {"tournament"},
                                             {"tournament", "dojo"},
                                             {"tournament", "tatamokatsu"},
                                             {"export"},
                                             {"export", "dojo"},
                                             {"export", "tatamokatsu"},
                                             {"export", "standard"},
                                             {"analyse"},
                                             {"hint"},
                                             {"puzzles"},
                                             {"train", "dojo"},
                                             {"play"},
                                             {"play", "dojo"},
                                             {"play", "tatamokatsu"},
                                             {"serve"},
                                             {"verify"},
                                             {"load"},
                                             {"sim"},
                                             {"protocol"}}) {
    std::vector<std::string> arguments = command;
    arguments.emplace_back("--help");
    const Finished finished = run(arguments);
    EXPECT_EQ(finished.status, 0);
    for (const char* jargon : {"UINT", "INT:", "FLOAT", "TEXT", "Excludes", "Needs", " = "})
      EXPECT_FALSE(contains(finished.out, jargon)) << jargon << " in\n" << finished.out;
    for (const std::string& line : lines_in(finished.out)) {
      const auto continues = [](char c) {
        return (static_cast<unsigned char>(c) & 0xC0U) == 0x80U;
      };
      EXPECT_LE(line.size() - static_cast<std::size_t>(std::ranges::count_if(line, continues)), 80U)
          << line;
    }
  }
  EXPECT_TRUE(contains(run({"load", "--help"}).out, "(1 to 100000; by default"));
}

TEST(CommandUsage, Wrong_usage_is_reported_briefly_with_status_2) {
  struct Case {
    std::vector<std::string> arguments;
    std::string mentions;
  };
  std::vector<Case> cases = {
      {{}, "command is required: play, serve"},
      {{"fly"}, "fly"},
      {{"--bogus"}, "--bogus"},
      {{"Score"}, "Score"},
      {{"score", "file"}, "file"},
      {{"score", "--bogus"}, "--bogus"},
      {{"replay"}, "FILE"},
      {{"replay", "--bogus", a_game}, "--bogus"},
      {{"show"}, "FILE"},
      {{"show", a_game, "another"}, "another"},
      {{"show", a_game, "--at"}, "--at"},
      {{"show", a_game, "--at", "0"}, "--at"},
      {{"show", a_game, "--at", "-1"}, "--at"},
      {{"show", a_game, "--at", "x"}, "--at"},
      {{"show", a_game, "--at", "1.5"}, "--at"},
      {{"show", a_game, "--at", "99999999999999999999"}, "--at"},
      {{"show", a_game, "--seat", "5"}, "--seat"},
      {{"show", a_game, "--seat", "-1"}, "--seat"},
      {{"show", a_game, "--seat", "x"}, "--seat"},
      {{"show", a_game, "--seat", "0", "--spectator"}, "--spectator"},
      {{"show", a_game, "--colour", "pink"}, "pink"},
      {{"signature", "x"}, "x"},
      {{"simulate"}, "tatami simulate: a subcommand is required: dojo, tatamokatsu."},
      {{"simulate", "chess"}, "chess"},
      {{"play"}, "subcommand"},
      {{"play", "chess"}, "chess is not a subcommand"},
      {{"simulate", "dojo", "--edition", "de"}, "--edition: expected fr or en, not \"de\""},
      {{"load", "--seconds", "0"}, "--seconds: expected a number from 0.1 to 86400"},
      {{"simulate", "dojo", "--games", "0"}, "--games"},
      {{"simulate", "dojo", "--games", "-5"}, "--games"},
      {{"simulate", "dojo", "--games", "1e3"}, "--games"},
      {{"simulate", "dojo", "--games", "1000000001"}, "--games"},
      {{"simulate", "dojo", "--games", "99999999999999999999999"}, "--games"},
      {{"simulate", "dojo", "--threads", "-1"}, "--threads"},
      {{"simulate", "dojo", "--threads", "1025"}, "--threads"},
      {{"simulate", "dojo", "--player", "human"}, "human"},
      {{"serve", "--address", "localhost"}, "an IP address"},
      {{"serve", "--origin", "example.org"}, "https://example.org"},
      {{"serve", "--origin", "https://example.org/"}, "https://example.org"},
      {{"load", "--race", "--tables", "3"}, "--race"}};
  for (const char* command : {"simulate", "play"}) {
    const auto add = [&](const std::string& option, const std::string& value,
                         const std::string& mentions) {
      cases.push_back({{command, "dojo", option, value}, mentions});
    };
    for (const char* players : {"7", "2", "-3", "x", "3.7", "", "4294967299"})
      add("--players", players, "--players");
    for (const char* dealer : {"5", "4", "-1", "x"})  // of four
      add("--first-dealer", dealer, "--first-dealer");
    for (const char* seed : {"-1", "x", "1.5", "18446744073709551616", ""})
      add("--seed", seed, "--seed");
    add("--edition", "de", "de");
    add("--edition", "FR", "FR");
    add("--variants", "pink-belt", "pink-belt");
    add("--variants", "white-belt,pink-belt", "pink-belt");
    add("--bogus", "1", "--bogus");
  }
  for (const Case& each : cases) {
    std::string words;
    for (const std::string& word : each.arguments) words += " " + word;
    SCOPED_TRACE("tatami" + words);
    const Finished finished = run(each.arguments);
    EXPECT_EQ(finished.status, 2);
    EXPECT_EQ(finished.out, "");
    EXPECT_TRUE(contains(finished.err, each.mentions)) << finished.err;
    EXPECT_LT(finished.err.size(), 300U) << finished.err;
    EXPECT_EQ(finished.err.find('\0'), std::string::npos) << finished.err;
  }
}

// ---- Output that cannot be written ----

void expect_failure_writing_to(int out) {
  struct Case {
    std::vector<std::string> arguments;
    std::string input;
  };
  std::string dojos;
  for (int i = 0; i < 100; ++i) dojos += a_dojo + "\n";  // more than any buffer of output
  const std::vector<Case> cases = {{{"score"}, a_dojo},
                                   {{"score"}, dojos},
                                   {{"replay", a_game}, ""},
                                   {{"show", a_game}, ""},
                                   {{"simulate", "dojo", "--games", "1"}, ""},
                                   {{"play", "dojo"}, ""},
                                   {{"play", "dojo", "--seed", "1"}, std::string(200, '\n')},
                                   {{"--help"}, ""},
                                   {{"show", "--help"}, ""},
                                   {{"--version"}, ""}};
  for (const Case& each : cases) {
    SCOPED_TRACE(each.arguments[0]);
    const Descriptor in = in_memory(each.input);
    const Descriptor err = in_memory();
    const pid_t process = testing::start_tatami(each.arguments, in.number(), out, err.number());
    EXPECT_EQ(testing::wait_for(process), 1);
    EXPECT_TRUE(contains(content(err), "standard output")) << content(err);
    EXPECT_EQ(lines_in(content(err)).size(), 1U) << content(err);
  }
}

TEST(CommandOutput, A_full_device_fails) {
  const Descriptor full{open("/dev/full", O_WRONLY | O_CLOEXEC)};
  if (full.number() < 0) GTEST_SKIP() << "no /dev/full here";
  expect_failure_writing_to(full.number());
}

TEST(CommandOutput, A_closed_pipe_fails) {
  std::array<int, 2> ends{};
  ASSERT_EQ(pipe2(ends.data(), O_CLOEXEC), 0);
  Descriptor reading{ends[0]};
  const Descriptor writing{ends[1]};
  reading.reset();
  expect_failure_writing_to(writing.number());
}

TEST(CommandOutput, When_complaints_cannot_be_written_the_status_still_tells) {
  const Descriptor full{open("/dev/full", O_WRONLY | O_CLOEXEC)};
  if (full.number() < 0) GTEST_SKIP() << "no /dev/full here";
  const Descriptor in = in_memory("rubbish\n");
  const Descriptor out = in_memory();
  const auto status = [&](const std::vector<std::string>& arguments) {
    return testing::wait_for(
        testing::start_tatami(arguments, in.number(), out.number(), full.number()));
  };
  EXPECT_EQ(status({"score"}), 1);
  EXPECT_EQ(status({"replay", "/no/such/file"}), 1);
  EXPECT_EQ(status({"--bogus"}), 2);
}

}  // namespace
}  // namespace tatami
