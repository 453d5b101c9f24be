#include "cli/progress.h"

#include <fmt/core.h>
#include <unistd.h>

#include <chrono>
#include <string>

namespace tatami::cli {

Progress::Progress(std::uint64_t total) : total_(total) {
  if (isatty(STDERR_FILENO) == 0) return;
  painter_ = std::thread{[this] {
    while (!stop_) {
      draw(done_);
      std::this_thread::sleep_for(std::chrono::milliseconds{100});
    }
    fmt::print(stderr, "\r\033[K");
  }};
}

Progress::~Progress() {
  stop_ = true;
  if (painter_.joinable()) painter_.join();
}

void Progress::draw(std::uint64_t done) const {
  constexpr std::uint64_t width = 40;
  const std::uint64_t full = total_ == 0 ? width : done * width / total_;
  fmt::print(stderr, "\r[{:-<40}] {} of {}", std::string(full, '#'), done, total_);
}

}  // namespace tatami::cli
