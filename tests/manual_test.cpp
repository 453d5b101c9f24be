// Descriptions of the options: versions, the manual page, completion; and where the program
// finds its web client.
#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <map>
#include <set>

#include "protocol/messages.h"
#include "record/version.h"
#include "server_support.h"

namespace tatami {
namespace {

using testing::Folder;
using testing::lines_in;
using testing::run;

// ---- Versions ----

TEST(Versions, Are_printed_with_the_commit_in_one_line) {
  const std::string out = run({"--version"}).out;
  EXPECT_EQ(lines_in(out).size(), 1U);
  EXPECT_TRUE(out.starts_with("tatami " + text_of(library_version))) << out;
  EXPECT_NE(out.find("protocol " + text_of(protocol::version)), std::string::npos) << out;
  EXPECT_NE(out.find("records " + text_of(record::version)), std::string::npos) << out;
  if (!std::filesystem::exists(TATAMI_TEST_DATA "/../.git")) return;
  const std::size_t commit = out.find('(') + 1;
  ASSERT_NE(commit, 0U) << out;
  EXPECT_GE(out.find_first_not_of("0123456789abcdef", commit), commit + 12) << out;
}

TEST(Versions, A_record_of_a_later_version_is_refused_with_a_reason) {
  const auto replay = [](const std::string& version) {
    return run({"replay", "-"},
               R"({"version":")" + version + R"(","game":"dojo","players":4,"belts":9})" + "\n");
  };
  const auto later = replay("2.0.0");
  EXPECT_EQ(later.status, 1);
  EXPECT_NE(later.err.find("\"2.0.0\"; this program reads version 1, so use a newer one"),
            std::string::npos)
      << later.err;
  EXPECT_EQ(replay("1.5.0").err.find("newer one"), std::string::npos);
}

TEST(Versions, The_change_log_begins_with_this_one) {
  const std::string text = testing::read_file(TATAMI_TEST_DATA "/../CHANGELOG.md");
  const std::size_t first = text.find("\n## ");
  ASSERT_NE(first, std::string::npos);
  EXPECT_TRUE(text.substr(first + 4).starts_with(text_of(library_version))) << text.substr(first);
}

class ServedVersions : public testing::Served {
 protected:
  static constexpr int major = protocol::version.major;
};

TEST_F(ServedVersions, A_client_of_another_version_hears_why_it_is_turned_away) {
  for (const std::string& version :
       {std::to_string(major - 1) + ".9.0", std::to_string(major + 1) + ".0.0",
        std::to_string(major) + "1.0", std::to_string(major + 1), std::string{"nonsense"},
        std::string{"%22%0a"}, std::string{"-1"}}) {
    SCOPED_TRACE(version);
    testing::WsClient client;
    ASSERT_TRUE(client.connect(server->port(), {}, "/ws?protocol=" + version));
    const auto welcome = client.next(5000);
    ASSERT_TRUE(welcome);
    EXPECT_NE(welcome->find("\"protocol\":" + std::to_string(major) + R"(,"version":")" +
                            text_of(protocol::version) + "\""),
              std::string::npos)
        << *welcome;
    const auto refused = client.next(5000);
    ASSERT_TRUE(refused);
    EXPECT_NE(refused->find(R"("why":"wrong_version")"), std::string::npos) << *refused;
    EXPECT_NE(refused->find("reload the page or update the program"), std::string::npos)
        << *refused;
    client.send(R"({"type":"rename","to":"Hana"})");
    EXPECT_FALSE(client.next(5000)) << "closed";
    EXPECT_FALSE(client.is_open());
  }
}

TEST_F(ServedVersions, One_that_speaks_ours_or_does_not_say_is_served) {
  const std::vector<std::string> targets = {"/ws",
                                            "/ws?protocol=" + text_of(protocol::version),
                                            "/ws?protocol=" + std::to_string(major),
                                            "/ws?protocol=" + std::to_string(major) + ".99.0",
                                            "/ws?",
                                            "/ws?protocol=",
                                            "/ws?a=b&protocol=" + std::to_string(major) + ".0.0"};
  for (const std::string& target : targets) {
    SCOPED_TRACE(target);
    testing::WsClient client;
    ASSERT_TRUE(client.connect(server->port(), {}, target));
    ASSERT_TRUE(client.next(5000));
    client.send(R"({"type":"rename","to":"Hana"})");
    const auto answer = client.next(5000);
    ASSERT_TRUE(answer);
    EXPECT_NE(answer->find(R"("name":"Hana")"), std::string::npos) << *answer;
  }
}

// ---- The manual page and completion ----

using Path = std::vector<std::string>;

// The commands and options that --help shows, by command.
void collect(const Path& path, std::map<Path, std::set<std::string>>& into) {
  Path help = path;
  help.emplace_back("--help");
  std::set<std::string>& words = into[path];
  std::vector<std::string> subcommands;
  bool in_commands = false;
  for (const std::string& line : lines_in(run(help).out)) {
    if (!line.starts_with("  ")) in_commands = line.starts_with("Subcommands");
    if (!line.starts_with("  ") || line[2] == ' ') continue;
    const std::string names = line.substr(2, line.find(' ', 2) - 2);
    if (in_commands) {
      subcommands.push_back(names);
    } else if (names.starts_with('-')) {
      for (std::size_t at = 0; at < names.size();) {
        const std::size_t end = std::min(names.find(',', at), names.size());
        words.insert(names.substr(at, end - at));
        at = end + 1;
      }
    }
  }
  for (const std::string& each : subcommands) {
    into[path].insert(each);
    Path deeper = path;
    deeper.push_back(each);
    collect(deeper, into);
  }
}

const std::map<Path, std::set<std::string>>& all_commands() {
  static const auto all = [] {
    std::map<Path, std::set<std::string>> found;
    collect({}, found);
    return found;
  }();
  return all;
}

std::string joined(const Path& path) {
  std::string text;
  for (const std::string& word : path) text += (text.empty() ? "" : " ") + word;
  return text;
}

TEST(ManualPage, Has_every_command_and_option_of_help) {
  std::string page = run({"man"}).out;
  EXPECT_TRUE(page.starts_with(".TH TATAMI 1 ")) << page.substr(0, 80);
  for (std::size_t at = 0; (at = page.find("\\-", at)) != std::string::npos;) page.erase(at, 1);
  ASSERT_GT(all_commands().size(), 15U);
  for (const auto& [path, words] : all_commands()) {
    if (path.empty()) continue;
    const bool is_group =
        std::ranges::any_of(words, [](const std::string& word) { return !word.starts_with('-'); });
    if (is_group) continue;  // its commands have their own sections
    const std::size_t begin = page.find(".SS \"tatami " + joined(path) + " ");
    ASSERT_NE(begin, std::string::npos) << joined(path);
    const std::string section = page.substr(begin, page.find("\n.S", begin + 1) - begin);
    for (const std::string& word : words) {
      if (word == "-h" || word == "--help") continue;
      EXPECT_NE(section.find("\\fB" + word + "\\fR"), std::string::npos) << word << " in\n"
                                                                         << section;
    }
  }
}

TEST(ManualPage, Is_not_in_help_nor_among_the_commands_to_choose_from) {
  EXPECT_FALSE(all_commands().contains({"man"}));
  EXPECT_FALSE(all_commands().contains({"completion"}));
  EXPECT_EQ(run({}).err.find("completion"), std::string::npos);
  EXPECT_EQ(run({"completion", "tcsh"}).status, 2);
  EXPECT_EQ(run({"completion"}).status, 2);
}

// The output of `script` in a shell, by line; none where the shell is not installed.
std::optional<std::vector<std::string>> lines_of_shell(const std::string& shell,
                                                       const std::string& script) {
  if (std::system(("command -v " + shell + " >/dev/null").c_str()) != 0) return {};
  const Folder folder;
  const std::string file = folder.file("script", script);
  const std::string out = folder.path("out");
  EXPECT_EQ(std::system((shell + " " + file + " >" + out + " 2>&1").c_str()), 0)
      << testing::read_file(out);
  return lines_in(testing::read_file(out));
}

std::set<std::string> as_set(const std::vector<std::string>& words) {
  return {words.begin(), words.end()};
}

TEST(Completion, Bash_offers_every_word_of_help_and_the_choices_of_options) {
  std::string script = run({"completion", "bash"}).out;
  script +=
      "try() { COMP_WORDS=(\"$@\"); COMP_CWORD=$(($# - 1)); _tatami; "
      "echo \"${COMPREPLY[*]}\"; }\n";
  std::vector<std::set<std::string>> expected;
  for (const auto& [path, words] : all_commands()) {
    script += "try tatami " + joined(path) + " ''\n";
    expected.push_back(words);
  }
  script += "try tatami play dojo --seed 3 --edition ''\n";
  expected.push_back({"fr", "en"});
  script += "try tatami serve --po\n";
  expected.push_back({"--port"});
  script += "try tatami serve --cert ''\n";  // a file: bash's own completion
  expected.emplace_back();
  const auto lines = lines_of_shell("bash", script);
  if (!lines) GTEST_SKIP() << "no bash here";
  ASSERT_EQ(lines->size(), expected.size());
  for (std::size_t i = 0; i < expected.size(); ++i) {
    std::string line = (*lines)[i];
    std::ranges::replace(line, ' ', '\n');
    EXPECT_EQ(as_set(lines_in(line)), expected[i]);
  }
}

TEST(Completion, Fish_offers_commands_options_and_choices_with_their_descriptions) {
  const auto lines =
      lines_of_shell("fish", run({"completion", "fish"}).out +
                                 "complete -C 'tatami ser'\ncomplete -C 'tatami play dojo --edi'\n"
                                 "complete -C 'tatami play dojo --edition f'\n"
                                 "complete -C 'tatami simulate d'\n");
  if (!lines) GTEST_SKIP() << "no fish here";
  ASSERT_EQ(lines->size(), 4U);
  for (const auto& [line, word] : std::map<std::size_t, std::string>{
           {0, "serve\tRun the server"}, {1, "--edition\tThe edition"}, {2, "fr\t"}, {3, "dojo\t"}})
    EXPECT_TRUE((*lines)[line].starts_with(word)) << (*lines)[line];
}

TEST(Completion, Zsh_completes_in_a_terminal) {
  const Folder folder;
  (void)folder.file("_tatami", run({"completion", "zsh"}).out);
  const std::string functions = std::filesystem::path{folder.path("_tatami")}.parent_path();
  const auto lines = lines_of_shell(
      "zsh",
      "zmodload zsh/zpty\nzpty z zsh -f -i\n"
      "zpty -w z 'PS1=; fpath=(" +
          functions +
          " $fpath); autoload -U compinit; compinit -u -D; tatami() { print -r -- \"<$*>\" }; "
          "print READ''Y'\nzpty -r -m z line '*READY*'\n"
          "zpty -w -n z $'tatami pla\\tdo\\t--edi\\tf\\t\\n'\nzpty -r -m z line '*<*>*'\n"
          "print -r -- $line\nzpty -d z\n");
  if (!lines) GTEST_SKIP() << "no zsh here";
  EXPECT_TRUE(std::ranges::any_of(*lines, [](const std::string& line) {
    return line.find("<play dojo --edition fr>") != std::string::npos;
  })) << joined(*lines);
}

// ---- The web client ----

class Installed : public testing::Served {
 protected:
  // Starts a copy of the program in a folder of its own and asks it for its page.
  std::string page_beside(const std::string& web) {
    const std::string place = folder + "/moved";
    std::filesystem::remove_all(place);
    std::filesystem::create_directories(place + "/bin");
    std::filesystem::copy_file(TATAMI_COMMAND, place + "/bin/tatami");
    if (!web.empty()) {
      std::filesystem::create_directories(place + "/" + web);
      std::ofstream{place + "/" + web + "/index.html"} << "the page in " << web;
    }
    server.reset();
    server = std::make_unique<testing::ServerProcess>(place + "/bin/tatami", database(),
                                                      std::vector<std::string>{});
    EXPECT_TRUE(server->is_up());
    return cli::body_of(get("/"));
  }
};

TEST_F(Installed, The_program_finds_its_web_client_relative_to_itself) {
  EXPECT_EQ(page_beside("share/tatami/web"), "the page in share/tatami/web");
  EXPECT_EQ(page_beside("bin/tatami-web"), "the page in bin/tatami-web");
}

}  // namespace
}  // namespace tatami
