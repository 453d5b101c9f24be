#pragma once

#include <gtest/gtest.h>

#include <fstream>
#include <string>
#include <utility>
#include <vector>

#include "record/dojo.h"
#include "record/json.h"
#include "record/tatamokatsu.h"

namespace tatami::record::testing {

inline json::Value parsed(const std::string& text) {
  const auto value = json::parse(text);
  EXPECT_TRUE(value.ok()) << text;
  return value ? *value : json::Value{};
}

inline std::vector<std::string> lines_of(const std::string& path) {
  std::ifstream file{path};
  EXPECT_TRUE(file.is_open()) << path;
  std::vector<std::string> lines;
  for (std::string line; std::getline(file, line);) lines.push_back(line);
  return lines;
}

using Problem = std::string (*)(const std::string&);
// Every line is refused, and the message names what is in the second string.
inline void expect_problems(Problem problem_of,
                            const std::vector<std::pair<std::string, std::string>>& lines) {
  for (const auto& [line, named] : lines) {
    const std::string problem = problem_of(line);
    EXPECT_FALSE(problem.empty()) << "taken: " << line;
    EXPECT_NE(problem.find(named), std::string::npos) << line << ": " << problem;
  }
}

inline dojo::Action dojo_event(const std::string& line) {
  const auto action = from_json<dojo::Action>(parsed(line));
  EXPECT_TRUE(action.ok()) << line << ": " << (action ? "" : action.error().what);
  return action ? *action : dojo::Action{};
}

inline tatamokatsu::Action tatamokatsu_event(const std::string& line) {
  const auto action = from_json<tatamokatsu::Action>(parsed(line));
  EXPECT_TRUE(action.ok()) << line << ": " << (action ? "" : action.error().what);
  return action ? *action : tatamokatsu::Action{};
}

}  // namespace tatami::record::testing
