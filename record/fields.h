#pragma once

#include <concepts>
#include <cstdint>
#include <string>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include "record/codec.h"

// A struct is described once, by a table of its fields. From that one definition come its JSON, the
// strict reader of that JSON, its TypeScript type, its JSON Schema, and what is null in it for
// whoever may not know it.
namespace tatami::record {

// ---- Fields ----

struct Marks {
  bool verb = false;      // tells which alternative of a sum type this is
  bool secret = false;    // null for whoever may not know it
  bool optional = false;  // may be left out: then it keeps the value of a new struct
  bool sparse = false;    // and it is left out while it has that value
  bool drawn = false;     // not part of a proposal, as long as it is left to chance

  friend constexpr Marks operator|(Marks a, Marks b) {
    return {a.verb || b.verb, a.secret || b.secret, a.optional || b.optional, a.sparse || b.sparse,
            a.drawn || b.drawn};
  }
};

// A member, or a member of a member.
template <class Owner, class T>
struct Member {
  using Value = T;
  T Owner::* at;
  constexpr auto& of(auto& owner) const { return owner.*at; }
};
template <class Owner, class Inner, class T>
struct InnerMember {
  using Value = T;
  Inner Owner::* outer;
  T Inner::* at;
  constexpr auto& of(auto& owner) const { return owner.*outer.*at; }
};

// Names a Codec other than the type's own.
template <class Own>
struct As {};
template <class Own>
inline constexpr As<Own> as{};

template <class T>
inline constexpr bool is_sometimes = false;
template <class T>
inline constexpr bool is_sometimes<Sometimes<T>> = true;

template <class Where, class Coded, Marks Marked = Marks{}>
struct Field {
  using Value = typename Where::Value;
  static constexpr Marks marks = Marked;
  static constexpr bool is_always_there = !is_sometimes<Value> && !marks.optional && !marks.sparse;

  std::string_view name;
  Where where;

  constexpr auto verb() const { return marked_as<marks | Marks{.verb = true}>(); }
  constexpr auto secret() const { return marked_as<marks | Marks{.secret = true}>(); }
  constexpr auto optional() const { return marked_as<marks | Marks{.optional = true}>(); }
  constexpr auto sparse() const { return marked_as<marks | Marks{.sparse = true}>(); }
  constexpr auto drawn() const { return marked_as<marks | Marks{.drawn = true}>(); }

  bool is_written(const auto& owner) const {
    if constexpr (is_sometimes<Value>)
      return where.of(owner).has_value();
    else if constexpr (marks.sparse)
      return !(where.of(owner) == where.of(fresh<std::remove_cvref_t<decltype(owner)>>));
    else
      return true;
  }
  void write(std::string& out, const auto& owner, bool hide) const {
    if constexpr (is_sometimes<Value>) {
      Codec<typename Value::value_type>::write(out, *where.of(owner));
    } else {
      if (marks.secret && hide)
        out += "null";
      else
        Coded::write(out, where.of(owner));
    }
  }
  void read(Reader& in, const json::Value& value, const std::string& path, auto& owner) const {
    if constexpr (is_sometimes<Value>)
      Codec<typename Value::value_type>::read(in, value, path, where.of(owner).emplace());
    else
      Coded::read(in, value, path, where.of(owner));
  }
  const Shape* shape(Catalogue& catalogue, bool hide) const {
    if constexpr (is_sometimes<Value>) {
      return Codec<typename Value::value_type>::shape(catalogue);
    } else {
      const Shape* plain = Coded::shape(catalogue);
      return marks.secret && hide ? nullable(catalogue, plain) : plain;
    }
  }

 private:
  template <class Owner>
  static constexpr Owner fresh{};

  template <Marks All>
  constexpr Field<Where, Coded, All> marked_as() const {
    return {name, where};
  }
};

// A field that always holds the same word.
struct Word {
  static constexpr Marks marks{.verb = true};
  static constexpr bool is_always_there = true;

  std::string_view name;
  std::string_view text;

  bool is_written(const auto&) const { return true; }
  void write(std::string& out, const auto&, bool) const { ((out += '"') += text) += '"'; }
  void read(Reader& in, const json::Value& value, const std::string& path, auto&) const {
    if (value.kind != json::Kind::string || value.text != text)
      fail_with_words(in, value, path, {text});
  }
  const Shape* shape(Catalogue& catalogue, bool) const {
    return catalogue.add({.kind = Shape::Kind::words, .words = {std::string{text}}});
  }
};

// A field that is accepted and means nothing.
struct Ignored {
  static constexpr Marks marks{};
  static constexpr bool is_always_there = false;

  std::string_view name;

  bool is_written(const auto&) const { return false; }
  void write(std::string&, const auto&, bool) const {}
  void read(Reader&, const json::Value&, const std::string&, auto&) const {}
};

// Pairs of a name and a value, each a field of the object itself; only to be written, and beside
// what the shape tells.
template <class Where>
struct Inlined {
  static constexpr Marks marks{};
  static constexpr bool is_inlined = true;

  Where where;
};

namespace detail {

inline void write_name(std::string& out, std::string_view name) {
  if (out.back() != '{') out += ',';
  ((out += '"') += name) += "\":";
}

template <class Fields, class Visit>
constexpr void each_field(const Fields& fields, Visit&& visit) {
  std::apply([&](const auto&... each) { (visit(each), ...); }, fields);
}

template <class Fields>
constexpr bool any_field(const Fields& fields, auto&& holds) {
  return std::apply([&](const auto&... each) { return (holds(each) || ...); }, fields);
}

// Fields after a "{" that may hold others already; those of which `which(i)`.
template <class Fields, class T, class Which>
void write_fields(std::string& out, const Fields& fields, const T& value, bool hide,
                  Which&& which) {
  std::size_t i = 0;
  each_field(fields, [&](const auto& field) {
    if (!which(field, i++)) return;
    if constexpr (requires { field.is_inlined; }) {
      for (const auto& [name, part] : field.where.of(value)) {
        write_name(out, name);
        record::write(out, part);
      }
    } else if (field.is_written(value)) {
      write_name(out, field.name);
      field.write(out, value, hide);
    }
  });
}

inline constexpr auto every_field = [](const auto&, std::size_t) { return true; };

bool is_object(Reader& in, const json::Value& value, const std::string& path);
void fail_unknown(Reader& in, const std::string& path, std::string_view name);
std::string field_path(const std::string& path, std::string_view name);

// `tag`: one more field that has been read already.
template <class Fields, class T>
void read_fields(Reader& in, const Fields& fields, const json::Value& object,
                 const std::string& path, T& into, std::string_view tag = {}) {
  if (!is_object(in, object, path)) return;
  for (const json::Field& each : object.fields)
    if (each.name != tag &&
        !any_field(fields, [&](const auto& field) { return field.name == each.name; }))
      fail_unknown(in, path, each.name);
  each_field(fields, [&](const auto& field) {
    if (const json::Value* value = object.find(field.name))
      field.read(in, *value, field_path(path, field.name), into);
    else if (field.is_always_there)
      in.fail(field_path(path, field.name), "is missing");
  });
}

template <class Fields>
void describe_fields(Catalogue& catalogue, const Fields& fields, Shape& shape, bool hide) {
  shape.kind = Shape::Kind::object;
  each_field(fields, [&]<class F>(const F& field) {
    if constexpr (!std::is_same_v<F, Ignored> && !requires { F::is_inlined; })
      shape.members.push_back(
          {std::string{field.name}, field.shape(catalogue, hide), field.is_always_there});
  });
}

}  // namespace detail

// An object of some fields of the same struct.
template <Marks Marked, class... Fields>
struct Grouped {
  static constexpr Marks marks = Marked;
  static constexpr bool is_always_there = true;

  std::string_view name;
  std::tuple<Fields...> fields;

  constexpr auto verb() const { return Grouped<Marks{.verb = true}, Fields...>{name, fields}; }

  bool is_written(const auto&) const { return true; }
  void write(std::string& out, const auto& owner, bool hide) const {
    out += '{';
    detail::write_fields(out, fields, owner, hide, detail::every_field);
    out += '}';
  }
  void read(Reader& in, const json::Value& value, const std::string& path, auto& owner) const {
    detail::read_fields(in, fields, value, path, owner);
  }
  const Shape* shape(Catalogue& catalogue, bool hide) const {
    Shape shape;
    detail::describe_fields(catalogue, fields, shape, hide);
    return catalogue.add(std::move(shape));
  }
};

// The building blocks of tables of fields.
template <class Owner, class T>
constexpr auto field(std::string_view name, T Owner::* member) {
  return Field<Member<Owner, T>, Codec<T>>{name, {member}};
}
template <class Owner, class T, class Own>
constexpr auto field(std::string_view name, T Owner::* member, As<Own>) {
  return Field<Member<Owner, T>, Own>{name, {member}};
}
template <class Owner, class Inner, class T>
constexpr auto field(std::string_view name, Inner Owner::* outer, T Inner::* member) {
  return Field<InnerMember<Owner, Inner, T>, Codec<T>>{name, {outer, member}};
}
template <class Owner, class Inner, class T, class Own>
constexpr auto field(std::string_view name, Inner Owner::* outer, T Inner::* member, As<Own>) {
  return Field<InnerMember<Owner, Inner, T>, Own>{name, {outer, member}};
}
constexpr Word word(std::string_view name, std::string_view text) { return {name, text}; }
constexpr Ignored ignored(std::string_view name) { return {name}; }
template <class Owner, class T>
constexpr Inlined<Member<Owner, T>> inlined(T Owner::* member) {
  return {{member}};
}
template <class... Fields>
constexpr Grouped<Marks{}, Fields...> group(std::string_view name, Fields... fields) {
  return {name, {fields...}};
}

// In a table: of("name", &Struct::member), word("name", "always this"), group("name", of(…), …).
#define TATAMI_TABLE(...)                                                     \
  using ::tatami::record::group;                                              \
  using ::tatami::record::ignored;                                            \
  using ::tatami::record::inlined;                                            \
  using ::tatami::record::word;                                               \
  [[maybe_unused]] const auto of = [](std::string_view each, auto... where) { \
    return ::tatami::record::field(each, where...);                           \
  };                                                                          \
  return std::tuple { __VA_ARGS__ }

// In a struct: its name on the wire and its fields, each as of("name", &Struct::member).
#define TATAMI_MESSAGE(word, ...)                     \
  static constexpr std::string_view wire_name = word; \
  static constexpr auto fields() { TATAMI_TABLE(__VA_ARGS__); }

// The same outside of a struct that is to know nothing of JSON, and without a name: in the
// namespace of the struct, or here.
#define TATAMI_FIELDS(type, ...)                                                           \
  constexpr auto tatami_fields(::tatami::record::Tag<type>) { TATAMI_TABLE(__VA_ARGS__); } \
  static_assert(::tatami::record::Fielded<type>)

// ---- Structs ----

// take_back -> TakeBack
std::string type_name(std::string_view name);

template <class T>
concept Struct = requires {
  { T::wire_name } -> std::convertible_to<std::string_view>;
  T::fields();
};

template <class T>
concept Fielded = Struct<T> || requires { tatami_fields(Tag<T>{}); };

template <Fielded T>
inline constexpr auto fields_of = [] {
  if constexpr (Struct<T>)
    return T::fields();
  else
    return tatami_fields(Tag<T>{});
}();

// The mark of an alternative in an object: a field, or a field that holds this word.
struct Verb {
  std::string_view field;
  std::string_view word{};
};

// The Codec that a table of fields makes.
template <Fielded T>
struct FieldCodec {
  static void write(std::string& out, const T& value, bool hide = false) {
    out += '{';
    detail::write_fields(out, fields_of<T>, value, hide, detail::every_field);
    out += '}';
  }
  static void read(Reader& in, const json::Value& value, const std::string& path, T& into) {
    detail::read_fields(in, fields_of<T>, value, path, into);
  }
  static const Shape* shape(Catalogue& catalogue, bool hide = false) {
    const auto describe = [&](Shape& shape) {
      detail::describe_fields(catalogue, fields_of<T>, shape, hide);
    };
    if constexpr (Struct<T>) {
      return catalogue.named(type_name(T::wire_name), describe);
    } else {
      Shape shape;
      describe(shape);
      return catalogue.add(std::move(shape));
    }
  }

  static constexpr bool has_verb =
      detail::any_field(fields_of<T>, [](const auto& field) { return field.marks.verb; });
  static constexpr Verb verb() {
    Verb verb;
    detail::each_field(fields_of<T>, [&]<class F>(const F& field) {
      if constexpr (std::is_same_v<F, Word>)
        verb = {field.name, field.text};
      else if (field.marks.verb)
        verb = {field.name};
    });
    return verb;
  }
  static bool fits(const json::Value& value) {
    static constexpr Verb tell = verb();
    const json::Value* found = value.find(tell.field);
    return found &&
           (tell.word.empty() || (found->kind == json::Kind::string && found->text == tell.word));
  }
  static void add_verbs(std::vector<Verb>& verbs) { verbs.push_back(verb()); }
  static void add_shapes(Catalogue& catalogue, std::vector<const Shape*>& parts, bool hide) {
    parts.push_back(Codec<T>::shape(catalogue, hide));
  }
};

template <Fielded T>
struct Codec<T> : FieldCodec<T> {};

// ---- One of several: which one it is, its verb tells ----

template <class T>
concept Verbal = requires { requires Codec<T>::has_verb; };

// The name of a sum type in messages about something else: "event of Dojo".
template <class T>
inline constexpr std::string_view title_of{};

namespace detail {

void fail_without_verb(Reader& in, const json::Value& value, const std::string& path,
                       const std::vector<Verb>& verbs, std::string_view title);

}  // namespace detail

template <Verbal... Ts>
  requires(!Struct<Ts> && ...)
struct Codec<std::variant<Ts...>> {
  using Either = std::variant<Ts...>;
  static constexpr bool has_verb = true;

  static void write(std::string& out, const Either& one, bool hide = false) {
    std::visit([&]<class T>(const T& each) { Codec<T>::write(out, each, hide); }, one);
  }
  static void read(Reader& in, const json::Value& value, const std::string& path, Either& into) {
    const auto one = [&]<class T>(std::type_identity<T>) {
      if (!Codec<T>::fits(value)) return false;
      Codec<T>::read(in, value, path, into.template emplace<T>());
      return true;
    };
    if ((one(std::type_identity<Ts>{}) || ...)) return;
    std::vector<Verb> verbs;
    add_verbs(verbs);
    detail::fail_without_verb(in, value, path, verbs, title_of<Either>);
  }
  static const Shape* shape(Catalogue& catalogue, bool hide = false) {
    Shape either{.kind = Shape::Kind::either};
    add_shapes(catalogue, either.parts, hide);
    merge_words(catalogue, either.parts);
    return catalogue.add(std::move(either));
  }

  static bool fits(const json::Value& value) { return (Codec<Ts>::fits(value) || ...); }
  static void add_verbs(std::vector<Verb>& verbs) { (Codec<Ts>::add_verbs(verbs), ...); }
  static void add_shapes(Catalogue& catalogue, std::vector<const Shape*>& parts, bool hide) {
    (Codec<Ts>::add_shapes(catalogue, parts, hide), ...);
  }
};

// An action as somebody learns of it who may not know all of it: what is secret is null there.
template <class Action>
struct Event {
  Action action;
  bool redacted = false;

  friend bool operator==(const Event&, const Event&) = default;
};

template <class Action>
struct Codec<Event<Action>> {
  static void write(std::string& out, const Event<Action>& event) {
    Codec<Action>::write(out, event.action, event.redacted);
  }
  static const Shape* shape(Catalogue& catalogue) { return Codec<Action>::shape(catalogue, true); }
};

// ---- Headers of games that have not begun ----

// The first player is drawn when the game does, unless the header names them.
template <class Header>
struct Proposal {
  Header header;
  bool first_is_named = false;

  friend bool operator==(const Proposal&, const Proposal&) = default;
};

template <class Header>
struct Codec<Proposal<Header>> {
  static constexpr bool has_verb = Codec<Header>::has_verb;

  static void write(std::string& out, const Proposal<Header>& proposal, bool hide = false) {
    out += '{';
    detail::write_fields(out, fields_of<Header>, proposal.header, hide,
                         [&](const auto& field, std::size_t) {
                           return proposal.first_is_named || !field.marks.drawn;
                         });
    out += '}';
  }
  static void read(Reader& in, const json::Value& value, const std::string& path,
                   Proposal<Header>& into) {
    Codec<Header>::read(in, value, path, into.header);
    into.first_is_named = detail::any_field(fields_of<Header>, [&](const auto& field) {
      return field.marks.drawn && value.find(field.name);
    });
  }
  static const Shape* shape(Catalogue& catalogue, bool hide = false) {
    return Codec<Header>::shape(catalogue, hide);
  }

  static bool fits(const json::Value& value) { return Codec<Header>::fits(value); }
  static void add_verbs(std::vector<Verb>& verbs) { Codec<Header>::add_verbs(verbs); }
  static void add_shapes(Catalogue& catalogue, std::vector<const Shape*>& parts, bool hide) {
    Codec<Header>::add_shapes(catalogue, parts, hide);
  }
};

// ---- Messages: one of several structs, which its "type" names ----

template <Struct T>
void write_tagged(std::string& out, const T& message) {
  ((out += "{\"type\":\"") += T::wire_name) += '"';
  detail::write_fields(out, fields_of<T>, message, false, detail::every_field);
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
      if (type->text != T::wire_name) return false;
      detail::read_fields(in, fields_of<T>, value, path, into.template emplace<T>(), "type");
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
    return catalogue.named(type_name(T::wire_name), [&](Shape& shape) {
      const Shape* tag =
          catalogue.add({.kind = Shape::Kind::words, .words = {std::string{T::wire_name}}});
      shape.members.push_back({"type", tag, true});
      detail::describe_fields(catalogue, fields_of<T>, shape, false);
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
    detail::each_field(fields_of<T>, [&](const auto& field) {
      if (!(field.where.of(before) == field.where.of(after))) partial.present |= bit;
      bit <<= 1U;
    });
    return partial;
  }
};

template <Struct T>
struct Codec<Partial<T>> {
  static_assert(std::tuple_size_v<decltype(T::fields())> <= 32);

  static void write(std::string& out, const Partial<T>& partial) {
    out += '{';
    detail::write_fields(out, fields_of<T>, partial.value, false, [&](const auto&, std::size_t i) {
      return (partial.present >> i & 1U) != 0;
    });
    out += '}';
  }
  static const Shape* shape(Catalogue& catalogue) {
    return catalogue.add({.kind = Shape::Kind::partial, .parts = {Codec<T>::shape(catalogue)}});
  }
};

}  // namespace tatami::record
