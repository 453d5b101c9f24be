#pragma once

#include <cstdint>
#include <initializer_list>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "rules/core/result.h"

// A strict reader and a small writer of JSON. Boost.JSON needs exceptions, and this has to run as
// WebAssembly, where we have none; it also refuses what a lenient reader would let pass (a field
// given twice, deep nesting).
namespace tatami::json {

inline constexpr int deepest = 16;

enum class Kind : std::uint8_t { null, boolean, integer, number, string, array, object };

struct Field;

struct Value {
  Kind kind = Kind::null;
  bool boolean = false;
  std::int64_t integer = 0;  // a number that is not a whole one that fits has Kind::number
  std::string text;
  std::vector<Value> items;
  std::vector<Field> fields;

  const Value* find(std::string_view name) const;
};

struct Field {
  std::string name;
  Value value;
};

// What was wrong, in words, for a person.
struct Problem {
  std::string what;
};

Result<Value, Problem> parse(std::string_view text);

// Quoted and escaped.
std::string quote(std::string_view text);
// The same for error messages: no longer than a person reads.
std::string quote_briefly(std::string_view text);

// Reads the fields of one object and remembers the first thing that was wrong. After a problem
// the values it returns mean nothing.
class Decoder {
 public:
  explicit Decoder(const Value& value, std::string path = {});

  bool has(std::string_view name) const;
  // The value of a field that must be there, or null with a problem.
  const Value* need(std::string_view name);

  int whole(std::string_view name, int low, int high);
  bool flag(std::string_view name);
  template <class T>
  T choice(std::string_view name, std::span<const std::pair<std::string_view, T>> names) {
    const Value* value = need(name);
    return value ? choice<T>(*value, at(name), names) : T{};
  }

  // The same for values inside a field.
  int whole(const Value& value, const std::string& path, int low, int high);
  template <class T>
  T choice(const Value& value, const std::string& path,
           std::span<const std::pair<std::string_view, T>> names) {
    if (value.kind != Kind::string) return fail(path + ": expected a name in quotes"), T{};
    for (const auto& [name, meaning] : names)
      if (name == value.text) return meaning;
    std::string known;
    for (const auto& [name, meaning] : names)
      known += (known.empty() ? " is none of " : ", ") + std::string{name};
    return fail(path + ": " + quote_briefly(value.text) + known), T{};
  }
  // An array of exactly this length, or null with a problem.
  const std::vector<Value>* array(const Value& value, const std::string& path, std::size_t length);

  // Every field that is there must be one of these.
  void only(std::initializer_list<std::string_view> names);

  std::string at(std::string_view name) const { return path_ + quote_briefly(name); }
  void fail(std::string what);
  const std::optional<Problem>& problem() const { return problem_; }

 private:
  const Value& value_;
  std::string path_;
  std::optional<Problem> problem_;
};

}  // namespace tatami::json
