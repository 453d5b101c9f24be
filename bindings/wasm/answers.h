#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "protocol/codec.h"
#include "record/written.h"

// The module's answers where neither the protocol nor the record has a message for it.
namespace tatami::wasm {

struct Problem {
  record::Sometimes<std::uint32_t> line;
  protocol::Text<4096> problem;
  TATAMI_MESSAGE("problem", of("line", &Problem::line), of("problem", &Problem::problem))
};

struct Progress {
  std::uint32_t done = 0;
  std::uint32_t steps = 0;
  TATAMI_MESSAGE("progress", of("done", &Progress::done), of("steps", &Progress::steps))
};

struct Replayed {
  bool over = false;
  record::Sometimes<record::Written> result;
  TATAMI_MESSAGE("replayed", of("over", &Replayed::over), of("result", &Replayed::result))
};

struct Verified {
  bool verified = true;
  TATAMI_MESSAGE("verified", of("verified", &Verified::verified))
};

inline std::string problem(std::string_view what) {
  return record::to_json(Problem{{}, std::string{what}});
}
inline std::string problem_at(std::uint32_t line, std::string_view what) {
  return record::to_json(Problem{line, std::string{what}});
}

}  // namespace tatami::wasm
