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

// The answer to GET at this path. The origin is what addresses of this server begin with.
Page find_page(House& house, std::string_view target, std::string_view origin, bool accepts_gzip,
               std::string_view tag_at_hand);

}  // namespace tatami::server
