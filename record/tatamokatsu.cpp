#include "record/tatamokatsu.h"

namespace tatami::record {

using namespace tatamokatsu;

// ---- Values ----

void Codec<Millis>::read(Reader& in, const json::Value& value, const std::string& path,
                         Millis& into) {
  if (const auto time = read_whole(in, value, path, 0, longest_timing.count))
    into = Millis{static_cast<std::int32_t>(*time)};
}

const Shape* Codec<Millis>::shape(Catalogue& catalogue) {
  return catalogue.add({.kind = Shape::Kind::integer, .high = longest_timing.count});
}

namespace {

using Faces = std::array<Face, dice>;

}  // namespace

void Codec<Roll>::write(std::string& out, Roll roll) {
  record::write(out, Faces{roll[Die{0}], roll[Die{1}], roll[Die{2}]});
}

void Codec<Roll>::read(Reader& in, const json::Value& value, const std::string& path, Roll& into) {
  Faces faces{};
  Codec<Faces>::read(in, value, path, faces);
  into = {faces[0], faces[1], faces[2]};
}

const Shape* Codec<Roll>::shape(Catalogue& catalogue) { return Codec<Faces>::shape(catalogue); }

void Codec<Announcement>::write(std::string& out, Announcement values) {
  out += '[';
  for (unsigned x = 0; x < values.xs; ++x)
    (out += x > 0 ? "," : "") += (values.tens >> x & 1U) != 0 ? "10" : "1";
  out += ']';
}

void Codec<Announcement>::read(Reader& in, const json::Value& value, const std::string& path,
                               Announcement& into) {
  into = {};
  if (value.kind != json::Kind::array || value.items.size() > dice)
    return in.fail(path, "expected a list of 1 and 10, at most three");
  for (const json::Value& each : value.items) {
    const bool is_ten = each.kind == json::Kind::integer && each.integer == 10;
    if (!is_ten && (each.kind != json::Kind::integer || each.integer != 1))
      in.fail(item(path, into.xs), "an X is worth 1 or 10");
    if (is_ten) into.tens = static_cast<std::uint8_t>(into.tens | 1U << into.xs);
    ++into.xs;
  }
}

const Shape* Codec<Announcement>::shape(Catalogue& catalogue) {
  const Shape* worth = catalogue.add({.kind = Shape::Kind::integer, .low = 1, .high = 10});
  return catalogue.add({.kind = Shape::Kind::list, .high = dice, .parts = {worth}});
}

const Shape* Codec<Fingers>::shape(Catalogue& catalogue) {
  return catalogue.add({.kind = Shape::Kind::list,
                        .high = fingers_of_a_hand,
                        .parts = {Codec<Finger>::shape(catalogue)}});
}

// ---- Headers ----

void TatamokatsuHands::write(std::string& out, const Setup& setup) {
  ForSeats<Hand> hands;
  for (Seat seat : all_seats(setup.players)) hands.push(setup.hands[seat]);
  record::write(out, hands);
}

void TatamokatsuHands::read(Reader& in, const json::Value& value, const std::string& path,
                            Setup& into) {
  if (!is_list_of(in, value, path, into.players)) return;
  for (Seat seat : all_seats(into.players))
    Codec<Hand>::read(in, value.items[seat.value], item(path, seat.value), into.hands[seat]);
}

const Shape* TatamokatsuHands::shape(Catalogue& catalogue) {
  return catalogue.add({.kind = Shape::Kind::list,
                        .low = fewest_players,
                        .high = most_players,
                        .parts = {Codec<Hand>::shape(catalogue)}});
}

void Codec<TatamokatsuHeader>::read(Reader& in, const json::Value& value, const std::string& path,
                                    TatamokatsuHeader& into) {
  FieldCodec<TatamokatsuHeader>::read(in, value, path, into);
  const Setup& setup = into.setup;
  if (!in.problem && setup.first_roller.value >= setup.players)
    in.fail(detail::field_path(path, "first_roller"),
            "expected a seat from 0 to " + std::to_string(setup.players - 1));
}

// ---- Results ----

TatamokatsuOutcome outcome_of(const Open& open) {
  const Outcome outcome = tatamokatsu::outcome(open);
  TatamokatsuOutcome result;
  for (Seat seat : all_seats(open.setup.players)) result.fingers.push(outcome.fingers[seat]);
  result.winners = outcome.winners;
  return result;
}

}  // namespace tatami::record
