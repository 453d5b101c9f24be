// The games of cuda/batch.h for Python's ctypes, so that a machine with a GPU needs no pybind11.
// The extension module has these functions for the host, libtatami_cuda.so for a GPU (cuda/build).
#include <array>
#include <atomic>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "bindings/python/refusal.h"
#include "cuda/backend.h"
#include "record/codec.h"
#include "record/dojo.h"

#define TATAMI_EXPORTED extern "C" __attribute__((visibility("default")))

namespace {

namespace cuda = tatami::cuda;
namespace backend = tatami::cuda::backend;

thread_local std::string why;

bool fails(const char* problem) {
  if (problem) why = problem;
  return problem != nullptr;
}

struct Array {
  void* first = nullptr;
  std::int64_t rows = 0;
  std::int64_t columns = 0;  // 0: it has one dimension
  char kind = 'u';           // u, i or f
  std::int32_t bytes = 1;    // of an element
};

class Batch {
 public:
  Batch() = default;
  Batch(const Batch&) = delete;
  Batch& operator=(const Batch&) = delete;
  ~Batch() {
    for (void* memory : owned_) backend::release(memory);
  }

  bool open(std::string_view header_text, std::uint64_t games, std::uint64_t seed, int device,
            std::uintptr_t stream) {
    const auto header = tatami::record::from_json<tatami::record::DojoHeader>(header_text);
    if (!header) return !fails(header.error().what.c_str());
    if (header->deck.total() > static_cast<int>(cuda::most_cards))
      return !fails("a deck of such a batch has at most 64 cards");
    if (games == 0 || games > cuda::most_games)
      return !fails("a batch has from 1 to 16777216 games");
    if (fails(backend::choose(device))) return false;
    const std::size_t n = games;
    const std::size_t players = header->setup.players;
    room.setup = header->setup;
    room.deck = header->deck;
    room.seed = seed;
    room.games = static_cast<std::uint32_t>(games);
    std::uint32_t* sizes = nullptr;
    bool all = get(room.tables, n) && get(room.seen.legal, n * cuda::dojo_actions / 8) &&
               get(room.seen.observations, n * tatami::bots::dojo_observation / 8) &&
               get(room.seen.seats, n) && get(room.seen.rewards, n * players) &&
               get(room.seen.done, n) && get(room.seen.scores, n * players) &&
               get(room.ending.ends, n) &&
               get(room.ending.unscored, cuda::dojo_classes * n * players) &&
               get(sizes, cuda::dojo_classes + 2) && get(room.ended, n);
    if (!all) return false;
    room.ending.setup = room.setup;
    room.ending.games = room.games;
    room.ending.capacity = static_cast<std::uint32_t>(n * players);
    room.ending.list_sizes = sizes;
    room.ended_size = sizes + cuda::dojo_classes;
    room.refused = sizes + cuda::dojo_classes + 1;
    return !fails(backend::open_tables(room, stream));
  }

  std::array<Array, 7> arrays() const {
    const auto n = std::int64_t{room.games};
    const auto players = std::int64_t{room.setup.players};
    return {{
        {room.seen.observations, n, tatami::bots::dojo_observation, 'u', 1},
        {room.seen.legal, n, cuda::dojo_actions, 'u', 1},
        {room.seen.seats, n, 0, 'i', 1},
        {room.seen.rewards, n, players, 'f', 4},
        {room.seen.done, n, 0, 'u', 1},
        {room.seen.scores, n, players, 'i', 2},
        {room.tables, n, sizeof(cuda::DojoTable), 'u', 1},
    }};
  }

  // A batch is one thread's at a time.
  template <class Play>
  int alone(const Play& play) const {
    if (busy_.exchange(true)) {
      why = "another thread is using this batch; give each its own";
      return 1;
    }
    const int answer = play();
    busy_ = false;
    return answer;
  }

  cuda::DojoRoom room;

 private:
  template <class T>
  bool get(T*& into, std::size_t items) {
    void* memory = nullptr;
    if (fails(backend::allocate(items * sizeof(T), memory))) return false;
    owned_.push_back(memory);
    into = static_cast<T*>(memory);
    return true;
  }

  std::vector<void*> owned_;
  mutable std::atomic<bool> busy_ = false;
};

}  // namespace

TATAMI_EXPORTED const char* tatami_why() { return why.c_str(); }
TATAMI_EXPORTED int tatami_is_gpu() { return backend::is_gpu() ? 1 : 0; }

TATAMI_EXPORTED Batch* tatami_batch_open(const char* header, std::uint64_t games,
                                         std::uint64_t seed, int device, std::uintptr_t stream) {
  auto batch = std::make_unique<Batch>();
  return batch->open(header, games, seed, device, stream) ? batch.release() : nullptr;
}
TATAMI_EXPORTED void tatami_batch_close(Batch* batch) { delete batch; }

TATAMI_EXPORTED void tatami_batch_arrays(const Batch* batch, Array* into) {
  for (const Array& array : batch->arrays()) *into++ = array;
}

// `bytes` of an action: 1 (unsigned), 4 or 8.
TATAMI_EXPORTED int tatami_batch_step(const Batch* batch, const void* actions, int bytes,
                                      std::uintptr_t stream) {
  return batch->alone([&] {
    return fails(backend::step(batch->room, cuda::Way::step,
                               {actions, static_cast<std::uint8_t>(bytes)}, stream))
               ? 1
               : 0;
  });
}

TATAMI_EXPORTED int tatami_batch_play_randomly(const Batch* batch, std::uint64_t steps,
                                               std::uintptr_t stream) {
  return batch->alone([&] {
    for (std::uint64_t i = 0; i < steps; ++i)
      if (fails(backend::step(batch->room, cuda::Way::randomly, {}, stream))) return 1;
    return 0;
  });
}

TATAMI_EXPORTED int tatami_batch_show(const Batch* batch, std::uintptr_t stream) {
  return batch->alone([&] { return fails(backend::show_all(batch->room, stream)) ? 1 : 0; });
}

TATAMI_EXPORTED int tatami_batch_imagine(const Batch* batch, std::uint64_t seed,
                                         std::uintptr_t stream) {
  return batch->alone(
      [&] { return fails(backend::imagine_all(batch->room, seed, stream)) ? 1 : 0; });
}

// Waits. 0; 1 if something went wrong; 2 if an action was refused.
TATAMI_EXPORTED int tatami_batch_wait(const Batch* batch, std::uintptr_t stream) {
  return batch->alone([&] {
    std::uint32_t refused = cuda::none_refused;
    if (fails(backend::wait(batch->room, stream, refused))) return 1;
    if (refused == cuda::none_refused) return 0;
    const std::uint32_t game = refused >> 8U;
    cuda::DojoTable table;
    if (fails(backend::fetch(batch->room.tables + game, sizeof table, &table))) return 1;
    why = tatami::python::why_illegal(table.state, table.choices, game, refused & 0xFFU);
    return 2;
  });
}
