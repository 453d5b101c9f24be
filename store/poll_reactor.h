#pragma once

#include <condition_variable>
#include <map>
#include <mutex>
#include <thread>
#include <vector>

#include "store/reactor.h"

namespace tatami::store {

// A loop with a thread of its own, for commands and tests; a server has one already.
class PollReactor final : public Reactor {
 public:
  PollReactor();
  PollReactor(const PollReactor&) = delete;
  PollReactor& operator=(const PollReactor&) = delete;
  ~PollReactor() override;

  void post(std::function<void()> job) override;
  void after(std::chrono::milliseconds delay, std::function<void()> job) override;
  void await(int socket, For what, std::function<void()> ready) override;
  void let_go(int socket) override { awaited_.erase(socket); }
  void wait(const std::function<bool()>& holds) override;

 private:
  using Clock = std::chrono::steady_clock;
  struct Awaited {
    For what;
    std::function<void()> ready;
  };

  void run();
  void poll_once();
  std::vector<std::function<void()>> take_posted();
  void wake() const;

  int wake_;  // an eventfd
  std::mutex mutex_;
  std::vector<std::function<void()>> posted_;
  bool is_ending_ = false;
  std::map<int, Awaited> awaited_;
  std::multimap<Clock::time_point, std::function<void()>> timers_;
  std::thread thread_;
};

}  // namespace tatami::store
