#pragma once

#include "record/fields.h"

// One message at a time: a struct that says which it is by its "type".
namespace tatami::record {

// Up to, and without, the closing brace, so that more fields can follow.
template <Struct T>
void begin_tagged(std::string& out, const T& message) {
  ((out += "{\"type\":\"") += T::wire_name) += '"';
  detail::write_fields(out, fields_of<T>, message, false, detail::every_field);
}

template <class T>
void write_field(std::string& out, std::string_view name, const T& value) {
  ((out += ",\"") += name) += "\":";
  record::write(out, value);
}

// The type has been looked at.
template <Struct T>
void read_tagged(Reader& in, const json::Value& value, T& into) {
  detail::read_fields(in, fields_of<T>, value, {}, into, "type");
}

template <Struct T>
const Shape* message_shape(Catalogue& catalogue) {
  return Codec<std::variant<T>>::shape(catalogue)->parts.front();
}

}  // namespace tatami::record
