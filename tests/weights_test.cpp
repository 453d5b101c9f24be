#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tournament_support.h"

namespace tatami {
namespace {

using testing::a_dojo_game;
using testing::Finished;
using testing::Folder;
using testing::learned_weights;
using testing::read_file;
using testing::run;
using testing::without_times;

TEST(Tournament, Plays_with_the_weights_it_is_given) {
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

TEST(Tournament, Says_what_is_wrong_with_weights_with_status_1) {
  std::string text = read_file(learned_weights);
  char& digit = text[text.size() / 2 + (text[text.size() / 2] == '-' ? 1 : 0)];
  digit = digit == ' ' ? '1' : digit == '5' ? '6' : '5';
  const Folder folder;
  for (const std::string& file :
       {folder.file("damaged.inc", text), std::string{"no-such-file"}, a_dojo_game}) {
    const Finished finished =
        run({"tournament", "dojo", "adept", "random", "random", "random", "--weights", file});
    EXPECT_EQ(finished.status, 1) << file;
    EXPECT_EQ(finished.out, "");
    EXPECT_EQ(finished.err.find(file + ": "), 0U) << finished.err;
  }
}

// Numbers that nobody learns could be added up beyond what an integer holds.
TEST(Tournament, Refuses_weights_that_are_too_large) {
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

TEST(Train, Says_what_is_wrong_before_it_begins) {
  EXPECT_EQ(run({"train", "dojo", "--minutes", "nan"}).status, 2);
  EXPECT_EQ(run({"train", "dojo", "--out", "no/such/folder/weights.inc"}).status, 2);
}

TEST(Train, Learns_the_same_with_any_number_of_threads) {
  const Folder folder;
  const auto with = [&](const std::string& threads) {
    const std::string out = folder.path(threads + ".inc");
    EXPECT_EQ(run({"train", "dojo", "--games", "40", "--threads", threads, "--out", out}).status,
              0);
    return read_file(out);
  };
  EXPECT_EQ(with("1"), with("3"));
}

}  // namespace
}  // namespace tatami
