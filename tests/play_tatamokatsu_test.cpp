#include <gtest/gtest.h>
#include <poll.h>
#include <termios.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <string>
#include <vector>

#include "command_support.h"
#include "record/json.h"
#include "rules/core/splitmix.h"

// The real command on a terminal of its own.
namespace tatami {
namespace {

using testing::Descriptor;
using testing::Finished;
using testing::Folder;
using testing::lines_in;
using testing::read_file;
using testing::run;
using namespace std::chrono_literals;
using Clock = std::chrono::steady_clock;

class Terminal {
 public:
  explicit Terminal(const std::vector<std::string>& arguments) {
    ours_ = Descriptor{posix_openpt(O_RDWR | O_NOCTTY | O_CLOEXEC)};
    EXPECT_EQ(grantpt(ours_.number()) + unlockpt(ours_.number()), 0);
    std::array<char, 128> name{};
    EXPECT_EQ(ptsname_r(ours_.number(), name.data(), name.size()), 0);
    its_ = Descriptor{open(name.data(), O_RDWR | O_NOCTTY | O_CLOEXEC)};
    EXPECT_GE(its_.number(), 0);
    before_ = mode();
    process_ = testing::start_tatami(arguments, its_.number(), its_.number(), its_.number());
  }

  // Reads what is printed for so long.
  void listen(std::chrono::milliseconds time) {
    const Clock::time_point until = Clock::now() + time;
    while (Clock::now() < until && !has_ended()) read_some();
  }
  // Until this was printed after `from`; where it is.
  std::size_t wait_for(const std::string& words, std::size_t from = 0) {
    const Clock::time_point until = Clock::now() + 20s;
    while (text.find(words, from) == std::string::npos && Clock::now() < until && !has_ended())
      listen(10ms);
    EXPECT_NE(text.find(words, from), std::string::npos) << words << " in\n" << text;
    return text.find(words, from);
  }

  void press(char key) { EXPECT_EQ(write(ours_.number(), &key, 1), 1); }
  void send(int signal) const { kill(process_, signal); }

  bool has_ended() {
    if (ended_) return true;
    int status = 0;
    if (waitpid(process_, &status, WNOHANG) != process_) return false;
    ended_ = true;
    hear_the_end();
    status_ = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
    return true;
  }
  int status() {
    const Clock::time_point until = Clock::now() + 20s;
    while (!has_ended() && Clock::now() < until) listen(20ms);
    if (!has_ended()) {
      ADD_FAILURE() << "it does not end\n" << text;
      send(SIGKILL);
      testing::wait_for(process_);
    }
    return status_;
  }

  // Whether keys are echoed and lines edited as before.
  bool is_restored() const {
    const termios now = mode();
    return now.c_lflag == before_.c_lflag && now.c_cc[VSUSP] == before_.c_cc[VSUSP];
  }
  bool is_raw() const { return (mode().c_lflag & (ICANON | ECHO)) == 0; }

  std::string text;

 private:
  void read_some() {
    pollfd output{ours_.number(), POLLIN, 0};
    if (poll(&output, 1, 5) <= 0) return;
    std::array<char, 4096> piece{};
    const ssize_t got = read(ours_.number(), piece.data(), piece.size());
    if (got > 0) text.append(piece.data(), static_cast<std::size_t>(got));
  }
  // The kernel hands over what was printed in its own time: all of it came once a mark did that was
  // printed last.
  void hear_the_end() {
    constexpr char mark = '\1';
    EXPECT_EQ(write(its_.number(), &mark, 1), 1);
    const Clock::time_point until = Clock::now() + 20s;
    while (text.find(mark) == std::string::npos && Clock::now() < until) read_some();
    text.erase(std::min(text.find(mark), text.size()));
  }
  termios mode() const {
    termios now{};
    EXPECT_EQ(tcgetattr(its_.number(), &now), 0);
    return now;
  }

  Descriptor ours_;
  Descriptor its_;
  termios before_{};
  pid_t process_ = -1;
  bool ended_ = false;
  int status_ = -1;
};

std::vector<std::string> a_game(std::vector<std::string> more = {}) {
  std::vector<std::string> words = {"play", "tatamokatsu", "--colour", "never"};
  words.insert(words.end(), more.begin(), more.end());
  return words;
}

const std::vector<std::string> in_a_hurry = {"--window", "60", "--announce", "40", "--quiet", "20",
                                             "--bow",    "5",  "--pause",    "0"};

TEST(PlayTatamokatsu, Needs_a_terminal) {
  const Finished finished = run(a_game());
  EXPECT_EQ(finished.status, 1);
  EXPECT_EQ(finished.out, "");
  EXPECT_EQ(finished.err.find("tatami play tatamokatsu needs a terminal"), 0U) << finished.err;
  EXPECT_EQ(lines_in(finished.err).size(), 1U);
}

TEST(PlayTatamokatsu, Any_keys_come_to_an_end_and_the_record_is_whole) {
  SplitMix numbers{3};
  for (const std::vector<std::string>& opponents :
       std::vector<std::vector<std::string>>{{"child"}, {"samurai", "random", "quick"}}) {
    const Folder folder;
    std::vector<std::string> words = a_game({"--seed", "11", "--record", folder.path("record")});
    if (opponents.size() == 1) words.insert(words.end(), {"--players", "2"});
    words.insert(words.end(), in_a_hurry.begin(), in_a_hurry.end());
    words.emplace_back("--opponents");
    words.insert(words.end(), opponents.begin(), opponents.end());
    Terminal terminal{words};
    terminal.wait_for("press space > ");
    EXPECT_TRUE(terminal.is_raw());
    const std::string keys = "\n timrl 123 sk01x";
    const Clock::time_point until = Clock::now() + 90s;
    while (!terminal.has_ended() && Clock::now() < until) {
      terminal.press(keys[numbers.below(static_cast<std::uint32_t>(keys.size()))]);
      terminal.listen(8ms);
    }
    EXPECT_EQ(terminal.status(), 0) << terminal.text;
    EXPECT_TRUE(terminal.is_restored());
    EXPECT_NE(terminal.text.find("The game is over"), std::string::npos) << terminal.text;
    const Finished replayed = run({"replay", folder.path("record")});
    EXPECT_EQ(replayed.status, 0) << replayed.err;
    EXPECT_NE(replayed.out.find("\"over\":true"), std::string::npos) << replayed.out;
  }
}

// The time of every reaction of seat 0 in a record.
std::vector<std::int64_t> own_times(const std::string& record) {
  std::vector<std::int64_t> times;
  for (const std::string& line : lines_in(record)) {
    const auto event = json::parse(line);
    if (!event.ok() || !event->find("seat") || !event->find("at")) continue;
    if (event->find("seat")->integer == 0) times.push_back(event->find("at")->integer);
  }
  return times;
}

TEST(PlayTatamokatsu, A_reaction_has_the_time_it_took) {
  const Folder folder;
  // No roll of these dice closes before half a second is over, and a salute is never a mistake.
  Terminal terminal{
      a_game({"--seed", "2", "--players", "2", "--window", "1500", "--quiet", "1500", "--announce",
              "1500", "--pause", "0", "--record", folder.path("record")})};
  terminal.wait_for("press space > ");
  terminal.press(' ');
  terminal.wait_for("'---'");
  terminal.listen(300ms);
  terminal.press('s');
  const Clock::time_point pressed = Clock::now();
  const std::size_t at = terminal.wait_for("You: Hai! (");
  EXPECT_LT(Clock::now() - pressed, 1s) << "it is told at once, not when the window closes";
  const int told = std::atoi(terminal.text.c_str() + at + std::string{"You: Hai! ("}.size());
  EXPECT_GE(told, 290);
  EXPECT_LE(told, 1400);
  terminal.press('q');
  EXPECT_EQ(terminal.status(), 0);
  EXPECT_NE(terminal.text.find("Goodbye"), std::string::npos);
  EXPECT_EQ(own_times(read_file(folder.path("record"))), std::vector<std::int64_t>{told});
}

TEST(PlayTatamokatsu, Leaves_the_terminal_as_it_was) {
  for (const int signal : {0, SIGINT, SIGTERM}) {
    Terminal terminal{a_game({"--seed", "2"})};
    terminal.wait_for("press space > ");
    EXPECT_TRUE(terminal.is_raw());
    if (signal == 0)
      terminal.press('q');
    else
      terminal.send(signal);
    EXPECT_EQ(terminal.status(), signal == 0 ? 0 : 128 + signal);
    EXPECT_TRUE(terminal.is_restored());
    EXPECT_NE(terminal.text.find("Goodbye"), std::string::npos) << terminal.text;
  }
}

TEST(PlayTatamokatsu, Explains_its_keys_and_ignores_others) {
  Terminal terminal{a_game({"--seed", "2"})};
  const std::size_t first = terminal.wait_for("press space > ");
  for (const char key : std::string{"xyz\033[A9"}) terminal.press(key);
  terminal.press('?');
  EXPECT_NE(terminal.wait_for("slap the table", first), std::string::npos);
  EXPECT_EQ(terminal.text.find(".---."), std::string::npos) << "the dice wait";
  terminal.press('q');
  EXPECT_EQ(terminal.status(), 0);
}

TEST(PlayTatamokatsu, Says_what_is_wrong_with_opponents) {
  for (const std::vector<std::string>& opponents : std::vector<std::vector<std::string>>{
           {"ninja"}, {"child/slow"}, {"child", "child", "child", "child", "child"}}) {
    std::vector<std::string> words = a_game({"--opponents"});
    words.insert(words.end(), opponents.begin(), opponents.end());
    const Finished finished = run(words);
    EXPECT_EQ(finished.status, 2);
    EXPECT_EQ(finished.err.find("--opponents: "), 0U) << finished.err;
  }
}

// ---- The progress of long work is for terminals too ----

TEST(Progress, Shows_the_time_left) {
  Terminal terminal{
      {"tournament", "dojo", "student", "student", "student", "student", "--games", "40000000"}};
  const std::size_t at = terminal.wait_for(" left");
  EXPECT_NE(at, std::string::npos);
  const std::string line = terminal.text.substr(terminal.text.rfind('\r', at));
  EXPECT_NE(line.find(" of 40000000, at most "), std::string::npos) << line;
  terminal.send(SIGINT);
  EXPECT_EQ(terminal.status(), 128 + SIGINT);
}

}  // namespace
}  // namespace tatami
