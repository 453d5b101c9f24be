#pragma once

#include <variant>

#include "protocol/codec.h"
#include "record/dojo.h"
#include "record/tatamokatsu.h"

// What happens in a game, and which game it is, on the wire as in records (docs/rules/records.md).
namespace tatami::protocol {

struct Move {
  std::variant<dojo::Action, tatamokatsu::Action> action;

  friend bool operator==(const Move&, const Move&) = default;
};

template <>
struct Codec<Move> {
  static void write(std::string& out, const Move& move);
  static void read(Reader& in, const json::Value& value, const std::string& path, Move& into);
  static const Shape* shape(Catalogue& catalogue);
};

// A move as somebody learns of it who may not know the card, the place or the throw: null there.
struct Event {
  Move move;
  bool redacted = false;
};

template <>
struct Codec<Event> {
  static void write(std::string& out, const Event& event);
  static const Shape* shape(Catalogue& catalogue);
};

// A record's header; who begins is drawn unless it says so.
struct Header {
  std::variant<record::DojoHeader, record::TatamokatsuHeader> game;
  bool first_is_named = false;

  int players() const;
  friend bool operator==(const Header&, const Header&) = default;
};

template <>
struct Codec<Header> {
  static void write(std::string& out, const Header& header);
  static void read(Reader& in, const json::Value& value, const std::string& path, Header& into);
  static const Shape* shape(Catalogue& catalogue);
};

}  // namespace tatami::protocol
