#include "live/kind.h"

#include <algorithm>

#include "record/written.h"

namespace tatami::live {

const bots::Level* Kind::level_named(std::string_view sought) const {
  const auto found = std::ranges::find(levels(), sought, &bots::Level::name);
  return found == levels().end() ? nullptr : &*found;
}

const bots::Level& Kind::substitute() const {
  return *std::ranges::find(levels(), true, &bots::Level::is_substitute);
}

const Kind* game_named(std::string_view name) {
  const auto found = std::ranges::find(games(), name, &Kind::name);
  return found == games().end() ? nullptr : *found;
}

namespace {

struct OfferedTempo {
  protocol::Tempo tempo{};
  protocol::Sometimes<int> seconds;
  TATAMI_MESSAGE("offered_tempo", of("name", &OfferedTempo::tempo),
                 of("seconds", &OfferedTempo::seconds))
};

struct Offers {
  std::vector<std::pair<std::string_view, record::Written>> of_games;
  TATAMI_MESSAGE("offers", inlined(&Offers::of_games))
};

void write_constant(std::string& out, std::string_view name, const std::string& json) {
  (((out += "export const ") += name) += " = ") += json;
  out += " as const;\n";
}

}  // namespace

std::string offers() {
  std::string out;
  Offers offers;
  for (const Kind* game : games()) offers.of_games.push_back({game->name(), {game->offer()}});
  write_constant(out, "games", record::to_json(offers));
  std::vector<OfferedTempo> tempos;
  for (protocol::Tempo tempo : record::values_of<protocol::Tempo>) {
    tempos.push_back({tempo, {}});
    if (const auto seconds = protocol::seconds_of(tempo)) tempos.back().seconds.emplace(*seconds);
  }
  write_constant(out, "tempos", record::to_json(tempos));
  write_constant(out, "lagCaps", record::to_json(LagCaps{}));
  return out;
}

bool is_command(std::string_view type) {
  return std::ranges::any_of(games(), [&](const Kind* game) { return game->has_command(type); });
}

}  // namespace tatami::live
