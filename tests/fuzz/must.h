#pragma once

#include <cstdio>
#include <cstdlib>
#include <source_location>

// Holds for every input; the fuzzer keeps an input for which it does not.
inline void must(bool hold, std::source_location where = std::source_location::current()) {
  if (hold) return;
  std::fprintf(stderr, "%s:%u: does not hold\n", where.file_name(), where.line());
  std::abort();
}
