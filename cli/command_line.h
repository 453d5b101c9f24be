#pragma once

namespace tatami::cli {

int run(int argc, char** argv);

}  // namespace tatami::cli
