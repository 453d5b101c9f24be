#pragma once

#include <string>

namespace tatami::store {

// SQLite reads a write-ahead log up to the first frame that is not whole and takes what follows for
// a transaction that a crash tore. Every commit here waits for the disk, so a crash can tear only
// the last one; if more of them follow, what was acknowledged is damaged. Throws a Failure then.
void check_wal(const std::string& path);

}  // namespace tatami::store
