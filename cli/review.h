#pragma once

#include <functional>
#include <string>
#include <vector>

#include "review/review.h"

// Prints a review for people at a terminal.
namespace tatami::cli {

// An option of a decision in words, and perhaps drawn.
struct Picture {
  std::string words;
  std::vector<std::string> board;
};
// Of the event of a assessment, as records have it.
using Illustrate =
    std::function<Picture(const review::Assessment& assessment, const std::string& event)>;

void print_for_people(const review::Review& review, const Illustrate& illustrate);
std::string plot(const review::Review& review);
// `board` shows the places, if the options have any.
void print_for_people(const review::Hint& hint, const std::vector<std::string>& board,
                      const std::function<std::string(const std::string& event)>& in_words);

}  // namespace tatami::cli
