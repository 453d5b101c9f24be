#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "protocol/messages.h"

namespace tatami::table {

// What does not fit between a record and its proof. Line 0: the proof itself.
struct Mismatch {
  std::size_t line = 0;
  std::string what;
};

// Derives every card and die of the record again from the seed and the contributions.
std::optional<Mismatch> verify(std::string_view record, const protocol::Sidecar& sidecar);

}  // namespace tatami::table
