#include "cli/dojo_entrant.h"

#include <fmt/core.h>

#include <cerrno>
#include <charconv>
#include <cstring>
#include <fstream>
#include <sstream>

#include "record/json.h"

namespace tatami::cli {

namespace {

using Clock = std::chrono::steady_clock;

struct Deadline {
  Clock::time_point at;
  static bool is_over(void* deadline) {
    return Clock::now() >= static_cast<const Deadline*>(deadline)->at;
  }
};

// Runs `act(player)` with a player whose time budget, if any, starts now.
template <class Act>
auto with_player(const DojoEntrant& entrant, Act&& act) {
  bots::Budget budget;
  budget.iterations = entrant.iterations;
  Deadline deadline;
  if (entrant.time) {
    deadline.at = Clock::now() + *entrant.time;
    budget.iterations = UINT32_MAX;
    budget.time_is_up = Deadline::is_over;
    budget.clock = &deadline;
  }
  return act(bots::DojoPlayer{entrant.level, budget, *entrant.weights});
}

}  // namespace

std::optional<std::string> parse(std::string_view text, DojoEntrant& entrant) {
  const std::size_t colon = text.find(':');
  const std::string_view name = text.substr(0, colon);
  const auto level = bots::dojo_level_named(name);
  if (!level)
    return fmt::format("there is no bot called {}; expected {}", json::quote_briefly(name),
                       dojo_bots);
  entrant = {};
  entrant.level = *level;
  if (colon == std::string_view::npos) return {};
  if (*level != bots::DojoLevel::sensei)
    return fmt::format("{}: only sensei has a budget", json::quote_briefly(text));

  std::string_view budget = text.substr(colon + 1);
  const bool timed = budget.ends_with("ms");
  if (timed) budget.remove_suffix(2);
  std::uint32_t amount = 0;
  const auto [end, error] = std::from_chars(budget.data(), budget.data() + budget.size(), amount);
  const bool whole = error == std::errc{} && end == budget.data() + budget.size();
  if (!whole || amount == 0 || amount > 10'000'000)
    return fmt::format(
        "{}: expected a number of simulated games or milliseconds, as in sensei:2000 or "
        "sensei:50ms",
        json::quote_briefly(text));
  if (timed)
    entrant.time = std::chrono::milliseconds{amount};
  else
    entrant.iterations = amount;
  return {};
}

std::optional<bots::DojoWeights> read_weights(const std::string& file) {
  std::ifstream stream{file, std::ios::binary};
  std::ostringstream text;
  text << stream.rdbuf();
  if (!stream || !text) {
    fmt::print(stderr, "{}: cannot be read: {}\n", file, std::strerror(errno));
    return {};
  }
  const auto weights = bots::read_dojo_weights(text.str());
  if (!weights) {
    fmt::print(stderr, "{}: {}\n", file, weights.error());
    return {};
  }
  return *weights;
}

dojo::ActionId choose(const DojoEntrant& entrant, const dojo::View& view, SplitMix& numbers) {
  return with_player(entrant,
                     [&](const bots::DojoPlayer& player) { return player.choose(view, numbers); });
}

bots::Opinions weigh(const DojoEntrant& entrant, const dojo::View& view, SplitMix& numbers) {
  return with_player(entrant,
                     [&](const bots::DojoPlayer& player) { return player.weigh(view, numbers); });
}

}  // namespace tatami::cli
