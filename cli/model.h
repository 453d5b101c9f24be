#pragma once

#include <string>
#include <string_view>

#include "bots/tatamokatsu/person.h"
#include "rules/core/result.h"

namespace tatami::cli {

// A person as described on the command line, e.g. "mean=420,spread=90,miss=0.02,false=0.01";
// missing values have their defaults. Or what is wrong with the description, in words.
Result<bots::Reflexes, std::string> read_model(std::string_view text);

std::string write_model(const bots::Reflexes& reflexes);

}  // namespace tatami::cli
