#include <gtest/gtest.h>
#include <sodium.h>

#include <array>
#include <fstream>
#include <map>
#include <utility>

#include "command_samples.h"
#include "command_support.h"

// `tatami export`, as the real command.
namespace tatami::testing {
namespace {

std::string sha256(const std::string& bytes) {
  std::array<unsigned char, crypto_hash_sha256_BYTES> sum{};
  crypto_hash_sha256(sum.data(), reinterpret_cast<const unsigned char*>(bytes.data()),
                     bytes.size());
  std::string text;
  for (const unsigned char byte : sum) {
    constexpr const char* digits = "0123456789abcdef";
    text += digits[byte >> 4U];
    text += digits[byte & 15U];
  }
  return text;
}

std::string part(const std::string& text, const std::string& from, const std::string& to) {
  const std::size_t begin = text.find(from) + from.size();
  return text.substr(begin, text.find(to, begin) - begin);
}

std::uint64_t number_at(const std::string& bytes, std::size_t at, std::size_t size) {
  std::uint64_t number = 0;
  for (std::size_t i = size; i-- > 0;)
    number = number << 8U | static_cast<unsigned char>(bytes.at(at + i));
  return number;
}

// The files of a zip in which nothing is compressed, found by its directory.
std::map<std::string, std::string> files_in(const std::string& zip) {
  const std::size_t end = zip.size() - 22;
  EXPECT_EQ(number_at(zip, end, 4), 0x06054B50U);
  std::map<std::string, std::string> files;
  std::size_t at = number_at(zip, end + 16, 4);
  for (std::uint64_t i = 0; i < number_at(zip, end + 10, 2); ++i) {
    EXPECT_EQ(number_at(zip, at, 4), 0x02014B50U);
    const std::size_t size = number_at(zip, at + 24, 4);
    const std::size_t name_size = number_at(zip, at + 28, 2);
    const std::size_t begins_at = number_at(zip, at + 42, 4);
    EXPECT_EQ(number_at(zip, begins_at, 4), 0x04034B50U);
    files[zip.substr(at + 46, name_size)] = zip.substr(begins_at + 30 + name_size, size);
    at += 46 + name_size;
  }
  EXPECT_EQ(at, end);
  return files;
}

std::string data_of(const std::string& npy) {
  EXPECT_EQ(npy.substr(0, 8), std::string("\x93NUMPY\x01\x00", 8));
  const std::size_t header = number_at(npy, 8, 2);
  EXPECT_EQ((10 + header) % 64, 0U);
  return npy.substr(10 + header);
}

TEST(Export, Writes_games_that_can_be_replayed) {
  const Folder folder;
  for (const auto& [game, bot] :
       {std::pair{"dojo", "student"}, std::pair{"tatamokatsu", "regular"}}) {
    const std::string file = folder.path(std::string{game} + ".jsonl");
    const Finished finished =
        run({"export", game, bot, "--games", "20", "--players", "3", "--out", file});
    ASSERT_EQ(finished.status, 0) << finished.err;
    const std::string text = read_file(file);
    EXPECT_EQ(finished.out, sha256(text) + "  " + file + "\n");
    const std::vector<std::string> lines = lines_in(text);
    ASSERT_EQ(lines.size(), 20U);
    for (std::size_t i = 0; i < lines.size(); ++i) {
      EXPECT_TRUE(lines[i].starts_with("{\"number\":" + std::to_string(i) + ",\"bots\":[")) << i;
      std::string record = part(lines[i], "\"header\":", ",\"events\":[") + "\n";
      std::string events = part(lines[i], "\"events\":[", "],\"outcome\":");
      int depth = 0;
      for (const char c : events) {
        depth += c == '{' ? 1 : c == '}' ? -1 : 0;
        record += c == ',' && depth == 0 ? '\n' : c;
      }
      const std::string one = folder.path("one.jsonl");
      std::ofstream{one} << record << "\n";
      const Finished replayed = run({"replay", one});
      ASSERT_EQ(replayed.status, 0) << replayed.err;
      const std::string outcome = lines[i].substr(lines[i].find("\"outcome\":") + 10);
      EXPECT_NE(replayed.out.find("\"over\":true,\"result\":" + outcome), std::string::npos)
          << replayed.out << outcome;
    }
    const std::string card = read_file(file + ".md");
    EXPECT_NE(card.find(sha256(text)), std::string::npos);
    EXPECT_NE(card.find(std::string{"tatami export "} + game + " " + bot), std::string::npos);
  }
}

TEST(Export, Standard_sets_are_those_of_the_documents) {
  const std::string text = read_file(TATAMI_TEST_DATA "/../docs/RESEARCH.md");
  const Folder folder;
  const Finished finished =
      run({"export", "standard", "--games", "4", "--seed", "1", "--out", folder.path("")});
  ASSERT_EQ(finished.status, 0) << finished.err;
  const std::vector<std::string> sums = lines_in(finished.out);
  EXPECT_EQ(sums.size(), 11U);
  for (const std::string& line : sums) {
    const std::string file = line.substr(66);
    EXPECT_EQ(line.substr(0, 64), sha256(read_file(file)));
    const std::string set = file.substr(file.rfind('/') + 1);
    EXPECT_NE(text.find("| `" + set + "` | `" + line.substr(0, 64) + "` |"), std::string::npos)
        << line;
    // The card has the command that writes this set alone.
    const std::string game = set.substr(0, set.find('-'));
    const std::string bot = part(set, "-", ".npz");
    EXPECT_NE(read_file(file + ".md").find("tatami export " + game + " " + bot), std::string::npos);
  }
  const std::string alone = folder.path("alone.npz");
  const Finished one = run({"export", "tatamokatsu", "child", "--games", "4", "--seed", "1",
                            "--format", "npz", "--out", alone});
  EXPECT_NE(finished.out.find(one.out.substr(0, 64)), std::string::npos);
  const Finished nowhere = run({"export", "standard", "--out", folder.path("nowhere")});
  EXPECT_EQ(nowhere.status, 2) << nowhere.err;
}

TEST(Export, Writes_the_same_bytes_with_any_number_of_threads) {
  const Folder folder;
  for (const char* format : {"jsonl", "csv", "npz"}) {
    const auto written = [&](const char* threads, const char* seed) {
      const std::string file = folder.path("games");
      EXPECT_EQ(run({"export", "dojo", "random", "--games", "1100", "--format", format, "--threads",
                     threads, "--seed", seed, "--out", file})
                    .status,
                0);
      return read_file(file);
    };
    const std::string once = written("1", "1");
    EXPECT_EQ(once, written("3", "1")) << format;
    EXPECT_NE(once, written("1", "2")) << format;
  }
}

TEST(Export, Arrays_and_rows_tell_of_the_same_games) {
  const Folder folder;
  const auto written = [&](const std::string& format) {
    const std::string file = folder.path("g." + format);
    const Finished finished =
        run({"export", "dojo", "student", "novice", "random", "--players", "3", "--variants",
             "black-belt", "--games", "50", "--format", format, "--out", file});
    EXPECT_EQ(finished.status, 0) << finished.err;
    return read_file(file);
  };
  const std::vector<std::string> rows = lines_in(written("csv"));
  ASSERT_EQ(rows.size(), 1U + 50 * 3);
  EXPECT_EQ(rows[0], "game,seat,bot,score,win_share,events");
  const auto files = files_in(written("npz"));
  ASSERT_EQ(files.size(), 6U);
  const std::string scores = data_of(files.at("score.npy"));
  const std::string firsts = data_of(files.at("firsts.npy"));
  const std::string winners = data_of(files.at("winners.npy"));
  const std::string events = data_of(files.at("events.npy"));
  ASSERT_EQ(scores.size(), 50U * 3 * 2);
  ASSERT_EQ(firsts.size(), 51U * 8);
  EXPECT_EQ(number_at(firsts, std::size_t{50} * 8, 8) * 2, events.size());
  EXPECT_NE(data_of(files.at("header.npy")).find("black-belt"), std::string::npos);
  EXPECT_EQ(data_of(files.at("bots.npy")), R"(["student","novice","random"])");
  double shares = 0;
  for (std::size_t game = 0; game < 50; ++game)
    for (std::size_t seat = 0; seat < 3; ++seat) {
      const std::uint64_t won = number_at(winners, game, 1);
      const double share =
          (won >> seat & 1U) != 0 ? 1.0 / static_cast<double>(__builtin_popcountll(won)) : 0;
      const std::string row = std::to_string(game) + "," + std::to_string(seat) + "," +
                              std::array{"student", "novice", "random"}[seat] + "," +
                              std::to_string(number_at(scores, (game * 3 + seat) * 2, 2)) + ",";
      EXPECT_TRUE(rows[1 + game * 3 + seat].starts_with(row)) << rows[1 + game * 3 + seat];
      EXPECT_NEAR(std::stod(rows[1 + game * 3 + seat].substr(row.size())), share, 1e-3);
      shares += share;
    }
  EXPECT_NEAR(shares, 50, 1e-9);
}

// Sets are cited by their hash. Whoever changes the rules or a bot writes down the new ones, here
// and in docs/RESEARCH.md.
TEST(Export, Keeps_its_bytes) {
  const Folder folder;
  const auto hash_of = [&](const char* game, const char* bot, const char* format) {
    const Finished finished = run({"export", game, bot, "--games", "100", "--seed", "1", "--format",
                                   format, "--out", folder.path("set")});
    return finished.out.substr(0, 64);
  };
  EXPECT_EQ(hash_of("dojo", "student", "csv"),
            "0e4faa3cc8769eb04b91a344e9da76779212d17736965954c2bb278a111cf363");
  EXPECT_EQ(hash_of("tatamokatsu", "regular", "jsonl"),
            "e2578d38cceb02174ac9c0b9b18e048f15863c81283e8420a7efad7beb73906e");
}

TEST(Export, Says_what_is_wrong_and_writes_nothing) {
  const Folder folder;
  const std::string file = folder.path("g");
  for (const std::vector<std::string>& words : std::vector<std::vector<std::string>>{
           {"export", "dojo", "student"},
           {"export", "dojo", "--out", file},
           {"export", "dojo", "student", "student", "--out", file},
           {"export", "dojo", "sensei:50ms", "--out", file},
           {"export", "dojo", "emperor", "--out", file},
           {"export", "dojo", "student", "--format", "parquet", "--out", file},
           {"export", "tatamokatsu", "student", "--out", file},
           {"export", "dojo", "student", "--games", "0", "--out", file},
           {"export", "dojo", "student", "--out", folder.path("no/such/folder")}}) {
    const Finished finished = run(words);
    EXPECT_EQ(finished.status, 2) << words.back();
    EXPECT_EQ(finished.out, "");
    EXPECT_NE(finished.err, "");
  }
  EXPECT_FALSE(std::filesystem::exists(file));
  EXPECT_FALSE(std::filesystem::exists(file + ".part"));
}

}  // namespace
}  // namespace tatami::testing
