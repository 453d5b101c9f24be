#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>

// Words for values, as JSON writes them.
namespace tatami::record {

template <class T>
using Named = std::pair<std::string_view, T>;

template <class T, std::size_t N>
std::string_view name_in(const std::array<Named<T>, N>& names, T meaning) {
  for (const auto& [text, each] : names)
    if (each == meaning) return text;
  return "none";
}

template <class T, std::size_t N>
std::optional<T> named_in(const std::array<Named<T>, N>& names, std::string_view name) {
  for (const auto& [text, each] : names)
    if (text == name) return each;
  return {};
}

// The words of an enumeration, and the name of its type in TypeScript and in the JSON Schema;
// without a name its words stand where it is used.
template <class T, std::size_t N>
struct Words {
  std::string_view name;
  std::array<Named<T>, N> table;
};

// Stands for a type where a function of its namespace, or of this one, is looked for.
template <class T>
struct Tag {};

template <class T>
concept Worded = std::is_enum_v<T> && requires { tatami_words(Tag<T>{}); };

template <Worded T>
inline constexpr auto words_of = tatami_words(Tag<T>{}).table;
template <Worded T>
inline constexpr std::string_view words_name = tatami_words(Tag<T>{}).name;

// In the namespace of the enumeration, or here: TATAMI_WORDS(Hand, "Hand", {{"left", Hand::left},
// …});
#define TATAMI_WORDS(type, title, ...)                                                \
  constexpr auto tatami_words(::tatami::record::Tag<type>) {                          \
    constexpr auto table = std::to_array<::tatami::record::Named<type>>(__VA_ARGS__); \
    return ::tatami::record::Words<type, table.size()>{title, table};                 \
  }                                                                                   \
  static_assert(::tatami::record::Worded<type>)

// All values that have a word.
template <Worded T>
inline constexpr auto values_of = [] {
  std::array<T, words_of<T>.size()> values{};
  for (std::size_t i = 0; i < values.size(); ++i) values[i] = words_of<T>[i].second;
  return values;
}();

template <Worded T>
std::string_view name(T value) {
  return name_in(words_of<T>, value);
}

template <Worded T>
std::optional<T> named(std::string_view word) {
  return named_in(words_of<T>, word);
}

}  // namespace tatami::record
