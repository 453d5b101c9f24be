#pragma once

#include <csignal>

namespace tatami::cli {

// While this lives, the first SIGINT or SIGTERM only asks long work to stop, so that what was done
// so far is printed and saved. The second ends the program at once.
class Interruptible {
 public:
  Interruptible();
  ~Interruptible();
  Interruptible(const Interruptible&) = delete;
  Interruptible& operator=(const Interruptible&) = delete;

 private:
  struct sigaction before_int_{};
  struct sigaction before_term_{};
};

bool is_interrupted();
// The exit status, as shells have it: 128 and the signal.
int interrupted_status();

// Thrown to leave a game in the middle.
struct Interrupted {};

}  // namespace tatami::cli
