#include "record/games.h"

#include "record/fields.h"
#include "record/version.h"

namespace tatami::record {

const Game* game_of(Reader& in, const json::Value& header, const std::string& path) {
  // Records of this version do not name it; those of later ones do.
  const json::Value* later = header.find("version");
  if (later && later->kind == json::Kind::string &&
      !later->text.starts_with(std::to_string(version.major) + "."))
    return in.fail(detail::field_path(path, "version"),
                   "is " + json::quote_briefly(later->text) + "; this program reads version " +
                       std::to_string(version.major) + ", so use a newer one"),
           nullptr;
  const std::string place = detail::field_path(path, "game");
  const json::Value* named = header.find("game");
  if (!named) return in.fail(place, "is missing"), nullptr;
  std::vector<std::string_view> names;
  for (const Game* each : games()) {
    if (named->kind == json::Kind::string && named->text == each->name()) return each;
    names.push_back(each->name());
  }
  fail_with_words(in, *named, place, names);
  return nullptr;
}

std::optional<Proposed> read_proposal(Reader& in, const json::Value& header,
                                      const std::string& path) {
  const Game* game = game_of(in, header, path);
  return game ? game->propose(in, header, path) : std::nullopt;
}

Result<Proposed, json::Problem> read_proposal(const json::Value& header) {
  Reader in;
  auto proposed = read_proposal(in, header, {});
  if (!proposed) return *in.problem;
  return std::move(*proposed);
}

}  // namespace tatami::record
