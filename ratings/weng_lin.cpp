#include "ratings/weng_lin.h"

#include <cmath>
#include <cstddef>

namespace tatami::ratings {

double compare(std::span<const Side> sides, double beta, std::span<Lesson> lessons) {
  double spread = 0;
  for (const Side& side : sides) spread += side.variance + beta * beta;
  const double c = std::sqrt(spread);
  const double origin = sides.front().mean;  // any will do, and keeps the exponents small
  const auto weight = [&](const Side& side) { return std::exp((side.mean - origin) / c); };

  for (Lesson& lesson : lessons) lesson = {};
  for (std::size_t q = 0; q < sides.size(); ++q) {
    // The strength of all that ended no better than q, and how many share its place.
    double field = 0;
    int equals = 0;
    for (const Side& other : sides) {
      if (other.place >= sides[q].place) field += weight(other);
      if (other.place == sides[q].place) ++equals;
    }
    for (std::size_t i = 0; i < sides.size(); ++i) {
      if (sides[q].place > sides[i].place) continue;
      const double share = weight(sides[i]) / field;
      lessons[i].omega += ((i == q ? 1.0 : 0.0) - share) / equals;
      lessons[i].delta += share * (1 - share) / equals;
    }
  }
  return c;
}

}  // namespace tatami::ratings
