#pragma once

#include <cstdint>

// Limits of what people can make a table and its game write. Every change is logged, so nobody may
// repeat one without end. They are no settings of a server (server/limits.h): a table is the same
// in the browser, in tests and on every node that takes it over.
namespace tatami::live {

// ---- Of a table ----
inline constexpr int most_seatings = 100;          // of a guest
inline constexpr int most_seatings_of_all = 2000;  // but the host
inline constexpr int most_bots_seated = 1000;
inline constexpr std::uint32_t most_links = 50;  // to a seat

// ---- Of a game ----
inline constexpr int most_taken_back = 200;  // placements of Dojo by a seat
inline constexpr int most_reactions = 24;    // of Tatamokatsu by a seat in one window

}  // namespace tatami::live
