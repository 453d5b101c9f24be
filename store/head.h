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

// The last entry that was committed: its number, the sum of what never changes of it, and that of
// all of it, until it is forgotten.
struct Head {
  std::int64_t id = 0;
  std::int64_t sum = 0;
  std::optional<std::int64_t> whole{};  // none: forgotten, or noted by a version that did not

  // Whether it names this entry, as it is now.
  bool is_of(const Head& entry) const {
    const bool is_same = !whole || !entry.whole || whole == entry.whole;
    return id == entry.id && sum == entry.sum && is_same;
  }
};

inline Head head_of(std::int64_t id, std::int64_t before, std::int64_t stream, std::int64_t seq,
                    std::int64_t at, std::optional<std::int64_t> whole) {
  return {id, RowSum{}.add(id).add(before).add(stream).add(seq).add(at).value(), whole};
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
    // Always as long, so that nothing of the one before is left.
    const int size = std::snprintf(
        line.data(), line.size(), "%020lld %016llx %16s\n", static_cast<long long>(head.id),
        static_cast<unsigned long long>(head.sum), head.whole ? hex(*head.whole).data() : "-");
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
    if (unsigned long long whole = 0; file >> std::hex >> whole)
      head.whole = static_cast<std::int64_t>(whole);
    return head;
  }

 private:
  static std::array<char, 17> hex(std::int64_t number) {
    std::array<char, 17> digits{};
    std::snprintf(digits.data(), digits.size(), "%016llx", static_cast<unsigned long long>(number));
    return digits;
  }

  int descriptor_;
};

}  // namespace tatami::store
