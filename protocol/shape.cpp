#include "protocol/shape.h"

#include <limits>

#include "record/json.h"

namespace tatami::protocol {

namespace {

using Kind = Shape::Kind;

std::string joined(const std::vector<std::string>& parts, std::string_view between) {
  std::string out;
  for (const std::string& part : parts) (out += out.empty() ? "" : between) += part;
  return out;
}

template <class Items, class Text>
std::string join(const Items& items, std::string_view between, Text&& text) {
  std::vector<std::string> parts;
  parts.reserve(items.size());
  for (const auto& item : items) parts.push_back(text(item));
  return joined(parts, between);
}

// ---- TypeScript ----

std::string type_of(const Shape& shape);

std::string definition_of(const Shape& shape) {
  const auto part = [&] { return type_of(*shape.parts.front()); };
  const auto list_of = [&] {
    const std::string item = part();
    return item.find(' ') == std::string::npos ? item + "[]" : "(" + item + ")[]";
  };
  switch (shape.kind) {
    case Kind::boolean:
      return "boolean";
    case Kind::integer:
      return "number";
    case Kind::text:
      return "string";
    case Kind::words:
      return join(shape.words, " | ", [](const std::string& word) { return json::quote(word); });
    case Kind::nullable:
      return part() + " | null";
    case Kind::list:
      return list_of();
    case Kind::pair:
      return "[" + part() + ", " + part() + "]";
    case Kind::record:
      return "Record<string, " + part() + ">";
    case Kind::partial:
      return "Partial<" + part() + ">";
    case Kind::object:
      return "{ " +
             join(shape.members, "; ",
                  [](const Shape::Member& member) {
                    return member.name + (member.always ? ": " : "?: ") + type_of(*member.shape);
                  }) +
             " }";
    case Kind::either:
      return join(shape.parts, " | ", [](const Shape* each) { return type_of(*each); });
  }
  return {};
}

std::string type_of(const Shape& shape) {
  return shape.name.empty() ? definition_of(shape) : shape.name;
}

// ---- JSON Schema ----

std::string schema_of(const Shape& shape);

std::string schema_definition(const Shape& shape) {
  const auto part = [&] { return schema_of(*shape.parts.front()); };
  const auto number = [](std::int64_t value) { return std::to_string(value); };
  switch (shape.kind) {
    case Kind::boolean:
      return R"({"type":"boolean"})";
    case Kind::integer:
      return R"({"type":"integer","minimum":)" + number(shape.low) +
             ",\"maximum\":" + number(shape.high) + "}";
    case Kind::text:
      return R"({"type":"string","maxLength":)" + number(shape.high) + "}";
    case Kind::words:
      return "{\"enum\":[" +
             join(shape.words, ",", [](const std::string& word) { return json::quote(word); }) +
             "]}";
    case Kind::nullable:
      return R"({"anyOf":[)" + part() + R"(,{"type":"null"}]})";
    case Kind::list:
      return R"({"type":"array","items":)" + part() + ",\"minItems\":" + number(shape.low) +
             ",\"maxItems\":" + number(shape.high) + "}";
    case Kind::pair:
      return R"({"type":"array","items":)" + part() + R"(,"minItems":2,"maxItems":2})";
    case Kind::record:
      return R"({"type":"object","additionalProperties":)" + part() + "}";
    case Kind::partial:
    case Kind::object: {
      const bool all = shape.kind == Kind::object;
      const auto& members = all ? shape.members : shape.parts.front()->members;
      std::vector<std::string> required;
      for (const Shape::Member& member : members)
        if (all && member.always) required.push_back(json::quote(member.name));
      return R"({"type":"object","properties":{)" +
             join(members, ",",
                  [](const Shape::Member& member) {
                    return json::quote(member.name) + ":" + schema_of(*member.shape);
                  }) +
             "},\"required\":[" + joined(required, ",") + R"(],"additionalProperties":false})";
    }
    case Kind::either:
      return "{\"anyOf\":[" +
             join(shape.parts, ",", [](const Shape* each) { return schema_of(*each); }) + "]}";
  }
  return {};
}

std::string schema_of(const Shape& shape) {
  return shape.name.empty() ? schema_definition(shape)
                            : "{\"$ref\":\"#/$defs/" + shape.name + "\"}";
}

}  // namespace

std::string typescript(const Catalogue& catalogue) {
  std::string out;
  for (const auto& shape : catalogue.shapes())
    if (!shape->name.empty())
      out += "export type " + shape->name + " = " + definition_of(*shape) + ";\n";
  return out;
}

std::string json_schema(const Catalogue& catalogue) {
  std::vector<std::string> definitions;
  for (const auto& shape : catalogue.shapes())
    if (!shape->name.empty())
      definitions.push_back(json::quote(shape->name) + ":" + schema_definition(*shape));
  return "{\"$schema\":\"https://json-schema.org/draft/2020-12/schema\",\n\"$defs\":{\n" +
         joined(definitions, ",\n") + "\n}}\n";
}

}  // namespace tatami::protocol
