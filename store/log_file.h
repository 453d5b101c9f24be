#pragma once

#include <string>
#include <vector>

// The file of an SQLite log. Every error throws a Failure.
namespace tatami::store {

// Keeps other servers from using the log at this path. (A lock on the database itself would be lost
// as soon as anything in this process closed that file; see "How To Corrupt An SQLite Database
// File" in SQLite's documentation.)
class FileLock {
 public:
  explicit FileLock(const std::string& path);
  FileLock(FileLock&& other) noexcept;
  FileLock& operator=(FileLock&&) = delete;
  FileLock(const FileLock&) = delete;
  FileLock& operator=(const FileLock&) = delete;
  ~FileLock();

 private:
  int descriptor_ = -1;
};

// Creates an empty log if there is none, readable only by its owner because it contains secrets. An
// existing file must be an intact log of ours; any other is refused and left unchanged. If `first`
// names beginnings of streams, only those that are unfinished and what was written last is looked
// at.
void prepare_file(const std::string& path, const std::vector<std::string>& first);

}  // namespace tatami::store
