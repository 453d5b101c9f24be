#include "protocol/codec.h"

namespace tatami::protocol {

std::string type_name(std::string_view name) {
  std::string out;
  bool up = true;
  for (char c : name) {
    if (c != '_') out += up && 'a' <= c && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
    up = c == '_';
  }
  return out;
}

}  // namespace tatami::protocol
