#pragma once

#include <cstdint>
#include <string_view>

namespace tatami::store {

// The checksum of a row. Each step is one-to-one, so every change of a single byte is detected.
// (FNV-1a: against accidents, not against attackers.)
class RowSum {
 public:
  RowSum& add(std::int64_t number) {
    for (unsigned shift = 0; shift < 64; shift += 8)
      add_byte(static_cast<std::uint64_t>(number) >> shift & 0xFFU);
    return *this;
  }
  RowSum& add(std::string_view text) {
    for (const char c : text) add_byte(static_cast<unsigned char>(c));
    return add(static_cast<std::int64_t>(text.size()));
  }
  std::int64_t value() const { return static_cast<std::int64_t>(sum_); }

 private:
  void add_byte(std::uint64_t byte) { sum_ = (sum_ ^ byte) * 0x0000'0100'0000'01B3; }

  std::uint64_t sum_ = 0xCBF2'9CE4'8422'2325;
};

}  // namespace tatami::store
