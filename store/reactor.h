#pragma once

#include <chrono>
#include <cstdint>
#include <functional>

namespace tatami::store {

// The loop that a connection to a database lives on. Only `post` and `wait` may be
// called from other threads.
class Reactor {
 public:
  enum class For : std::uint8_t { reading, reading_and_writing };

  Reactor() = default;
  Reactor(const Reactor&) = delete;
  Reactor& operator=(const Reactor&) = delete;
  virtual ~Reactor() = default;

  virtual void post(std::function<void()> job) = 0;
  virtual void after(std::chrono::milliseconds delay, std::function<void()> job) = 0;
  // Calls `ready` once, as soon as the socket is. A later call for the same socket replaces this
  // one.
  virtual void await(int socket, For what, std::function<void()> ready) = 0;
  // Before the socket is closed.
  virtual void let_go(int socket) = 0;
  // Returns once this holds, which is asked on the loop. Only before the loop runs, after it, or
  // from another thread.
  virtual void wait(const std::function<bool()>& holds) = 0;
};

}  // namespace tatami::store
