#include "cli/command_line.h"

int main(int argc, char** argv) { return tatami::cli::run(argc, argv); }
