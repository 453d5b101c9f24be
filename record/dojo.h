#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>

#include "record/json.h"
#include "record/words.h"
#include "rules/dojo/actions.h"
#include "rules/dojo/score.h"
#include "rules/dojo/state.h"

namespace tatami::record {

// ---- Names as records write them ----

inline constexpr std::array<Named<dojo::Gesture>, 3> gesture_names = {
    {{"rock", dojo::Gesture::rock},
     {"paper", dojo::Gesture::paper},
     {"scissors", dojo::Gesture::scissors}}};

std::string name(dojo::Card card);  // "M3"
std::optional<dojo::Card> card_named(std::string_view text);
std::string_view name(dojo::Trophy trophy);
std::string_view name(dojo::Gesture gesture);
std::string_view name(dojo::Edition edition);
std::optional<dojo::Edition> edition_named(std::string_view text);

// ---- Records ----

struct DojoHeader {
  dojo::Table table;
  dojo::CardCounts deck = dojo::standard_deck();

  friend bool operator==(const DojoHeader&, const DojoHeader&) = default;
};

Result<DojoHeader, json::Problem> read_dojo_header(const json::Value& line);
std::string write(const DojoHeader& header);

Result<dojo::Action, json::Problem> read_dojo_action(const json::Value& line);
std::string write(const dojo::Action& action);

std::string write(const dojo::Outcome& outcome, int players);

// ---- A finished dojo to score ----

struct DojoToScore {
  dojo::Tableau tableau;
  dojo::Edition edition = dojo::Edition::fr;
};

Result<DojoToScore, json::Problem> read_dojo_to_score(const json::Value& line);
std::string write(const dojo::Explanation& explanation);
// One line as `tatami score` reads it, answered as it prints it.
Result<std::string, json::Problem> score_line(std::string_view line);

}  // namespace tatami::record
