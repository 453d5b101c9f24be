#include "protocol/moves.h"

#include "protocol/words.h"

namespace tatami::protocol {

namespace {

using Kind = Shape::Kind;

struct Part {
  std::string name;
  const Shape* shape;
  bool always = true;
};

const Shape* object(Catalogue& catalogue, const std::vector<Part>& parts) {
  Shape shape{.kind = Kind::object};
  for (const Part& part : parts) shape.members.push_back({part.name, part.shape, part.always});
  return catalogue.add(std::move(shape));
}

const Shape* whole(Catalogue& catalogue, std::int64_t low, std::int64_t high) {
  return catalogue.add({.kind = Kind::integer, .low = low, .high = high});
}

const Shape* one_of(Catalogue& catalogue, std::vector<std::string> words) {
  return catalogue.add({.kind = Kind::words, .words = std::move(words)});
}

const Shape* pair_of(Catalogue& catalogue, const Shape* part) {
  return catalogue.add({.kind = Kind::pair, .parts = {part}});
}

const Shape* record_of(Catalogue& catalogue, const Shape* part) {
  return catalogue.add({.kind = Kind::record, .parts = {part}});
}

const Shape* list_of(Catalogue& catalogue, const Shape* part, std::int64_t low, std::int64_t high) {
  return catalogue.add({.kind = Kind::list, .low = low, .high = high, .parts = {part}});
}

// The alternatives of a game's moves; what may be hidden is null for those who may not know it.
void describe_dojo(Catalogue& catalogue, Shape& either, bool hides) {
  const auto secret = [&](const Shape* shape) {
    return hides ? nullable(catalogue, shape) : shape;
  };
  const Shape* seat = Codec<Seat>::shape(catalogue);
  const Shape* yes_or_no = Codec<bool>::shape(catalogue);
  const Shape* card = Codec<dojo::Card>::shape(catalogue);
  const Shape* row = whole(catalogue, -dojo::furthest_row, dojo::furthest_row);
  const Shape* column = whole(catalogue, -dojo::furthest_column, dojo::furthest_column);
  const Shape* line = catalogue.add(
      {.kind = Kind::either,
       .parts = {object(catalogue, {{"row", row}}), object(catalogue, {{"column", column}})}});
  const auto add = [&](const std::vector<Part>& parts) {
    either.parts.push_back(object(catalogue, parts));
  };
  add({{"trophy", Codec<dojo::Trophy>::shape(catalogue)}});
  add({{"draw", secret(card)}});
  add({{"seat", seat}, {"deal", secret(card)}});
  add({{"seat", seat}, {"give", seat}});
  add({{"seat", seat}, {"challenge", yes_or_no}});
  add({{"seat", seat}, {"throw", secret(Codec<dojo::Gesture>::shape(catalogue))}});
  add({{"seat", seat}, {"swap", yes_or_no}});
  add({{"seat", seat}, {"place", secret(pair_of(catalogue, column))}});
  add({{"seat", seat}, {"trophy_at", line}});
}

void describe_tatamokatsu(Catalogue& catalogue, Shape& either) {
  const Shape* seat = Codec<Seat>::shape(catalogue);
  const Shape* face = Codec<tatamokatsu::Face>::shape(catalogue);
  const Shape* finger = Codec<tatamokatsu::Finger>::shape(catalogue);
  const Shape* time = whole(catalogue, 0, tatamokatsu::longest_timing.count);
  const auto add = [&](const std::vector<Part>& parts) {
    either.parts.push_back(object(catalogue, parts));
  };
  add({{"roll", list_of(catalogue, face, tatamokatsu::dice, tatamokatsu::dice)}});
  add({{"rolloff", record_of(catalogue, face)}});
  add({{"close", time}});
  add({{"seat", seat},
       {"at", time},
       {"do", one_of(catalogue, {"shout", "salute", "slap", "drop"})}});
  add({{"seat", seat},
       {"at", time},
       {"do", one_of(catalogue, {"grab"})},
       {"die", whole(catalogue, 0, tatamokatsu::dice - 1)},
       {"finger", finger}});
  add({{"seat", seat},
       {"at", time},
       {"do", one_of(catalogue, {"announce"})},
       {"values", list_of(catalogue, whole(catalogue, 1, 10), 0, tatamokatsu::dice)}});
  add({{"seat", seat}, {"lose", finger}});
  add({{"seat", seat}, {"strike", object(catalogue, {{"seat", seat}, {"finger", finger}})}});
  add({{"seat", seat},
       {"choose", one_of(catalogue, {"attack"})},
       {"fingers", record_of(catalogue, finger)}});
  add({{"seat", seat}, {"choose", one_of(catalogue, {"recover"})}, {"finger", finger}});
}

bool is_of_tatamokatsu(const json::Value& move) {
  for (std::string_view verb : {"roll", "rolloff", "close", "do", "lose", "strike", "choose"})
    if (move.find(verb)) return true;
  return false;
}

// The same JSON with null in the place of what is hidden.
struct Redactor {
  static std::string of(Seat seat, std::string_view verb) {
    return "{\"seat\":" + std::to_string(seat.value) + ",\"" + std::string{verb} + "\":null}";
  }
  std::string operator()(dojo::Draw) const { return "{\"draw\":null}"; }
  std::string operator()(dojo::Deal a) const { return of(a.seat, "deal"); }
  std::string operator()(dojo::Throw a) const { return of(a.seat, "throw"); }
  std::string operator()(dojo::Place a) const { return of(a.seat, "place"); }
  std::string operator()(const auto& open) const { return record::write(dojo::Action{open}); }
};

}  // namespace

void Codec<Move>::write(std::string& out, const Move& move) {
  out += std::visit([](const auto& action) { return record::write(action); }, move.action);
}

void Codec<Move>::read(Reader& in, const json::Value& value, const std::string& path, Move& into) {
  const auto take = [&](const auto& action) {
    if (action)
      into.action = *action;
    else
      in.fail(path, action.error().what);
  };
  if (is_of_tatamokatsu(value))
    take(record::read_tatamokatsu_action(value));
  else
    take(record::read_dojo_action(value));
}

const Shape* Codec<Move>::shape(Catalogue& catalogue) {
  return catalogue.named("Move", [&](Shape& shape) {
    shape.kind = Kind::either;
    describe_dojo(catalogue, shape, false);
    describe_tatamokatsu(catalogue, shape);
  });
}

void Codec<Event>::write(std::string& out, const Event& event) {
  const auto* dojo = std::get_if<dojo::Action>(&event.move.action);
  if (event.redacted && dojo)
    out += std::visit(Redactor{}, *dojo);
  else
    Codec<Move>::write(out, event.move);
}

const Shape* Codec<Event>::shape(Catalogue& catalogue) {
  return catalogue.named("GameEvent", [&](Shape& shape) {
    shape.kind = Kind::either;
    describe_dojo(catalogue, shape, true);
    describe_tatamokatsu(catalogue, shape);
  });
}

int Header::players() const {
  return std::visit([](const auto& header) { return int{header.table.players}; }, game);
}

void Codec<Header>::write(std::string& out, const Header& header) {
  std::string text = std::visit([](const auto& game) { return record::write(game); }, header.game);
  if (!header.first_is_named) {
    // A record always says who begins; a table that draws it does not know yet.
    const std::size_t begin = text.find(",\"first_");
    text.erase(begin, text.find_first_of(",}", begin + 1) - begin);
  }
  out += text;
}

void Codec<Header>::read(Reader& in, const json::Value& value, const std::string& path,
                         Header& into) {
  const auto take = [&](const auto& header) {
    if (header)
      into.game = *header;
    else
      in.fail(path, header.error().what);
  };
  const json::Value* game = value.find("game");
  if (game && game->text == "dojo")
    take(record::read_dojo_header(value));
  else if (game && game->text == "tatamokatsu")
    take(record::read_tatamokatsu_header(value));
  else
    in.fail(path, "\"game\" is \"dojo\" or \"tatamokatsu\"");
  into.first_is_named = value.find("first_dealer") || value.find("first_roller");
}

const Shape* Codec<Header>::shape(Catalogue& catalogue) {
  return catalogue.named("Header", [&](Shape& shape) {
    const Shape* seat = Codec<Seat>::shape(catalogue);
    const Shape* hand = Codec<tatamokatsu::Hand>::shape(catalogue);
    const Shape* time = whole(catalogue, 0, tatamokatsu::longest_timing.count);
    const Shape* variants =
        list_of(catalogue, one_of(catalogue, {"white-belt", "black-belt"}), 0, longest_list);
    const Shape* timing = object(catalogue, {{"window", time, false},
                                             {"announce", time, false},
                                             {"quiet", time, false},
                                             {"tie", time, false},
                                             {"bow", time, false}});
    shape.kind = Kind::either;
    shape.parts.push_back(
        object(catalogue, {{"game", one_of(catalogue, {"dojo"})},
                           {"players", whole(catalogue, dojo::fewest_players, most_players)},
                           {"edition", one_of(catalogue, {"fr", "en"}), false},
                           {"variants", variants, false},
                           {"first_dealer", seat, false},
                           {"deck", record_of(catalogue, whole(catalogue, 0, 255)), false}}));
    shape.parts.push_back(object(
        catalogue,
        {{"game", one_of(catalogue, {"tatamokatsu"})},
         {"players", whole(catalogue, tatamokatsu::fewest_players, most_players)},
         {"hands", list_of(catalogue, hand, tatamokatsu::fewest_players, most_players), false},
         {"first_roller", seat, false},
         {"timing", timing, false}}));
  });
}

}  // namespace tatami::protocol
