#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>

#include "table/entries.h"

namespace tatami::server {

using table::Guest;

// The key that signs guests' cookies. It stays in the server's own log.
using Key = std::array<unsigned char, 32>;

Key new_key();
std::string write(const Key& key);
std::optional<Key> read_key(std::string_view text);

// Names that nobody can guess, of letters and digits that nobody confuses.
std::string unguessable(std::size_t length);
std::string room_code();
std::string new_seed();  // 32 bytes in hexadecimal

// A guest's cookie: their id, and a signature that only the server can make.
std::string cookie_for(const Guest& guest, const Key& key);
std::optional<Guest> guest_of(std::string_view cookie, const Key& key);

// As people see it: trimmed, 1 to 24 characters, nothing that is not to be read; or nothing.
std::optional<std::string> tidy_name(std::string_view name);
std::optional<std::string> tidy_text(std::string_view text);

}  // namespace tatami::server
