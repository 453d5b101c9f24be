#include "store/poll_reactor.h"

#include <poll.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include <algorithm>
#include <future>
#include <utility>

namespace tatami::store {

PollReactor::PollReactor() : wake_(eventfd(0, EFD_CLOEXEC)), thread_([this] { run(); }) {}

PollReactor::~PollReactor() {
  {
    const std::lock_guard lock{mutex_};
    is_ending_ = true;
  }
  wake();
  thread_.join();
  close(wake_);
}

void PollReactor::wake() const {
  const std::uint64_t one = 1;
  [[maybe_unused]] const ssize_t written = write(wake_, &one, sizeof one);
}

void PollReactor::post(std::function<void()> job) {
  {
    const std::lock_guard lock{mutex_};
    posted_.push_back(std::move(job));
  }
  wake();
}

void PollReactor::after(std::chrono::milliseconds delay, std::function<void()> job) {
  timers_.emplace(Clock::now() + delay, std::move(job));
}

void PollReactor::await(int socket, For what, std::function<void()> ready) {
  awaited_[socket] = {what, std::move(ready)};
}

void PollReactor::wait(const std::function<bool()>& holds) {
  for (;;) {
    std::promise<bool> answer;
    post([&] { answer.set_value(holds()); });
    if (answer.get_future().get()) return;
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
}

std::vector<std::function<void()>> PollReactor::take_posted() {
  const std::lock_guard lock{mutex_};
  return std::exchange(posted_, {});
}

void PollReactor::run() {
  for (;;) {
    for (auto& job : take_posted()) job();
    while (!timers_.empty() && timers_.begin()->first <= Clock::now()) {
      const auto job = timers_.extract(timers_.begin());
      job.mapped()();
    }
    {
      const std::lock_guard lock{mutex_};
      if (is_ending_) return;
      if (!posted_.empty()) continue;
    }
    poll_once();
  }
}

void PollReactor::poll_once() {
  std::vector<pollfd> sockets = {{wake_, POLLIN, 0}};
  for (const auto& [socket, awaited] : awaited_)
    sockets.push_back(
        {socket, static_cast<short>(awaited.what == For::reading ? POLLIN : POLLIN | POLLOUT), 0});
  int patience = -1;
  if (!timers_.empty()) {
    const auto left =
        std::chrono::ceil<std::chrono::milliseconds>(timers_.begin()->first - Clock::now());
    patience = static_cast<int>(std::max<std::int64_t>(0, left.count()));
  }
  if (poll(sockets.data(), sockets.size(), patience) <= 0) return;
  if (sockets[0].revents != 0) {
    std::uint64_t count = 0;
    [[maybe_unused]] const ssize_t got = read(wake_, &count, sizeof count);
  }
  for (std::size_t i = 1; i < sockets.size(); ++i) {
    if (sockets[i].revents == 0) continue;
    const auto awaited = awaited_.extract(sockets[i].fd);
    if (!awaited.empty()) awaited.mapped().ready();
  }
}

}  // namespace tatami::store
