#include "cli/places.h"

#include <array>
#include <filesystem>

namespace tatami::cli {

std::string web_folder() {
  namespace fs = std::filesystem;
  std::error_code error;
  const fs::path program = fs::read_symlink("/proc/self/exe", error).parent_path();
  const std::array<fs::path, 3> places = {error ? "" : program / "tatami-web",
                                          error ? "" : program / TATAMI_WEB_FROM_PROGRAM,
                                          TATAMI_WEB_INSTALLED};
  for (const fs::path& place : places)
    if (fs::is_regular_file(place / "index.html", error)) return place.lexically_normal();
  return {};
}

}  // namespace tatami::cli
