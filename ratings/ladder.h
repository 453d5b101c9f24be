#pragma once

#include <compare>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "ratings/weng_lin.h"

// Ratings of people: the fold of the results of their games. Nothing here reads a clock; a result
// says when its game ended, and the same results in the same order give the same ratings.
namespace tatami::ratings {

using Time = std::int64_t;  // ms since 1970

enum class Size : std::uint8_t { duel, table };          // two seats; three to five
enum class Speed : std::uint8_t { fast, normal, slow };  // a slow game goes on for days

// Ratings of different pools have nothing to do with each other.
struct Pool {
  std::string game;
  Size size = Size::table;
  Speed speed = Speed::normal;

  auto operator<=>(const Pool&) const = default;
};

// Ratings are on the scale of chess: of two players 100 points apart, the better one finishes ahead
// of the other in 64 % of their games, 200 apart in 76 %, 400 apart in 91 %, at tables of any size.
inline constexpr double first_rating = 1500;
// Half of 400 / ln 10: with it the odds of two sides whose strengths are known are those of chess,
// if each of n sides has the luck beta(n).
inline constexpr double base_luck = 86.85889638065036;
double beta(std::size_t seats);
// Chosen by simulation so that errors are as large as the deviations say (tests/ratings_test.cpp).
inline constexpr double first_deviation = 2 * base_luck;
inline constexpr double unrest = 4;           // points by which anybody may have changed in a game
inline constexpr double sure_deviation = 75;  // above it a rating is provisional
inline constexpr double settled_deviation = 40;
inline constexpr double days_until_unsure = 365;  // of absence, for somebody who was settled
inline constexpr int games_for_a_number = 5;

// One person's results in one pool.
struct Standing {
  Strength strength{first_rating, first_deviation};
  int games = 0;
  Time played_at = 0;  // when the last of them ended

  // After an absence until then: nobody knows whether they are as strong as they were.
  Strength at(Time now) const;
  bool has_number() const { return games >= games_for_a_number; }
  bool is_provisional(Time now) const { return at(now).deviation > sure_deviation; }
};

// One seat at the end of a game: a person's, or that of a bot whose rating is fixed.
struct Entrant {
  std::string person;            // empty: a bot
  std::optional<double> rating;  // of a bot
  int place = 0;                 // 0 is first; equals share one
};

struct Result {
  Pool pool;
  Time ended_at = 0;
  std::vector<Entrant> entrants;  // only those who are rated; places may have gaps
};

class Ladder {
 public:
  using Standings = std::map<std::string, Standing>;  // by person

  // One person and somebody else, at least; a person sits once. Otherwise it tells nothing, and
  // nothing is taken.
  bool take(const Result& result);

  const std::map<Pool, Standings>& pools() const { return pools_; }
  const Standing* find(const Pool& pool, const std::string& person) const;

 private:
  std::map<Pool, Standings> pools_;
};

}  // namespace tatami::ratings
