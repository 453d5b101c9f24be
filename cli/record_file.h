#pragma once

#include <functional>
#include <string>

#include "record/replay.h"

namespace tatami::cli {

// Feeds a file ("-": standard input) line by line to the replay. `after(number, line)` may end the
// reading by returning false. What is wrong is printed to standard error as FILE:LINE: what, and
// the answer is then false.
bool read_record(const std::string& file, record::Replay& replay,
                 const std::function<bool(long, const std::string&)>& after = {});

}  // namespace tatami::cli
