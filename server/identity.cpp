#include "server/identity.h"

#include <sodium.h>

#include <algorithm>
#include <array>
#include <span>
#include <stdexcept>

#include "chance/proof.h"

namespace tatami::server {

namespace {

constexpr std::string_view letters = "abcdefghijkmnpqrstuvwxyz23456789";  // 32 of them
constexpr std::string_view capitals = "ABCDEFGHJKLMNPQRSTUVWXYZ";

void be_ready() {
  static const int ready = sodium_init();
  if (ready < 0) throw std::runtime_error("libsodium cannot be started");
}

std::string random_text(std::size_t length, std::string_view alphabet) {
  be_ready();
  std::string text;
  for (std::size_t i = 0; i < length; ++i)
    text += alphabet[randombytes_uniform(static_cast<std::uint32_t>(alphabet.size()))];
  return text;
}

std::string signature_of(std::string_view text, const Key& key) {
  chance::Bytes32 signature{};
  static_assert(crypto_auth_BYTES == std::tuple_size_v<chance::Bytes32>);
  static_assert(crypto_auth_KEYBYTES == std::tuple_size_v<Key>);
  crypto_auth(signature.data(), reinterpret_cast<const unsigned char*>(text.data()), text.size(),
              key.data());
  return chance::hex(signature);
}

// A character of UTF-8 (the JSON reader saw to it).
struct Character {
  std::string_view bytes;
  char32_t code = 0;
};

Character first_of(std::string_view text) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  const std::size_t length = byte(0) < 0x80 ? 1 : byte(0) < 0xE0 ? 2 : byte(0) < 0xF0 ? 3 : 4;
  char32_t code = length == 1 ? byte(0) : byte(0) & (0x7FU >> length);
  for (std::size_t i = 1; i < length; ++i) code = code << 6U | (byte(i) & 0x3FU);
  return {text.substr(0, length), code};
}

struct Range {
  char32_t first, last;
};
// Line breaks, other controls, and what looks like a space.
constexpr std::array blanks = {Range{0, 0x20},        Range{0x7F, 0xA0},     Range{0x115F, 0x1160},
                               Range{0x1680, 0x1680}, Range{0x2000, 0x200A}, Range{0x2028, 0x2029},
                               Range{0x202F, 0x202F}, Range{0x205F, 0x205F}, Range{0x2800, 0x2800},
                               Range{0x3000, 0x3000}, Range{0x3164, 0x3164}, Range{0xFFA0, 0xFFA0}};
// Invisible characters, and those that turn the direction of the text after them.
constexpr std::array unseen = {Range{0xAD, 0xAD},     Range{0x34F, 0x34F},    Range{0x61C, 0x61C},
                               Range{0x180B, 0x180F}, Range{0x200B, 0x200B},  Range{0x200E, 0x200F},
                               Range{0x202A, 0x202E}, Range{0x2060, 0x206F},  Range{0xFEFF, 0xFEFF},
                               Range{0xFFF9, 0xFFFB}, Range{0xE0000, 0xE0FFF}};
// Characters that only change or join others: scripts and emoji need them.
constexpr std::array joiners = {Range{0x300, 0x36F},   Range{0x1AB0, 0x1AFF}, Range{0x1DC0, 0x1DFF},
                                Range{0x200C, 0x200D}, Range{0x20D0, 0x20FF}, Range{0xFE00, 0xFE0F},
                                Range{0xFE20, 0xFE2F}};

bool is_in(std::span<const Range> ranges, char32_t code) {
  return std::ranges::any_of(
      ranges, [&](const Range& each) { return each.first <= code && code <= each.last; });
}

std::optional<std::string> tidy(std::string_view text, std::size_t longest) {
  std::string out;
  std::size_t characters = 0;
  bool can_be_read = false;
  while (!text.empty()) {
    const Character next = first_of(text);
    text.remove_prefix(next.bytes.size());
    const bool blank = is_in(blanks, next.code);
    if (is_in(unseen, next.code) || (blank && (out.empty() || out.back() == ' '))) continue;
    if (++characters > longest) return {};
    out += blank ? " " : next.bytes;
    can_be_read |= !blank && !is_in(joiners, next.code);
  }
  if (!out.empty() && out.back() == ' ') out.pop_back();
  if (!can_be_read) return {};
  return out;
}

}  // namespace

Key new_key() {
  be_ready();
  Key key{};
  crypto_auth_keygen(key.data());
  return key;
}

std::string write(const Key& key) { return chance::hex(key); }

std::optional<Key> read_key(std::string_view text) { return chance::from_hex(text); }

std::string unguessable(std::size_t length) { return random_text(length, letters); }

std::string room_code() { return random_text(5, capitals); }

std::string new_seed() {
  be_ready();
  chance::Seed seed{};
  randombytes_buf(seed.data(), seed.size());
  return chance::hex(seed);
}

std::string cookie_for(const Guest& guest, const Key& key) {
  return guest + "." + signature_of(guest, key);
}

std::optional<Guest> guest_of(std::string_view cookie, const Key& key) {
  const std::size_t dot = cookie.find('.');
  if (dot == std::string_view::npos || dot == 0 || dot > 32) return {};
  const std::string_view guest = cookie.substr(0, dot);
  if (guest.find_first_not_of(letters) != std::string_view::npos) return {};
  const std::string expected = signature_of(guest, key);
  const std::string_view given = cookie.substr(dot + 1);
  if (given.size() != expected.size() ||
      sodium_memcmp(given.data(), expected.data(), expected.size()) != 0)
    return {};
  return Guest{std::string{guest}};
}

std::optional<std::string> tidy_name(std::string_view name) { return tidy(name, 24); }
std::optional<std::string> tidy_text(std::string_view text) { return tidy(text, 200); }

}  // namespace tatami::server
