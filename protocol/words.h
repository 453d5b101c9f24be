#pragma once

#include "protocol/codec.h"
#include "record/dojo.h"
#include "record/tatamokatsu.h"

// The games' own types on the wire, in the words of the records.
namespace tatami::protocol {

template <>
struct Codec<Seat> {
  static void write(std::string& out, Seat seat) { protocol::write(out, int{seat.value}); }
  static void read(Reader& in, const json::Value& value, const std::string& path, Seat& into) {
    int number = 0;
    Codec<int>::read(in, value, path, number);
    if (number < 0 || number >= most_players) return in.fail(path, "expected a seat from 0 to 4");
    into = Seat{number};
  }
  static const Shape* shape(Catalogue& catalogue) {
    return catalogue.named("Seat", [](Shape& shape) {
      shape.kind = Shape::Kind::integer;
      shape.high = most_players - 1;
    });
  }
};

template <>
struct Codec<SeatSet> {
  static void write(std::string& out, SeatSet seats) { write_list(out, seats); }
  static void read(Reader& in, const json::Value& value, const std::string& path, SeatSet& into) {
    std::vector<Seat> seats;
    Codec<std::vector<Seat>>::read(in, value, path, seats);
    into = {};
    for (Seat seat : seats) into.insert(seat);
  }
  static const Shape* shape(Catalogue& catalogue) {
    return catalogue.add({.kind = Shape::Kind::list,
                          .high = most_players,
                          .parts = {Codec<Seat>::shape(catalogue)}});
  }
};

// ---- Words of the records ----

// The words of an enumeration: a table that is there already, or one of its own.
#define TATAMI_WORDS_IN(type, title, table)                   \
  template <>                                                 \
  inline constexpr std::string_view words_name<type> = title; \
  template <>                                                 \
  inline constexpr auto words_of<type> = table

#define TATAMI_WORDS(type, title, ...) \
  TATAMI_WORDS_IN(type, title, std::to_array<record::Named<type>>(__VA_ARGS__))

TATAMI_WORDS_IN(dojo::Gesture, "Gesture", record::gesture_names);
TATAMI_WORDS(dojo::Phase, "DojoPhase",
             {{"turn_trophy", dojo::Phase::turn_trophy},
              {"draw", dojo::Phase::draw},
              {"deal", dojo::Phase::deal},
              {"give", dojo::Phase::give},
              {"ask", dojo::Phase::ask},
              {"throws", dojo::Phase::throws},
              {"swap", dojo::Phase::swap},
              {"train", dojo::Phase::train},
              {"place_trophy", dojo::Phase::place_trophy},
              {"over", dojo::Phase::over}});
TATAMI_WORDS(tatamokatsu::Phase, "TatamokatsuPhase",
             {{"roll", tatamokatsu::Phase::roll},
              {"rolloff", tatamokatsu::Phase::rolloff},
              {"window", tatamokatsu::Phase::window},
              {"pay", tatamokatsu::Phase::pay},
              {"lose", tatamokatsu::Phase::lose},
              {"strike", tatamokatsu::Phase::strike},
              {"choose", tatamokatsu::Phase::choose},
              {"over", tatamokatsu::Phase::over}});
TATAMI_WORDS(tatamokatsu::RollKind, "RollKind",
             {{"sum", tatamokatsu::RollKind::sum},
              {"katana", tatamokatsu::RollKind::katana},
              {"grab", tatamokatsu::RollKind::grab}});
TATAMI_WORDS_IN(tatamokatsu::Face, "Face", record::face_names);
TATAMI_WORDS_IN(tatamokatsu::Finger, "Finger", record::finger_names);
TATAMI_WORDS_IN(tatamokatsu::Hand, "Hand", record::hand_names);

// ---- Dojo ----

template <>
struct Codec<dojo::Card> {
  static void write(std::string& out, dojo::Card card) {
    ((out += '"') += record::name(card)) += '"';
  }
  static const Shape* shape(Catalogue& catalogue) {
    return catalogue.named("Card", [](Shape& shape) {
      shape.kind = Shape::Kind::words;
      dojo::for_each_card([&](dojo::Card card) { shape.words.push_back(record::name(card)); });
    });
  }
};

template <>
struct Codec<dojo::Trophy> {
  static void write(std::string& out, dojo::Trophy trophy) {
    ((out += '"') += record::name(trophy)) += '"';
  }
  static const Shape* shape(Catalogue& catalogue) {
    return catalogue.named("Trophy", [](Shape& shape) {
      shape.kind = Shape::Kind::words;
      for (dojo::Trophy trophy : dojo::all_trophies) shape.words.emplace_back(record::name(trophy));
    });
  }
};

template <>
struct Codec<dojo::Cell> {
  static void write(std::string& out, dojo::Cell cell) {
    out += '[';
    protocol::write(out, int{cell.row().value});
    out += ',';
    protocol::write(out, int{cell.column().value});
    out += ']';
  }
  static const Shape* shape(Catalogue& catalogue) {
    const Shape* part = catalogue.add({.kind = Shape::Kind::integer,
                                       .low = -dojo::furthest_column,
                                       .high = dojo::furthest_column});
    return catalogue.add({.kind = Shape::Kind::pair, .parts = {part}});
  }
};

// How many of each, of those there are any of.
template <class Counts, class Each>
void write_counts(std::string& out, const Counts& counts, Each&& for_each) {
  out += '{';
  for_each([&](auto thing) {
    if (counts[thing] == 0) return;
    if (out.back() != '{') out += ',';
    ((out += '"') += record::name(thing)) += "\":";
    protocol::write(out, int{counts[thing]});
  });
  out += '}';
}

inline const Shape* counts_shape(Catalogue& catalogue, std::int64_t most) {
  const Shape* count = catalogue.add({.kind = Shape::Kind::integer, .low = 1, .high = most});
  return catalogue.add({.kind = Shape::Kind::record, .parts = {count}});
}

template <>
struct Codec<dojo::CardCounts> {
  static void write(std::string& out, const dojo::CardCounts& counts) {
    write_counts(out, counts, [](auto&& visit) { dojo::for_each_card(visit); });
  }
  static const Shape* shape(Catalogue& catalogue) { return counts_shape(catalogue, 255); }
};

template <>
struct Codec<dojo::TrophyCounts> {
  static void write(std::string& out, dojo::TrophyCounts counts) {
    write_counts(out, counts, [](auto&& visit) {
      for (dojo::Trophy trophy : dojo::all_trophies) visit(trophy);
    });
  }
  static const Shape* shape(Catalogue& catalogue) {
    return counts_shape(catalogue, dojo::copies_of_a_trophy);
  }
};

// ---- Tatamokatsu ----

template <>
struct Codec<tatamokatsu::Fingers> {
  static void write(std::string& out, tatamokatsu::Fingers fingers) { write_list(out, fingers); }
  static const Shape* shape(Catalogue& catalogue) {
    return catalogue.add({.kind = Shape::Kind::list,
                          .high = tatamokatsu::fingers_of_a_hand,
                          .parts = {Codec<tatamokatsu::Finger>::shape(catalogue)}});
  }
};

// Null for what never was.
template <>
struct Codec<tatamokatsu::Millis> {
  static void write(std::string& out, tatamokatsu::Millis time) {
    if (time == tatamokatsu::never)
      out += "null";
    else
      protocol::write(out, time.count);
  }
  static const Shape* shape(Catalogue& catalogue) {
    return nullable(catalogue, catalogue.add({.kind = Shape::Kind::integer,
                                              .high = tatamokatsu::longest_timing.count}));
  }
};

}  // namespace tatami::protocol
