#pragma once

#include <string>
#include <string_view>

namespace tatami::server {

// Whether links to this path are shown with a picture of their own: a table, a replay, a puzzle.
bool has_preview(std::string_view path);

// The client's page with what other programs show of a link to it (OpenGraph). The origin is such
// as https://example.org.
std::string with_preview(std::string_view html, std::string_view path, std::string_view origin);

}  // namespace tatami::server
