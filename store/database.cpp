#include "store/database.h"

#include <span>

#include "store/sum.h"

namespace tatami::store {
namespace {

constexpr int patience_ms = 60'000;

// The checksum of the numbers and texts of a row; NULL adds nothing.
void row_sum(sqlite3_context* context, int count, sqlite3_value** values) {
  RowSum sum;
  for (sqlite3_value* value : std::span{values, static_cast<std::size_t>(count)}) {
    if (sqlite3_value_type(value) == SQLITE_INTEGER) sum.add(sqlite3_value_int64(value));
    if (sqlite3_value_type(value) != SQLITE_TEXT) continue;
    const auto* bytes = reinterpret_cast<const char*>(sqlite3_value_text(value));
    sum.add(std::string_view{bytes, static_cast<std::size_t>(sqlite3_value_bytes(value))});
  }
  sqlite3_result_int64(context, sum.value());
}

}  // namespace

Database::Database(const std::string& path, Access access) : path_(path) {
  const int mode = access == Access::write ? SQLITE_OPEN_READWRITE : SQLITE_OPEN_READONLY;
  sqlite3* connection = nullptr;
  const int code = sqlite3_open_v2(path.c_str(), &connection, mode | SQLITE_OPEN_NOMUTEX, nullptr);
  connection_.reset(connection);
  check(code);
  be_patient(true);
  check(sqlite3_create_function_v2(get(), "row_sum", -1, SQLITE_UTF8 | SQLITE_DETERMINISTIC,
                                   nullptr, row_sum, nullptr, nullptr, nullptr));
  run("PRAGMA automatic_index = OFF");  // building one would read the whole file
}

void Database::be_patient(bool patient) const {
  check(sqlite3_busy_timeout(get(), patient ? patience_ms : 0));
}

void Database::run(const std::string& sql) const {
  check(sqlite3_exec(get(), sql.c_str(), nullptr, nullptr, nullptr));
}

void Database::fail() const { throw Failure{path_ + ": " + sqlite3_errmsg(get())}; }

Statement::Statement(const Database& database, std::string_view sql) : database_(&database) {
  sqlite3_stmt* statement = nullptr;
  database.check(sqlite3_prepare_v3(database.get(), sql.data(), static_cast<int>(sql.size()),
                                    SQLITE_PREPARE_PERSISTENT, &statement, nullptr));
  statement_.reset(statement);
}

bool Statement::next() {
  const int code = sqlite3_step(statement_.get());
  if (code == SQLITE_ROW) return true;
  reset();
  if (code != SQLITE_DONE) database_->fail();
  return false;
}

std::string Statement::text(int column) const {
  const void* bytes = sqlite3_column_blob(statement_.get(), column);
  const auto size = static_cast<std::size_t>(sqlite3_column_bytes(statement_.get(), column));
  return size == 0 ? std::string{} : std::string{static_cast<const char*>(bytes), size};
}

std::optional<Head> entry_at(const Database& database, const std::string& where) {
  Statement entry{database, "SELECT id, before, stream, seq, at, sum, body FROM entry " + where};
  if (!entry.next()) return {};
  std::optional<std::int64_t> whole;
  if (!entry.is_null(6)) whole = entry.number(5);
  return head_of(entry.number(0), entry.number(1), entry.number(2), entry.number(3),
                 entry.number(4), whole);
}

}  // namespace tatami::store
