#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <tuple>

namespace tatami::chance {

using Bytes32 = std::array<std::uint8_t, 32>;

// BLAKE2b with a digest of 32 bytes and no key (RFC 7693), fed in pieces. Implemented here because
// browsers verify games too and there is no libsodium for WebAssembly in Debian; tests compare the
// two.
class Blake2b {
 public:
  constexpr void feed(std::span<const std::uint8_t> bytes) {
    for (std::uint8_t byte : bytes) {
      if (filled_ == block_.size()) compress(false);
      block_[filled_++] = byte;
    }
  }

  constexpr void feed(std::string_view text) {
    for (char c : text) {
      const auto byte = static_cast<std::uint8_t>(c);
      feed({&byte, 1});
    }
  }

  constexpr Bytes32 finish() {
    std::fill(block_.begin() + static_cast<std::ptrdiff_t>(filled_), block_.end(), std::uint8_t{0});
    compress(true);
    Bytes32 digest{};
    for (std::size_t i = 0; i < digest.size(); ++i)
      digest[i] = static_cast<std::uint8_t>(chain_[i / 8] >> (8 * (i % 8)));
    return digest;
  }

 private:
  using Words = std::array<std::uint64_t, 16>;

  static constexpr std::array<std::uint64_t, 8> start = {
      0x6A09E667F3BCC908U, 0xBB67AE8584CAA73BU, 0x3C6EF372FE94F82BU, 0xA54FF53A5F1D36F1U,
      0x510E527FADE682D1U, 0x9B05688C2B3E6C1FU, 0x1F83D9ABFB41BD6BU, 0x5BE0CD19137E2179U};
  static constexpr std::array<std::array<std::uint8_t, 16>, 10> order = {
      {{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15},
       {14, 10, 4, 8, 9, 15, 13, 6, 1, 12, 0, 2, 11, 7, 5, 3},
       {11, 8, 12, 0, 5, 2, 15, 13, 10, 14, 3, 6, 7, 1, 9, 4},
       {7, 9, 3, 1, 13, 12, 11, 14, 2, 6, 5, 10, 4, 0, 15, 8},
       {9, 0, 5, 7, 2, 4, 10, 15, 14, 1, 11, 12, 6, 8, 3, 13},
       {2, 12, 6, 10, 0, 11, 8, 3, 4, 13, 7, 5, 15, 14, 1, 9},
       {12, 5, 1, 15, 14, 13, 4, 10, 0, 7, 6, 3, 9, 2, 8, 11},
       {13, 11, 7, 14, 12, 1, 3, 9, 5, 0, 15, 4, 8, 6, 2, 10},
       {6, 15, 14, 9, 11, 3, 0, 8, 12, 2, 13, 7, 1, 4, 10, 5},
       {10, 2, 8, 4, 7, 6, 1, 5, 15, 11, 9, 14, 3, 12, 13, 0}}};
  // The four columns, then the four diagonals of a 4 × 4 square of words.
  static constexpr std::array<std::array<std::uint8_t, 4>, 8> lines = {{{0, 4, 8, 12},
                                                                        {1, 5, 9, 13},
                                                                        {2, 6, 10, 14},
                                                                        {3, 7, 11, 15},
                                                                        {0, 5, 10, 15},
                                                                        {1, 6, 11, 12},
                                                                        {2, 7, 8, 13},
                                                                        {3, 4, 9, 14}}};

  static constexpr void mix(Words& v, const std::array<std::uint8_t, 4>& line, std::uint64_t x,
                            std::uint64_t y) {
    auto& [a, b, c, d] = line;
    v[a] += v[b] + x;
    v[d] = std::rotr(v[d] ^ v[a], 32);
    v[c] += v[d];
    v[b] = std::rotr(v[b] ^ v[c], 24);
    v[a] += v[b] + y;
    v[d] = std::rotr(v[d] ^ v[a], 16);
    v[c] += v[d];
    v[b] = std::rotr(v[b] ^ v[c], 63);
  }

  constexpr void compress(bool last) {
    total_ += filled_;
    filled_ = 0;
    Words message{};
    for (std::size_t i = 0; i < block_.size(); ++i)
      message[i / 8] |= static_cast<std::uint64_t>(block_[i]) << (8 * (i % 8));
    Words v{};
    std::ranges::copy(chain_, v.begin());
    std::ranges::copy(start, v.begin() + 8);
    v[12] ^= total_;
    if (last) v[14] = ~v[14];
    for (std::size_t round = 0; round < 12; ++round)
      for (std::size_t i = 0; i < lines.size(); ++i)
        mix(v, lines[i], message[order[round % 10][2 * i]], message[order[round % 10][2 * i + 1]]);
    for (std::size_t i = 0; i < chain_.size(); ++i) chain_[i] ^= v[i] ^ v[i + 8];
  }

  std::array<std::uint64_t, 8> chain_ = [] {
    auto chain = start;
    chain[0] ^= 0x01010000U ^ std::tuple_size_v<Bytes32>;
    return chain;
  }();
  std::array<std::uint8_t, 128> block_{};
  std::size_t filled_ = 0;
  std::uint64_t total_ = 0;
};

}  // namespace tatami::chance
