#pragma once

#include <string_view>

namespace tatami::cli {

// The commit that the program was built from, if it is known.
int run(int argc, char** argv, std::string_view commit);

}  // namespace tatami::cli
