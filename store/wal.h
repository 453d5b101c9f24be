#pragma once

#include <string>

namespace tatami::store {

// SQLite reads a write-ahead log up to the first incomplete frame and takes the rest for a
// transaction that a crash interrupted. Every commit here waits for the disk, so a crash can damage
// only the last one; if complete commits follow, acknowledged entries are damaged. Throws a Failure
// then.
void check_wal(const std::string& path);

}  // namespace tatami::store
