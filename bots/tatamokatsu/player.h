#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

#include "bots/level.h"
#include "bots/tatamokatsu/person.h"
#include "bots/tatamokatsu/solution.h"

namespace tatami::bots {

enum class Choosing : std::uint8_t {
  random,  // any option
  simple,  // by rules of thumb
  exact,   // from the solution for a game among people like themselves
};
inline constexpr std::array all_ways_of_choosing = {Choosing::random, Choosing::simple,
                                                    Choosing::exact};

std::string_view name(Choosing choosing);
std::optional<Choosing> choosing_named(std::string_view sought);

struct TatamokatsuLevel {
  Level level;
  Reflexes reflexes;  // mean, spread and adding in ms; misses and false alarms in millionths
  Choosing choosing = Choosing::simple;
};

// From a child to a samurai; `random` reacts like a regular.
inline constexpr std::array tatamokatsu_levels = [] {
  using tatamokatsu::Millis;
  return std::array<TatamokatsuLevel, 6>{{
      {{.name = "random", .is_offered = false}, {}, Choosing::random},
      {{.name = "child"},
       {Millis{560}, Millis{150}, Millis{880}, 80'000, 40'000, Millis{440}},
       Choosing::simple},
      {{.name = "beginner"},
       {Millis{480}, Millis{115}, Millis{720}, 40'000, 20'000, Millis{240}},
       Choosing::simple},
      {{.name = "regular", .is_substitute = true}, {}, Choosing::simple},
      {{.name = "quick"},
       {Millis{365}, Millis{76}, Millis{510}, 10'000, 6'000, Millis{0}},
       Choosing::exact},
      {{.name = "samurai"},
       {Millis{320}, Millis{62}, Millis{420}, 5'000, 3'000, Millis{0}},
       Choosing::exact},
  }};
}();

// In the same order.
inline constexpr auto tatamokatsu_level_list = [] {
  std::array<Level, tatamokatsu_levels.size()> list;
  for (std::size_t i = 0; i < list.size(); ++i) list[i] = tatamokatsu_levels[i].level;
  return list;
}();

const TatamokatsuLevel* tatamokatsu_level_named(std::string_view sought);

// Plays Tatamokatsu from what a seat knows. The same view and numbers give the same action.
class TatamokatsuPlayer {
 public:
  // Only exact choices need the solution, which must be for this number of players.
  TatamokatsuPlayer(const Reflexes& reflexes, Choosing choosing, const Solution* solution)
      : reflexes_(reflexes), choosing_(choosing), solution_(solution) {}

  // Changes the plans for the window after `event`, a roll or what was heard since.
  void react(const tatamokatsu::View& view, tatamokatsu::ActionId event, SplitMix& numbers,
             tatamokatsu::ActionList& plans) const;

  // The view's seat must act, outside the window (T21).
  tatamokatsu::ActionId choose(const tatamokatsu::View& view, SplitMix& numbers) const;

 private:
  tatamokatsu::Announcement announcement(const tatamokatsu::View& view, SplitMix& numbers) const;

  Reflexes reflexes_;
  Choosing choosing_;
  const Solution* solution_;
};

}  // namespace tatami::bots
