#include "review/review.h"

#include <algorithm>
#include <cmath>
#include <string_view>
#include <utility>

#include "record/json.h"

namespace tatami::review {

namespace {

constexpr double worth_telling = 0.0005;

// printf's %f, without its weight in WebAssembly.
std::string decimal(double value, std::size_t places) {
  std::string digits = std::to_string(std::llround(std::abs(value) * std::pow(10, places)));
  if (digits.size() <= places) digits.insert(0, places + 1 - digits.size(), '0');
  digits.insert(digits.size() - places, ".");
  return (std::signbit(value) ? "-" : "") + digits;
}

template <class Items, class Write>
std::string listed(const Items& items, Write&& write) {
  std::string text;
  for (const auto& item : items) text += (text.empty() ? "" : ",") + write(item);
  return "[" + text + "]";
}

std::string json_of(const PerSeat<double>& values, int players) {
  return listed(all_seats(players), [&](Seat seat) { return decimal(values[seat], 4); });
}

std::string json_of(const std::vector<Weighed>& options) {
  return listed(options, [](const Weighed& option) {
    std::string text = "{\"event\":" + option.event + ",\"win\":" + decimal(option.win, 4);
    if (option.imagined)
      text += ",\"score\":" + decimal(option.imagined->score, 2) +
              ",\"games\":" + std::to_string(option.imagined->games);
    return text + "}";
  });
}

std::string knew(const std::string& knowledge) {
  return knowledge.empty() ? "" : "\"knew\":" + json::quote(knowledge) + ",";
}

std::string json_of(const Judgement& judgement, const std::string& step) {
  return "{\"line\":" + std::to_string(judgement.line) + ",\"" + step +
         "\":" + std::to_string(judgement.step) +
         ",\"seat\":" + std::to_string(judgement.seat.value) + "," + knew(judgement.knowledge) +
         "\"chosen\":" + judgement.options[judgement.chosen].event +
         ",\"best\":" + judgement.options[judgement.best].event +
         ",\"loss\":" + decimal(judgement.loss(), 4) +
         ",\"doubt\":" + decimal(judgement.doubt(), 4) +
         ",\"options\":" + json_of(judgement.options) + "}";
}

}  // namespace

double Judgement::doubt() const {
  const auto variance = [&](const Weighed& option) {
    if (!option.imagined) return 0.0;
    return option.win * (1 - option.win) / std::max(1U, option.imagined->games);
  };
  return std::sqrt(variance(options[best]) + variance(options[chosen]));
}

std::vector<const Judgement*> worst_three(const Review& review, Seat seat) {
  std::vector<const Judgement*> worst;
  for (const Judgement& judgement : review.judgements)
    if (judgement.seat == seat && judgement.loss() > worth_telling) worst.push_back(&judgement);
  std::ranges::sort(worst, {},
                    [](const Judgement* each) { return std::pair{-each->loss(), each->line}; });
  if (worst.size() > 3) worst.resize(3);
  return worst;
}

std::string to_json(const Review& review) {
  std::string parts;
  for (const Part& part : review.parts)
    parts += "\"" + part.name + "\":" + json_of(part.shares, review.players) + ",";
  const auto number = [](long line) { return std::to_string(line); };
  return "{\"game\":\"" + review.game + "\",\"players\":" + std::to_string(review.players) +
         ",\"chances\":" +
         listed(review.chances,
                [&](const PerSeat<double>& at) { return json_of(at, review.players); }) +
         ",\"lines\":" + listed(review.lines, number) + "," + parts + "\"worst\":" +
         listed(all_seats(review.players),
                [&](Seat seat) {
                  return listed(worst_three(review, seat),
                                [&](const Judgement* each) { return number(each->line); });
                }) +
         ",\"decisions\":" +
         listed(review.judgements,
                [&](const Judgement& each) { return json_of(each, review.step); }) +
         "}";
}

std::string to_json(const Hint& hint) {
  return "{\"seat\":" + std::to_string(hint.seat.value) + "," + knew(hint.knowledge) +
         "\"options\":" + json_of(hint.options) + "}";
}

}  // namespace tatami::review
