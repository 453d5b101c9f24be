#include "protocol/header.h"

#include "record/games.h"

namespace tatami::record {

void Codec<protocol::Header>::read(Reader& in, const json::Value& value, const std::string& path,
                                   protocol::Header& into) {
  const auto proposed = read_proposal(in, value, path);
  if (!proposed) return;
  into = {std::string{proposed->game}, proposed->players, proposed->first_is_named, proposed->text};
}

// The games say what is in it (live/catalogue.cpp).
const Shape* Codec<protocol::Header>::shape(Catalogue& catalogue) {
  return catalogue.named("Header", [](Shape& shape) { shape.kind = Shape::Kind::either; });
}

}  // namespace tatami::record
