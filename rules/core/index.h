#pragma once

#include <compare>
#include <cstdint>

namespace tatami {

// A small whole number with a meaning of its own: a Seat is not a Row.
template <class Tag, class Rep = std::uint8_t>
struct Index {
  Rep value{};

  constexpr Index() = default;
  constexpr explicit Index(int v) : value(static_cast<Rep>(v)) {}

  friend constexpr auto operator<=>(Index, Index) = default;
};

}  // namespace tatami
