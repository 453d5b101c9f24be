#pragma once

#include <cstdint>
#include <string>
#include <string_view>
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

// The problem, in words, for a person.
struct Problem {
  std::string what;
};

Result<Value, Problem> parse(std::string_view text);

// Quoted and escaped.
std::string quote(std::string_view text);
// The same for error messages: no longer than a person reads.
std::string quote_briefly(std::string_view text);

}  // namespace tatami::json
