#include "cli/command_line.h"
#include "tatami_commit.h"

int main(int argc, char** argv) { return tatami::cli::run(argc, argv, TATAMI_COMMIT); }
