#pragma once

#include <sqlite3.h>

#include <cstdint>
#include <memory>
#include <stdexcept>
#include <string>
#include <string_view>

// As much of SQLite as the log needs. Whatever fails throws a Failure, which names the file.
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
  // What a crashed process has left behind stays as it is, even when this is closed.
  void leave_wal() const {
    check(sqlite3_db_config(get(), SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1, nullptr));
  }
  void check(int code) const {
    if (code != SQLITE_OK) fail();
  }
  [[noreturn]] void fail() const;
  // Whether to wait for someone who copies or reads the file meanwhile.
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

  // Binds these, after those that are bound to the places before.
  template <class... Values>
  void bind_after(int position, const Values&... values) {
    (bind(++position, values), ...);
  }
  template <class... Values>
  Statement& with(const Values&... values) {
    bind_after(0, values...);
    return *this;
  }

  // Whether there is a row, which the columns then tell. After the last one it can run again.
  bool next();
  void run() {
    while (next()) {
    }
  }
  // For whoever does not want the other rows.
  void reset() { sqlite3_reset(statement_.get()); }

  std::int64_t number(int column) const { return sqlite3_column_int64(statement_.get(), column); }
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

}  // namespace tatami::store
