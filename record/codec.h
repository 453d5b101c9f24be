#pragma once

#include <array>
#include <charconv>
#include <concepts>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include "record/json.h"
#include "record/shape.h"
#include "record/words.h"
#include "rules/core/hand.h"
#include "rules/core/list.h"
#include "rules/core/seat.h"

// How values are written as JSON, read from it (strictly, and saying what is wrong) and described.
// record/fields.h makes such a Codec from a table of fields.
namespace tatami::record {

// Remembers the first thing that was wrong.
struct Reader {
  std::optional<json::Problem> problem;

  void fail(const std::string& path, const std::string& what) {
    if (!problem) problem = json::Problem{path.empty() ? what : path + ": " + what};
  }
};

// How a T is written, read and described:
//   static void write(std::string& out, const T& value);
//   static void read(Reader& in, const json::Value& value, const std::string& path, T& into);
//   static const Shape* shape(Catalogue& catalogue);
template <class T>
struct Codec;

template <class T>
void write(std::string& out, const T& value) {
  Codec<T>::write(out, value);
}

template <class T>
std::string to_json(const T& value) {
  std::string out;
  Codec<T>::write(out, value);
  return out;
}

template <class T>
Result<T, json::Problem> from_json(const json::Value& value) {
  Reader in;
  T result{};
  Codec<T>::read(in, value, {}, result);
  if (in.problem) return *in.problem;
  return result;
}

template <class T>
Result<T, json::Problem> from_json(std::string_view text) {
  const auto value = json::parse(text);
  if (!value) return json::Problem{"no valid JSON, " + value.error().what};
  return from_json<T>(*value);
}

// ---- Plain values ----

template <>
struct Codec<bool> {
  static void write(std::string& out, bool value) { out += value ? "true" : "false"; }
  static void read(Reader& in, const json::Value& value, const std::string& path, bool& into) {
    if (value.kind != json::Kind::boolean) return in.fail(path, "expected true or false");
    into = value.boolean;
  }
  static const Shape* shape(Catalogue& catalogue) {
    return catalogue.add({.kind = Shape::Kind::boolean});
  }
};

// Numbers that JavaScript has too.
inline constexpr std::int64_t largest_number = (std::int64_t{1} << 53) - 1;

// A whole number from low to high, or a problem.
std::optional<std::int64_t> read_whole(Reader& in, const json::Value& value,
                                       const std::string& path, std::int64_t low,
                                       std::int64_t high);

template <std::integral T>
struct Codec<T> {
  static constexpr std::int64_t low =
      std::is_signed_v<T> ? std::max<std::int64_t>(std::numeric_limits<T>::min(), -largest_number)
                          : 0;
  static constexpr std::int64_t high =
      sizeof(T) < 8 ? static_cast<std::int64_t>(std::numeric_limits<T>::max()) : largest_number;

  static void write(std::string& out, T value) {
    std::array<char, 20> digits{};
    const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), value).ptr;
    out.append(digits.data(), end);
  }
  static void read(Reader& in, const json::Value& value, const std::string& path, T& into) {
    if (const auto number = read_whole(in, value, path, low, high)) into = static_cast<T>(*number);
  }
  static const Shape* shape(Catalogue& catalogue) {
    return catalogue.add({.kind = Shape::Kind::integer, .low = low, .high = high});
  }
};

// A number or an index that has narrower bounds than its type.
template <class T, int Low, int High>
struct Whole {
  static void write(std::string& out, T value) {
    if constexpr (std::integral<T>)
      Codec<int>::write(out, value);
    else
      Codec<int>::write(out, value.value);
  }
  static void read(Reader& in, const json::Value& value, const std::string& path, T& into) {
    if (const auto number = read_whole(in, value, path, Low, High))
      into = static_cast<T>(static_cast<int>(*number));
  }
  static const Shape* shape(Catalogue& catalogue) {
    return catalogue.add({.kind = Shape::Kind::integer, .low = Low, .high = High});
  }
};

// A text of at most so many bytes.
template <std::size_t Longest>
struct Text : std::string {
  using std::string::string;
  Text() = default;
  Text(std::string text) : std::string(std::move(text)) {}
};

template <std::size_t Longest>
struct Codec<Text<Longest>> {
  static void write(std::string& out, const std::string& value) { out += json::quote(value); }
  static void read(Reader& in, const json::Value& value, const std::string& path,
                   std::string& into) {
    if (value.kind != json::Kind::string) return in.fail(path, "expected a text in quotes");
    if (value.text.size() > Longest)
      return in.fail(path, "longer than " + std::to_string(Longest) + " bytes");
    into = value.text;
  }
  static const Shape* shape(Catalogue& catalogue) {
    return catalogue.add({.kind = Shape::Kind::text, .high = static_cast<std::int64_t>(Longest)});
  }
};

void fail_with_words(Reader& in, const json::Value& value, const std::string& path,
                     const std::vector<std::string_view>& known);

template <Worded T>
struct Codec<T> {
  static void write(std::string& out, T value) { (out += '"').append(name(value)) += '"'; }
  static void read(Reader& in, const json::Value& value, const std::string& path, T& into) {
    if (value.kind == json::Kind::string)
      for (const auto& [word, meaning] : words_of<T>)
        if (word == value.text) return void(into = meaning);
    std::vector<std::string_view> known;
    known.reserve(words_of<T>.size());
    for (const auto& [word, meaning] : words_of<T>) known.push_back(word);
    fail_with_words(in, value, path, known);
  }
  static const Shape* shape(Catalogue& catalogue) {
    const auto describe = [](Shape& shape) {
      shape.kind = Shape::Kind::words;
      for (const auto& [word, meaning] : words_of<T>) shape.words.emplace_back(word);
    };
    if constexpr (words_name<T>.empty()) {
      Shape words;
      describe(words);
      return catalogue.add(std::move(words));
    } else {
      return catalogue.named(words_name<T>, describe);
    }
  }
};

// ---- Made of others ----

inline const Shape* nullable(Catalogue& catalogue, const Shape* part) {
  return catalogue.add({.kind = Shape::Kind::nullable, .parts = {part}});
}

// Null where there is nothing.
template <class T>
struct Codec<std::optional<T>> {
  static void write(std::string& out, const std::optional<T>& value) {
    if (value)
      Codec<T>::write(out, *value);
    else
      out += "null";
  }
  static void read(Reader& in, const json::Value& value, const std::string& path,
                   std::optional<T>& into) {
    into.reset();
    if (value.kind != json::Kind::null) Codec<T>::read(in, value, path, into.emplace());
  }
  static const Shape* shape(Catalogue& catalogue) {
    return nullable(catalogue, Codec<T>::shape(catalogue));
  }
};

// A field that is only sometimes there.
template <class T>
struct Sometimes : std::optional<T> {
  using std::optional<T>::optional;
};

template <class Range>
void write_list(std::string& out, const Range& items) {
  out += '[';
  bool first = true;
  for (const auto& item : items) {
    if (!std::exchange(first, false)) out += ',';
    record::write(out, item);
  }
  out += ']';
}

inline constexpr std::int64_t longest_list = 4096;

std::string item(const std::string& path, std::size_t index);  // list[index]
// Whether it is a list of exactly this length; if not, that is the problem.
bool is_list_of(Reader& in, const json::Value& value, const std::string& path, std::size_t length);

template <class T>
struct Codec<std::vector<T>> {
  static void write(std::string& out, const std::vector<T>& items) { write_list(out, items); }
  static void read(Reader& in, const json::Value& value, const std::string& path,
                   std::vector<T>& into) {
    if (value.kind != json::Kind::array ||
        value.items.size() > static_cast<std::size_t>(longest_list))
      return in.fail(path, "expected a list");
    into.resize(value.items.size());
    for (std::size_t i = 0; i < into.size(); ++i)
      Codec<T>::read(in, value.items[i], item(path, i), into[i]);
  }
  static const Shape* shape(Catalogue& catalogue) {
    return catalogue.add(
        {.kind = Shape::Kind::list, .high = longest_list, .parts = {Codec<T>::shape(catalogue)}});
  }
};

// Something by seat, for those who play.
template <class T>
using ForSeats = List<T, most_players>;

template <class T, std::size_t N>
struct Codec<List<T, N>> {
  static void write(std::string& out, const List<T, N>& items) { write_list(out, items); }
  static void read(Reader& in, const json::Value& value, const std::string& path,
                   List<T, N>& into) {
    into.clear();
    if (value.kind != json::Kind::array || value.items.size() > N)
      return in.fail(path, "expected a list of at most " + std::to_string(N));
    for (std::size_t i = 0; i < value.items.size(); ++i) {
      T each{};
      Codec<T>::read(in, value.items[i], item(path, i), each);
      into.push(each);
    }
  }
  static const Shape* shape(Catalogue& catalogue) {
    return catalogue.add({.kind = Shape::Kind::list,
                          .high = static_cast<std::int64_t>(N),
                          .parts = {Codec<T>::shape(catalogue)}});
  }
};

template <class T, std::size_t N>
struct Codec<std::array<T, N>> {
  static void write(std::string& out, const std::array<T, N>& items) { write_list(out, items); }
  static void read(Reader& in, const json::Value& value, const std::string& path,
                   std::array<T, N>& into) {
    if (!is_list_of(in, value, path, N)) return;
    for (std::size_t i = 0; i < N; ++i) Codec<T>::read(in, value.items[i], item(path, i), into[i]);
  }
  static const Shape* shape(Catalogue& catalogue) {
    return catalogue.add({.kind = Shape::Kind::list,
                          .low = static_cast<std::int64_t>(N),
                          .high = static_cast<std::int64_t>(N),
                          .parts = {Codec<T>::shape(catalogue)}});
  }
};

// ---- Seats ----

TATAMI_WORDS(Hand, "Hand", {{"left", Hand::left}, {"right", Hand::right}});

template <>
struct Codec<Seat> {
  static void write(std::string& out, Seat seat) { record::write(out, int{seat.value}); }
  static void read(Reader& in, const json::Value& value, const std::string& path, Seat& into) {
    if (value.kind != json::Kind::integer || value.integer < 0 || value.integer >= most_players)
      return in.fail(path, "expected a seat from 0 to 4");
    into = Seat{static_cast<int>(value.integer)};
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

std::optional<Seat> read_seat_name(Reader& in, std::string_view name, const std::string& path);

// Something for some of the seats: {"0":"thumb","2":"ring"}.
template <class T>
struct Codec<PerSeat<std::optional<T>>> {
  static void write(std::string& out, const PerSeat<std::optional<T>>& items) {
    out += '{';
    for (Seat seat : all_seats(most_players)) {
      if (!items[seat]) continue;
      if (out.back() != '{') out += ',';
      ((out += '"') += static_cast<char>('0' + seat.value)) += "\":";
      Codec<T>::write(out, *items[seat]);
    }
    out += '}';
  }
  static void read(Reader& in, const json::Value& value, const std::string& path,
                   PerSeat<std::optional<T>>& into) {
    into = {};
    if (value.kind != json::Kind::object)
      return in.fail(path, "expected an object with a field for each seat, such as \"0\"");
    for (const json::Field& each : value.fields)
      if (const auto seat = read_seat_name(in, each.name, path))
        Codec<T>::read(in, each.value, path + "." + each.name, into[*seat].emplace());
  }
  static const Shape* shape(Catalogue& catalogue) {
    return catalogue.add({.kind = Shape::Kind::record, .parts = {Codec<T>::shape(catalogue)}});
  }
};

}  // namespace tatami::record
