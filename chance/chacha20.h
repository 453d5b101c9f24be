#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

#include "chance/blake2b.h"

namespace tatami::chance {

// The key stream of ChaCha20 (RFC 8439, nonce 0, from block 0) as a sequence of numbers: the same
// for the same key everywhere, and unpredictable without the key.
class ChaCha20 {
 public:
  constexpr explicit ChaCha20(const Bytes32& key) {
    for (std::size_t i = 0; i < key.size(); ++i)
      key_[i / 4] |= static_cast<std::uint32_t>(key[i]) << (8 * (i % 4));
  }

  constexpr std::uint32_t next() {
    if (used_ == words_.size()) refill();
    return words_[used_++];
  }

  // 0 .. n-1, all exactly equally likely: words that would favour low results are drawn again.
  constexpr std::uint32_t below(std::uint32_t n) {
    const std::uint32_t uneven = (0U - n) % n;  // 2^32 modulo n
    for (;;)
      if (const std::uint32_t number = next(); number >= uneven) return number % n;
  }

 private:
  using Words = std::array<std::uint32_t, 16>;

  static constexpr void mix(Words& w, std::size_t a, std::size_t b, std::size_t c, std::size_t d) {
    w[d] = std::rotl(w[d] ^ (w[a] += w[b]), 16);
    w[b] = std::rotl(w[b] ^ (w[c] += w[d]), 12);
    w[d] = std::rotl(w[d] ^ (w[a] += w[b]), 8);
    w[b] = std::rotl(w[b] ^ (w[c] += w[d]), 7);
  }

  constexpr void refill() {
    Words first = {0x61707865U, 0x3320646EU, 0x79622D32U, 0x6B206574U};
    for (std::size_t i = 0; i < key_.size(); ++i) first[4 + i] = key_[i];
    first[12] = block_++;
    words_ = first;
    for (int round = 0; round < 10; ++round) {
      for (std::size_t i = 0; i < 4; ++i) mix(words_, i, 4 + i, 8 + i, 12 + i);
      for (std::size_t i = 0; i < 4; ++i)
        mix(words_, i, 4 + (i + 1) % 4, 8 + (i + 2) % 4, 12 + (i + 3) % 4);
    }
    for (std::size_t i = 0; i < words_.size(); ++i) words_[i] += first[i];
    used_ = 0;
  }

  std::array<std::uint32_t, 8> key_{};
  std::uint32_t block_ = 0;
  Words words_{};
  std::size_t used_ = std::tuple_size_v<Words>;
};

}  // namespace tatami::chance
