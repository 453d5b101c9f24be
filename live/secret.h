#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

#include "chance/blake2b.h"

namespace tatami::live {

// A table's own secret, never revealed. Links to seats, pauses and bots' numbers are derived from
// it, so that a restart finds the same ones and nobody can predict them.
class Secret {
 public:
  explicit Secret(std::string text) : text_(std::move(text)) {}

  chance::Bytes32 bytes(std::string_view purpose, std::uint64_t n) const {
    chance::Blake2b hash;
    hash.feed(text_);
    hash.feed(purpose);
    hash.feed(" " + std::to_string(n));
    return hash.finish();
  }

  std::uint64_t number(std::string_view purpose, std::uint64_t n) const {
    const chance::Bytes32 all = bytes(purpose, n);
    std::uint64_t number = 0;
    for (std::size_t i = 0; i < sizeof number; ++i) number = number << 8U | all[i];
    return number;
  }

 private:
  std::string text_;
};

}  // namespace tatami::live
