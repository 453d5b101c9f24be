#pragma once

#include <cassert>
#include <utility>
#include <variant>

namespace tatami {

// A value, or the reason why there is none. (std::expected is C++23; this is all of it we need,
// and it works without exceptions.)
template <class T, class E>
class Result {
 public:
  constexpr Result(T value) : held_(std::in_place_index<0>, std::move(value)) {}
  constexpr Result(E error) : held_(std::in_place_index<1>, std::move(error)) {}

  constexpr bool ok() const { return held_.index() == 0; }
  constexpr explicit operator bool() const { return ok(); }
  constexpr T& operator*() { return *value(); }
  constexpr const T& operator*() const { return *value(); }
  constexpr T* operator->() { return value(); }
  constexpr const T* operator->() const { return value(); }
  constexpr const E& error() const {
    assert(!ok());
    return *std::get_if<1>(&held_);
  }

 private:
  constexpr T* value() {
    assert(ok());
    return std::get_if<0>(&held_);
  }
  constexpr const T* value() const {
    assert(ok());
    return std::get_if<0>(&held_);
  }

  std::variant<T, E> held_;
};

}  // namespace tatami
