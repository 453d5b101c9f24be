#pragma once

#include <string>

namespace tatami {

// A semantic version. CHANGELOG.md says what a rise of each number means for whom.
struct Version {
  int major = 0;
  int minor = 0;
  int patch = 0;

  constexpr bool operator==(const Version&) const = default;
};

// Of the library and the program. CMakeLists.txt reads it from this line.
inline constexpr Version library_version{0, 2, 0};

inline std::string text_of(Version version) {
  return std::to_string(version.major) + "." + std::to_string(version.minor) + "." +
         std::to_string(version.patch);
}

}  // namespace tatami
