#pragma once

#include <string>
#include <string_view>

#include "record/json.h"
#include "rules/tatamokatsu/actions.h"
#include "rules/tatamokatsu/state.h"

namespace tatami::record {

// ---- Names as records write them ----

std::string_view name(tatamokatsu::Face face);
std::string_view name(tatamokatsu::Finger finger);
std::string_view name(tatamokatsu::Hand hand);

// ---- Records ----

struct TatamokatsuHeader {
  tatamokatsu::Table table;

  friend bool operator==(const TatamokatsuHeader&, const TatamokatsuHeader&) = default;
};

Result<TatamokatsuHeader, json::Problem> read_tatamokatsu_header(const json::Value& line);
std::string write(const TatamokatsuHeader& header);

Result<tatamokatsu::Action, json::Problem> read_tatamokatsu_action(const json::Value& line);
std::string write(const tatamokatsu::Action& action);

std::string write(const tatamokatsu::Outcome& outcome, int players);

}  // namespace tatami::record
