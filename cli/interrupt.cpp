#include "cli/interrupt.h"

#include <atomic>

namespace tatami::cli {

namespace {

std::atomic<int> caught = 0;
static_assert(std::atomic<int>::is_always_lock_free);  // signal handlers may use nothing else

void note(int signal) { caught = signal; }

}  // namespace

Interruptible::Interruptible() {
  caught = 0;
  struct sigaction action{};
  action.sa_handler = note;
  action.sa_flags = static_cast<int>(SA_RESETHAND);
  sigemptyset(&action.sa_mask);
  sigaction(SIGINT, &action, &before_int_);
  sigaction(SIGTERM, &action, &before_term_);
}

Interruptible::~Interruptible() {
  sigaction(SIGINT, &before_int_, nullptr);
  sigaction(SIGTERM, &before_term_, nullptr);
}

bool is_interrupted() { return caught != 0; }

int interrupted_status() { return 128 + caught; }

}  // namespace tatami::cli
