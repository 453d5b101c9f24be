#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "record/json.h"
#include "rules/core/seat.h"

// What the records of all games share.
namespace tatami::record {

template <class T>
using Named = std::pair<std::string_view, T>;

template <class T, std::size_t N>
std::string_view name_in(const std::array<Named<T>, N>& names, T meaning) {
  for (const auto& [text, each] : names)
    if (each == meaning) return text;
  return "none";
}

template <class T, std::size_t N>
std::optional<T> named_in(const std::array<Named<T>, N>& names, std::string_view name) {
  for (const auto& [text, each] : names)
    if (text == name) return each;
  return {};
}

// A seat as far as a record can tell: whether the table has it is for the rules to say.
inline Seat read_seat(json::Decoder& in, std::string_view field) {
  return Seat{in.whole(field, 0, most_players - 1)};
}

template <class T>
Result<T, json::Problem> finish(const json::Decoder& in, T value) {
  if (in.problem()) return *in.problem();
  return value;
}

// [a,b,c] of any range, each item written by `text`.
template <class Items, class Text>
std::string list(const Items& items, Text&& text) {
  std::string out = "[";
  for (const auto& item : items) {
    if (out.size() > 1) out += ',';
    out += text(item);
  }
  return out + "]";
}

inline std::string number(Seat seat) { return std::to_string(seat.value); }

}  // namespace tatami::record
