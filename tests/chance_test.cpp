#include <gtest/gtest.h>
#include <sodium.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "chance/chacha20.h"
#include "chance/dojo.h"
#include "chance/proof.h"

namespace tatami::chance {
namespace {

std::vector<std::uint8_t> some_bytes(std::size_t size, SplitMix& numbers) {
  std::vector<std::uint8_t> bytes(size);
  for (std::uint8_t& byte : bytes) byte = static_cast<std::uint8_t>(numbers.next());
  return bytes;
}

TEST(Chance, BLAKE2b_is_that_of_libsodium_for_every_length) {
  SplitMix numbers{1};
  for (std::size_t size = 0; size < 400; ++size) {
    const auto bytes = some_bytes(size, numbers);
    Bytes32 expected{};
    crypto_generichash(expected.data(), expected.size(), bytes.data(), bytes.size(), nullptr, 0);
    Blake2b hash;
    const std::size_t cut = size / 3;
    hash.feed(std::span{bytes}.first(cut));
    hash.feed(std::span{bytes}.subspan(cut));
    EXPECT_EQ(hash.finish(), expected) << size;
  }
}

TEST(Chance, ChaCha20_is_that_of_libsodium) {
  SplitMix numbers{2};
  for (int round = 0; round < 20; ++round) {
    const auto bytes = some_bytes(32, numbers);
    Bytes32 key{};
    std::ranges::copy(bytes, key.begin());
    std::array<std::uint8_t, 1000> expected{};
    const std::array<std::uint8_t, crypto_stream_chacha20_ietf_NONCEBYTES> nonce{};
    crypto_stream_chacha20_ietf(expected.data(), expected.size(), nonce.data(), key.data());
    ChaCha20 stream{key};
    for (std::size_t i = 0; i < expected.size(); i += 4) {
      std::uint32_t word = 0;
      for (std::size_t b = 0; b < 4; ++b)
        word |= static_cast<std::uint32_t>(expected[i + b]) << (8 * b);
      ASSERT_EQ(stream.next(), word) << i;
    }
  }
}

TEST(Chance, Every_number_below_n_is_equally_likely) {
  ChaCha20 stream{Bytes32{7}};
  for (std::uint32_t n : {1U, 2U, 3U, 7U, 60U}) {
    std::map<std::uint32_t, int> seen;
    constexpr int draws = 60'000;
    for (int i = 0; i < draws; ++i) ++seen[stream.below(n)];
    ASSERT_EQ(seen.size(), n);
    double chi_squared = 0;
    for (const auto& [number, count] : seen) {
      ASSERT_LT(number, n);
      const double expected = static_cast<double>(draws) / n;
      chi_squared += (count - expected) * (count - expected) / expected;
    }
    EXPECT_LT(chi_squared, n + 5 * std::sqrt(2.0 * n)) << n;
  }
}

TEST(Chance, A_third_of_the_numbers_would_be_uneven_and_is_drawn_again) {
  ChaCha20 raw{Bytes32{9}};
  ChaCha20 stream{Bytes32{9}};
  constexpr std::uint32_t n = 3U << 30U;  // 2^32 is n and a third of it
  for (int i = 0; i < 1000; ++i) {
    std::uint32_t expected = raw.next();
    while (expected < (1U << 30U)) expected = raw.next();
    ASSERT_EQ(stream.below(n), expected % n);
  }
}

TEST(Chance, The_commitment_tells_seeds_apart_and_the_key_hangs_on_every_contribution) {
  const Seed seed{1, 2, 3};
  Seed other = seed;
  other[31] ^= 1;
  EXPECT_NE(commitment_to(seed), commitment_to(other));

  const std::vector<std::vector<std::string>> lists = {
      {}, {""}, {"", ""}, {"a"}, {"a", ""}, {"", "a"}, {"a", "b"}, {"ab"}, {"b", "a"}};
  std::map<Bytes32, std::size_t> keys;
  for (const auto& list : lists) {
    ++keys[key_of(seed, list)];
    ++keys[key_of(other, list)];
  }
  EXPECT_EQ(keys.size(), 2 * lists.size());
  EXPECT_FALSE(keys.contains(commitment_to(seed)));
}

TEST(Chance, Hex_there_and_back) {
  Bytes32 bytes{};
  for (std::size_t i = 0; i < bytes.size(); ++i) bytes[i] = static_cast<std::uint8_t>(37 * i);
  EXPECT_EQ(from_hex(hex(bytes)), bytes);
  EXPECT_FALSE(from_hex(hex(bytes).substr(1)));
  EXPECT_FALSE(from_hex("g" + hex(bytes).substr(1)));
  EXPECT_FALSE(from_hex("A" + hex(bytes).substr(1)));
}

TEST(Chance, The_stream_shuffles_a_whole_deck) {
  DojoLuckFrom<ChaCha20> luck{dojo::standard_deck(), Bytes32{3}};
  dojo::Open open = dojo::start(dojo::Setup{}).open;
  open.phase = dojo::Phase::draw;
  dojo::CardCounts drawn;
  for (int i = 0; i < dojo::standard_deck().total(); ++i) ++drawn[luck.next(open).card()];
  EXPECT_EQ(drawn, dojo::standard_deck());
}

}  // namespace
}  // namespace tatami::chance
