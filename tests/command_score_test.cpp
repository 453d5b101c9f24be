#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "command_samples.h"
#include "record/json.h"

namespace tatami {
namespace {

using testing::a_dojo;
using testing::Descriptor;
using testing::expect_complaint;
using testing::Finished;
using testing::Folder;
using testing::huge_file;
using testing::lines_in;
using testing::most_memory_kib;
using testing::read_file;
using testing::run;
using testing::run_reading;
using testing::score_of_a_dojo;

TEST(CommandScore, Prints_one_line_for_each_dojo) {
  const Finished one = run({"score"}, a_dojo + "\n");
  EXPECT_EQ(one.status, 0);
  EXPECT_EQ(one.out, score_of_a_dojo);
  EXPECT_EQ(one.err, "");

  const Finished all = run({"score"}, read_file(TATAMI_TEST_DATA "/vectors/dojo-scores.jsonl"));
  EXPECT_EQ(all.status, 0);
  EXPECT_EQ(all.err, "");
  const std::vector<std::string> lines = lines_in(all.out);
  ASSERT_EQ(lines.size(), 400U);
  EXPECT_TRUE(lines[0].starts_with("{\"total\":20,")) << lines[0];
  for (const std::string& line : lines) EXPECT_TRUE(json::parse(line).ok()) << line;
}

TEST(CommandScore, A_bad_line_is_named_and_the_others_are_scored) {
  std::string input = a_dojo + "\n{\"rows\":3}\n" + a_dojo + "\r\n\n";
  input += std::string(70'000, ' ') + "\n";
  input += "{\"rows\":[[\"M1" + std::string(1, '\0') + "\n";
  input += a_dojo;  // without an end of line
  const Finished finished = run({"score"}, input);
  EXPECT_EQ(finished.status, 1);
  EXPECT_EQ(finished.out, score_of_a_dojo + score_of_a_dojo + score_of_a_dojo);
  const std::vector<std::string> complaints = lines_in(finished.err);
  ASSERT_EQ(complaints.size(), 4U) << finished.err;
  EXPECT_TRUE(complaints[0].starts_with("stdin:2: ")) << complaints[0];
  EXPECT_TRUE(complaints[1].starts_with("stdin:4: ")) << complaints[1];
  EXPECT_TRUE(complaints[2].starts_with("stdin:5: ")) << complaints[2];
  EXPECT_TRUE(complaints[3].starts_with("stdin:6: ")) << complaints[3];
}

TEST(CommandScore, Accepts_an_empty_input) {
  const Finished finished = run({"score"});
  EXPECT_EQ(finished.status, 0);
  EXPECT_EQ(finished.out + finished.err, "");
}

// ---- Cards as words ----

const std::vector<std::string> twelve = {"M1", "M2", "M3", "M4", "F1", "F2",
                                         "F3", "F4", "C1", "C2", "C3", "C4"};

std::vector<std::string> score_words(std::vector<std::string> cards,
                                     const std::vector<std::string>& more = {}) {
  cards.insert(cards.begin(), "score");
  cards.insert(cards.end(), more.begin(), more.end());
  return cards;
}

TEST(CommandScore, Takes_twelve_cards_as_words_row_by_row) {
  EXPECT_EQ(run(score_words(twelve, {"--json"})).out, score_of_a_dojo);
  const Finished drawn = run(score_words(twelve));
  EXPECT_EQ(drawn.status, 0) << drawn.err;
  EXPECT_NE(drawn.out.find("M1 M2 M3 M4  10  4 Monkey"), std::string::npos) << drawn.out;
  EXPECT_NE(drawn.out.find("= 40"), std::string::npos) << drawn.out;
  EXPECT_EQ(run({"score", "m1 m2 m3 m4", "f1,f2,f3,f4", "C1 C2 C3 C4"}).out, drawn.out)
      << "small letters, spaces and commas";
}

TEST(CommandScore, Takes_trophies_and_the_edition_as_words) {
  const auto total = [](const std::vector<std::string>& more) {
    const std::vector<std::string> cards = {"M1", "F2", "T3", "C4", "M2", "M3",
                                            "R1", "B5", "T1", "T2", "F3", "C5"};
    const Finished finished = run(score_words(cards, more));
    EXPECT_EQ(finished.status, 0) << finished.err;
    const auto value = json::parse(finished.out);
    return value.ok() ? value->find("total")->integer : -1;
  };
  const auto plain = total({"--json"});
  const std::string as_json =
      R"({"rows":[["M1","F2","T3","C4"],["M2","M3","R1","B5"],["T1","T2","F3","C5"]],)"
      R"("row_trophies":["incense",null,null],"column_trophies":[null,"broom",null,null]})";
  const auto expected = json::parse(run({"score"}, as_json).out);
  ASSERT_TRUE(expected.ok());
  const auto with_trophies = total({"row1=incense", "column2=broom", "--json"});
  EXPECT_EQ(with_trophies, expected->find("total")->integer);
  EXPECT_EQ(with_trophies, total({"Row1=Incense", "col2=broom", "--json"}));
  EXPECT_GT(with_trophies, plain);
  EXPECT_EQ(total({"row1=incense", "--edition", "en", "--json"}), plain + 3) << "four kinds";
}

TEST(CommandScore, Says_which_word_is_wrong_with_status_2) {
  const auto complaint = [](const std::vector<std::string>& words) {
    const Finished finished = run(words);
    EXPECT_EQ(finished.status, 2) << finished.err;
    EXPECT_EQ(finished.out, "");
    return finished.err.substr(0, finished.err.find('\n'));
  };
  const std::vector<std::string> eleven{twelve.begin(), twelve.end() - 1};
  EXPECT_EQ(complaint(score_words(eleven)), "CARD: expected 12 cards, row by row, not 11");
  EXPECT_EQ(complaint(score_words(twelve, {"B1"})), "CARD: expected 12 cards, row by row, not 13");
  EXPECT_EQ(
      complaint(score_words(eleven, {"M6"})),
      "CARD: \"M6\" is not a card: expected one of M F T C B R and a belt from 1 to 5, as in M3");
  EXPECT_EQ(
      complaint({"score", "M1", "M1", "M1", "F1", "F1", "F2", "C1", "C2", "C3", "B1", "B2", "B3"}),
      "CARD: 3 copies of M1, but the deck holds 2 (D1)");
  EXPECT_EQ(complaint(score_words(twelve, {"row4=incense"})),
            "CARD: \"row4=incense\": expected row1 to row3 or column1 to column4");
  EXPECT_EQ(complaint(score_words(twelve, {"row1=cup"})),
            "CARD: \"row1=cup\": expected one of master, incense, assistant");
  EXPECT_EQ(complaint(score_words(twelve, {"row1=broom"})),
            "CARD: \"row1=broom\": expected one of master, incense, assistant");
  EXPECT_EQ(complaint(score_words(twelve, {"column1=master"})),
            "CARD: \"column1=master\": expected one of belt, kimono, broom");
  EXPECT_EQ(complaint(score_words(twelve, {"row1=master", "row1=incense"})),
            "CARD: \"row1=incense\": row1 has a trophy already");
  EXPECT_EQ(complaint(score_words(twelve, {"row1=master", "row2=master", "row3=master"})),
            "CARD: more than two trophies \"master\" (D2)");
  EXPECT_EQ(complaint(score_words(twelve, {"--edition", "us"})),
            "--edition: expected fr or en, not \"us\"");
}

TEST(CommandScore, A_line_of_100_megabytes_takes_no_memory) {
  const Folder folder;
  const std::string path = huge_file(folder, "huge", "{\"rows\":", "\n" + a_dojo + "\n");
  const Finished finished = run_reading({"score"}, Descriptor{open(path.c_str(), O_RDONLY)});
  EXPECT_EQ(finished.out, score_of_a_dojo);
  EXPECT_TRUE(finished.err.starts_with("stdin:1: ")) << finished.err;
  EXPECT_EQ(finished.status, 1);
  EXPECT_LT(finished.peak_kib, most_memory_kib);
}

TEST(CommandScore, Reports_standard_input_that_cannot_be_read) {
  const Finished finished = run_reading({"score"}, Descriptor{open("/tmp", O_RDONLY)});
  expect_complaint(finished, "stdin: ");
}

}  // namespace
}  // namespace tatami
