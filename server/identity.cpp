#include "server/identity.h"

#include <sodium.h>

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

// Characters are counted by their first bytes; the text is UTF-8 (the JSON reader saw to it).
std::optional<std::string> tidy(std::string_view text, std::size_t longest) {
  std::string out;
  std::size_t characters = 0;
  for (char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    const bool blank = byte <= 0x20 || byte == 0x7F;
    if (blank && (out.empty() || out.back() == ' ')) continue;
    if ((byte & 0xC0U) != 0x80) ++characters;
    if (characters > longest) return {};
    out += blank ? ' ' : c;
  }
  while (!out.empty() && out.back() == ' ') out.pop_back();
  if (out.empty()) return {};
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
