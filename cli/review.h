#pragma once

#include <string>

#include "review/review.h"

// What a review says to people at a terminal.
namespace tatami::cli {

void print_for_people(const review::Review& review);
std::string plot(const review::Review& review);
void print_for_people(const review::Hint& hint);

}  // namespace tatami::cli
