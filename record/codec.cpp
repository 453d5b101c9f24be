#include "record/codec.h"

namespace tatami::record {

std::optional<std::int64_t> read_whole(Reader& in, const json::Value& value,
                                       const std::string& path, std::int64_t low,
                                       std::int64_t high) {
  if (value.kind == json::Kind::integer && low <= value.integer && value.integer <= high)
    return value.integer;
  in.fail(path,
          "expected a whole number from " + std::to_string(low) + " to " + std::to_string(high));
  return {};
}

void fail_with_words(Reader& in, const json::Value& value, const std::string& path,
                     const std::vector<std::string_view>& known) {
  std::string what = "expected one of ";
  for (std::string_view word : known) (what += word == known.front() ? "" : ", ") += word;
  if (value.kind == json::Kind::string) (what += ", not ") += json::quote_briefly(value.text);
  in.fail(path, what);
}

std::string item(const std::string& path, std::size_t index) {
  return path + "[" + std::to_string(index) + "]";
}

bool is_list_of(Reader& in, const json::Value& value, const std::string& path, std::size_t length) {
  if (value.kind == json::Kind::array && value.items.size() == length) return true;
  in.fail(path, "expected a list of " + std::to_string(length));
  return false;
}

std::optional<Seat> read_seat_name(Reader& in, std::string_view name, const std::string& path) {
  if (name.size() == 1 && '0' <= name[0] && name[0] < '0' + most_players)
    return Seat{name[0] - '0'};
  in.fail(path, "no seat " + json::quote_briefly(name));
  return {};
}

}  // namespace tatami::record
