#pragma once

#include <string>
#include <vector>

#include "command_support.h"
#include "record_support.h"

// The tools around the bots, as the real command.
namespace tatami::testing {

using record::testing::parsed;

inline const std::string a_dojo_game =
    std::string{TATAMI_TEST_DATA} + "/vectors/games/dojo-01.jsonl";
inline const std::string learned_weights =
    std::string{TATAMI_TEST_DATA} + "/../bots/dojo/weights.inc";

// Every number that follows the name, whether it stands alone or in a list.
inline std::vector<double> numbers_named(const std::string& name, const std::string& text) {
  const std::string label = "\"" + name + "\":";
  std::vector<double> numbers;
  for (std::size_t at = text.find(label); at != std::string::npos; at = text.find(label, at)) {
    at += label.size();
    const bool list = text[at] == '[';
    do {
      if (list) ++at;
      std::size_t length = 0;
      numbers.push_back(std::stod(text.substr(at, 30), &length));
      at += length;
    } while (list && text[at] == ',');
  }
  return numbers;
}

// The result without what depends on the clock.
inline std::string without_times(const std::string& text) {
  std::string out;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t next = text.find("\"microseconds\":", at);
    if (next == std::string::npos) return out + text.substr(at);
    out += text.substr(at, next - at);
    at = text.find('}', next);
  }
  return out;
}

}  // namespace tatami::testing
