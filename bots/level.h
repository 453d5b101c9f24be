#pragma once

#include <string_view>

namespace tatami::bots {

// A bot that people can ask for, and what its table has to know about it.
struct Level {
  std::string_view name;
  bool is_slow = false;        // it thinks longer than a server's thread can wait
  bool is_substitute = false;  // it plays for people who are away, unless a table says otherwise
  bool is_offered = true;      // the page lists it; others are for studies
};

}  // namespace tatami::bots
