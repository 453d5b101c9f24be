#include "cli/progress.h"

#include <fmt/core.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>

namespace tatami::cli {

using Seconds = std::chrono::duration<double>;

Progress::Progress(std::uint64_t total, std::uint64_t done, bool at_most)
    : total_(total), before_(done), at_most_(at_most), done_(done) {
  show();
}

Progress::Progress(Seconds time) : time_(time) { show(); }

Progress::~Progress() {
  stop_ = true;
  if (painter_.joinable()) painter_.join();
}

void Progress::print(const std::string& text) {
  const std::scoped_lock lock{printing_};
  if (painter_.joinable()) fmt::print(stderr, "\r\033[K");
  fmt::print("{}", text);
  std::fflush(stdout);
}

void Progress::show() {
  if (isatty(STDERR_FILENO) == 0) return;
  painter_ = std::thread{[this] {
    while (!stop_) {
      {
        const std::scoped_lock lock{printing_};
        fmt::print(stderr, "\r{}\033[K", bar());
      }
      std::this_thread::sleep_for(std::chrono::milliseconds{100});
    }
    fmt::print(stderr, "\r\033[K");
  }};
}

std::string Progress::bar() const {
  constexpr double width = 30;
  constexpr Seconds enough_to_tell{0.5};
  const std::uint64_t done = done_;
  const Seconds passed = Clock::now() - began_;
  const bool timed = time_ > Seconds{};
  const double all = timed ? time_.count() : static_cast<double>(total_);
  const double part = timed ? passed.count() : static_cast<double>(done);
  const double share = all > 0 ? std::clamp(part / all, 0.0, 1.0) : 1;
  const std::string full(static_cast<std::size_t>(share * width), '#');
  std::string text = timed ? fmt::format("[{:-<30}] {} games", full, done)
                           : fmt::format("[{:-<30}] {} of {}", full, done, total_);
  if (timed) return text + fmt::format(", {} left", in_words(time_ - std::min(passed, time_)));
  if (done > before_ && passed >= enough_to_tell) {
    const Seconds left = passed * (static_cast<double>(total_ - std::min(done, total_)) /
                                   static_cast<double>(done - before_));
    text += fmt::format(", {}{} left", at_most_ ? "at most " : "", in_words(left));
  }
  return text;
}

std::string in_words(Seconds time) {
  constexpr long long minute = 60;
  constexpr long long hour = 60 * minute;
  constexpr long long day = 24 * hour;
  const auto seconds = static_cast<long long>(std::ceil(std::min(time.count(), 1e12)));
  if (seconds < minute) return fmt::format("{} s", seconds);
  if (seconds < hour) return fmt::format("{} min {} s", seconds / minute, seconds % minute);
  if (seconds < 2 * day) return fmt::format("{} h {} min", seconds / hour, seconds % hour / minute);
  return fmt::format("{} days", seconds / day);
}

}  // namespace tatami::cli
