#pragma once

#include <span>
#include <string_view>

namespace tatami::store {

// The schema of a PostgreSQL log: the first makes it, each of the others changes what the one
// before has left. One that was released is never changed.
std::span<const std::string_view> migrations();

}  // namespace tatami::store
