#include "cli/simulate.h"

#include <fmt/core.h>

#include <cmath>

namespace tatami::cli {

double ratio(std::uint64_t part, std::uint64_t whole) {
  return whole == 0 ? 0 : static_cast<double>(part) / static_cast<double>(whole);
}

double uncertainty(double share, std::uint64_t games) {
  return games == 0 ? 0 : 1.96 * std::sqrt(share * (1 - share) / static_cast<double>(games));
}

// ---- Wins ----

namespace {

constexpr std::uint64_t parts = 60;

}  // namespace

void Victories::add(SeatSet winners, Seat first, int players) {
  const auto count = static_cast<std::uint64_t>(winners.size());
  ++games;
  shared += count > 1 ? 1 : 0;
  for (Seat seat : winners) {
    const int after_first = (seat.value - first.value + players) % players;
    sixtieths[static_cast<std::size_t>(after_first)] += parts / count;
  }
}

void Victories::add(const Victories& other) {
  games += other.games;
  shared += other.shared;
  for (std::size_t i = 0; i < sixtieths.size(); ++i) sixtieths[i] += other.sixtieths[i];
}

double Victories::share(int after_first) const {
  return ratio(sixtieths[static_cast<std::size_t>(after_first)], games * parts);
}

void print_for_people(const Victories& victories, int players, const char* beginner) {
  fmt::print("Wins, counted from the first {} (shared wins are divided; {:.1f} % of games)\n",
             beginner, percent * ratio(victories.shared, victories.games));
  for (int seat = 0; seat < players; ++seat) {
    const double share = victories.share(seat);
    fmt::print("  {} {}{:7.1f} %  ± {:.1f}\n", beginner,
               seat == 0 ? "   " : fmt::format("+ {}", seat), percent * share,
               percent * uncertainty(share, victories.games));
  }
}

std::string shares_as_json(const Victories& victories, int players) {
  std::string text;
  for (int seat = 0; seat < players; ++seat)
    text += fmt::format("{}{:.6f}", seat == 0 ? "" : ",", victories.share(seat));
  return text;
}

// ---- Sums ----

void Sums::add(std::uint64_t number) {
  ++count;
  sum += number;
  squares += number * number;
}

void Sums::add(const Sums& other) {
  count += other.count;
  sum += other.sum;
  squares += other.squares;
}

double Sums::mean() const { return ratio(sum, count); }

double Sums::deviation() const {
  return std::sqrt(std::max(ratio(squares, count) - mean() * mean(), 0.0));
}

// ---- Histogram ----

void Histogram::add(std::uint64_t number) {
  ++bars[std::min<std::size_t>(number / width, bars.size() - 1)];
}

void Histogram::add(const Histogram& other) {
  for (std::size_t i = 0; i < bars.size(); ++i) bars[i] += other.bars[i];
}

void print_for_people(const Histogram& histogram) {
  std::uint64_t all = 0;
  std::uint64_t highest = 0;
  for (const std::uint64_t bar : histogram.bars) {
    all += bar;
    highest = std::max(highest, bar);
  }
  for (std::size_t i = 0; i < histogram.bars.size(); ++i) {
    if (histogram.bars[i] == 0) continue;
    const std::uint64_t low = i * histogram.width;
    const bool is_last = i + 1 == histogram.bars.size();
    const std::string to = is_last ? "or more" : fmt::format("to {:<3}", low + histogram.width - 1);
    fmt::print("  {:>3} {} {:6.2f} %  {}\n", low, to, percent * ratio(histogram.bars[i], all),
               std::string(static_cast<std::size_t>(40 * ratio(histogram.bars[i], highest)), '#'));
  }
}

std::string as_json(const Histogram& histogram, const char* what) {
  std::string text;
  for (std::size_t i = 0; i < histogram.bars.size(); ++i)
    if (histogram.bars[i] > 0)
      text +=
          fmt::format("{}{{\"from\":{},\"to\":{},\"{}\":{}}}", text.empty() ? "" : ",",
                      i * histogram.width, (i + 1) * histogram.width - 1, what, histogram.bars[i]);
  return text;
}

int end_of_simulation(const Victories& victories, const SimulateOptions& options) {
  if (!is_interrupted()) return ok;
  fmt::print(stderr, "Interrupted after {} of {} games.\n", victories.games, options.games);
  return interrupted_status();
}

}  // namespace tatami::cli
