#pragma once

#include <array>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "chance/blake2b.h"

// Verifiable chance. The server draws a secret seed and publishes its commitment before the first
// seat is taken; each player may add a contribution that the server cannot have known; cards and
// dice follow from all of them; after the game the seed is revealed.
namespace tatami::chance {

using Seed = Bytes32;

inline constexpr std::size_t longest_contribution = 64;  // bytes

struct Proof {
  Bytes32 commitment{};
  Seed seed{};
  std::vector<std::string> contributions;  // by seat; empty: none

  friend bool operator==(const Proof&, const Proof&) = default;
};

Bytes32 commitment_to(const Seed& seed);

// The key of the stream that all chance of a game is drawn from.
Bytes32 key_of(const Seed& seed, std::span<const std::string> contributions);

std::string hex(const Bytes32& bytes);
std::optional<Bytes32> from_hex(std::string_view text);

}  // namespace tatami::chance
