#pragma once

#include <string>

// What is done with databases while no server uses them.
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
