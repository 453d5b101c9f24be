// Documents lead somewhere and name every command; the words of sources and documents are plain.
#include <gtest/gtest.h>

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <regex>
#include <set>
#include <string>
#include <vector>

#include "command_support.h"

namespace tatami {
namespace {

namespace fs = std::filesystem;
using testing::lines_in;
using testing::read_file;

const fs::path root = fs::path{TATAMI_TEST_DATA} / "..";

std::vector<fs::path> documents() {
  std::vector<fs::path> found = {root / "README.md", root / "CHANGELOG.md",
                                 root / "CONTRIBUTING.md", root / "web/README.md",
                                 root / "bindings/wasm/README.md"};
  for (const auto& entry : fs::recursive_directory_iterator(root / "docs"))
    if (entry.path().extension() == ".md") found.push_back(entry.path());
  return found;
}

// As GitHub and others make it: "Adding a bot" is #adding-a-bot.
bool has_heading(const fs::path& document, const std::string& anchor) {
  return std::ranges::any_of(lines_in(read_file(document)), [&](const std::string& line) {
    if (!line.starts_with('#')) return false;
    std::string slug;
    for (const char c : line.substr(line.find_first_not_of("# "))) {
      const auto byte = static_cast<unsigned char>(c);
      if (std::isalnum(byte) != 0 || c == '-' || c == '_' || byte >= 0x80)
        slug += static_cast<char>(std::tolower(byte));
      else if (c == ' ')
        slug += '-';
    }
    return slug == anchor;
  });
}

TEST(Documents, Every_link_leads_to_a_file_and_a_heading) {
  std::size_t links = 0;
  for (const fs::path& document : documents()) {
    const std::string text = read_file(document);
    for (std::size_t at = 0; (at = text.find("](", at)) != std::string::npos;) {
      at += 2;
      const std::string link = text.substr(at, text.find(')', at) - at);
      if (link.find("://") != std::string::npos) continue;
      SCOPED_TRACE(document.string() + ": " + link);
      ++links;
      const std::size_t hash = std::min(link.find('#'), link.size());
      const fs::path file = hash == 0 ? document : document.parent_path() / link.substr(0, hash);
      ASSERT_TRUE(fs::exists(file));
      EXPECT_TRUE(hash == link.size() || has_heading(file, link.substr(hash + 1)));
    }
  }
  EXPECT_GT(links, 20U);
}

// Folders end in a slash and files have an extension; benchmarks and addresses look otherwise.
TEST(Documents, Every_path_in_the_source_is_there) {
  const std::regex quoted{"`([A-Za-z0-9_-]+)(/[A-Za-z0-9_/-]*(/|\\.[a-z0-9.]+))`"};
  std::size_t paths = 0;
  for (const fs::path& document : documents()) {
    const std::string text = read_file(document);
    for (std::sregex_iterator it{text.begin(), text.end(), quoted}, end; it != end; ++it) {
      if (it->str(1) == "build" || !fs::is_directory(root / it->str(1))) continue;
      ++paths;
      EXPECT_TRUE(fs::exists(root / (it->str(1) + it->str(2)))) << document << ": " << it->str();
    }
  }
  EXPECT_GT(paths, 50U);
}

// Test names, as `Suite.What_is_tested`.
TEST(Documents, Every_test_that_is_named_is_there) {
  const std::regex quoted{"`([A-Z][A-Za-z]+)\\.([A-Z][A-Za-z0-9]*_[A-Za-z0-9_]+)`"};
  std::string tests;
  for (const auto& entry : fs::directory_iterator(root / "tests"))
    if (entry.path().extension() == ".cpp") tests += read_file(entry.path());
  std::size_t named = 0;
  for (const fs::path& document : documents()) {
    const std::string text = read_file(document);
    for (std::sregex_iterator it{text.begin(), text.end(), quoted}, end; it != end; ++it, ++named)
      EXPECT_NE(tests.find("(" + it->str(1) + ", " + it->str(2) + ")"), std::string::npos)
          << document << ": " << it->str();
  }
  EXPECT_GT(named, 0U);
}

// As `path/file.cpp`, `function`: the file must have the function, and no file comes twice.
TEST(Documents, The_paths_of_a_move_and_of_a_shout_visit_each_file_once) {
  const std::regex step{"^[0-9]+\\. `([^`]+)`, `([a-z_]+)`"};
  std::vector<std::set<std::string>> paths;
  for (const std::string& line : lines_in(read_file(root / "docs/ARCHITECTURE.md"))) {
    if (line.starts_with("**The path of ")) paths.emplace_back();
    std::smatch found;
    if (paths.empty() || !std::regex_search(line, found, step)) continue;
    EXPECT_TRUE(paths.back().insert(found.str(1)).second) << line;
    EXPECT_NE(read_file(root / found.str(1)).find(found.str(2) + "("), std::string::npos) << line;
  }
  ASSERT_EQ(paths.size(), 2U);
  for (const std::set<std::string>& path : paths) {
    EXPECT_GT(path.size(), 10U);
    for (const char* file : {"server/websocket.cpp", "drive/driver.cpp", "server/hall.cpp"})
      EXPECT_TRUE(path.contains(file)) << file;
  }
}

TEST(Documents, The_list_of_commands_names_every_one) {
  const std::string list = read_file(root / "docs/COMMANDS.md");
  std::size_t commands = 0;
  bool in_commands = false;
  for (const std::string& line : lines_in(testing::run({"--help"}).out)) {
    if (!line.starts_with("  ")) in_commands = line.starts_with("Subcommands");
    if (!in_commands || !line.starts_with("  ") || line[2] == ' ') continue;
    const std::string name = line.substr(2, line.find(' ', 2) - 2);
    EXPECT_NE(list.find("`tatami " + name), std::string::npos) << name;
    ++commands;
  }
  EXPECT_GE(commands, 14U);
}

TEST(Documents, The_README_fits_a_screen_and_names_both_commands) {
  const std::vector<std::string> lines = lines_in(read_file(root / "README.md"));
  EXPECT_LT(lines.size(), 45U);
  for (const char* command : {"script/play", "script/test"}) {
    EXPECT_TRUE(std::ranges::any_of(
        lines, [&](const std::string& line) { return line.starts_with(command); }));
    EXPECT_TRUE(fs::exists(root / command));
  }
}

// ---- Words ----

// Sources, scripts and documents, but for the page (web/src/i18n/words.test.ts reads its words),
// the vectors, and this file, which quotes what is banned.
std::vector<fs::path> texts() {
  const std::set<fs::path> written = {".h", ".cpp", ".cu", ".py", ".md", ".cmake", ".sh", ".txt"};
  std::vector<fs::path> found;
  for (const auto& folder : fs::directory_iterator(root)) {
    const std::string name = folder.path().filename().string();
    if (!folder.is_directory()) {
      if (written.contains(folder.path().extension())) found.push_back(folder.path());
      continue;
    }
    if (name.starts_with('.') || name == "build" || name == "shared" || name == "web") continue;
    for (const auto& entry : fs::recursive_directory_iterator(folder)) {
      const fs::path& path = entry.path();
      if (entry.is_regular_file() && path.filename() != "documents_test.cpp" &&
          path.string().find("tests/vectors") == std::string::npos &&
          (written.contains(path.extension()) || name == "script"))
        found.push_back(path);
    }
  }
  return found;
}

// Without capitals at their beginning; words of a name like `Only_the_host` count as words.
std::vector<std::string> words_of(const std::string& line) {
  std::vector<std::string> words(1);
  for (const char c : line) {
    const auto byte = static_cast<unsigned char>(c);
    if (std::isalnum(byte) != 0 || byte >= 0x80)
      words.back() += words.back().empty() ? static_cast<char>(std::tolower(byte)) : c;
    else if (!words.back().empty())
      words.emplace_back();
  }
  return words;
}

bool says_he_or_she(const std::string& line) {
  static const std::set<std::string> gendered = {"he",  "him", "his",  "himself",
                                                 "she", "her", "hers", "herself"};
  return std::ranges::any_of(words_of(line),
                             [&](const std::string& word) { return gendered.contains(word); });
}

const std::vector<std::string> riddles = {
    "this is no HTTP", "What is no HTTP",   "is nobody until",     "may_wish",   "wishes",
    "shown the door",  "is by and publish", "Proof of its chance", "Fair chance"};

// "What is no file" as the name of a test, or above a function, leaves the reader guessing.
bool asks(const std::string& first_word) {
  static const std::set<std::string> openings = {"what",   "who",  "whoever", "whose",
                                                 "nobody", "whom", "whatever"};
  return openings.contains(first_word);
}

TEST(Words, Of_sources_and_documents_are_gender_neutral_and_plain) {
  EXPECT_TRUE(says_he_or_she("until_he_is_back"));
  EXPECT_FALSE(says_he_or_she("the theme of others"));
  std::size_t lines = 0;
  for (const fs::path& path : texts())
    for (const std::string& line : lines_in(read_file(path))) {
      ++lines;
      EXPECT_FALSE(says_he_or_she(line)) << path << ": " << line;
      for (const std::string& riddle : riddles)
        EXPECT_EQ(line.find(riddle), std::string::npos) << path << ": " << line;
    }
  EXPECT_GT(lines, 50'000U);
}

TEST(Words, Comments_and_names_of_tests_say_what_is_the_case) {
  const std::regex test{R"(^(TYPED_)?TEST(_F|_P)?\(\w+, ([A-Za-z]+)_)"};
  const std::regex comment{R"(^\s*// ([A-Za-z]+) )"};
  std::size_t comments = 0;
  std::size_t tests = 0;
  for (const fs::path& path : texts()) {
    if (path.extension() != ".h" && path.extension() != ".cpp" && path.extension() != ".cu")
      continue;
    bool goes_on = false;  // the line before was a comment, too
    for (const std::string& line : lines_in(read_file(path))) {
      std::smatch found;
      const bool is_comment =
          line.find("//") != std::string::npos && line.find_first_not_of(' ') == line.find("//");
      if (is_comment && !goes_on && std::regex_search(line, found, comment)) {
        ++comments;
        EXPECT_FALSE(asks(words_of(found.str(1)).front())) << path << ": " << line;
      }
      goes_on = is_comment;
      if (!line.starts_with("T") || !std::regex_search(line, found, test)) continue;
      ++tests;
      EXPECT_FALSE(asks(words_of(found.str(3)).front())) << path << ": " << line;
    }
  }
  EXPECT_GT(comments, 1000U);
  EXPECT_GT(tests, 500U);
}

}  // namespace
}  // namespace tatami
