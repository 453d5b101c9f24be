#include "table/think.h"

#include "bots/dojo/player.h"

namespace tatami::table {

namespace {

protocol::Move ponder(const dojo::View& view, const Think& think) {
  SplitMix numbers{think.seed};
  const bots::DojoPlayer player{*bots::dojo_level_named(think.level)};
  return {*dojo::unpack(player.choose(view, numbers))};
}

protocol::Move ponder(const tatamokatsu::View& view, const Think&) {
  return {*tatamokatsu::unpack(bots::simple_choice(view))};
}

}  // namespace

protocol::Move ponder(const Think& think) {
  return std::visit([&](const auto& view) { return ponder(view, think); }, think.view);
}

bool is_level(Which game, std::string_view level) {
  return game == Which::dojo ? bots::dojo_level_named(level).has_value() : level == "regular";
}

std::string_view default_level(Which game) { return game == Which::dojo ? "adept" : "regular"; }

bots::Reflexes reflexes_of(std::string_view) { return {}; }

}  // namespace tatami::table
