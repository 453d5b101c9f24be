#include "cli/record_file.h"

#include <fmt/core.h>

#include <cerrno>
#include <cstring>
#include <memory>
#include <utility>

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
        fmt::print(stderr, "{}:1: the file is empty; expected a header\n", file);
        return false;
      case LineReader::Got::error:
        fmt::print(stderr, "{}: cannot be read: {}\n", file, std::strerror(errno));
        return false;
      case LineReader::Got::too_long:
        fmt::print(stderr, "{}:{}: the line is longer than {} bytes\n", file, lines.number(),
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

RecordBeingWritten::RecordBeingWritten(std::string path) : path_(std::move(path)) {
  if (path_.empty()) return;
  file_ = std::fopen(path_.c_str(), "wbx");
  if (!file_) fmt::print(stderr, "{}: cannot be opened: {}\n", path_, std::strerror(errno));
}

RecordBeingWritten::~RecordBeingWritten() {
  if (file_) std::fclose(file_);
}

bool RecordBeingWritten::write(const std::string& record, bool finished) {
  if (path_.empty()) return true;
  const bool written = std::fputs(record.c_str(), file_) >= 0;
  const bool closed = std::fclose(std::exchange(file_, nullptr)) == 0;
  if (!written || !closed) {
    fmt::print(stderr, "{}: the record cannot be written\n", path_);
    return false;
  }
  fmt::print("The record of the {} is in {}.\n", finished ? "game" : "unfinished game", path_);
  return true;
}

}  // namespace tatami::cli
