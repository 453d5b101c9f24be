#pragma once

#include <type_traits>

#include "record/fields.h"

// An event as somebody was told of it: what is secret may be null.
namespace tatami::record {

namespace detail {

// Whether a field that may not be known was null; the others are read.
template <class T>
bool read_told(Reader& in, const json::Value& value, T& into) {
  bool is_redacted = false;
  for (const json::Field& each : value.fields)
    if (!any_field(fields_of<T>, [&](const auto& field) { return field.name == each.name; }))
      fail_unknown(in, {}, each.name);
  each_field(fields_of<T>, [&](const auto& field) {
    const json::Value* found = value.find(field.name);
    if (!found && field.is_always_there) in.fail(std::string{field.name}, "is missing");
    if (!found) return;
    if (field.marks.secret && found->kind == json::Kind::null)
      is_redacted = true;
    else
      field.read(in, *found, std::string{field.name}, into);
  });
  return is_redacted;
}

template <class... Ts>
void read_told(Reader& in, const json::Value& value, std::variant<Ts...>& into, bool& redacted) {
  const auto one = [&]<class T>(std::type_identity<T>) {
    if constexpr (Fielded<T>) {
      if (!Codec<T>::fits(value)) return false;
      redacted = read_told(in, value, into.template emplace<T>());
      return true;
    }
    return false;
  };
  // Other text, and events without secrets, are read as in a record.
  if (!(one(std::type_identity<Ts>{}) || ...))
    Codec<std::variant<Ts...>>::read(in, value, {}, into);
}

}  // namespace detail

template <class Action>
Result<Event<Action>, json::Problem> read_event(std::string_view text) {
  const auto value = json::parse(text);
  if (!value) return json::Problem{"not valid JSON: " + value.error().what};
  Reader in;
  Event<Action> event{};
  detail::read_told(in, *value, event.action, event.redacted);
  if (in.problem) return *in.problem;
  return event;
}

}  // namespace tatami::record
