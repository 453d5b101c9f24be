#include "record/fields.h"

#include <algorithm>

namespace tatami::record {

std::string type_name(std::string_view name) {
  std::string out;
  bool up = true;
  for (char c : name) {
    if (c != '_') out += up && 'a' <= c && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
    up = c == '_';
  }
  return out;
}

namespace detail {

bool is_object(Reader& in, const json::Value& value, const std::string& path) {
  if (value.kind == json::Kind::object) return true;
  in.fail(path, "expected an object");
  return false;
}

void fail_unknown(Reader& in, const std::string& path, std::string_view name) {
  in.fail(path, "unknown field " + json::quote_briefly(name));
}

std::string field_path(const std::string& path, std::string_view name) {
  return path.empty() ? std::string{name} : (path + ".").append(name);
}

void fail_without_verb(Reader& in, const json::Value& value, const std::string& path,
                       const std::vector<Verb>& verbs, std::string_view title) {
  if (!is_object(in, value, path)) return;
  // A verb that is there says a word that none of the alternatives has.
  for (const Verb& verb : verbs) {
    const json::Value* found = value.find(verb.field);
    if (!found) continue;
    std::vector<std::string_view> words;
    for (const Verb& each : verbs)
      if (each.field == verb.field) words.push_back(each.word);
    return fail_with_words(in, *found, field_path(path, verb.field), words);
  }
  std::vector<std::string_view> names;
  for (const Verb& verb : verbs)
    if (std::ranges::find(names, verb.field) == names.end()) names.push_back(verb.field);
  if (names.size() == 1) return in.fail(field_path(path, names.front()), "is missing");
  std::string what;
  if (title.empty())
    what = "expected one of the fields ";
  else
    ((what = "no ") += title) += ": none of ";
  for (std::string_view name : names) (what += name == names.front() ? "" : ", ") += name;
  in.fail(path, what);
}

}  // namespace detail

}  // namespace tatami::record
