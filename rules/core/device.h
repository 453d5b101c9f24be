#pragma once

// Declarations for compilers for GPUs alone (`nvcc --expt-relaxed-constexpr`, cuda/).
// Constexpr functions run on both sides as they are.

#if defined(__CUDACC__)
// A function that cannot be constexpr but runs on the device too.
#define TATAMI_HOST_DEVICE __host__ __device__
#else
#define TATAMI_HOST_DEVICE
#endif

// A table at namespace scope that is indexed at run time: the device needs a copy in its own
// memory. A plain constexpr array compiles there as well, and then reads the host's memory.
#if defined(__CUDA_ARCH__)
#define TATAMI_LOOKUP static __device__ constexpr
#else
#define TATAMI_LOOKUP inline constexpr
#endif

namespace tatami {

// A condition that the compiler may rely on; the caller vouches for it.
constexpr void assume(bool holds) {
#if defined(__CUDA_ARCH__)
  __builtin_assume(holds);
#else
  if (!holds) __builtin_unreachable();
#endif
}

}  // namespace tatami
