#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>

namespace tatami::server {

// The web client, read once and kept in memory, compressed.
class Files {
 public:
  struct File {
    std::string plain;
    std::string gzipped;  // empty: not worth it
    std::string type;
    std::string tag;              // changes with the content
    bool lives_for_ever = false;  // its name changes with its content
  };

  // Nothing is there if the folder is not.
  explicit Files(const std::string& folder);

  bool empty() const { return files_.empty(); }
  // A path that names no file is the client's own: it gets the first page.
  const File* find(std::string_view path) const;

 private:
  std::map<std::string, File, std::less<>> files_;
};

}  // namespace tatami::server
