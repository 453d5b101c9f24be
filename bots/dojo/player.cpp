#include "bots/dojo/player.h"

#include "bots/dojo/adept.h"
#include "bots/dojo/random.h"
#include "bots/dojo/sensei.h"
#include "bots/dojo/student.h"

namespace tatami::bots {

using namespace dojo;

std::optional<DojoLevel> dojo_level_named(std::string_view sought) {
  for (DojoLevel level : all_dojo_levels)
    if (name(level) == sought) return level;
  return {};
}

ActionId DojoPlayer::choose(const View& view, SplitMix& numbers) const {
  switch (level_) {
    case DojoLevel::random:
      return random_action(view.open, *view.seat, numbers);
    case DojoLevel::novice:
      return mind::novice_action(view, numbers);
    case DojoLevel::student:
      return mind::student_action(view, numbers);
    case DojoLevel::adept:
      return mind::adept_action(view, *weights_, numbers);
    case DojoLevel::sensei:
      return mind::sensei_action(view, *weights_, budget_, numbers);
  }
  return {};
}

Opinions DojoPlayer::weigh(const View& view, SplitMix& numbers) const {
  return mind::weigh_actions(view, *weights_, budget_, numbers);
}

}  // namespace tatami::bots
