#pragma once

#include <string>

// The file an SQLite log lives in. Whatever fails throws a Failure.
namespace tatami::store {

// Keeps other servers away from the log at this path while it lives. (A lock on the database itself
// would be lost as soon as anything in this process closed that file; SQLite says why under "How to
// corrupt".)
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

// Makes an empty log where there is none, readable for its owner only: it holds secrets. A file
// that is there must be a log of ours that is whole; any other is refused and left as it is.
void prepare_file(const std::string& path);

}  // namespace tatami::store
