#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace tatami::record {

// The form of a type's JSON, as data: TypeScript types and the JSON Schema are printed
// from it.
struct Shape {
  enum class Kind : std::uint8_t {
    boolean,
    integer,  // from low to high
    decimal,
    text,      // of at most `high` bytes
    words,     // one of them
    nullable,  // its part, or null
    list,      // of its part, low to high of them
    pair,      // of two of its part
    record,    // a word for each value
    partial,   // some of the fields of its part
    object,
    either,  // one of its parts
  };
  struct Member {
    std::string name;
    const Shape* shape;
    bool always;  // or only sometimes there
  };

  Kind kind{};
  std::string name{};  // of an object, words or a union that has one
  std::int64_t low = 0;
  std::int64_t high = 0;
  std::vector<std::string> words{};
  std::vector<const Shape*> parts{};
  std::vector<Member> members{};
};

// All the shapes that something is made of; each named one stands in it once.
class Catalogue {
 public:
  const Shape* add(Shape shape) { return reserve(std::move(shape)); }

  // The shape of that name; made by `make(shape)` if it is not there yet. It may contain itself.
  template <class Make>
  const Shape* named(std::string_view name, Make&& make) {
    for (const auto& each : shapes_)
      if (each->name == name) return each.get();
    Shape* shape = reserve({});
    shape->name = name;
    make(*shape);
    return shape;
  }

  // A new shape of that name, to be filled in later.
  Shape* define(std::string_view name, Shape::Kind kind) {
    Shape* shape = reserve({.kind = kind});
    shape->name = name;
    return shape;
  }

  const std::vector<std::unique_ptr<Shape>>& shapes() const { return shapes_; }

 private:
  Shape* reserve(Shape shape) {
    shapes_.push_back(std::make_unique<Shape>(std::move(shape)));
    return shapes_.back().get();
  }

  std::vector<std::unique_ptr<Shape>> shapes_;
};

// Neighbours that differ in the word of one field alone become one that allows both words.
void merge_words(Catalogue& catalogue, std::vector<const Shape*>& parts);

std::string typescript(const Catalogue& catalogue);
std::string json_schema(const Catalogue& catalogue);

}  // namespace tatami::record
