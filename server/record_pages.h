#pragma once

#include <optional>
#include <string>
#include <unordered_map>

namespace tatami::server {

// Records and sidecars of finished games that were asked for lately.
class RecordPages {
 public:
  explicit RecordPages(std::size_t most) : most_(most) {}

  // The page of this name; if it is not there, `make` makes it, unless the game has no record.
  template <class Make>
  std::optional<std::string> get(const std::string& name, const Make& make) {
    if (const auto found = pages_.find(name); found != pages_.end()) return found->second;
    std::optional<std::string> page = make();
    if (!page) return {};
    if (pages_.size() >= most_) pages_.clear();
    return pages_[name] = std::move(*page);
  }
  // Somebody is called otherwise, or forgotten.
  void clear() { pages_.clear(); }
  std::size_t size() const { return pages_.size(); }

 private:
  std::size_t most_;
  std::unordered_map<std::string, std::string> pages_;
};

}  // namespace tatami::server
