#include "chance/proof.h"

namespace tatami::chance {

Bytes32 commitment_to(const Seed& seed) {
  Blake2b hash;
  hash.feed("tatami commitment 1");
  hash.feed(std::span{seed});
  return hash.finish();
}

Bytes32 key_of(const Seed& seed, std::span<const std::string> contributions) {
  Blake2b hash;
  hash.feed("tatami key 1");
  hash.feed(std::span{seed});
  for (const std::string& each : contributions) {
    // The length prefix makes different lists of contributions differ in bytes.
    const auto length = static_cast<std::uint8_t>(each.size());
    hash.feed({&length, 1});
    hash.feed(each);
  }
  return hash.finish();
}

std::string hex(const Bytes32& bytes) {
  constexpr std::string_view digits = "0123456789abcdef";
  std::string text;
  for (std::uint8_t byte : bytes) {
    text += digits[byte >> 4U];
    text += digits[byte & 15U];
  }
  return text;
}

std::optional<Bytes32> from_hex(std::string_view text) {
  Bytes32 bytes{};
  if (text.size() != 2 * bytes.size()) return {};
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    unsigned digit = 0;
    if ('0' <= c && c <= '9')
      digit = static_cast<unsigned>(c - '0');
    else if ('a' <= c && c <= 'f')
      digit = static_cast<unsigned>(c - 'a') + 10;
    else
      return {};
    bytes[i / 2] = static_cast<std::uint8_t>(unsigned{bytes[i / 2]} << 4U | digit);
  }
  return bytes;
}

}  // namespace tatami::chance
