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

#include "protocol/shape.h"
#include "record/json.h"
#include "record/words.h"
#include "rules/core/list.h"
#include "rules/core/seat.h"

// A message is a plain struct with a name and a list of its fields. From that one definition come
// its JSON, the strict reader of that JSON, its TypeScript type and its JSON Schema.
namespace tatami::protocol {

template <class Owner, class T>
struct Field {
  std::string_view name;
  T Owner::* member;
};

template <class Owner, class T>
constexpr Field<Owner, T> field(std::string_view name, T Owner::* member) {
  return {name, member};
}

template <class T>
concept Struct = requires {
  { T::name } -> std::convertible_to<std::string_view>;
  T::fields();
};

// In a struct: its name on the wire and its fields, each as of("name", &Struct::member).
#define TATAMI_MESSAGE(wire_name, ...)                       \
  static constexpr std::string_view name = wire_name;        \
  static constexpr auto fields() {                           \
    const auto of = [](std::string_view each, auto member) { \
      return ::tatami::protocol::field(each, member);        \
    };                                                       \
    return std::tuple{__VA_ARGS__};                          \
  }

// take_back -> TakeBack
std::string type_name(std::string_view name);

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
    if (value.kind != json::Kind::integer || value.integer < low || value.integer > high)
      return in.fail(path, "expected a whole number from " + std::to_string(low) + " to " +
                               std::to_string(high));
    into = static_cast<T>(value.integer);
  }
  static const Shape* shape(Catalogue& catalogue) {
    return catalogue.add({.kind = Shape::Kind::integer, .low = low, .high = high});
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

// An enumeration has its words in an array `words_of<T>`, under the name `words_name<T>`.
template <class T>
inline constexpr std::nullptr_t words_of{};
template <class T>
inline constexpr std::string_view words_name{};

template <class T>
concept Worded = std::is_enum_v<T> && !words_name<T>.empty();

template <Worded T>
struct Codec<T> {
  static void write(std::string& out, T value) {
    (out += '"').append(record::name_in(words_of<T>, value)) += '"';
  }
  static void read(Reader& in, const json::Value& value, const std::string& path, T& into) {
    if (value.kind == json::Kind::string)
      for (const auto& [word, meaning] : words_of<T>)
        if (word == value.text) return void(into = meaning);
    std::string known;
    for (const auto& [word, meaning] : words_of<T>) (known += known.empty() ? "" : ", ") += word;
    in.fail(path, "expected one of " + known);
  }
  static const Shape* shape(Catalogue& catalogue) {
    return catalogue.named(words_name<T>, [](Shape& shape) {
      shape.kind = Shape::Kind::words;
      for (const auto& [word, meaning] : words_of<T>) shape.words.emplace_back(word);
    });
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
    protocol::write(out, item);
  }
  out += ']';
}

inline constexpr std::int64_t longest_list = 4096;

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
      Codec<T>::read(in, value.items[i], path + "[" + std::to_string(i) + "]", into[i]);
  }
  static const Shape* shape(Catalogue& catalogue) {
    return catalogue.add(
        {.kind = Shape::Kind::list, .high = longest_list, .parts = {Codec<T>::shape(catalogue)}});
  }
};

template <class T, std::size_t N>
struct Codec<List<T, N>> {
  static void write(std::string& out, const List<T, N>& items) { write_list(out, items); }
  static void read(Reader& in, const json::Value& value, const std::string& path,
                   List<T, N>& into) {
    into.clear();
    if (value.kind != json::Kind::array || value.items.size() > N)
      return in.fail(path, "expected a list of at most " + std::to_string(N));
    for (std::size_t i = 0; i < value.items.size(); ++i) {
      T item{};
      Codec<T>::read(in, value.items[i], path + "[" + std::to_string(i) + "]", item);
      into.push(item);
    }
  }
  static const Shape* shape(Catalogue& catalogue) {
    return catalogue.add({.kind = Shape::Kind::list,
                          .high = static_cast<std::int64_t>(N),
                          .parts = {Codec<T>::shape(catalogue)}});
  }
};

// ---- Structs ----

namespace detail {

template <class T>
inline constexpr bool is_sometimes = false;
template <class T>
inline constexpr bool is_sometimes<Sometimes<T>> = true;

// Fields after a "{" that may hold others already.
template <class T, class Which>
void write_fields(std::string& out, const T& value, Which&& which) {
  std::apply(
      [&](const auto&... fields) {
        std::size_t i = 0;
        const auto one = [&](const auto& field) {
          const auto& member = value.*field.member;
          using Member = std::remove_cvref_t<decltype(member)>;
          if (!which(i++)) return;
          if constexpr (is_sometimes<Member>) {
            if (!member) return;
          }
          if (out.back() != '{') out += ',';
          ((out += '"') += field.name) += "\":";
          if constexpr (is_sometimes<Member>)
            protocol::write(out, *member);
          else
            protocol::write(out, member);
        };
        (one(fields), ...);
      },
      T::fields());
}

template <class T>
bool has_field(std::string_view name) {
  return std::apply([&](const auto&... fields) { return ((fields.name == name) || ...); },
                    T::fields());
}

// `tag`: one more field that has been read already.
template <class T>
void read_fields(Reader& in, const json::Value& object, const std::string& path, T& into,
                 std::string_view tag = {}) {
  if (object.kind != json::Kind::object) return in.fail(path, "expected an object");
  const std::string before = path.empty() ? "" : path + ".";
  for (const json::Field& each : object.fields)
    if (each.name != tag && !has_field<T>(each.name))
      in.fail(path, "unknown field " + json::quote_briefly(each.name));
  const auto one = [&](const auto& field) {
    auto& member = into.*field.member;
    using Member = std::remove_cvref_t<decltype(member)>;
    const json::Value* value = object.find(field.name);
    if constexpr (is_sometimes<Member>) {
      if (value)
        Codec<typename Member::value_type>::read(in, *value, before + std::string{field.name},
                                                 member.emplace());
    } else {
      if (!value) return in.fail(before + std::string{field.name}, "is missing");
      Codec<Member>::read(in, *value, before + std::string{field.name}, member);
    }
  };
  std::apply([&](const auto&... fields) { (one(fields), ...); }, T::fields());
}

template <class T>
void describe_fields(Catalogue& catalogue, Shape& shape) {
  shape.kind = Shape::Kind::object;
  const auto one = [&]<class Owner, class M>(const Field<Owner, M>& field) {
    const std::string name{field.name};
    if constexpr (is_sometimes<M>)
      shape.members.push_back({name, Codec<typename M::value_type>::shape(catalogue), false});
    else
      shape.members.push_back({name, Codec<M>::shape(catalogue), true});
  };
  std::apply([&](const auto&... fields) { (one(fields), ...); }, T::fields());
}

inline constexpr auto every_field = [](std::size_t) { return true; };

}  // namespace detail

template <Struct T>
struct Codec<T> {
  static void write(std::string& out, const T& value) {
    out += '{';
    detail::write_fields(out, value, detail::every_field);
    out += '}';
  }
  static void read(Reader& in, const json::Value& value, const std::string& path, T& into) {
    detail::read_fields(in, value, path, into);
  }
  static const Shape* shape(Catalogue& catalogue) {
    return catalogue.named(type_name(T::name),
                           [&](Shape& shape) { detail::describe_fields<T>(catalogue, shape); });
  }
};

// ---- Messages: one of several structs, which its "type" names ----

template <Struct T>
void write_tagged(std::string& out, const T& message) {
  ((out += "{\"type\":\"") += T::name) += '"';
  detail::write_fields(out, message, detail::every_field);
  out += '}';
}

template <Struct... Ts>
struct Codec<std::variant<Ts...>> {
  using Either = std::variant<Ts...>;

  static void write(std::string& out, const Either& message) {
    std::visit([&](const auto& each) { write_tagged(out, each); }, message);
  }

  static void read(Reader& in, const json::Value& value, const std::string& path, Either& into) {
    const json::Value* type = value.find("type");
    if (!type || type->kind != json::Kind::string)
      return in.fail(path, "expected an object with a \"type\"");
    const auto one = [&]<class T>(std::type_identity<T>) {
      if (type->text != T::name) return false;
      detail::read_fields(in, value, path, into.template emplace<T>(), "type");
      return true;
    };
    if (!(one(std::type_identity<Ts>{}) || ...))
      in.fail(path, "unknown type " + json::quote_briefly(type->text));
  }

  static const Shape* shape(Catalogue& catalogue) {
    Shape either{.kind = Shape::Kind::either};
    (either.parts.push_back(message<Ts>(catalogue)), ...);
    return catalogue.add(std::move(either));
  }

 private:
  template <class T>
  static const Shape* message(Catalogue& catalogue) {
    return catalogue.named(type_name(T::name), [&](Shape& shape) {
      const Shape* tag =
          catalogue.add({.kind = Shape::Kind::words, .words = {std::string{T::name}}});
      shape.members.push_back({"type", tag, true});
      detail::describe_fields<T>(catalogue, shape);
    });
  }
};

// ---- Some of the fields of a struct: what has changed ----

template <Struct T>
struct Partial {
  T value;
  std::uint32_t present = 0;  // bit i: field i

  static Partial change(const T& before, const T& after) {
    Partial partial{after, 0};
    std::uint32_t bit = 1;
    const auto one = [&](const auto& field) {
      if (!(before.*field.member == after.*field.member)) partial.present |= bit;
      bit <<= 1U;
    };
    std::apply([&](const auto&... fields) { (one(fields), ...); }, T::fields());
    return partial;
  }
};

template <Struct T>
struct Codec<Partial<T>> {
  static_assert(std::tuple_size_v<decltype(T::fields())> <= 32);

  static void write(std::string& out, const Partial<T>& partial) {
    out += '{';
    detail::write_fields(out, partial.value,
                         [&](std::size_t i) { return (partial.present >> i & 1U) != 0; });
    out += '}';
  }
  static const Shape* shape(Catalogue& catalogue) {
    return catalogue.add({.kind = Shape::Kind::partial, .parts = {Codec<T>::shape(catalogue)}});
  }
};

}  // namespace tatami::protocol
