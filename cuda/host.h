#pragma once

#include <cstdint>
#include <vector>

#include "cuda/dojo.h"
#include "cuda/tatamokatsu.h"

// The kernels' source compiled for the host: what a GPU does in parallel, one after the other.
namespace tatami::cuda {

std::vector<DojoEnd> play_on_host(const dojo::Setup& setup, std::uint64_t seed,
                                  std::uint64_t first_game, std::uint32_t games);
std::vector<TatamokatsuEnd> play_on_host(const tatamokatsu::Setup& setup, std::uint64_t seed,
                                         std::uint64_t first_game, std::uint32_t games);

}  // namespace tatami::cuda
