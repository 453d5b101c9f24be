#include "cli/child.h"

#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <ctime>

namespace tatami::cli {

ServerProcess::ServerProcess(const std::string& program, const std::string& database,
                             const std::vector<std::string>& more) {
  std::vector<std::string> words = {program, "serve",      "--address", "127.0.0.1", "--port",
                                    "0",     "--database", database,    "--quiet"};
  words.insert(words.end(), more.begin(), more.end());
  std::array<int, 2> pipe_ends{};
  if (pipe2(pipe_ends.data(), O_CLOEXEC) != 0) return;
  std::vector<char*> arguments;
  arguments.reserve(words.size() + 1);
  for (std::string& word : words) arguments.push_back(word.data());
  arguments.push_back(nullptr);
  pid_ = fork();
  if (pid_ == 0) {
    dup2(pipe_ends[1], STDOUT_FILENO);
    execv(program.c_str(), arguments.data());
    _exit(127);
  }
  ::close(pipe_ends[1]);
  // Its first line is its address: http://127.0.0.1:PORT/
  std::string address;
  for (char c = 0; read(pipe_ends[0], &c, 1) == 1 && c != '\n';) address += c;
  ::close(pipe_ends[0]);
  if (const std::size_t colon = address.rfind(':'); colon != std::string::npos)
    port_ = static_cast<std::uint16_t>(std::strtoul(address.c_str() + colon + 1, nullptr, 10));
}

ServerProcess::~ServerProcess() { end(SIGKILL); }

int ServerProcess::end(int signal) {
  if (pid_ <= 0) return -1;
  kill(pid_, signal);
  int status = 0;
  waitpid(pid_, &status, 0);
  pid_ = -1;
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

double ServerProcess::cpu_seconds() const {
  clockid_t clock{};
  timespec time{};
  if (clock_getcpuclockid(pid_, &clock) != 0 || clock_gettime(clock, &time) != 0) return 0;
  return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_nsec) / 1e9;
}

double ServerProcess::resident_kilobytes() const {
  std::FILE* file = std::fopen(("/proc/" + std::to_string(pid_) + "/statm").c_str(), "r");
  if (!file) return 0;
  long total = 0;
  long resident = 0;
  const int read = std::fscanf(file, "%ld %ld", &total, &resident);
  std::fclose(file);
  return read == 2
             ? static_cast<double>(resident) * static_cast<double>(sysconf(_SC_PAGESIZE)) / 1024
             : 0;
}

}  // namespace tatami::cli
