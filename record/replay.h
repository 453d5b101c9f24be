#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <variant>

#include "record/json.h"
#include "rules/dojo/state.h"
#include "rules/tatamokatsu/state.h"

namespace tatami::record {

// No line of a record is longer; a reader need not keep more than this.
inline constexpr std::size_t longest_line = std::size_t{64} * 1024;

using Game = std::variant<dojo::State, tatamokatsu::State>;

// A record read line by line: a header, then events, each checked by the rules.
class Replay {
 public:
  // Takes the next line. If it is refused, says why, and nothing has changed.
  std::optional<std::string> take(std::string_view line);

  // None before the header.
  const std::optional<Game>& game() const { return game_; }
  bool over() const;
  // JSON of the result; only when over.
  std::string result() const;

 private:
  std::optional<std::string> begin(const json::Value& header);

  std::optional<Game> game_;
};

}  // namespace tatami::record
