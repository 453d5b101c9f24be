#include "server/journal.h"

#include <array>
#include <chrono>
#include <cstdio>
#include <ctime>

#include "record/json.h"

namespace tatami::server {

void journal(std::string_view event,
             std::initializer_list<std::pair<std::string_view, std::string>> facts) {
  const std::time_t now = std::chrono::system_clock::to_time_t(std::chrono::system_clock::now());
  std::tm utc{};
  gmtime_r(&now, &utc);
  std::array<char, 32> when{};
  std::strftime(when.data(), when.size(), "%Y-%m-%dT%H:%M:%SZ", &utc);
  // Each event has facts of its own, so there is no table of fields for them.
  std::string line = "{\"at\":\"" + std::string{when.data()} + "\",\"event\":" + json::quote(event);
  for (const auto& [name, value] : facts)
    line += "," + json::quote(name) + ":" + json::quote(value);
  line += "}\n";
  std::fputs(line.c_str(), stderr);
}

}  // namespace tatami::server
