#pragma once

#include <cstdint>
#include <type_traits>

#include "rules/core/bits.h"
#include "rules/core/index.h"

namespace tatami {

// How a T is a bit of a BitSet<T>: a whole number for each T (`code`), back again (`of_code`), and
// an unsigned type with a bit for each of them (`Bits`). Enumerations and indexes have few values;
// any other type says so for itself.
template <class T>
struct BitOf;

template <class T>
  requires std::is_enum_v<T>
struct BitOf<T> {
  using Bits = std::uint8_t;
  static constexpr unsigned code(T item) { return static_cast<unsigned>(item); }
  static constexpr T of_code(int code) { return static_cast<T>(code); }
};

template <class Tag, class Rep>
struct BitOf<Index<Tag, Rep>> {
  using Bits = std::uint8_t;
  static constexpr unsigned code(Index<Tag, Rep> item) { return item.value; }
  static constexpr Index<Tag, Rep> of_code(int code) { return Index<Tag, Rep>{code}; }
};

// A set of T, a bit for each, iterated from the lowest.
template <class T>
class BitSet {
  using Of = BitOf<T>;

 public:
  using Bits = typename Of::Bits;

  constexpr BitSet() = default;
  constexpr explicit BitSet(T only) : bits_(bit(only)) {}
  template <class Wide>
  static constexpr BitSet from_bits(Wide bits) {
    BitSet set;
    set.bits_ = static_cast<Bits>(bits);
    return set;
  }

  constexpr void insert(T item) { bits_ = static_cast<Bits>(bits_ | bit(item)); }
  constexpr void erase(T item) { bits_ = static_cast<Bits>(bits_ & ~bit(item)); }
  constexpr bool contains(T item) const { return (bits_ >> place(item) & 1U) != 0; }
  constexpr bool empty() const { return bits_ == 0; }
  constexpr int size() const { return ones(bits_); }
  // The lowest, the highest and the n-th from the lowest; there must be one.
  constexpr T first() const { return Of::of_code(lowest_one(bits_)); }
  constexpr T last() const { return Of::of_code(highest_one(bits_)); }
  constexpr T nth(unsigned n) const
    requires(sizeof(Bits) == 1 || sizeof(Bits) == 8)
  {
    return Of::of_code(nth_one(bits_, n));
  }
  // At least as wide as a word, so that arithmetic with it is unsigned.
  constexpr auto bits() const { return bits_ | 0U; }

  class Iterator {
   public:
    constexpr explicit Iterator(Bits rest) : rest_(rest | 0U) {}
    constexpr T operator*() const { return Of::of_code(lowest_one(rest_)); }
    constexpr Iterator& operator++() {
      rest_ &= rest_ - 1U;
      return *this;
    }
    friend constexpr bool operator==(Iterator, Iterator) = default;

   private:
    decltype(Bits{} | 0U) rest_;
  };
  constexpr Iterator begin() const { return Iterator{bits_}; }
  constexpr Iterator end() const { return Iterator{0}; }

  friend constexpr bool operator==(BitSet, BitSet) = default;

 private:
  // Masked, as the processor does it anyway: the compiler need not fear a shift too far.
  static constexpr unsigned place(T item) { return Of::code(item) & (8 * sizeof(Bits) - 1); }
  static constexpr Bits bit(T item) { return static_cast<Bits>(Bits{1} << place(item)); }

  Bits bits_ = 0;
};

template <class T>
constexpr BitSet<T> both(BitSet<T> a, BitSet<T> b) {
  return BitSet<T>::from_bits(a.bits() & b.bits());
}
template <class T>
constexpr BitSet<T> either(BitSet<T> a, BitSet<T> b) {
  return BitSet<T>::from_bits(a.bits() | b.bits());
}
template <class T>
constexpr BitSet<T> without(BitSet<T> a, BitSet<T> b) {
  return BitSet<T>::from_bits(a.bits() & ~b.bits());
}

}  // namespace tatami
