#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>

namespace tatami::server {

// How often something took how many milliseconds, as Prometheus counts it.
class Histogram {
 public:
  void add(std::int64_t ms) {
    std::size_t i = 0;
    while (i < bounds.size() && ms > bounds[i]) ++i;
    ++counts_[i];
    sum_ += ms;
  }

  // The lines of its buckets, sum and count.
  std::string text(const std::string& name) const {
    std::string out;
    std::uint64_t so_far = 0;
    for (std::size_t i = 0; i < counts_.size(); ++i) {
      so_far += counts_[i];
      const std::string bound = i < bounds.size() ? std::to_string(bounds[i]) : "+Inf";
      line(out, name, "_bucket{le=\"" + bound + "\"}", so_far);
    }
    line(out, name, "_sum", sum_);
    line(out, name, "_count", so_far);
    return out;
  }

 private:
  static void line(std::string& out, const std::string& name, const std::string& of, auto value) {
    ((((out += name) += of) += ' ') += std::to_string(value)) += '\n';
  }

  static constexpr std::array<std::int64_t, 11> bounds = {1,   2,   5,   10,   20,  50,
                                                          100, 200, 500, 1000, 5000};
  std::array<std::uint64_t, bounds.size() + 1> counts_{};
  std::int64_t sum_ = 0;
};

}  // namespace tatami::server
