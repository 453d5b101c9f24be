#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <mutex>
#include <string>
#include <thread>

namespace tatami::cli {

// A progress bar with the time left, on standard error, shown only on a terminal.
class Progress {
 public:
  // `done` were done by an earlier run. `at_most`: the work may end sooner.
  explicit Progress(std::uint64_t total, std::uint64_t done = 0, bool at_most = false);
  // For work that ends after a time.
  explicit Progress(std::chrono::duration<double> time);
  ~Progress();
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  void add(std::uint64_t done) { done_ += done; }
  // Prints to standard output without mixing with the bar.
  void print(const std::string& text);

 private:
  using Clock = std::chrono::steady_clock;

  void show();
  std::string bar() const;

  std::uint64_t total_ = 0;
  std::uint64_t before_ = 0;
  bool at_most_ = false;
  std::chrono::duration<double> time_{};  // zero: until all is done
  Clock::time_point began_ = Clock::now();
  std::atomic<std::uint64_t> done_ = 0;
  std::atomic<bool> stop_ = false;
  std::mutex printing_;
  std::thread painter_;
};

// "45 s", "3 min 20 s", "2 h 5 min"
std::string in_words(std::chrono::duration<double> time);

}  // namespace tatami::cli
