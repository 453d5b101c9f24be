#include "review/review.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <string_view>
#include <utility>

#include "record/fields.h"

namespace tatami::review {

namespace {

constexpr double worth_telling = 0.0005;

// ---- As JSON ----

// A number with so many decimals.
template <std::size_t Places>
struct Decimal {
  double value = 0;
};

// A move that has been written already.
struct Written {
  std::string_view text;
};

}  // namespace

}  // namespace tatami::review

namespace tatami::record {

// printf's %f, without its weight in WebAssembly.
template <std::size_t Places>
struct Codec<review::Decimal<Places>> {
  static void write(std::string& out, review::Decimal<Places> decimal) {
    const double value = decimal.value;
    std::string digits = std::to_string(std::llround(std::abs(value) * std::pow(10, Places)));
    if (digits.size() <= Places) digits.insert(0, Places + 1 - digits.size(), '0');
    digits.insert(digits.size() - Places, ".");
    (out += std::signbit(value) ? "-" : "") += digits;
  }
  static const Shape* shape(Catalogue& catalogue) {
    return catalogue.add({.kind = Shape::Kind::decimal});
  }
};

template <>
struct Codec<review::Written> {
  static void write(std::string& out, review::Written json) { out += json.text; }
  static const Shape* shape(Catalogue& catalogue) {
    return catalogue.named("Move", [](Shape& either) { either.kind = Shape::Kind::either; });
  }
};

}  // namespace tatami::record

namespace tatami::review {

namespace {

using record::ForSeats;
using record::Sometimes;
using record::Text;

using Shares = ForSeats<Decimal<4>>;
using Knowledge = Text<1000>;

struct Option {
  Written event;
  Decimal<4> win;
  Sometimes<Decimal<2>> score;
  Sometimes<std::uint32_t> games;
  TATAMI_MESSAGE("option", of("event", &Option::event), of("win", &Option::win),
                 of("score", &Option::score), of("games", &Option::games))
};

struct Advice {
  Seat seat;
  Sometimes<Knowledge> knew;
  std::vector<Option> options;
  TATAMI_MESSAGE("hint", of("seat", &Advice::seat), of("knew", &Advice::knew),
                 of("options", &Advice::options))
};

struct Decision {
  long line = 0;
  Sometimes<int> round;  // of Dojo
  Sometimes<int> roll;   // of Tatamokatsu
  Seat seat;
  Sometimes<Knowledge> knew;
  Written chosen;
  Written best;
  Decimal<4> loss;
  Decimal<4> doubt;
  std::vector<Option> options;
  TATAMI_MESSAGE("decision", of("line", &Decision::line), of("round", &Decision::round),
                 of("roll", &Decision::roll), of("seat", &Decision::seat),
                 of("knew", &Decision::knew), of("chosen", &Decision::chosen),
                 of("best", &Decision::best), of("loss", &Decision::loss),
                 of("doubt", &Decision::doubt), of("options", &Decision::options))
};

// By their source.
struct Parts {
  Sometimes<Shares> seat_luck;
  Sometimes<Shares> card_luck;
  Sometimes<Shares> dice_luck;
  Sometimes<Shares> race;
  Sometimes<Shares> own_play;
  Sometimes<Shares> rivals_play;
  TATAMI_MESSAGE("parts", of("seat_luck", &Parts::seat_luck), of("card_luck", &Parts::card_luck),
                 of("dice_luck", &Parts::dice_luck), of("race", &Parts::race),
                 of("own_play", &Parts::own_play), of("rivals_play", &Parts::rivals_play))

  Sometimes<Shares>& operator[](Source source) {
    constexpr std::array all = {&Parts::seat_luck, &Parts::card_luck, &Parts::dice_luck,
                                &Parts::race,      &Parts::own_play,  &Parts::rivals_play};
    return this->*all[static_cast<std::size_t>(source)];
  }
};

struct Report {
  Text<16> game;
  int players = 0;
  std::vector<Shares> chances;
  std::vector<long> lines;
  Parts parts;
  Parts standard_errors;
  ForSeats<List<long, 3>> worst;
  std::vector<Decision> decisions;
  TATAMI_MESSAGE("review", of("game", &Report::game), of("players", &Report::players),
                 of("chances", &Report::chances), of("lines", &Report::lines),
                 of("seat_luck", &Report::parts, &Parts::seat_luck),
                 of("card_luck", &Report::parts, &Parts::card_luck),
                 of("dice_luck", &Report::parts, &Parts::dice_luck),
                 of("race", &Report::parts, &Parts::race),
                 of("own_play", &Report::parts, &Parts::own_play),
                 of("rivals_play", &Report::parts, &Parts::rivals_play),
                 of("standard_errors", &Report::standard_errors), of("worst", &Report::worst),
                 of("decisions", &Report::decisions))
};

Shares shares_of(const PerSeat<double>& values, int players) {
  Shares shares;
  for (Seat seat : all_seats(players)) shares.push({values[seat]});
  return shares;
}

std::vector<Option> options_of(const std::vector<Weighed>& weighed) {
  std::vector<Option> options;
  for (const Weighed& each : weighed) {
    Option& option = options.emplace_back();
    option.event = {each.event};
    option.win = {each.win};
    if (!each.imagined) continue;
    option.score.emplace(Decimal<2>{each.imagined->score});
    option.games.emplace(each.imagined->games);
  }
  return options;
}

Sometimes<Knowledge> knew(const std::string& knowledge) {
  Sometimes<Knowledge> known;
  if (!knowledge.empty()) known.emplace(knowledge);
  return known;
}

Decision decision_of(const Assessment& assessment, std::string_view step) {
  Decision decision{assessment.line,
                    {},
                    {},
                    assessment.seat,
                    knew(assessment.knowledge),
                    {assessment.options[assessment.chosen].event},
                    {assessment.options[assessment.best].event},
                    {assessment.loss()},
                    {assessment.doubt()},
                    options_of(assessment.options)};
  (step == "round" ? decision.round : decision.roll).emplace(assessment.step);
  return decision;
}

}  // namespace

double Assessment::doubt() const {
  const auto variance = [&](const Weighed& option) {
    if (!option.imagined) return 0.0;
    return option.win * (1 - option.win) / std::max(1U, option.imagined->games);
  };
  return std::sqrt(variance(options[best]) + variance(options[chosen]));
}

std::vector<const Assessment*> worst_three(const Review& review, Seat seat) {
  std::vector<const Assessment*> worst;
  for (const Assessment& assessment : review.assessments)
    if (assessment.seat == seat && assessment.loss() > worth_telling) worst.push_back(&assessment);
  std::ranges::sort(worst, {},
                    [](const Assessment* each) { return std::pair{-each->loss(), each->line}; });
  if (worst.size() > 3) worst.resize(3);
  return worst;
}

std::string to_json(const Review& review) {
  Report report;
  report.game = review.game;
  report.players = review.players;
  for (const PerSeat<double>& at : review.chances)
    report.chances.push_back(shares_of(at, review.players));
  report.lines = review.lines;
  for (const Part& part : review.parts) {
    report.parts[part.source].emplace(shares_of(part.shares, review.players));
    report.standard_errors[part.source].emplace(shares_of(part.doubts, review.players));
  }
  for (Seat seat : all_seats(review.players)) {
    List<long, 3> lines;
    for (const Assessment* each : worst_three(review, seat)) lines.push(each->line);
    report.worst.push(lines);
  }
  for (const Assessment& each : review.assessments)
    report.decisions.push_back(decision_of(each, review.step));
  return record::to_json(report);
}

void describe(record::Catalogue& catalogue) { record::Codec<Report>::shape(catalogue); }

std::string to_json(const Hint& hint) {
  return record::to_json(Advice{hint.seat, knew(hint.knowledge), options_of(hint.options)});
}

}  // namespace tatami::review
