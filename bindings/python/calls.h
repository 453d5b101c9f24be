#pragma once

#include <atomic>
#include <chrono>
#include <stdexcept>
#include <string>
#include <thread>

#include "bindings/python/engine.h"

// Long calls, during which Python's lock is released.
namespace tatami::python {

// A call has for itself what it works on: that is one thread's at a time.
class Alone {
 public:
  Alone(std::atomic<bool>& busy, const char* what) : busy_(busy) {
    if (busy_.exchange(true))
      throw std::runtime_error(std::string{"another thread is using this "} + what +
                               "; give each its own");
  }
  Alone(const Alone&) = delete;
  Alone& operator=(const Alone&) = delete;
  ~Alone() { busy_ = false; }

 private:
  std::atomic<bool>& busy_;
};

// Ctrl-C: Python notes a signal and waits until it is asked. The thread that made the call asks,
// and any other hears of it.
class Signals {
 public:
  // For each call, if several share this.
  void begin() {
    caller_ = std::this_thread::get_id();
    came_ = false;
  }

  // Whether the call is to end; `heed` then raises what Python raised.
  bool came() {
    using Clock = std::chrono::steady_clock;
    constexpr auto often = std::chrono::milliseconds{20};
    if (came_ || std::this_thread::get_id() != caller_) return came_;
    const auto now = Clock::now();
    if (now - asked_ < often) return false;
    asked_ = now;
    const py::gil_scoped_acquire again;
    came_ = PyErr_CheckSignals() != 0;
    return came_;
  }

  // By the thread that made the call.
  void heed() {
    if (!came()) return;
    const py::gil_scoped_acquire again;
    throw py::error_already_set();
  }

 private:
  std::thread::id caller_ = std::this_thread::get_id();
  std::atomic<bool> came_ = false;
  std::chrono::steady_clock::time_point asked_;
};

}  // namespace tatami::python
