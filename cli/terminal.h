#pragma once

#include <termios.h>

#include <chrono>
#include <optional>

namespace tatami::cli {

bool is_terminal();  // standard input and output both

// Keys as they are pressed. The terminal is as it was when this ends.
class Keyboard {
 public:
  using Clock = std::chrono::steady_clock;
  struct Press {
    char key = 0;
    Clock::time_point at;
  };

  Keyboard();
  ~Keyboard();
  Keyboard(const Keyboard&) = delete;
  Keyboard& operator=(const Keyboard&) = delete;

  // Nothing if none is pressed until then, or if there will be no more (is_closed).
  std::optional<Press> next(Clock::time_point until);
  std::optional<Press> next() { return next(Clock::time_point::max()); }
  // Forgets what was pressed up to now.
  void forget();
  // The terminal is gone, or the program is to stop.
  bool is_closed() const;

 private:
  termios before_{};
  bool at_end_ = false;
};

}  // namespace tatami::cli
