#pragma once

#include "rules/core/version.h"

namespace tatami::record {

// Of the format of records (docs/rules/records.md). A header without a version is of the first.
inline constexpr Version version{1, 0, 0};

}  // namespace tatami::record
