#include "cuda/batch.h"

#include <cuda_runtime.h>

#include "cuda/backend.h"

namespace tatami::cuda::backend {

namespace {

constexpr int threads = 128;

__global__ void __launch_bounds__(threads) open_all(DojoRoom room) {
  const std::uint32_t game = blockIdx.x * threads + threadIdx.x;
  if (game < room.games) open_table(room, game);
}

__global__ void __launch_bounds__(threads) show_every(DojoRoom room) {
  const std::uint32_t game = blockIdx.x * threads + threadIdx.x;
  if (game < room.games) show(room, game, room.tables[game]);
}

__global__ void __launch_bounds__(threads) imagine_every(DojoRoom room, std::uint64_t seed) {
  const std::uint32_t game = blockIdx.x * threads + threadIdx.x;
  if (game < room.games) imagine(room, seed, game);
}

__global__ void __launch_bounds__(threads) check_all(DojoRoom room, Actions actions) {
  const std::uint32_t game = blockIdx.x * threads + threadIdx.x;
  if (game < room.games) check(room, actions, game);
}

template <Way way>
__global__ void __launch_bounds__(threads) act_all(DojoRoom room, Actions actions) {
  const std::uint32_t game = blockIdx.x * threads + threadIdx.x;
  if (game < room.games) act(room, way, actions, game);
}

// The lists from the longest searches to the shortest; each begins with a warp of its own.
constexpr int score_threads = 32;
__global__ void __launch_bounds__(score_threads) score_all(DojoBatch batch) {
  std::uint32_t first = 0;  // of this list's warps among all
  for (unsigned which = dojo_classes - 1; which > 0; --which) {
    const std::uint32_t size = batch.list_sizes[which];
    const std::uint32_t needed = (size + score_threads - 1) / score_threads;
    for (std::uint32_t warp = (blockIdx.x + gridDim.x - first % gridDim.x) % gridDim.x;
         warp < needed; warp += gridDim.x) {
      const std::uint32_t place = warp * score_threads + threadIdx.x;
      if (place < size) score(batch, which, place);
    }
    first += needed;
  }
}

__global__ void __launch_bounds__(threads) finish_all(DojoRoom room) {
  const std::uint32_t ended = *room.ended_size;
  for (std::uint32_t place = blockIdx.x * threads + threadIdx.x; place < ended;
       place += gridDim.x * threads)
    finish(room, place);
}

const char* text_of(cudaError_t error) {
  return error == cudaSuccess ? nullptr : cudaGetErrorString(error);
}

std::uint32_t blocks_for(const DojoRoom& room) { return (room.games + threads - 1) / threads; }

cudaStream_t stream_of(std::uintptr_t stream) { return reinterpret_cast<cudaStream_t>(stream); }

}  // namespace

bool is_gpu() { return true; }

int device() {
  int which = 0;
  cudaGetDevice(&which);
  return which;
}

const char* choose(int device) {
  if (const char* why = text_of(cudaSetDevice(device))) return why;
  // The search for the best arrangement calls itself, so no compiler knows how deep its stack is.
  std::size_t stack = 0;
  if (const char* why = text_of(cudaDeviceGetLimit(&stack, cudaLimitStackSize))) return why;
  constexpr std::size_t needed = 8192;
  return stack >= needed ? nullptr : text_of(cudaDeviceSetLimit(cudaLimitStackSize, needed));
}

const char* allocate(std::size_t bytes, void*& memory) {
  return text_of(cudaMalloc(&memory, bytes));
}
void release(void* memory) { cudaFree(memory); }

const char* open_tables(const DojoRoom& room, std::uintptr_t stream) {
  const cudaError_t error = cudaMemsetAsync(room.refused, 0xFF, sizeof none_refused, stream_of(stream));
  if (error != cudaSuccess) return text_of(error);
  open_all<<<blocks_for(room), threads, 0, stream_of(stream)>>>(room);
  return text_of(cudaGetLastError());
}

const char* step(const DojoRoom& room, Way way, const Actions& actions, std::uintptr_t where) {
  const cudaStream_t stream = stream_of(where);
  // The size of `ended` lies behind the sizes of the lists.
  const cudaError_t error = cudaMemsetAsync(room.ending.list_sizes, 0,
                                            (dojo_classes + 1) * sizeof(std::uint32_t), stream);
  if (error != cudaSuccess) return text_of(error);
  if (way == Way::step) {
    check_all<<<blocks_for(room), threads, 0, stream>>>(room, actions);
    act_all<Way::step><<<blocks_for(room), threads, 0, stream>>>(room, actions);
  } else {
    act_all<Way::randomly><<<blocks_for(room), threads, 0, stream>>>(room, actions);
  }
  // How many games are over is known on the device alone: there are always as many blocks as a GPU
  // has room for, and those that find nothing to do end at once.
  constexpr std::uint32_t most_warps = 132 * 16;
  const std::uint32_t dojos = room.games * room.setup.players;
  const std::uint32_t warps = dojos / score_threads + dojo_classes;
  score_all<<<warps < most_warps ? warps : most_warps, score_threads, 0, stream>>>(room.ending);
  constexpr std::uint32_t most_blocks = 132 * 4;
  const std::uint32_t blocks = blocks_for(room);
  finish_all<<<blocks < most_blocks ? blocks : most_blocks, threads, 0, stream>>>(room);
  return text_of(cudaGetLastError());
}

const char* show_all(const DojoRoom& room, std::uintptr_t stream) {
  show_every<<<blocks_for(room), threads, 0, stream_of(stream)>>>(room);
  return text_of(cudaGetLastError());
}

const char* imagine_all(const DojoRoom& room, std::uint64_t seed, std::uintptr_t stream) {
  imagine_every<<<blocks_for(room), threads, 0, stream_of(stream)>>>(room, seed);
  return text_of(cudaGetLastError());
}

const char* fetch(const void* from, std::size_t bytes, void* into) {
  return text_of(cudaMemcpy(into, from, bytes, cudaMemcpyDeviceToHost));
}

const char* wait(const DojoRoom& room, std::uintptr_t where, std::uint32_t& refused) {
  const cudaStream_t stream = stream_of(where);
  cudaError_t error = cudaMemcpyAsync(&refused, room.refused, sizeof refused,
                                      cudaMemcpyDeviceToHost, stream);
  if (error == cudaSuccess) error = cudaStreamSynchronize(stream);
  if (error == cudaSuccess && refused != none_refused)
    error = cudaMemsetAsync(room.refused, 0xFF, sizeof refused, stream);
  return text_of(error);
}

}  // namespace tatami::cuda::backend
