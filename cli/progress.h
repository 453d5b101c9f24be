#pragma once

#include <atomic>
#include <cstdint>
#include <thread>

namespace tatami::cli {

// A bar on standard error while work is going on; nothing where there is no terminal.
class Progress {
 public:
  explicit Progress(std::uint64_t total);
  ~Progress();
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  void add(std::uint64_t done) { done_ += done; }

 private:
  void draw(std::uint64_t done) const;

  std::uint64_t total_;
  std::atomic<std::uint64_t> done_ = 0;
  std::atomic<bool> stop_ = false;
  std::thread painter_;
};

}  // namespace tatami::cli
