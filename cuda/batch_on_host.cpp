#include <cstdlib>
#include <cstring>

#include "cuda/backend.h"

namespace tatami::cuda::backend {

bool is_gpu() { return false; }
int device() { return 0; }
const char* choose(int device) { return device == 0 ? nullptr : "the host is device 0"; }

const char* allocate(std::size_t bytes, void*& memory) {
  constexpr std::size_t aligned = 64;
  memory = std::aligned_alloc(aligned, (bytes + aligned - 1) / aligned * aligned);
  return memory ? nullptr : "there is not enough memory for so many games";
}
void release(void* memory) { std::free(memory); }

const char* open_tables(const DojoRoom& room, std::uintptr_t) {
  *room.refused = none_refused;
  for (std::uint32_t game = 0; game < room.games; ++game) open_table(room, game);
  return nullptr;
}

const char* step(const DojoRoom& room, Way way, const Actions& actions, std::uintptr_t) {
  *room.ended_size = 0;
  for (unsigned which = 0; which < dojo_classes; ++which) room.ending.list_sizes[which] = 0;
  if (way == Way::step)
    for (std::uint32_t game = 0; game < room.games; ++game) check(room, actions, game);
  for (std::uint32_t game = 0; game < room.games; ++game) act(room, way, actions, game);
  for (unsigned which = 1; which < dojo_classes; ++which)
    for (std::uint32_t place = 0; place < room.ending.list_sizes[which]; ++place)
      score(room.ending, which, place);
  for (std::uint32_t place = 0; place < *room.ended_size; ++place) finish(room, place);
  return nullptr;
}

const char* show_all(const DojoRoom& room, std::uintptr_t) {
  for (std::uint32_t game = 0; game < room.games; ++game) show(room, game, room.tables[game]);
  return nullptr;
}

const char* imagine_all(const DojoRoom& room, std::uint64_t seed, std::uintptr_t) {
  for (std::uint32_t game = 0; game < room.games; ++game) imagine(room, seed, game);
  return nullptr;
}

const char* fetch(const void* from, std::size_t bytes, void* into) {
  std::memcpy(into, from, bytes);
  return nullptr;
}

const char* wait(const DojoRoom& room, std::uintptr_t, std::uint32_t& refused) {
  refused = *room.refused;
  *room.refused = none_refused;
  return nullptr;
}

}  // namespace tatami::cuda::backend
