#pragma once

#include <string>

#include "protocol/codec.h"
#include "record/message.h"

namespace tatami::protocol {

// The header of a record of any game, checked by its game; who begins is drawn unless it says so.
struct Header {
  std::string game;  // its name
  int players = 0;
  bool first_is_named = false;
  std::string text;  // as JSON

  friend bool operator==(const Header&, const Header&) = default;
};

}  // namespace tatami::protocol

namespace tatami::record {

template <>
struct Codec<protocol::Header> {
  static void write(std::string& out, const protocol::Header& header) { out += header.text; }
  static void read(Reader& in, const json::Value& value, const std::string& path,
                   protocol::Header& into);
  static const Shape* shape(Catalogue& catalogue);
};

}  // namespace tatami::record
