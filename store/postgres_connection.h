#pragma once

#include <chrono>
#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "rules/core/result.h"
#include "store/postgres.h"
#include "store/reactor.h"

struct pg_conn;
struct pg_result;

// The part of libpq that the log needs. Values travel as PostgreSQL's binary format.
namespace tatami::store {

// The values of a query's parameters.
class Values {
 public:
  Values& add(std::int64_t value);
  Values& add(std::string_view bytes);
  Values& add(const std::vector<std::int64_t>& values);
  Values& add(const std::vector<bool>& values);
  Values& add(const std::vector<std::string_view>& values);
  const std::vector<std::string>& all() const { return values_; }

 private:
  std::vector<std::string> values_;
};

// The result of a query.
class Rows {
 public:
  explicit Rows(pg_result* result);

  std::size_t size() const;
  bool is_null(std::size_t row, int column) const;
  std::int64_t number(std::size_t row, int column) const;
  bool flag(std::size_t row, int column) const;
  std::string bytes(std::size_t row, int column) const { return std::string{view(row, column)}; }
  std::vector<std::string> texts(std::size_t row, int column) const;
  pg_result* handle() const { return result_.get(); }

 private:
  std::string_view view(std::size_t row, int column) const;

  struct Clear {
    void operator()(pg_result* result) const;
  };
  std::shared_ptr<pg_result> result_;
};

struct PostgresError {
  std::string state;  // SQLSTATE; empty: the connection is lost, and nobody knows what was done
  std::string what;

  bool is_lost() const { return state.empty(); }
  // Nothing was done, and it may succeed later: no room, a shutdown, a deadlock, a standby.
  bool is_passing() const;
};

struct CloseConnection {
  void operator()(pg_conn* connection) const;
};
using ConnectionHandle = std::unique_ptr<pg_conn, CloseConnection>;

// Waits. Passwords are in nobody's error.
Result<ConnectionHandle, PostgresError> connect_postgres(const std::string& url);
Result<Rows, PostgresError> query(pg_conn* connection, const char* sql, const Values& values);
std::optional<PostgresError> run(pg_conn* connection, const std::string& sql);

// A connection on a loop that is made again when it is lost. Queries are sent without waiting for
// the answers of those before (libpq's pipeline mode), each a transaction of its own.
class PostgresLink {
 public:
  using Answer = std::function<void(Result<Rows, PostgresError>)>;

  // `made` is told of each new connection, before anything else is sent over it; `failed`, of each
  // attempt that did not succeed.
  PostgresLink(std::string url, Reactor& reactor, std::function<void()> made,
               std::function<void(const PostgresError&)> failed);
  PostgresLink(const PostgresLink&) = delete;
  PostgresLink& operator=(const PostgresLink&) = delete;
  ~PostgresLink();

  void start();
  bool is_up() const { return connection_ != nullptr; }
  // While it is not up, the answer is that it is lost, at once.
  void send(const char* sql, const Values& values, Answer answer);
  // As if it had broken.
  void drop(const std::string& why);
  void drop_after(std::chrono::milliseconds pause, const std::string& why);

 private:
  void connect_later();
  void take(Result<ConnectionHandle, PostgresError> made);
  void flush();
  void ready();
  bool read_results();

  std::string url_;
  Reactor& reactor_;
  std::function<void()> made_;
  std::function<void(const PostgresError&)> failed_;
  ConnectionHandle connection_;
  int socket_ = -1;
  std::deque<Answer> waiting_;
  std::optional<Result<Rows, PostgresError>> current_;  // the answer of the first that waits
  std::chrono::milliseconds pause_{0};
  std::thread connector_;  // resolving a name and shaking hands take their time
  std::shared_ptr<bool> alive_ = std::make_shared<bool>(true);
};

}  // namespace tatami::store
