#pragma once

#include <cstdint>
#include <string>

namespace tatami::store {

// For people to read: contains paths and names of streams, never a body or a password.
struct Problem {
  enum class Kind : std::uint8_t {
    failed,       // the log cannot be used any more
    refused,      // it contradicts what is there; nothing was changed
    fenced,       // somebody else owns the stream now; nothing was changed
    unavailable,  // the database cannot be reached; nothing was read
  };

  std::string what;
  Kind kind = Kind::failed;
};

}  // namespace tatami::store
