#include "store/postgres_leases.h"

#include <random>

namespace tatami::store {
namespace {

constexpr std::chrono::seconds patience{5};

std::int64_t any_number() {
  std::random_device device;
  const std::uint64_t high = device();
  return static_cast<std::int64_t>((high << 32U | device()) >> 1U);
}

Lease lease_at(const Rows& rows, std::size_t row) {
  return {rows.bytes(row, 0), rows.bytes(row, 1), static_cast<std::uint64_t>(rows.number(row, 2)),
          rows.flag(row, 3), rows.flag(row, 4)};
}
std::vector<Lease> all_leases(const Rows& rows) {
  std::vector<Lease> leases;
  leases.reserve(rows.size());
  for (std::size_t i = 0; i < rows.size(); ++i) leases.push_back(lease_at(rows, i));
  return leases;
}
std::vector<std::string> all_names(const Rows& rows) {
  std::vector<std::string> names;
  names.reserve(rows.size());
  for (std::size_t i = 0; i < rows.size(); ++i) names.push_back(rows.bytes(i, 0));
  return names;
}
std::vector<std::string_view> views(const std::vector<std::string>& names) {
  return {names.begin(), names.end()};
}

Problem problem_of(const PostgresError& error) {
  const bool is_replaced = error.state == "TA002";
  return {error.what, is_replaced          ? Problem::Kind::fenced
                      : error.is_passing() ? Problem::Kind::unavailable
                                           : Problem::Kind::failed};
}

auto only_problem(Leases::Done done) {
  return [done = std::move(done)](const Result<Rows, Problem>& rows) {
    done(rows ? std::nullopt : std::optional{rows.error()});
  };
}

// `read` makes the answer of the rows.
template <class T, class Read>
auto answered(Leases::Answer<T> answer, Read read) {
  return [answer = std::move(answer), read](const Result<Rows, Problem>& rows) {
    if (!rows) return answer(rows.error());
    answer(read(*rows));
  };
}

constexpr const char* leases_where =
    "SELECT s.name, n.name, s.fence, s.node = $1::bigint, n.lapses_at <= clock_timestamp() "
    "FROM tatami.stream AS s JOIN tatami.node AS n ON n.id = s.node ";

}  // namespace

PostgresLeases::PostgresLeases(const std::string& url, Reactor& reactor)
    : reactor_(reactor),
      us_(any_number()),
      url_(url),
      link_(
          url, reactor, [this] { send_all(); }, [this](const PostgresError&) { give_up_late(); }) {
  reactor_.post([this, alive = alive_] {
    if (*alive) link_.start();
  });
}

void PostgresLeases::join(std::string node, std::chrono::milliseconds term, Done done) {
  ask("SELECT tatami.join($1, $2, $3)", Values{}.add(node).add(std::int64_t{term.count()}).add(us_),
      [node, done = std::move(done)](const Result<Rows, Problem>& rows) {
        if (!rows) return done(rows.error());
        if (rows->flag(0, 0)) return done({});
        done(Problem{"another node is called " + node, Problem::Kind::refused});
      });
}

void PostgresLeases::renew(Answer<bool> answer) {
  ask("SELECT tatami.renew($1)", Values{}.add(us_),
      answered<bool>(std::move(answer), [](const Rows& rows) -> Result<bool, Problem> {
        if (rows.is_null(0, 0))
          return Problem{"another node has joined under this name", Problem::Kind::fenced};
        return rows.flag(0, 0);
      }));
}

void PostgresLeases::leave(Done done) {
  ask("SELECT tatami.leave($1)", Values{}.add(us_), only_problem(std::move(done)));
}

void PostgresLeases::acquire(std::vector<std::string> streams, Answer<std::vector<Lease>> answer) {
  ask("SELECT * FROM tatami.acquire($1, $2)", Values{}.add(us_).add(views(streams)),
      answered<std::vector<Lease>>(std::move(answer), all_leases));
}

void PostgresLeases::release(std::vector<std::string> streams, Done done) {
  ask("SELECT tatami.release($1, $2)", Values{}.add(us_).add(views(streams)),
      only_problem(std::move(done)));
}

void PostgresLeases::find(std::string stream, Answer<std::optional<Lease>> answer) {
  static const std::string sql = std::string{leases_where} + "WHERE s.name = $2::bytea";
  ask(sql.c_str(), Values{}.add(us_).add(stream),
      answered<std::optional<Lease>>(std::move(answer), [](const Rows& rows) {
        return rows.size() == 0 ? std::optional<Lease>{} : lease_at(rows, 0);
      }));
}

void PostgresLeases::owned(Answer<std::vector<Lease>> answer) {
  static const std::string sql = std::string{leases_where} + "WHERE s.node = $1 ORDER BY s.name";
  ask(sql.c_str(), Values{}.add(us_), answered<std::vector<Lease>>(std::move(answer), all_leases));
}

void PostgresLeases::unowned(std::string prefix, std::size_t most,
                             Answer<std::vector<std::string>> answer) {
  ask("SELECT s.name FROM tatami.stream AS s LEFT JOIN tatami.node AS n ON n.id = s.node "
      "WHERE NOT s.finished AND s.entries > 0 AND s.name >= $1::bytea "
      "AND substring(s.name FROM 1 FOR length($1)) = $1 "
      "AND (n.id IS NULL OR n.lapses_at <= clock_timestamp()) ORDER BY s.name LIMIT $2",
      Values{}.add(prefix).add(static_cast<std::int64_t>(most)),
      answered<std::vector<std::string>>(std::move(answer), all_names));
}

void PostgresLeases::nodes(Answer<std::vector<std::string>> answer) {
  ask("SELECT name FROM tatami.node WHERE lapses_at > clock_timestamp() ORDER BY name", {},
      answered<std::vector<std::string>>(std::move(answer), all_names));
}

void PostgresLeases::ask(const char* sql, Values values, Handle handle) {
  reactor_.post([this, alive = alive_, sql, values = std::move(values),
                 handle = std::move(handle)]() mutable {
    if (!*alive) return;
    questions_.push_back({sql, std::move(values), std::move(handle), Clock::now() + patience});
    if (link_.is_up()) return send(std::prev(questions_.end()));
    reactor_.after(patience, [this, alive] {
      if (*alive) give_up_late();
    });
  });
}

void PostgresLeases::send(std::list<Question>::iterator question) {
  question->is_sent = true;
  link_.send(question->sql, question->values,
             [this, question](const Result<Rows, PostgresError>& rows) {
               // Each of them may be asked twice.
               if (!rows && rows.error().is_passing() && Clock::now() < question->until) {
                 question->is_sent = false;
                 if (!rows.error().is_lost()) send(question);
                 return;
               }
               const Handle handle = std::move(question->handle);
               questions_.erase(question);
               if (rows)
                 handle(*rows);
               else
                 handle(problem_of(rows.error()));
             });
}

void PostgresLeases::send_all() {
  for (auto each = questions_.begin(); each != questions_.end(); ++each)
    if (!each->is_sent) send(each);
}

void PostgresLeases::give_up_late() {
  std::vector<Handle> late;
  for (auto each = questions_.begin(); each != questions_.end();) {
    const auto question = each++;
    if (question->is_sent || Clock::now() < question->until) continue;
    late.push_back(std::move(question->handle));
    questions_.erase(question);
  }
  for (const Handle& handle : late)
    handle(Problem{without_password(url_) + ": the database cannot be reached",
                   Problem::Kind::unavailable});
}

}  // namespace tatami::store
