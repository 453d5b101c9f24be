#pragma once

#include <string>
#include <string_view>

#include "server/house.h"

namespace tatami::server {

struct Page {
  unsigned status = 200;
  std::string type;
  std::string body;
  std::string encoding{};  // gzip, or none
  std::string tag{};
  std::string cache{};  // empty: not to be stored
};

// What GET shows at this path.
Page find_page(House& house, std::string_view target, bool accepts_gzip,
               std::string_view tag_at_hand);

}  // namespace tatami::server
