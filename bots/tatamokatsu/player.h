#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

#include "bots/tatamokatsu/person.h"
#include "bots/tatamokatsu/solution.h"

namespace tatami::bots {

enum class Choosing : std::uint8_t {
  random,  // any option
  simple,  // by rules of thumb
  exact,   // from the solution for a table of people like himself
};
inline constexpr std::array all_ways_of_choosing = {Choosing::random, Choosing::simple,
                                                    Choosing::exact};

std::string_view name(Choosing choosing);
std::optional<Choosing> choosing_named(std::string_view sought);

struct TatamokatsuLevel {
  std::string_view name;
  Reflexes reflexes;  // mean, spread and adding in ms; misses and false alarms of a million
  Choosing choosing = Choosing::simple;
};

// From a child to a samurai; `random` has a regular's hands.
inline constexpr std::array tatamokatsu_levels = [] {
  using tatamokatsu::Millis;
  return std::array<TatamokatsuLevel, 6>{{
      {"random", {}, Choosing::random},
      {"child", {Millis{560}, Millis{150}, Millis{880}, 80'000, 40'000}, Choosing::simple},
      {"beginner", {Millis{480}, Millis{115}, Millis{720}, 40'000, 20'000}, Choosing::simple},
      {"regular", {}, Choosing::simple},
      {"quick", {Millis{365}, Millis{76}, Millis{510}, 10'000, 6'000}, Choosing::exact},
      {"samurai", {Millis{320}, Millis{62}, Millis{420}, 5'000, 3'000}, Choosing::exact},
  }};
}();

const TatamokatsuLevel* tatamokatsu_level_named(std::string_view sought);

// Plays Tatamokatsu from what a seat knows. The same view and numbers give the same action.
class TatamokatsuPlayer {
 public:
  // The solution, for as many players as sit at the table, is for exact choices alone.
  TatamokatsuPlayer(const Reflexes& reflexes, Choosing choosing, const Solution* solution)
      : reflexes_(reflexes), choosing_(choosing), solution_(solution) {}

  // Changes his plans for the window after `event`, a roll or what was heard since.
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
