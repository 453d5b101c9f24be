#include "cuda/device.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <iterator>

#include "cuda/dojo.h"
#include "cuda/tatamokatsu.h"

namespace tatami::cuda {

namespace {

void must(cudaError_t error, const char* what) {
  if (error == cudaSuccess) return;
  std::fprintf(stderr, "cuda: %s: %s\n", what, cudaGetErrorString(error));
  std::exit(1);
}

template <class T>
T* allocate(std::size_t items) {
  void* memory = nullptr;
  must(cudaMalloc(&memory, items * sizeof(T)), "cudaMalloc");
  return static_cast<T*>(memory);
}

// Where a thread keeps the state of its game. In shared memory states lie eight bytes further apart
// than they are long: of 32 threads that look at the same field, two then meet in a bank.
template <class State>
constexpr std::size_t distance = (sizeof(State) + 15) / 16 * 16 + 8;

template <class State, bool shared>
__device__ State* place_of_state() {
  extern __shared__ std::uint64_t memory[];
  if constexpr (shared)
    return reinterpret_cast<State*>(reinterpret_cast<unsigned char*>(memory) +
                                    threadIdx.x * distance<State>);
  else
    return nullptr;
}

// A game a thread: all of them have twelve rounds.
template <bool shared, int threads, int blocks>
__global__ void __launch_bounds__(threads, blocks) play_dojo(DojoBatch batch) {
  const std::uint32_t game = blockIdx.x * threads + threadIdx.x;
  if (game >= batch.games) return;
  if constexpr (shared) {
    play(batch, game, *place_of_state<dojo::State, shared>());
  } else {
    dojo::State state;
    play(batch, game, state);
  }
}

// Many games a thread, one after the other.
template <bool shared, int threads, int blocks>
__global__ void __launch_bounds__(threads, blocks) play_tatamokatsu(TatamokatsuBatch batch) {
  const std::uint32_t first = blockIdx.x * threads + threadIdx.x;
  const std::uint32_t stride = gridDim.x * threads;
  if constexpr (shared) {
    play(batch, first, stride, *place_of_state<tatamokatsu::State, shared>());
  } else {
    tatamokatsu::State state;
    play(batch, first, stride, state);
  }
}

// The lists from the longest searches to the shortest; each begins with a block of its own.
template <int threads, int blocks>
__global__ void __launch_bounds__(threads, blocks) score_all(DojoBatch batch) {
  std::uint32_t block = blockIdx.x;
  for (unsigned which = dojo_classes - 1; which > 0; --which) {
    const std::uint32_t size = batch.list_sizes[which];
    const std::uint32_t needed = (size + threads - 1) / threads;
    if (block < needed) {
      const std::uint32_t place = block * threads + threadIdx.x;
      if (place < size) score(batch, which, place);
      return;
    }
    block -= needed;
  }
}

__global__ void __launch_bounds__(256) find_all_winners(DojoBatch batch) {
  const std::uint32_t game = blockIdx.x * 256 + threadIdx.x;
  if (game < batch.games) find_winners(batch, game);
}

// The shared memory that a block of a kernel needs, and how the rest is to be divided.
template <class State, class Kernel>
std::size_t prepare(Kernel kernel, bool shared, int threads) {
  const std::size_t bytes = shared ? static_cast<std::size_t>(threads) * distance<State> : 0;
  must(cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize,
                            static_cast<int>(bytes)),
       "cudaFuncSetAttribute");
  must(cudaFuncSetAttribute(kernel, cudaFuncAttributePreferredSharedMemoryCarveout,
                            shared ? 100 : 0),
       "cudaFuncSetAttribute");
  return bytes;
}

template <bool shared, int threads, int blocks>
void launch_dojo(const DojoBatch& batch, cudaStream_t stream) {
  const auto kernel = play_dojo<shared, threads, blocks>;
  const std::size_t bytes = prepare<dojo::State>(kernel, shared, threads);
  kernel<<<(batch.games + threads - 1) / threads, threads, bytes, stream>>>(batch);
  must(cudaGetLastError(), "play_dojo");
}

template <bool shared, int threads, int blocks>
void launch_tatamokatsu(const TatamokatsuBatch& batch) {
  const auto kernel = play_tatamokatsu<shared, threads, blocks>;
  const std::size_t bytes = prepare<tatamokatsu::State>(kernel, shared, threads);
  int at_once = 0;
  must(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&at_once, kernel, threads, bytes),
       "cudaOccupancyMaxActiveBlocksPerMultiprocessor");
  int processors = 0;
  must(cudaDeviceGetAttribute(&processors, cudaDevAttrMultiProcessorCount, 0),
       "cudaDeviceGetAttribute");
  const auto needed = static_cast<int>((batch.games + threads - 1) / threads);
  kernel<<<std::min(needed, at_once * processors), threads, bytes>>>(batch);
  must(cudaGetLastError(), "play_tatamokatsu");
}

template <int threads, int blocks>
void launch_score(const DojoBatch& batch, cudaStream_t stream) {
  // As many blocks as there may be at most: those that find nothing to do end at once.
  const std::uint32_t most = batch.games * batch.setup.players / threads + dojo_classes;
  score_all<threads, blocks><<<most, threads, 0, stream>>>(batch);
  must(cudaGetLastError(), "score");
}

using PlayDojo = void (*)(const DojoBatch&, cudaStream_t);
using PlayTatamokatsu = void (*)(const TatamokatsuBatch&);

struct DojoForm {
  const char* name;
  PlayDojo play;
  PlayDojo score;
};

constexpr DojoForm dojo_forms[] = {
    {"shared 128x6, score 128x4", launch_dojo<true, 128, 6>, launch_score<128, 4>},
    {"shared 128x6, score 32x16", launch_dojo<true, 128, 6>, launch_score<32, 16>},
    {"shared 256x3, score 64x8", launch_dojo<true, 256, 3>, launch_score<64, 8>},
    {"local 128x6, score 128x4", launch_dojo<false, 128, 6>, launch_score<128, 4>},
    {"local 128x6, score 32x16", launch_dojo<false, 128, 6>, launch_score<32, 16>},
    {"local 128x12, score 128x12", launch_dojo<false, 128, 12>, launch_score<128, 12>},
};

struct TatamokatsuForm {
  const char* name;
  PlayTatamokatsu play;
};

constexpr TatamokatsuForm tatamokatsu_forms[] = {
    {"shared 128x6", launch_tatamokatsu<true, 128, 6>},
    {"shared 64x13", launch_tatamokatsu<true, 64, 13>},
    {"local 128x6", launch_tatamokatsu<false, 128, 6>},
    {"local 128x12", launch_tatamokatsu<false, 128, 12>},
};

class Timer {
 public:
  Timer() {
    must(cudaEventCreate(&from_), "cudaEventCreate");
    must(cudaEventCreate(&to_), "cudaEventCreate");
  }
  ~Timer() {
    cudaEventDestroy(from_);
    cudaEventDestroy(to_);
  }
  Timer(const Timer&) = delete;
  Timer& operator=(const Timer&) = delete;
  void start() { must(cudaEventRecord(from_), "cudaEventRecord"); }
  float stop() {
    must(cudaEventRecord(to_), "cudaEventRecord");
    must(cudaEventSynchronize(to_), "a kernel");
    float milliseconds = 0;
    must(cudaEventElapsedTime(&milliseconds, from_, to_), "cudaEventElapsedTime");
    return milliseconds;
  }

 private:
  cudaEvent_t from_{};
  cudaEvent_t to_{};
};

}  // namespace

int forms_of_dojo() { return static_cast<int>(std::size(dojo_forms)); }
int forms_of_tatamokatsu() { return static_cast<int>(std::size(tatamokatsu_forms)); }
const char* name_of_dojo_form(int form) { return dojo_forms[form].name; }
const char* name_of_tatamokatsu_form(int form) { return tatamokatsu_forms[form].name; }

DojoOnDevice::DojoOnDevice(std::uint32_t most_games)
    : most_games_(most_games),
      ends_(allocate<DojoEnd>(most_games)),
      unscored_(allocate<Unscored>(std::size_t{dojo_classes} * most_games * most_players)),
      list_sizes_(allocate<std::uint32_t>(dojo_classes)) {
  // The search for the best arrangement calls itself, so no compiler knows how deep its stack is.
  must(cudaDeviceSetLimit(cudaLimitStackSize, 8192), "cudaDeviceSetLimit");
  cudaStream_t stream = nullptr;
  must(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking), "cudaStreamCreate");
  stream_ = stream;
}

DojoOnDevice::~DojoOnDevice() {
  cudaStreamDestroy(static_cast<cudaStream_t>(stream_));
  cudaFree(ends_);
  cudaFree(unscored_);
  cudaFree(list_sizes_);
}

DojoBatch DojoOnDevice::batch_of(const dojo::Setup& setup, std::uint64_t seed,
                                 std::uint64_t first_game, std::uint32_t games) const {
  if (games > most_games_) must(cudaErrorInvalidValue, "too many games");
  return {setup, seed, first_game, games, ends_, unscored_, list_sizes_, games * setup.players};
}

Milliseconds DojoOnDevice::play(int form, const dojo::Setup& setup, std::uint64_t seed,
                                std::uint64_t first_game, std::uint32_t games, DojoEnd* ends) {
  const DojoBatch batch = batch_of(setup, seed, first_game, games);
  // Fields that are not written stay visible.
  must(cudaMemset(ends_, 0xA5, games * sizeof(DojoEnd)), "cudaMemset");
  Timer timer;
  Milliseconds times;
  timer.start();
  must(cudaMemsetAsync(list_sizes_, 0, dojo_classes * sizeof(std::uint32_t)), "cudaMemset");
  dojo_forms[form].play(batch, nullptr);
  times.play = timer.stop();
  timer.start();
  dojo_forms[form].score(batch, nullptr);
  times.score = timer.stop();
  timer.start();
  find_all_winners<<<(games + 255) / 256, 256>>>(batch);
  must(cudaGetLastError(), "find_all_winners");
  times.rest = timer.stop();
  if (ends) fetch(ends, games);
  return times;
}

void DojoOnDevice::begin(int form, const dojo::Setup& setup, std::uint64_t seed,
                         std::uint64_t first_game, std::uint32_t games) {
  const DojoBatch batch = batch_of(setup, seed, first_game, games);
  const auto stream = static_cast<cudaStream_t>(stream_);
  must(cudaMemsetAsync(list_sizes_, 0, dojo_classes * sizeof(std::uint32_t), stream),
       "cudaMemset");
  dojo_forms[form].play(batch, stream);
  dojo_forms[form].score(batch, stream);
  find_all_winners<<<(games + 255) / 256, 256, 0, stream>>>(batch);
  must(cudaGetLastError(), "find_all_winners");
}

void DojoOnDevice::wait() {
  must(cudaStreamSynchronize(static_cast<cudaStream_t>(stream_)), "a kernel");
}

void DojoOnDevice::fetch(DojoEnd* ends, std::uint32_t games) {
  must(cudaMemcpy(ends, ends_, games * sizeof(DojoEnd), cudaMemcpyDeviceToHost), "cudaMemcpy");
}

TatamokatsuOnDevice::TatamokatsuOnDevice(std::uint32_t most_games)
    : most_games_(most_games), ends_(allocate<TatamokatsuEnd>(most_games)) {}

TatamokatsuOnDevice::~TatamokatsuOnDevice() { cudaFree(ends_); }

Milliseconds TatamokatsuOnDevice::play(int form, const tatamokatsu::Setup& setup,
                                       std::uint64_t seed, std::uint64_t first_game,
                                       std::uint32_t games, TatamokatsuEnd* ends) {
  if (games > most_games_) must(cudaErrorInvalidValue, "too many games");
  const TatamokatsuBatch batch{setup, seed, first_game, games, ends_};
  must(cudaMemset(ends_, 0xA5, games * sizeof(TatamokatsuEnd)), "cudaMemset");
  Timer timer;
  Milliseconds times;
  timer.start();
  tatamokatsu_forms[form].play(batch);
  times.play = timer.stop();
  if (ends)
    must(cudaMemcpy(ends, ends_, games * sizeof(TatamokatsuEnd), cudaMemcpyDeviceToHost),
         "cudaMemcpy");
  return times;
}

}  // namespace tatami::cuda
