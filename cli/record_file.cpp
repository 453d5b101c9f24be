#include "cli/record_file.h"

#include <fmt/core.h>

#include <cerrno>
#include <cstring>
#include <memory>

#include "cli/lines.h"

namespace tatami::cli {

namespace {

struct Closer {
  void operator()(std::FILE* stream) const {
    if (stream != stdin) std::fclose(stream);
  }
};

}  // namespace

bool read_record(const std::string& file, record::Replay& replay,
                 const std::function<bool(long, const std::string&)>& after) {
  const std::unique_ptr<std::FILE, Closer> stream{file == "-" ? stdin
                                                              : std::fopen(file.c_str(), "rb")};
  if (!stream) {
    fmt::print(stderr, "{}: cannot be opened: {}\n", file, std::strerror(errno));
    return false;
  }
  LineReader lines{stream.get(), record::longest_line};
  for (;;) {
    switch (lines.next()) {
      case LineReader::Got::end:
        if (replay.game()) return true;
        fmt::print(stderr, "{}:1: empty, a header was expected\n", file);
        return false;
      case LineReader::Got::error:
        fmt::print(stderr, "{}: cannot be read: {}\n", file, std::strerror(errno));
        return false;
      case LineReader::Got::too_long:
        fmt::print(stderr, "{}:{}: longer than {} bytes\n", file, lines.number(),
                   record::longest_line);
        return false;
      case LineReader::Got::line:
        if (const auto wrong = replay.take(lines.line())) {
          fmt::print(stderr, "{}:{}: {}\n", file, lines.number(), *wrong);
          return false;
        }
        if (after && !after(lines.number(), lines.line())) return true;
    }
  }
}

}  // namespace tatami::cli
