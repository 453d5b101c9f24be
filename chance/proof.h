#pragma once

#include <array>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "chance/blake2b.h"

// Verifiable chance. The server draws a secret seed and publishes its commitment before anybody
// sits down; each player may add a contribution that the server could not have known; cards and
// dice follow from all of them; after the game the seed is revealed.
namespace tatami::chance {

using Seed = Bytes32;

Bytes32 commitment_to(const Seed& seed);

// The key of the stream from which all chance of a game is drawn.
Bytes32 key_of(const Seed& seed, std::span<const std::string> contributions);

std::string hex(const Bytes32& bytes);
std::optional<Bytes32> from_hex(std::string_view text);

}  // namespace tatami::chance
