#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <string>

namespace tatami::cli {

// Reads a stream line by line in bounded memory: nothing is kept of a line that is too long.
class LineReader {
 public:
  enum class Got : std::uint8_t { line, too_long, end, error };

  LineReader(std::FILE* stream, std::size_t longest) : stream_(stream), longest_(longest) {}

  Got next();
  const std::string& line() const { return line_; }
  long number() const { return number_; }

 private:
  std::FILE* stream_;
  std::size_t longest_;
  std::string line_;
  long number_ = 0;
};

}  // namespace tatami::cli
