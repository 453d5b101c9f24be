#pragma once

#include <array>
#include <string>
#include <string_view>

#include "record/json.h"
#include "record/words.h"
#include "rules/tatamokatsu/actions.h"
#include "rules/tatamokatsu/state.h"

namespace tatami::record {

// ---- Names as records write them ----

inline constexpr std::array<Named<tatamokatsu::Face>, 8> face_names = {
    {{"1", tatamokatsu::Face::one},
     {"2", tatamokatsu::Face::two},
     {"3", tatamokatsu::Face::three},
     {"4", tatamokatsu::Face::four},
     {"5", tatamokatsu::Face::five},
     {"6", tatamokatsu::Face::six},
     {"X", tatamokatsu::Face::x},
     {"T", tatamokatsu::Face::t}}};
inline constexpr std::array<Named<tatamokatsu::Finger>, tatamokatsu::fingers_of_a_hand>
    finger_names = {{{"thumb", tatamokatsu::Finger::thumb},
                     {"index", tatamokatsu::Finger::index},
                     {"middle", tatamokatsu::Finger::middle},
                     {"ring", tatamokatsu::Finger::ring},
                     {"little", tatamokatsu::Finger::little}}};
inline constexpr std::array<Named<tatamokatsu::Hand>, 2> hand_names = {
    {{"left", tatamokatsu::Hand::left}, {"right", tatamokatsu::Hand::right}}};

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
