#pragma once

#include <string>
#include <string_view>

#include "record/json.h"

namespace tatami::wasm {

// The answer to what cannot be done.
inline std::string problem(std::string_view what) {
  return "{\"problem\":" + json::quote(what) + "}";
}

}  // namespace tatami::wasm
