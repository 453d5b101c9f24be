#include "rules/core/bit_set.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cstdint>
#include <iterator>
#include <set>
#include <type_traits>
#include <vector>

#include "rules/core/seat.h"
#include "rules/core/splitmix.h"
#include "rules/dojo/types.h"
#include "rules/tatamokatsu/types.h"

namespace tatami {
namespace {

template <class T>
std::vector<T> everything();
template <>
std::vector<Seat> everything() {
  std::vector<Seat> all;
  for (int seat = 0; seat < most_players; ++seat) all.emplace_back(seat);
  return all;
}
template <>
std::vector<tatamokatsu::Finger> everything() {
  using tatamokatsu::Finger;
  return {Finger::thumb, Finger::index, Finger::middle, Finger::ring, Finger::little};
}
template <>
std::vector<dojo::Cell> everything() {
  std::vector<dojo::Cell> all;
  for (int row = -dojo::furthest_row; row <= dojo::furthest_row; ++row)
    for (int column = -dojo::furthest_column; column <= dojo::furthest_column; ++column)
      all.emplace_back(dojo::Row{row}, dojo::Column{column});
  return all;
}

template <class T>
struct BitSets : testing::Test {
  static_assert(std::is_trivially_copyable_v<BitSet<T>>);
  static_assert(sizeof(BitSet<T>) == sizeof(typename BitSet<T>::Bits));
};
using Kinds = testing::Types<Seat, tatamokatsu::Finger, dojo::Cell>;
TYPED_TEST_SUITE(BitSets, Kinds);

template <class T>
void expect_same(BitSet<T> bits, const std::set<T>& plain) {
  ASSERT_EQ(bits.size(), static_cast<int>(plain.size()));
  ASSERT_EQ(bits.empty(), plain.empty());
  std::vector<T> listed;
  for (T item : bits) listed.push_back(item);
  ASSERT_TRUE(std::ranges::equal(listed, plain)) << "from the lowest";
  for (T item : everything<T>()) ASSERT_EQ(bits.contains(item), plain.contains(item));
  if (plain.empty()) return;
  ASSERT_EQ(bits.first(), *plain.begin());
  ASSERT_EQ(bits.last(), *plain.rbegin());
  if constexpr (requires { bits.nth(0); }) {
    for (unsigned n = 0; n < listed.size(); ++n) ASSERT_EQ(bits.nth(n), listed[n]);
  }
}

template <class T>
std::set<T> plain_of(BitSet<T> bits) {
  std::set<T> plain;
  for (T item : everything<T>())
    if (bits.contains(item)) plain.insert(item);
  return plain;
}

TYPED_TEST(BitSets, Behave_like_a_plain_set) {
  const std::vector<TypeParam> all = everything<TypeParam>();
  SplitMix numbers{1};
  BitSet<TypeParam> bits;
  std::set<TypeParam> plain;
  for (int step = 0; step < 2000; ++step) {
    const TypeParam item = all[numbers.below(static_cast<std::uint32_t>(all.size()))];
    if (numbers.below(2) == 0) {
      bits.insert(item);
      plain.insert(item);
    } else {
      bits.erase(item);
      plain.erase(item);
    }
    expect_same(bits, plain);
    if (this->HasFatalFailure()) return;
    ASSERT_EQ(BitSet<TypeParam>::from_bits(bits.bits()), bits);
  }
}

TYPED_TEST(BitSets, Intersection_union_and_difference_are_those_of_plain_sets) {
  const std::vector<TypeParam> all = everything<TypeParam>();
  SplitMix numbers{2};
  for (int trial = 0; trial < 500; ++trial) {
    BitSet<TypeParam> a;
    BitSet<TypeParam> b;
    for (const TypeParam item : all) {
      if (numbers.below(2) == 0) a.insert(item);
      if (numbers.below(2) == 0) b.insert(item);
    }
    const std::set<TypeParam> one = plain_of(a);
    const std::set<TypeParam> other = plain_of(b);
    std::set<TypeParam> expected;
    const auto into = [&] { return std::inserter(expected, expected.end()); };
    std::ranges::set_intersection(one, other, into());
    expect_same(both(a, b), expected);
    expected.clear();
    std::ranges::set_union(one, other, into());
    expect_same(either(a, b), expected);
    expected.clear();
    std::ranges::set_difference(one, other, into());
    expect_same(without(a, b), expected);
  }
}

TYPED_TEST(BitSets, A_set_of_one_item_holds_that_item_alone) {
  for (const TypeParam item : everything<TypeParam>())
    expect_same(BitSet<TypeParam>{item}, std::set<TypeParam>{item});
}

TEST(Bits, Are_counted_and_found_in_every_width) {
  for (unsigned bits = 1; bits < 256; ++bits) {
    const auto narrow = static_cast<std::uint8_t>(bits);
    ASSERT_EQ(ones(narrow), std::popcount(bits));
    ASSERT_EQ(ones(bits), std::popcount(bits));
    ASSERT_EQ(lowest_one(narrow), std::countr_zero(bits));
    ASSERT_EQ(highest_one(narrow), 31 - std::countl_zero(bits));
    ASSERT_EQ(highest_one(bits), 31 - std::countl_zero(bits));
    const std::uint64_t wide = std::uint64_t{bits} << 50U;
    ASSERT_EQ(ones(wide), std::popcount(bits));
    ASSERT_EQ(lowest_one(wide), 50 + std::countr_zero(bits));
    ASSERT_EQ(highest_one(wide), 50 + 31 - std::countl_zero(bits));
  }
}

}  // namespace
}  // namespace tatami
