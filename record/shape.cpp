#include "record/shape.h"

#include <algorithm>

#include "record/json.h"

namespace tatami::record {

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

bool are_alike(const Shape* a, const Shape* b);

bool are_alike(const Shape::Member& a, const Shape::Member& b) {
  return a.name == b.name && a.always == b.always && are_alike(a.shape, b.shape);
}

bool are_alike(const Shape* a, const Shape* b) {
  const auto alike = [](const auto& one, const auto& other) { return are_alike(one, other); };
  return a == b ||
         (a->kind == b->kind && a->name == b->name && a->low == b->low && a->high == b->high &&
          a->words == b->words && std::ranges::equal(a->parts, b->parts, alike) &&
          std::ranges::equal(a->members, b->members, alike));
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
    case Kind::decimal:
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
    case Kind::decimal:
      return R"({"type":"number"})";
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

void merge_words(Catalogue& catalogue, std::vector<const Shape*>& parts) {
  const auto is_plain = [](const Shape& shape, Kind kind) {
    return shape.kind == kind && shape.name.empty();
  };
  const auto merged = [&](const Shape& a, const Shape& b) -> const Shape* {
    if (!is_plain(a, Kind::object) || !is_plain(b, Kind::object)) return nullptr;
    if (a.members.size() != b.members.size()) return nullptr;
    std::vector<std::size_t> different;
    for (std::size_t i = 0; i < a.members.size(); ++i)
      if (!are_alike(a.members[i], b.members[i])) different.push_back(i);
    if (different.size() != 1) return nullptr;
    const Shape::Member& one = a.members[different.front()];
    const Shape::Member& other = b.members[different.front()];
    if (one.name != other.name || one.always != other.always ||
        !is_plain(*one.shape, Kind::words) || !is_plain(*other.shape, Kind::words))
      return nullptr;
    Shape words = *one.shape;
    words.words.insert(words.words.end(), other.shape->words.begin(), other.shape->words.end());
    Shape both = a;
    both.members[different.front()].shape = catalogue.add(std::move(words));
    return catalogue.add(std::move(both));
  };
  std::vector<const Shape*> fewer;
  for (const Shape* part : parts) {
    const Shape* both = fewer.empty() ? nullptr : merged(*fewer.back(), *part);
    if (both)
      fewer.back() = both;
    else
      fewer.push_back(part);
  }
  parts = std::move(fewer);
}

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

}  // namespace tatami::record
