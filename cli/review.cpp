#include "cli/review.h"

#include <fmt/core.h>

#include <algorithm>
#include <string_view>

#include "cli/draw.h"
#include "cli/plot.h"

namespace tatami::cli {

using review::Assessment;
using review::Hint;
using review::Part;
using review::Review;
using review::Weighed;

namespace {

constexpr std::size_t screen_width = 80;

std::string worth(const Weighed& option) {
  std::string text = fmt::format("wins {:.1f} %", 100 * option.win);
  if (option.imagined) text += fmt::format(", {:.1f} points", option.imagined->score);
  return text;
}

// A row for each part and a column for each seat, so that five seats fit a terminal.
void print_parts(const Review& review) {
  const int width = review.players < 5 ? 15 : 13;
  const auto print_row = [&](std::string_view name, const auto& cell) {
    std::string row = fmt::format("{:<11}", name);
    for (Seat seat : all_seats(review.players)) row += fmt::format("{:>{}}", cell(seat), width);
    row.erase(row.find_last_not_of(' ') + 1);
    fmt::print("{}\n", row);
  };
  const auto plain = [](double share) { return fmt::format("{:.1f}      ", 100 * share); };
  bool is_exact = true;
  for (const Part& part : review.parts)
    for (Seat seat : all_seats(review.players)) is_exact &= part.doubts[seat] == 0;

  fmt::print("In points of win share (100 is a win){}\n\n",
             is_exact ? "" : "; ± is twice the standard error, at most");
  print_row("", [](Seat seat) { return seat_number(seat) + "   "; });
  print_row("even share", [&](Seat) { return plain(1.0 / review.players); });
  for (const Part& part : review.parts) {
    std::string title{record::name(part.source)};
    std::ranges::replace(title, '_', ' ');
    print_row(title, [&](Seat seat) {
      const double doubt = part.doubts[seat];
      return fmt::format("{:+.1f}", 100 * part.shares[seat]) +
             (doubt > 0 ? fmt::format("{}±{:4.1f}", width == 13 ? "" : " ", 200 * doubt)
                        : "      ");
    });
  }
  print_row("= result", [&](Seat seat) { return plain(review.chances.back()[seat]); });
}

void print_worst(const Review& review, Seat seat, const Illustrate& illustrate) {
  const std::vector<const Assessment*> worst = worst_three(review, seat);
  fmt::print("\nThe costliest decisions of {}{}\n", seat_number(seat),
             worst.empty() ? ": none" : "");
  for (const Assessment* assessment : worst) {
    const double doubt = 100 * assessment->doubt();
    fmt::print("{}", wrapped(fmt::format("  line {}, {} {}: -{:.1f}{}; {}\n", assessment->line,
                                         review.step, assessment->step, 100 * assessment->loss(),
                                         doubt > 0 ? fmt::format(" ± {:.1f}", 2 * doubt) : "",
                                         assessment->knowledge),
                             screen_width));
    std::vector<std::vector<std::string>> blocks;
    const auto add_option = [&](const char* what, std::size_t i) {
      const Weighed& option = assessment->options[i];
      const Picture picture = illustrate(*assessment, option.event);
      blocks.push_back(
          {fmt::format("  {}: {}", what, picture.words), fmt::format("    {}", worth(option))});
      for (const std::string& line : picture.board) blocks.back().push_back("   " + line);
    };
    add_option("chosen", assessment->chosen);
    add_option("better", assessment->best);
    fmt::print("{}", beside_each_other(blocks, screen_width));
  }
}

void print_chances(const Review& review) {
  constexpr std::size_t columns = 16;
  const std::size_t steps = review.chances.size() - 1;
  const std::size_t apart = (steps + columns - 1) / columns;
  fmt::print("\nChances of winning when each {0} began{1}, and the result\n", review.step,
             apart > 1 ? fmt::format(", every {} {}s", apart, review.step) : "");
  for (Seat seat : all_seats(review.players)) {
    fmt::print("{:<8}", seat_number(seat));
    for (std::size_t i = 0; i < steps; i += apart)
      fmt::print(" {:3.0f}", 100 * review.chances[i][seat]);
    fmt::print(" {:3.0f}\n", 100 * review.chances.back()[seat]);
  }
}

}  // namespace

void print_for_people(const Review& review, const Illustrate& illustrate) {
  print_parts(review);
  for (Seat seat : all_seats(review.players)) print_worst(review, seat, illustrate);
  print_chances(review);
}

std::string plot(const Review& review) {
  std::vector<Curve> curves;
  for (Seat seat : all_seats(review.players)) {
    Curve curve{seat_number(seat), {}};
    for (const PerSeat<double>& at : review.chances) curve.values.push_back(100 * at[seat]);
    curves.push_back(curve);
  }
  return plot_curves("Chances of winning over the game", review.step, "%", curves);
}

void print_for_people(const Hint& hint, const std::vector<std::string>& board,
                      const std::function<std::string(const std::string& event)>& in_words) {
  fmt::print(
      "{}", wrapped(fmt::format("{}: {}\n", seat_number(hint.seat), hint.knowledge), screen_width));
  for (const std::string& line : board) fmt::print("{}\n", line);
  for (const Weighed& option : hint.options)
    fmt::print("  {:<36} {}\n", in_words(option.event), worth(option));
}

}  // namespace tatami::cli
