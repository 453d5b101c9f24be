#pragma once

#include <array>
#include <cassert>
#include <cstddef>

namespace tatami {

// A list of at most N items that lives where it is declared: no heap.
template <class T, std::size_t N>
class List {
 public:
  static constexpr std::size_t capacity() { return N; }

  constexpr void push(T item) {
    assert(size_ < N);
    items_[size_++] = item;
  }
  constexpr void pop() {
    assert(size_ > 0);
    --size_;
  }
  constexpr void clear() { size_ = 0; }
  constexpr std::size_t size() const { return size_; }
  constexpr bool empty() const { return size_ == 0; }
  constexpr const T& operator[](std::size_t i) const { return items_[i]; }
  constexpr T& operator[](std::size_t i) { return items_[i]; }
  constexpr const T* begin() const { return items_.data(); }
  constexpr const T* end() const { return items_.data() + size_; }

  friend constexpr bool operator==(const List& a, const List& b) {
    if (a.size_ != b.size_) return false;
    for (std::size_t i = 0; i < a.size_; ++i)
      if (!(a.items_[i] == b.items_[i])) return false;
    return true;
  }

 private:
  std::array<T, N> items_{};
  std::size_t size_ = 0;
};

}  // namespace tatami
