#pragma once

#include <cstdint>

namespace tatami {

// With which hand somebody plays.
enum class Hand : std::uint8_t { left, right };

}  // namespace tatami
