#pragma once

#include <cstddef>
#include <cstdint>

#include "cuda/batch.h"

// Where the games of a batch lie and who plays them: a GPU (batch.cu) or, in tests, the host
// (batch_on_host.cpp). A program links one of the two. All but the first two may return before the
// work is done; what went wrong is a text, and null if nothing did.
namespace tatami::cuda::backend {

bool is_gpu();
int device();
const char* choose(int device);  // for the calls that follow in this thread

const char* allocate(std::size_t bytes, void*& memory);
void release(void* memory);

// `stream` is one of CUDA's; the host has none.
const char* open_tables(const DojoRoom& room, std::uintptr_t stream);
const char* step(const DojoRoom& room, Way way, const Actions& actions, std::uintptr_t stream);
const char* show_all(const DojoRoom& room, std::uintptr_t stream);
const char* imagine_all(const DojoRoom& room, std::uint64_t seed, std::uintptr_t stream);

// To the host's memory. Waits for all that was ordered before.
const char* fetch(const void* from, std::size_t bytes, void* into);

// Waits. Which action was refused (DojoRoom), if any; the next step is free of it.
const char* wait(const DojoRoom& room, std::uintptr_t stream, std::uint32_t& refused);

}  // namespace tatami::cuda::backend
