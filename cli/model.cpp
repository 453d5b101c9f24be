#include "cli/model.h"

#include <fmt/core.h>

#include <charconv>
#include <cmath>
#include <optional>
#include <set>

#include "record/json.h"

namespace tatami::cli {

namespace {

constexpr int longest = 60'000;

std::optional<double> read_number(const std::string& text, double highest) {
  double number = 0;
  const char* end = text.data() + text.size();
  const auto [rest, error] = std::from_chars(text.data(), end, number, std::chars_format::fixed);
  const bool fine = error == std::errc{} && rest == end && 0 <= number && number <= highest;
  return fine ? std::optional{number} : std::nullopt;
}

// The problem, if there is one.
std::string read_time(const std::string& text, tatamokatsu::Millis& time) {
  const auto number = read_number(text, longest);
  if (!number || *number != std::floor(*number))
    return fmt::format("expected whole milliseconds from 0 to {}", longest);
  time = tatamokatsu::Millis{static_cast<std::int32_t>(*number)};
  return {};
}

std::string read_rate(const std::string& text, std::uint32_t& rate) {
  const auto number = read_number(text, 1);
  if (!number) return "expected a rate from 0 to 1";
  rate = static_cast<std::uint32_t>(std::lround(*number * bots::always));
  return {};
}

std::string read_setting(std::string_view name, const std::string& value,
                         bots::Reflexes& reflexes) {
  if (name == "mean") return read_time(value, reflexes.mean);
  if (name == "spread") return read_time(value, reflexes.spread);
  if (name == "adding") return read_time(value, reflexes.adding);
  if (name == "miss") return read_rate(value, reflexes.misses);
  if (name == "false") return read_rate(value, reflexes.false_alarms);
  return "expected mean, spread, adding, miss or false";
}

}  // namespace

Result<bots::Reflexes, std::string> read_model(std::string_view text) {
  bots::Reflexes reflexes;
  std::set<std::string_view> seen;
  for (bool more = true; more;) {
    const std::string_view setting = text.substr(0, text.find(','));
    more = setting.size() < text.size();
    text.remove_prefix(setting.size() + (more ? 1 : 0));

    const std::size_t equals = setting.find('=');
    const std::string_view name = setting.substr(0, equals);
    const auto problem = [&](std::string_view what) {
      return fmt::format("{}: {}", json::quote_briefly(setting), what);
    };
    if (equals == std::string_view::npos) return problem("expected NAME=VALUE");
    const std::string wrong = read_setting(name, std::string{setting.substr(equals + 1)}, reflexes);
    if (!wrong.empty()) return problem(wrong);
    if (!seen.insert(name).second) return problem("given twice");
  }
  return reflexes;
}

std::string write_model(const bots::Reflexes& reflexes) {
  const auto rate = [](std::uint32_t parts) { return static_cast<double>(parts) / bots::always; };
  return fmt::format("mean={},spread={},adding={},miss={},false={}", reflexes.mean.count,
                     reflexes.spread.count, reflexes.adding.count, rate(reflexes.misses),
                     rate(reflexes.false_alarms));
}

}  // namespace tatami::cli
