#pragma once

#include <string>

namespace tatami::cli {

// Where the web client lies: beside the program in a build folder, in share/ beside its bin/, or
// where it was meant to be installed. Empty if it is in none of these.
std::string web_folder();

}  // namespace tatami::cli
