#include "cli/terminal.h"

#include <poll.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>

#include "cli/interrupt.h"

namespace tatami::cli {

bool is_terminal() { return isatty(STDIN_FILENO) != 0 && isatty(STDOUT_FILENO) != 0; }

Keyboard::Keyboard() {
  tcgetattr(STDIN_FILENO, &before_);
  termios raw = before_;
  raw.c_lflag &= ~static_cast<tcflag_t>(ICANON | ECHO);
  raw.c_cc[VMIN] = 1;
  raw.c_cc[VTIME] = 0;
  raw.c_cc[VSUSP] = _POSIX_VDISABLE;  // a race cannot wait
  tcsetattr(STDIN_FILENO, TCSADRAIN, &raw);
}

Keyboard::~Keyboard() { tcsetattr(STDIN_FILENO, TCSADRAIN, &before_); }

bool Keyboard::is_closed() const { return at_end_ || is_interrupted(); }

std::optional<Keyboard::Press> Keyboard::next(Clock::time_point until) {
  // A signal just before the wait would go unnoticed until its end, so waits are short.
  constexpr std::chrono::milliseconds longest_wait{100};
  while (!is_closed()) {
    const Clock::time_point now = Clock::now();
    if (now >= until) return {};
    const auto left = std::min(std::chrono::ceil<std::chrono::milliseconds>(
                                   std::min<Clock::duration>(until - now, longest_wait)),
                               longest_wait);
    pollfd input{STDIN_FILENO, POLLIN, 0};
    if (poll(&input, 1, static_cast<int>(left.count())) <= 0) continue;
    char byte = 0;
    const ssize_t got = read(STDIN_FILENO, &byte, 1);
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) {
      at_end_ = true;
      return {};
    }
    if (byte != '\033') return Press{byte, Clock::now()};
    // An arrow or the like, not one of ours: up to its last letter, and no key that follows.
    do {
      if (poll(&input, 1, 0) <= 0) break;
      at_end_ = read(STDIN_FILENO, &byte, 1) <= 0;
    } while (!at_end_ && (byte == '[' || byte == 'O' || byte < '@'));
  }
  return {};
}

void Keyboard::forget() { tcflush(STDIN_FILENO, TCIFLUSH); }

}  // namespace tatami::cli
