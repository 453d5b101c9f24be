#pragma once

#include <initializer_list>
#include <string>
#include <string_view>
#include <utility>

namespace tatami::server {

// One line of JSON on standard error. What it is given must be no secret: no card, seed, cookie,
// link, name or address.
void journal(std::string_view event,
             std::initializer_list<std::pair<std::string_view, std::string>> facts = {});

}  // namespace tatami::server
