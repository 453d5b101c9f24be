// The library's own versions of these print before they give up, and printing needs a system to
// print on. This module imports nothing: it stops at once, which JavaScript sees as a RuntimeError.

#include <__verbose_abort>
#include <cstddef>
#include <cstdlib>
#include <new>

void std::__libcpp_verbose_abort(const char* /*format*/, ...) { __builtin_trap(); }

void* operator new(std::size_t size) {
  void* const memory = std::malloc(size);
  if (memory == nullptr) __builtin_trap();
  return memory;
}

void operator delete(void* memory) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t /*size*/) noexcept { std::free(memory); }

// The name is the library's.
extern "C" void __cxa_pure_virtual() { __builtin_trap(); }  // NOLINT(readability-identifier-naming)
