#pragma once

#include <sqlite3.h>

#include <cstdint>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>

#include "store/head.h"

// The part of SQLite that the log needs. Every error throws a Failure that names the file.
namespace tatami::store {

class Failure : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

// To be used by one thread at a time.
class Database {
 public:
  enum class Access : std::uint8_t { read, write };

  Database(const std::string& path, Access access);

  void run(const std::string& sql) const;
  // Leaves the -wal of a crashed process unchanged, even when this is closed.
  void leave_wal() const {
    check(sqlite3_db_config(get(), SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1, nullptr));
  }
  void check(int code) const {
    if (code != SQLITE_OK) fail();
  }
  [[noreturn]] void fail() const;
  // Whether to wait while somebody else copies or reads the file.
  void be_patient(bool patient) const;
  sqlite3* get() const { return connection_.get(); }

 private:
  struct Close {
    void operator()(sqlite3* connection) const { sqlite3_close(connection); }
  };
  std::string path_;
  std::unique_ptr<sqlite3, Close> connection_;
};

// A prepared statement. Bound texts must live until the statement has run.
class Statement {
 public:
  Statement(const Database& database, std::string_view sql);

  // Binds values to the positions after `position`.
  template <class... Values>
  void bind_after(int position, const Values&... values) {
    (bind(++position, values), ...);
  }
  template <class... Values>
  Statement& with(const Values&... values) {
    bind_after(0, values...);
    return *this;
  }

  // Returns whether there is a row; its columns can then be read. After the last row the statement
  // can run again.
  bool next();
  void run() {
    while (next()) {
    }
  }
  // Call this if the remaining rows are not needed.
  void reset() { sqlite3_reset(statement_.get()); }

  std::int64_t number(int column) const { return sqlite3_column_int64(statement_.get(), column); }
  bool is_null(int column) const {
    return sqlite3_column_type(statement_.get(), column) == SQLITE_NULL;
  }
  std::string text(int column) const;

 private:
  void bind(int position, std::int64_t value) {
    database_->check(sqlite3_bind_int64(statement_.get(), position, value));
  }
  void bind(int position, const std::string& value) {
    database_->check(sqlite3_bind_text64(statement_.get(), position, value.data(), value.size(),
                                         SQLITE_STATIC, SQLITE_UTF8));
  }

  struct Finalize {
    void operator()(sqlite3_stmt* statement) const { sqlite3_finalize(statement); }
  };
  const Database* database_;
  std::unique_ptr<sqlite3_stmt, Finalize> statement_;
};

// An entry of a log as store/head.h has it.
std::optional<Head> entry_at(const Database& database, const std::string& where);
inline std::optional<Head> last_entry(const Database& database) {
  return entry_at(database, "ORDER BY id DESC LIMIT 1");
}

}  // namespace tatami::store
