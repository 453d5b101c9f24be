#pragma once

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cstdint>
#include <cstdio>
#include <fstream>
#include <optional>
#include <string>

#include "store/sum.h"

namespace tatami::store {

// The last entry that was committed: its number, and the sum of what never changes of it.
struct Head {
  std::int64_t id = 0;
  std::int64_t sum = 0;

  bool operator==(const Head&) const = default;
};

inline Head head_of(std::int64_t id, std::int64_t before, std::int64_t stream, std::int64_t seq,
                    std::int64_t at) {
  return {id, RowSum{}.add(id).add(before).add(stream).add(seq).add(at).value()};
}

// Kept beside the log, after each commit, so that whoever opens it again can tell whether its end
// is still there. It is not waited for: after a power failure it may be older than the log, which
// is no contradiction, and never newer.
class HeadFile {
 public:
  explicit HeadFile(const std::string& log)
      : descriptor_(open(path_of(log).c_str(), O_WRONLY | O_CREAT | O_CLOEXEC, S_IRUSR | S_IWUSR)) {
  }
  HeadFile(const HeadFile&) = delete;
  HeadFile& operator=(const HeadFile&) = delete;
  ~HeadFile() {
    if (descriptor_ >= 0) close(descriptor_);
  }

  void write(const Head& head) const {
    std::array<char, 64> line{};
    const int size =
        std::snprintf(line.data(), line.size(), "%020lld %016llx\n",
                      static_cast<long long>(head.id), static_cast<unsigned long long>(head.sum));
    // Without it the log is as good as before; only a loss would not be noticed.
    [[maybe_unused]] const ssize_t written =
        pwrite(descriptor_, line.data(), static_cast<std::size_t>(size), 0);
  }

  static std::string path_of(const std::string& log) { return log + ".head"; }
  // Nothing, if there is none that can be read.
  static std::optional<Head> read(const std::string& log) {
    std::ifstream file{path_of(log)};
    Head head;
    unsigned long long sum = 0;
    if (!(file >> std::dec >> head.id >> std::hex >> sum)) return {};
    head.sum = static_cast<std::int64_t>(sum);
    return head;
  }

 private:
  int descriptor_;
};

}  // namespace tatami::store
