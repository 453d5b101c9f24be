#include "cli/review.h"

#include <fmt/core.h>

#include <algorithm>

#include "cli/draw.h"
#include "cli/plot.h"

namespace tatami::cli {

using review::Hint;
using review::Judgement;
using review::Part;
using review::Review;
using review::Weighed;

namespace {

std::string worth(const Weighed& option) {
  std::string text = fmt::format("wins {:4.1f} %", 100 * option.win);
  if (option.imagined) text += fmt::format(", {:.1f} points", option.imagined->score);
  return text;
}

void print_parts(const Review& review) {
  fmt::print("In points of win share (100 is a victory)\n\n{:<8} {:>7} = {:>6}", "", "result",
             "even");
  for (const Part& part : review.parts) {
    std::string title = part.name;
    std::ranges::replace(title, '_', ' ');
    fmt::print(" {:>12}", title);
  }
  fmt::print("\n");
  for (Seat seat : all_seats(review.players)) {
    fmt::print("{:<8} {:>7.1f} = {:>6.1f}", seat_number(seat), 100 * review.chances.back()[seat],
               100.0 / review.players);
    for (const Part& part : review.parts) fmt::print(" {:>+12.1f}", 100 * part.shares[seat]);
    fmt::print("\n");
  }
}

void print_worst(const Review& review, Seat seat) {
  const std::vector<const Judgement*> worst = worst_three(review, seat);
  fmt::print("\nThe costliest decisions of {}{}\n", seat_number(seat),
             worst.empty() ? ": none" : "");
  for (const Judgement* judgement : worst) {
    const double doubt = 100 * judgement->doubt();
    fmt::print("  line {}, {} {}: -{:.1f}{}, {}\n", judgement->line, review.step, judgement->step,
               100 * judgement->loss(), doubt > 0 ? fmt::format(" ± {:.1f}", 2 * doubt) : "",
               judgement->knowledge);
    const auto print_option = [&](const char* what, std::size_t i) {
      const Weighed& option = judgement->options[i];
      fmt::print("    {:<6} {:<44} {}\n", what, option.event, worth(option));
    };
    print_option("chosen", judgement->chosen);
    print_option("better", judgement->best);
  }
}

void print_chances(const Review& review) {
  constexpr std::size_t columns = 16;
  const std::size_t steps = review.chances.size() - 1;
  const std::size_t apart = (steps + columns - 1) / columns;
  fmt::print("\nChances of victory when each {0} began{1}, and the result\n", review.step,
             apart > 1 ? fmt::format(", every {} {}s", apart, review.step) : "");
  for (Seat seat : all_seats(review.players)) {
    fmt::print("{:<8}", seat_number(seat));
    for (std::size_t i = 0; i < steps; i += apart)
      fmt::print(" {:3.0f}", 100 * review.chances[i][seat]);
    fmt::print(" {:3.0f}\n", 100 * review.chances.back()[seat]);
  }
}

}  // namespace

void print_for_people(const Review& review) {
  print_parts(review);
  for (Seat seat : all_seats(review.players)) print_worst(review, seat);
  print_chances(review);
}

std::string plot(const Review& review) {
  std::vector<Curve> curves;
  for (Seat seat : all_seats(review.players)) {
    Curve curve{seat_number(seat), {}};
    for (const PerSeat<double>& at : review.chances) curve.values.push_back(100 * at[seat]);
    curves.push_back(curve);
  }
  return plot_curves("Chances of victory over the game", review.step, "%", curves);
}

void print_for_people(const Hint& hint) {
  fmt::print("{}: {}\n", seat_number(hint.seat), hint.knowledge);
  for (const Weighed& option : hint.options)
    fmt::print("  {:<44} {}\n", option.event, worth(option));
}

}  // namespace tatami::cli
