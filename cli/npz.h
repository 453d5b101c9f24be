#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace tatami::cli {

// The bytes of an array as NumPy's .npy files have them, little-endian and row by row. `type` is
// NumPy's: "<u2", "|u1".
std::string npy(std::string_view type, const std::vector<std::uint64_t>& shape,
                std::string_view bytes);

// An .npz file is a zip of .npy files; here nothing is compressed, and no time is in it, so that
// the same arrays are the same bytes.
class Npz {
 public:
  void add(std::string_view name, std::string_view array);
  // False: it would be larger than the 4 GiB that a zip can hold.
  bool fits() const { return out_.size() + directory_.size() < 0xFFFF'0000U; }
  std::string finish() &&;

 private:
  std::string out_;
  std::string directory_;
  std::uint16_t files_ = 0;
};

}  // namespace tatami::cli
