#pragma once

#include <string>

// Commands for databases that no server uses meanwhile.
namespace tatami::cli {

struct MigrateOptions {
  std::string url;
};
int migrate(const MigrateOptions& options);

struct CopyOptions {
  std::string from, to;  // files of SQLite, or URLs of PostgreSQL
};
int copy(const CopyOptions& options);

}  // namespace tatami::cli
