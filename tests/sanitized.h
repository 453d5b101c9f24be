#pragma once

// Sanitizers, which clang builds, need more memory and time than the program.
#ifdef __has_feature
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define TATAMI_SANITIZED
#endif
#endif
