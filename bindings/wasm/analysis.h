#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "review/reviewing.h"

// A finished game judged a little at a time: the page that waits stays alive.
namespace tatami::wasm {

class Analysis {
 public:
  std::string begin(std::string_view request);
  std::string go_on();

 private:
  std::optional<review::Reviewing> reviewing_;
};

}  // namespace tatami::wasm
