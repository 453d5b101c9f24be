#pragma once

#include <string>

#include "record/codec.h"

namespace tatami::record {

// JSON that has been written already.
struct Written {
  std::string text;
};

template <>
struct Codec<Written> {
  static void write(std::string& out, const Written& json) { out += json.text; }
};

}  // namespace tatami::record
