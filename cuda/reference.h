#pragma once

#include <cstdint>

#include "cuda/dojo.h"
#include "cuda/tatamokatsu.h"

// The same random games as everybody else plays them: actions chosen from lists and checked, cards
// taken from a list, dojos scored at the end. What the kernels do is compared with this.
namespace tatami::cuda {

DojoEnd play_plainly(const dojo::Setup& setup, std::uint64_t seed);
TatamokatsuEnd play_plainly(const tatamokatsu::Setup& setup, std::uint64_t seed);

}  // namespace tatami::cuda
