#pragma once

#include <sys/types.h>

#include <cstdint>
#include <string>
#include <vector>

namespace tatami::cli {

// A server in a child process, on a free port of this machine.
class ServerProcess {
 public:
  ServerProcess(const std::string& program, const std::string& database,
                const std::vector<std::string>& more = {});
  ServerProcess(const ServerProcess&) = delete;
  ServerProcess& operator=(const ServerProcess&) = delete;
  ~ServerProcess();

  bool is_up() const { return port_ != 0; }
  std::uint16_t port() const { return port_; }
  pid_t pid() const { return pid_; }
  // Sends the signal and waits for the exit; returns the exit status, or 128 + the signal that
  // ended it.
  int end(int signal);
  double cpu_seconds() const;
  double resident_kilobytes() const;

 private:
  pid_t pid_ = -1;
  std::uint16_t port_ = 0;
};

}  // namespace tatami::cli
