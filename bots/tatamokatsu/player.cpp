#include "bots/tatamokatsu/player.h"

#include <algorithm>
#include <cassert>

#include "bots/tatamokatsu/random.h"
#include "bots/tatamokatsu/simple.h"

namespace tatami::bots {

using namespace tatamokatsu;

namespace {

constexpr std::array<std::string_view, all_ways_of_choosing.size()> names = {"random", "simple",
                                                                             "exact"};

// Options nearly as good as the best are sometimes taken too, as in the solution.
ActionId taken(const Prospects& prospects, SplitMix& numbers) {
  double left = static_cast<double>(numbers.below(always)) / always;
  for (const Prospect& prospect : prospects) {
    left -= prospect.chance;
    if (left < 0) return prospect.action;
  }
  return std::ranges::max_element(prospects, {}, &Prospect::chance)->action;
}

}  // namespace

std::string_view name(Choosing choosing) { return names[static_cast<std::size_t>(choosing)]; }

std::optional<Choosing> choosing_named(std::string_view sought) {
  for (Choosing choosing : all_ways_of_choosing)
    if (name(choosing) == sought) return choosing;
  return {};
}

const TatamokatsuLevel* tatamokatsu_level_named(std::string_view sought) {
  for (const TatamokatsuLevel& level : tatamokatsu_levels)
    if (level.level.name == sought) return &level;
  return nullptr;
}

void TatamokatsuPlayer::react(const View& view, ActionId event, SplitMix& numbers,
                              ActionList& plans) const {
  const bool rolled = event.kind() == Kind::roll && view.open.roller == view.seat;
  const bool announces = rolled && what_is(view.open.roll).xs > 0;
  bots::react(view, event, reflexes_, announces ? announcement(view, numbers) : Announcement{},
              numbers, plans);
}

Announcement TatamokatsuPlayer::announcement(const View& view, SplitMix& numbers) const {
  const std::uint8_t xs = what_is(view.open.roll).xs;
  switch (choosing_) {
    case Choosing::random:
      return {xs, static_cast<std::uint8_t>(numbers.below(1U << xs))};
    case Choosing::simple:
      return simple_announcement(view.open.roll);
    case Choosing::exact:
      return taken(solution_->weigh(view.open, *view.seat), numbers).values();
  }
  return {};
}

ActionId TatamokatsuPlayer::choose(const View& view, SplitMix& numbers) const {
  switch (choosing_) {
    case Choosing::random:
      return random_choice(view.open, numbers);
    case Choosing::simple:
      return simple_choice(view);
    case Choosing::exact:
      return taken(solution_->weigh(view.open, *view.seat), numbers);
  }
  return {};
}

}  // namespace tatami::bots
