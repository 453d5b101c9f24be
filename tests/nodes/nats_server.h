#pragma once

#include <gtest/gtest.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <thread>
#include <utility>
#include <vector>

namespace tatami::testing {

// A bus of our own, on a free port of this machine.
class NatsServer {
 public:
  explicit NatsServer(std::string password = {}) : password_(std::move(password)) {
    folder_ = (std::filesystem::temp_directory_path() / "tatami-nats-XXXXXX").string();
    EXPECT_TRUE(mkdtemp(folder_.data()));
    start("-1");
  }
  NatsServer(const NatsServer&) = delete;
  NatsServer& operator=(const NatsServer&) = delete;
  ~NatsServer() {
    stop();
    std::filesystem::remove_all(folder_);
  }

  std::string url() const {
    const std::string who = password_.empty() ? "" : "tatami:" + password_ + "@";
    return "nats://" + who + "127.0.0.1:" + port_;
  }
  void stop() {
    if (process_ <= 0) return;
    kill(process_, SIGKILL);
    waitpid(process_, nullptr, 0);
    process_ = -1;
  }
  void start_again() { start(port_); }

 private:
  void start(const std::string& port) {
    std::vector<std::string> words = {"nats-server", "-a", "127.0.0.1",
                                      "-p",          port, "--ports_file_dir",
                                      folder_,       "-l", folder_ + "/log"};
    if (!password_.empty()) words.insert(words.end(), {"--user", "tatami", "--pass", password_});
    process_ = fork();
    if (process_ == 0) {
      prctl(PR_SET_PDEATHSIG, SIGKILL);  // it ends with a test that is killed
      std::vector<char*> arguments;
      for (std::string& each : words) arguments.push_back(each.data());
      arguments.push_back(nullptr);
      setenv("PATH", "/usr/sbin:/usr/bin:/usr/local/bin", 1);
      execvp("nats-server", arguments.data());
      _exit(127);
    }
    const std::string file = folder_ + "/nats-server_" + std::to_string(process_) + ".ports";
    for (int i = 0; i < 1000; ++i) {
      std::this_thread::sleep_for(std::chrono::milliseconds(10));
      std::ifstream in{file};
      const std::string text{std::istreambuf_iterator<char>{in}, {}};
      const std::size_t at = text.find("nats://127.0.0.1:");
      if (at == std::string::npos) continue;
      port_ = text.substr(at + 17, text.find('"', at) - at - 17);
      return;
    }
    ADD_FAILURE() << "nats-server does not start; it is a package of Debian";
  }

  std::string password_, folder_, port_;
  pid_t process_ = -1;
};

}  // namespace tatami::testing
