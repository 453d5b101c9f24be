#pragma once

#include <list>
#include <memory>

#include "store/lease.h"
#include "store/postgres_connection.h"

namespace tatami::store {

// Leases in PostgreSQL, over a connection of their own: a large commit does not hold up a renewal.
// May be called from any thread; answers on the loop.
class PostgresLeases final : public Leases {
 public:
  PostgresLeases(const std::string& url, Reactor& reactor);

  void join(std::string node, std::chrono::milliseconds term, Done done) override;
  void renew(Answer<bool> answer) override;
  void leave(Done done) override;
  void acquire(std::vector<std::string> streams, Answer<std::vector<Lease>> answer) override;
  void release(std::vector<std::string> streams, Done done) override;
  void find(std::string stream, Answer<std::optional<Lease>> answer) override;
  void owned(Answer<std::vector<Lease>> answer) override;
  void unowned(std::string prefix, std::size_t most,
               Answer<std::vector<std::string>> answer) override;
  void nodes(Answer<std::vector<std::string>> answer) override;

 private:
  using Clock = std::chrono::steady_clock;
  using Handle = std::function<void(const Result<Rows, Problem>&)>;
  struct Question {
    const char* sql;
    Values values;
    Handle handle;
    Clock::time_point until;
    bool is_sent = false;
  };

  void ask(const char* sql, Values values, Handle handle);
  void send(std::list<Question>::iterator question);
  void send_all();
  void give_up_late();

  Reactor& reactor_;
  std::int64_t us_;  // a number that nobody else has
  std::string url_;
  std::list<Question> questions_;
  PostgresLink link_;
  std::shared_ptr<bool> alive_ = std::make_shared<bool>(true);
};

}  // namespace tatami::store
