#include "bots/dojo/weights.h"

#include <charconv>

namespace tatami::bots {

using namespace dojo;
using namespace dojo::mind;

namespace {

constexpr std::string_view title = "tatami dojo weights, version 2\n";

// Visits every number of the weights in the order of the file; calls `line` at the end of a line.
template <class Weights, class Number, class LineEnd>
void for_each_number(Weights& weights, Number&& number, LineEnd&& line) {
  const auto all = [&](auto& list) {
    for (auto& each : list) number(each);
    line();
  };
  for (auto& outlooks : weights.outlooks)
    for (std::size_t cards = 0; cards < rounds; ++cards) {  // a full dojo is scored exactly
      auto& outlook = outlooks[cards];
      for (auto& rows : outlook.rows) all(rows);
      for (auto& columns : outlook.columns) all(columns);
      all(outlook.row_supply);
      all(outlook.column_supply);
      number(outlook.deal);
      line();
    }
  for (auto& table : weights.belief.kept)
    for (auto& belts : table) all(belts);
  for (auto& belts : weights.belief.challenges) all(belts);
}

// The file is also valid C++, a raw string, so the build needs no step to embed it.
constexpr std::string_view opening = "R\"weights(";
constexpr std::string_view closing = ")weights\"";

constexpr std::string_view unwrapped(std::string_view text) {
  while (!text.empty() && (text.back() == '\n' || text.back() == '\r')) text.remove_suffix(1);
  if (text.starts_with(opening)) text.remove_prefix(opening.size());
  if (text.ends_with(closing)) text.remove_suffix(closing.size());
  return text;
}

// FNV-1a.
constexpr std::uint32_t checksum(std::string_view text) {
  std::uint32_t sum = 0x811C9DC5U;
  for (const char letter : text) sum = (sum ^ static_cast<unsigned char>(letter)) * 0x01000193U;
  return sum;
}

// The last line is the checksum of all lines before it.
constexpr bool is_undamaged(std::string_view text) {
  if (text.ends_with('\n')) text.remove_suffix(1);
  const std::size_t last = text.rfind('\n') + 1;
  std::uint32_t sum = 0;
  for (const char digit : text.substr(last))
    sum = sum * 10 + static_cast<unsigned char>(digit - '0');
  return sum == checksum(text.substr(0, last));
}

// Within these limits the players' sums cannot overflow.
bool is_sensible(const DojoWeights& weights) {
  constexpr std::int32_t most_points = 1000 * point;
  constexpr std::int32_t most_likely = 1'000'000;  // 1000 times the usual
  bool sensible = true;
  for_each_number(
      weights, [&](std::int32_t n) { sensible &= -most_points <= n && n <= most_points; }, [] {});
  for (const auto& table : weights.belief.kept)
    for (const auto& belts : table)
      for (std::int32_t n : belts) sensible &= 0 <= n && n <= most_likely;
  for (const auto& belts : weights.belief.challenges)
    for (std::int32_t n : belts) sensible &= 0 <= n && n <= 1000;
  return sensible;
}

class Reader {
 public:
  explicit Reader(std::string_view text) : rest_(text) {}

  // Returns false at the end or if something else follows.
  template <class Int>
  bool read(Int& number) {
    skip_spaces();
    const auto [end, error] = std::from_chars(rest_.data(), rest_.data() + rest_.size(), number);
    if (error != std::errc{}) return false;
    rest_.remove_prefix(static_cast<std::size_t>(end - rest_.data()));
    return true;
  }

  bool at_end() {
    skip_spaces();
    return rest_.empty();
  }

 private:
  void skip_spaces() {
    while (!rest_.empty() && (rest_[0] == ' ' || rest_[0] == '\n' || rest_[0] == '\r'))
      rest_.remove_prefix(1);
  }
  std::string_view rest_;
};

constexpr std::string_view embedded =
#include "bots/dojo/weights.inc"
    ;

static_assert(is_undamaged(unwrapped(embedded)), "bots/dojo/weights.inc is damaged");

}  // namespace

std::string write_dojo_weights(const DojoWeights& weights) {
  std::string text{title};
  bool first = true;
  for_each_number(
      weights,
      [&](std::int32_t number) {
        if (!first) text += ' ';
        first = false;
        text += std::to_string(number);
      },
      [&] {
        text += '\n';
        first = true;
      });
  text += std::to_string(checksum(text)) + "\n";
  return std::string{opening} + text + std::string{closing} + "\n";
}

Result<DojoWeights, std::string> read_dojo_weights(std::string_view text) {
  text = unwrapped(text);
  if (!text.starts_with(title))
    return std::string{"not Dojo weights of version 2; write them with tatami train dojo"};
  Reader reader{text.substr(title.size())};
  DojoWeights weights;
  bool complete = true;
  for_each_number(
      weights, [&](std::int32_t& number) { complete = complete && reader.read(number); }, [] {});
  std::uint32_t sum = 0;
  if (!complete || !reader.read(sum)) return std::string{"the weights end too early"};
  if (!reader.at_end()) return std::string{"something follows the weights"};
  if (!is_undamaged(text)) return std::string{"the weights are damaged: wrong checksum"};
  if (!is_sensible(weights)) return std::string{"a weight is too large"};
  for (const Edition edition : {Edition::fr, Edition::en})
    weights.outlooks[static_cast<std::size_t>(edition)][rounds] = exact_outlook(edition);
  return weights;
}

const DojoWeights& learned_dojo_weights() {
  static const DojoWeights weights = *read_dojo_weights(embedded);
  return weights;
}

}  // namespace tatami::bots
