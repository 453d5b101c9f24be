#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

#include "bots/dojo/outlook.h"
#include "rules/core/result.h"
#include "rules/dojo/types.h"

namespace tatami::bots {

// Everything `adept` and `sensei` have learned (tatami train dojo).
struct DojoWeights {
  // By edition: what unfinished dojos are worth.
  std::array<dojo::mind::Outlooks, 2> outlooks{};
  dojo::mind::Belief belief{};

  friend bool operator==(const DojoWeights&, const DojoWeights&) = default;
};

// As text: a line with the version, lines of whole numbers, and their checksum.
std::string write_dojo_weights(const DojoWeights& weights);
// Returns the weights, or what is wrong with the text.
Result<DojoWeights, std::string> read_dojo_weights(std::string_view text);

// The weights in the repository (bots/dojo/weights.inc).
const DojoWeights& learned_dojo_weights();

}  // namespace tatami::bots
