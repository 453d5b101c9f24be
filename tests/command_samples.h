#pragma once

#include <gtest/gtest.h>
#include <unistd.h>

#include <fstream>
#include <string>
#include <string_view>
#include <vector>

#include "command_support.h"
#include "sanitized.h"

// Shared by the tests of the commands that read records and dojos.
namespace tatami::testing {

inline const std::string games = TATAMI_TEST_DATA "/vectors/games/";
inline const std::string a_game = games + "dojo-00.jsonl";
inline const std::string result_of_a_game =
    R"("over":true,"result":{"scores":[13,17,15],"challenges_won":[2,4,2],)"
    R"("trophies_held":[2,3,2],"winners":[1]}})"
    "\n";
inline const std::string header = R"({"game":"dojo","players":3,"first_dealer":1})";

inline const std::string a_dojo =
    R"({"rows":[["M1","M2","M3","M4"],["F1","F2","F3","F4"],["C1","C2","C3","C4"]]})";
inline const std::string score_of_a_dojo =
    R"({"total":40,"rows":[10,10,10],"columns":[1,2,3,4],"arrangement":)"
    R"([["M1","M2","M3","M4"],["F1","F2","F3","F4"],["C1","C2","C3","C4"]]})"
    "\n";

#ifdef TATAMI_SANITIZED
inline constexpr long most_memory_kib = 16L << 20;  // sanitizers keep much for themselves
#else
inline constexpr long most_memory_kib = 64L << 10;
#endif

inline std::string first_lines(const std::string& path, std::size_t count) {
  std::string text;
  const std::vector<std::string> lines = lines_in(read_file(path));
  for (std::size_t i = 0; i < count; ++i) text += lines.at(i) + "\n";
  return text;
}

inline bool contains(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

// Bad input: one complaint that begins like this, nothing else, status 1.
inline void expect_complaint(const Finished& finished, const std::string& beginning) {
  EXPECT_EQ(finished.status, 1);
  EXPECT_EQ(finished.out, "");
  EXPECT_TRUE(finished.err.starts_with(beginning)) << finished.err;
  EXPECT_GT(finished.err.size(), beginning.size() + 1) << "nothing is said";
  EXPECT_EQ(lines_in(finished.err).size(), 1U) << finished.err;
  EXPECT_LT(finished.err.size(), beginning.size() + 300);
  EXPECT_LT(finished.peak_kib, most_memory_kib);
}

// A file that begins with this text and goes on with zero bytes, which take no room on the disk.
inline std::string huge_file(const Folder& folder, const std::string& name, std::string_view begin,
                             std::string_view end) {
  constexpr off_t size = 100'000'000;
  std::string path = folder.file(name, begin);
  EXPECT_EQ(truncate(path.c_str(), size), 0);
  std::ofstream{path, std::ios::binary | std::ios::app} << end;
  return path;
}

}  // namespace tatami::testing
