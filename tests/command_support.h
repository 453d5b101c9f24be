#pragma once

#include <fcntl.h>
#include <gtest/gtest.h>
#include <spawn.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>
#include <vector>

// Runs the real `tatami`, without a shell in between.
namespace tatami::testing {

// Closed at the end.
class Descriptor {
 public:
  explicit Descriptor(int number = -1) : number_(number) {}
  Descriptor(Descriptor&& other) noexcept : number_(std::exchange(other.number_, -1)) {}
  Descriptor& operator=(Descriptor&& other) noexcept {
    std::swap(number_, other.number_);
    return *this;
  }
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  ~Descriptor() { reset(); }

  int number() const { return number_; }
  void reset() {
    if (number_ >= 0) close(number_);
    number_ = -1;
  }

 private:
  int number_;
};

inline Descriptor in_memory(std::string_view text = {}) {
  Descriptor file{memfd_create("tatami-test", MFD_CLOEXEC)};
  EXPECT_GE(file.number(), 0);
  while (!text.empty()) {
    const ssize_t written = write(file.number(), text.data(), text.size());
    if (written <= 0) break;
    text.remove_prefix(static_cast<std::size_t>(written));
  }
  lseek(file.number(), 0, SEEK_SET);
  return file;
}

inline std::string content(const Descriptor& file) {
  lseek(file.number(), 0, SEEK_SET);
  std::string text;
  std::string piece(1 << 16, '\0');
  for (ssize_t got = 0; (got = read(file.number(), piece.data(), piece.size())) > 0;)
    text.append(piece, 0, static_cast<std::size_t>(got));
  return text;
}

// Standard input, output and error of the process become these.
inline pid_t start_tatami(const std::vector<std::string>& arguments, int in, int out, int err) {
  posix_spawn_file_actions_t files;
  posix_spawn_file_actions_init(&files);
  posix_spawn_file_actions_adddup2(&files, in, STDIN_FILENO);
  posix_spawn_file_actions_adddup2(&files, out, STDOUT_FILENO);
  posix_spawn_file_actions_adddup2(&files, err, STDERR_FILENO);

  // A closed pipe kills by default, and that is what users have; tests may ignore it themselves.
  posix_spawnattr_t attributes;
  posix_spawnattr_init(&attributes);
  sigset_t signals;
  sigemptyset(&signals);
  sigaddset(&signals, SIGPIPE);
  posix_spawnattr_setsigdefault(&attributes, &signals);
  posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGDEF);

  std::vector<std::string> words = arguments;
  words.insert(words.begin(), "tatami");
  std::vector<char*> argv;
  for (std::string& word : words) argv.push_back(word.data());
  argv.push_back(nullptr);
  pid_t process = -1;
  EXPECT_EQ(posix_spawn(&process, TATAMI_COMMAND, &files, &attributes, argv.data(), environ), 0)
      << TATAMI_COMMAND;
  posix_spawnattr_destroy(&attributes);
  posix_spawn_file_actions_destroy(&files);
  return process;
}

// The exit status, or 128 and the signal as shells have it.
inline int wait_for(pid_t process, long* peak_kib = nullptr) {
  int status = -1;
  rusage usage{};
  if (process < 0 || wait4(process, &status, 0, &usage) != process) return -1;
  if (peak_kib) *peak_kib = usage.ru_maxrss;
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

struct Finished {
  int status = -1;
  std::string out;
  std::string err;
  long peak_kib = 0;
};

inline Finished run_reading(const std::vector<std::string>& arguments, const Descriptor& in) {
  const Descriptor out = in_memory();
  const Descriptor err = in_memory();
  Finished finished;
  const pid_t process = start_tatami(arguments, in.number(), out.number(), err.number());
  finished.status = wait_for(process, &finished.peak_kib);
  finished.out = content(out);
  finished.err = content(err);
  return finished;
}

inline Finished run(const std::vector<std::string>& arguments, std::string_view input = {}) {
  return run_reading(arguments, in_memory(input));
}

// An empty folder that goes when the test is over.
class Folder {
 public:
  Folder() {
    std::string name = std::filesystem::temp_directory_path() / "tatami-test-XXXXXX";
    EXPECT_NE(mkdtemp(name.data()), nullptr);
    path_ = name;
  }
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;
  ~Folder() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }

  std::string path(const std::string& name) const { return path_ / name; }
  // Writes a file and returns its path.
  std::string file(const std::string& name, std::string_view text) const {
    std::ofstream{path_ / name, std::ios::binary} << text;
    return path_ / name;
  }

 private:
  std::filesystem::path path_;
};

inline std::string read_file(const std::string& path) {
  std::ifstream file{path, std::ios::binary};
  EXPECT_TRUE(file.is_open()) << path;
  return {std::istreambuf_iterator<char>{file}, {}};
}

inline std::vector<std::string> lines_in(const std::string& text) {
  std::vector<std::string> lines;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    lines.push_back(text.substr(at, end - at));
    at = end + 1;
  }
  return lines;
}

}  // namespace tatami::testing
