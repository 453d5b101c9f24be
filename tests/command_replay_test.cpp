#include <gtest/gtest.h>
#include <sys/stat.h>

#include <algorithm>
#include <string>
#include <vector>

#include "command_samples.h"
#include "record/json.h"
#include "rules/core/splitmix.h"

namespace tatami {
namespace {

using testing::a_game;
using testing::expect_complaint;
using testing::Finished;
using testing::first_lines;
using testing::Folder;
using testing::games;
using testing::header;
using testing::huge_file;
using testing::lines_in;
using testing::read_file;
using testing::result_of_a_game;
using testing::run;

TEST(CommandReplay, Prints_the_result_of_a_record) {
  const Finished finished = run({"replay", a_game});
  EXPECT_EQ(finished.status, 0);
  EXPECT_EQ(finished.out, "{\"file\":" + json::quote(a_game) + "," + result_of_a_game);
  EXPECT_EQ(finished.err, "");
}

TEST(CommandReplay, A_record_that_stops_early_is_not_over) {
  const Folder folder;
  const std::size_t all = lines_in(read_file(a_game)).size();
  for (const std::size_t count : {std::size_t{1}, std::size_t{2}, all / 2, all - 1}) {
    const std::string path = folder.file("part.jsonl", first_lines(a_game, count));
    const Finished finished = run({"replay", path});
    EXPECT_EQ(finished.status, 0) << count;
    EXPECT_EQ(finished.out, "{\"file\":" + json::quote(path) + ",\"over\":false}\n");
    EXPECT_EQ(finished.err, "");
  }
}

TEST(CommandReplay, Reads_standard_input) {
  const Finished finished = run({"replay", "-"}, read_file(a_game));
  EXPECT_EQ(finished.status, 0);
  EXPECT_EQ(finished.out, "{\"file\":\"-\"," + result_of_a_game);
  expect_complaint(run({"replay", "-"}, "x\n"), "-:1: ");
}

TEST(CommandReplay, Line_ends_and_the_last_one_do_not_matter) {
  const Folder folder;
  const std::string text = read_file(a_game);
  std::string with_returns;
  for (const char c : text) with_returns += c == '\n' ? std::string{"\r\n"} : std::string{c};
  const std::string dos = folder.file("dos.jsonl", with_returns);
  const std::string unended = folder.file("unended.jsonl", text.substr(0, text.size() - 1));
  const Finished finished = run({"replay", dos, unended});
  EXPECT_EQ(finished.status, 0) << finished.err;
  EXPECT_EQ(finished.out, "{\"file\":" + json::quote(dos) + "," + result_of_a_game +
                              "{\"file\":" + json::quote(unended) + "," + result_of_a_game);
}

TEST(CommandReplay, Any_file_name_is_written_as_json) {
  const Folder folder;
  const std::string path = folder.file("a \"name\"\n\\ {} %s é.jsonl", read_file(a_game));
  const Finished finished = run({"replay", path});
  EXPECT_EQ(finished.status, 0);
  ASSERT_EQ(lines_in(finished.out).size(), 1U);
  const auto value = json::parse(finished.out);
  ASSERT_TRUE(value.ok());
  EXPECT_EQ(value->find("file")->text, path);
}

TEST(CommandReplay, A_breach_is_named_and_other_files_are_read_on) {
  const std::string broken = games + "broken-00.jsonl";  // results.json: line 19
  const Finished finished = run({"replay", a_game, broken, "/no/such/file", a_game});
  EXPECT_EQ(finished.status, 1);
  const std::string good = "{\"file\":" + json::quote(a_game) + "," + result_of_a_game;
  EXPECT_EQ(finished.out, good + good);
  const std::vector<std::string> complaints = lines_in(finished.err);
  ASSERT_EQ(complaints.size(), 2U) << finished.err;
  EXPECT_TRUE(complaints[0].starts_with(broken + ":19: ")) << complaints[0];
  EXPECT_TRUE(complaints[1].starts_with("/no/such/file: ")) << complaints[1];
}

TEST(CommandReplay, Bad_records_are_named_by_file_and_line) {
  const std::string whole = read_file(a_game);
  const std::size_t length = lines_in(whole).size();
  const std::string deep(60'000, '[');
  struct Case {
    std::string text;
    std::size_t line;
  };
  const std::vector<Case> cases = {
      {"", 1},
      {"\n", 1},
      {"\n" + whole, 1},
      {"\xEF\xBB\xBF" + whole, 1},
      {"{\"game\":\"dojo\",\"players\":3", 1},
      {"{\"game\":\"dojo\",\"players\":3}}\n", 1},
      {"[]\n", 1},
      {"null\n", 1},
      {"{}\n", 1},
      {"{\"players\":3}\n", 1},
      {"{\"game\":\"chess\",\"players\":2}\n", 1},
      {"{\"game\":[\"dojo\"],\"players\":3}\n", 1},
      {"{\"game\":\"dojo\",\"players\":1000000000}\n", 1},
      {"{\"game\":\"dojo\",\"players\":99999999999999999999}\n", 1},
      {"{\"game\":\"dojo\",\"players\":\"three\"}\n", 1},
      {"{\"game\":\"dojo\",\"players\":3,\"deck\":{\"M1\":1000000000}}\n", 1},
      {"{\"game\":\"dojo\",\"players\":3,\"players\":3}\n", 1},
      {std::string(1000, '\0'), 1},
      {std::string("\x89PNG\r\n\x1A\n\0\0", 10), 1},
      {deep, 1},
      {"{\"game\":" + deep, 1},
      {std::string(70'000, 'x'), 1},
      {header + "\n\n", 2},
      {header + "\nrubbish\n", 2},
      {header + "\n" + header + "\n", 2},
      {header + "\n" + deep + "\n", 2},
      {header + "\n{\"trophy\":\"belt\"", 2},
      {header + "\n{\"trophy\":\"cup\"}\n", 2},
      {header + "\n{\"draw\":\"M3\"}\n", 2},
      {header + "\n" + std::string(70'000, ' ') + "\n", 2},
      {header + "\n{\"trophy\":\"belt\"}\n{\"draw\":\"Z9\"}\n", 3},
      {header + "\n{\"trophy\":\"belt\"}\n{\"draw\":17}\n", 3},
      {header + "\n{\"trophy\":\"belt\"}\n" + std::string("{\"draw\":\"M3\"}\0\n", 15), 3},
      {header + "\n{\"trophy\":\"belt\"}\n{\"draw\":\"M3\"}\n{\"seat\":0,\"give\":0}\n", 4},
      {header + "\n{\"trophy\":\"belt\"}\n{\"draw\":\"M3\"}\n{\"seat\":1,\"give\":4}\n", 4},
      {header + "\n{\"trophy\":\"belt\"}\n{\"draw\":\"M3\"}\n{\"seat\":1,\"give\":0}\n" +
           "{\"draw\":\"M3\"}\n{\"seat\":1,\"give\":0}\n",
       6},
      {whole.substr(0, whole.size() - 5), length},
      {whole + "{\"draw\":\"M3\"}\n", length + 1},
      {whole + "\n", length + 1},
      {whole + whole, length + 1}};
  const Folder folder;
  for (const Case& each : cases) {
    SCOPED_TRACE(json::quote_briefly(each.text));
    const std::string path = folder.file("bad.jsonl", each.text);
    expect_complaint(run({"replay", path}), path + ":" + std::to_string(each.line) + ": ");
    expect_complaint(run({"show", path}), path + ":" + std::to_string(each.line) + ": ");
  }
}

TEST(CommandReplay, A_line_of_100_megabytes_takes_no_memory) {
  const Folder folder;
  const std::string first = huge_file(folder, "first", "{\"game\":", "}\n");
  expect_complaint(run({"replay", first}), first + ":1: ");
  const std::string second = huge_file(folder, "second", header + "\n{\"draw\":\"", "\"}\n");
  expect_complaint(run({"replay", second}), second + ":2: ");
}

TEST(CommandReplay, Names_a_file_that_cannot_be_read) {
  const Folder folder;
  for (const std::string& path : {folder.path("missing"), folder.path(""), std::string{""}}) {
    expect_complaint(run({"replay", path}), path + ": ");
    expect_complaint(run({"show", path}), path + ": ");
  }
}

TEST(CommandReplay, Names_a_file_without_permission) {
  if (geteuid() == 0) GTEST_SKIP() << "root may read everything";
  const Folder folder;
  const std::string secret = folder.file("secret", "");
  ASSERT_EQ(chmod(secret.c_str(), 0), 0);
  expect_complaint(run({"replay", secret}), secret + ": ");
}

TEST(CommandReplay, Damaged_records_never_do_anything_worse_than_being_refused) {
  const Folder folder;
  const std::string whole = read_file(games + "dojo-02.jsonl");
  SplitMix numbers{11};
  for (int round = 0; round < 60; ++round) {
    std::string text = whole;
    for (std::uint32_t damage = 1 + numbers.below(3); damage > 0; --damage) {
      const std::size_t at = numbers.below(static_cast<std::uint32_t>(text.size()));
      if (numbers.below(3) == 0)
        text.resize(at + 1);
      else
        text[at] = static_cast<char>(numbers.below(256));
    }
    const std::string path = folder.file("damaged", text);
    const Finished finished = run({"replay", path});
    if (finished.status == 0) {
      EXPECT_TRUE(json::parse(finished.out).ok());
      EXPECT_EQ(finished.err, "");
    } else {
      expect_complaint(finished, path + ":");
    }
  }
}

}  // namespace
}  // namespace tatami
