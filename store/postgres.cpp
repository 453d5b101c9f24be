#include "store/postgres.h"

#include <algorithm>
#include <chrono>
#include <deque>
#include <mutex>
#include <utility>
#include <variant>

#include "store/postgres_connection.h"
#include "store/postgres_leases.h"
#include "store/postgres_schema.h"
#include "store/sum.h"
#include "store/tail.h"

namespace tatami::store {
namespace {

using Clock = std::chrono::steady_clock;

constexpr std::size_t most_entries = 2000;  // in a commit
constexpr std::chrono::milliseconds pause{200};

std::int64_t sum_of(const Entry& entry) {
  return RowSum{}
      .add(entry.stream)
      .add(std::int64_t{entry.seq})
      .add(entry.at)
      .add(entry.author)
      .add(entry.body)
      .value();
}

// The first name after all that begin with this one; empty: there is none.
std::string end_of(std::string prefix) {
  while (!prefix.empty() && prefix.back() == '\xff') prefix.pop_back();
  if (!prefix.empty()) prefix.back() = static_cast<char>(prefix.back() + 1);
  return prefix;
}

// Reads over a connection that waits for its answers.
class PostgresReader {
 public:
  PostgresReader(std::string url, ConnectionHandle connection)
      : url_(std::move(url)), connection_(std::move(connection)) {}

  Result<std::vector<Entry>, Problem> read(const std::string& stream) {
    return entries(stream,
                   "SELECT e.seq, e.at, e.author, e.body, e.sum, s.finished, s.tail, s.entries "
                   "FROM tatami.stream AS s LEFT JOIN tatami.entry AS e ON e.stream = s.id "
                   "WHERE s.name = $1::bytea ORDER BY e.seq",
                   true);
  }
  Result<std::optional<Entry>, Problem> last(const std::string& stream) {
    auto found =
        entries(stream,
                "SELECT e.seq, e.at, e.author, e.body, e.sum, s.finished, s.tail, s.entries "
                "FROM tatami.stream AS s LEFT JOIN tatami.entry AS e "
                "ON e.stream = s.id AND e.seq = s.tail WHERE s.name = $1::bytea",
                false);
    if (!found) return found.error();
    if (found->empty()) return std::optional<Entry>{};
    return std::optional{std::move(found->front())};
  }
  Result<std::vector<std::string>, Problem> unfinished(const std::string& prefix) {
    const auto rows = ask(
        "SELECT name FROM tatami.stream WHERE NOT finished AND entries > 0 AND name >= $1::bytea "
        "AND ($2::bytea = ''::bytea OR name < $2::bytea) ORDER BY name",
        Values{}.add(prefix).add(end_of(prefix)));
    if (!rows) return rows.error();
    std::vector<std::string> names;
    names.reserve(rows->size());
    for (std::size_t i = 0; i < rows->size(); ++i) names.push_back(rows->bytes(i, 0));
    return names;
  }
  Result<std::vector<Finished>, Problem> finished(std::int64_t after, std::size_t most) {
    const auto rows = ask(
        "SELECT s.id, s.name, e.at FROM tatami.stream AS s JOIN tatami.entry AS e "
        "ON e.stream = s.id AND e.seq = s.tail WHERE s.id > $1 AND s.finished ORDER BY s.id LIMIT "
        "$2",
        Values{}.add(after).add(static_cast<std::int64_t>(most)));
    if (!rows) return rows.error();
    std::vector<Finished> all;
    all.reserve(rows->size());
    for (std::size_t i = 0; i < rows->size(); ++i)
      all.push_back({rows->number(i, 0), rows->bytes(i, 1), rows->number(i, 2)});
    return all;
  }

 private:
  Problem damage(const std::string& what) const {
    return {without_password(url_) + ": is damaged: " + what};
  }

  // Every entry is compared with its sum, and their number and the last one's with the stream's.
  Result<std::vector<Entry>, Problem> entries(const std::string& stream, const char* sql,
                                              bool is_all) {
    const auto rows = ask(sql, Values{}.add(stream));
    if (!rows) return rows.error();
    std::vector<Entry> found;
    for (std::size_t i = 0; i < rows->size(); ++i) {
      if (rows->is_null(i, 0)) break;
      found.push_back({stream, static_cast<std::uint32_t>(rows->number(i, 0)), rows->number(i, 1),
                       rows->bytes(i, 2), rows->bytes(i, 3)});
      if (sum_of(found.back()) != rows->number(i, 4)) return damage("an entry was changed");
    }
    if (rows->size() == 0) return found;
    const std::int64_t count = rows->number(0, 7);
    const std::int64_t tail = rows->number(0, 6);
    const bool is_complete = is_all ? count == std::ssize(found) : (count > 0) == !found.empty();
    if (!is_complete || (found.empty() ? tail != 0 : tail != std::int64_t{found.back().seq}))
      return damage("an entry is missing");
    if (!found.empty()) found.back().last = rows->flag(0, 5);
    return found;
  }

  Result<Rows, Problem> ask(const char* sql, const Values& values) {
    const std::lock_guard lock{mutex_};
    PostgresError error{{}, "the connection is lost"};
    for (int attempt = 0; attempt < 2; ++attempt) {
      if (!connection_) {
        auto made = connect_postgres(url_);
        if (!made) return Problem{made.error().what, Problem::Kind::unavailable};
        connection_ = std::move(*made);
      }
      auto rows = query(connection_.get(), sql, values);
      if (rows) return *rows;
      error = rows.error();
      if (!error.is_passing()) break;
      connection_.reset();
    }
    return Problem{without_password(url_) + ": " + error.what,
                   error.is_passing() ? Problem::Kind::unavailable : Problem::Kind::failed};
  }

  std::string url_;
  std::mutex mutex_;
  ConnectionHandle connection_;
};

class PostgresLog final : public EventLog {
 public:
  PostgresLog(const std::string& url, ConnectionHandle connection, std::int64_t writer,
              Reactor& reactor)
      : reactor_(reactor),
        url_(url),
        writer_(writer),
        reader_(url, std::move(connection)),
        link_(std::make_unique<PostgresLink>(
            url, reactor, [this] { take_over(); }, [this](const PostgresError&) { epoch_ = 0; })),
        leases_(std::make_unique<PostgresLeases>(url, reactor)) {
    reactor_.post([this] { link_->start(); });
  }
  PostgresLog(const PostgresLog&) = delete;
  PostgresLog& operator=(const PostgresLog&) = delete;
  // Waits for a while only: nobody was told that the rest is durable.
  ~PostgresLog() override {
    const auto until = Clock::now() + std::chrono::seconds(10);
    reactor_.wait([&] {
      const std::lock_guard lock{mutex_};
      return (queue_.empty() && group_.empty()) || Clock::now() > until;
    });
    reactor_.wait([this] {
      link_.reset();
      leases_.reset();
      return true;
    });
  }

  void append(std::vector<Entry> entries, Fence fence, Done done) override {
    enqueue({Append{std::move(entries), std::move(fence)}, std::move(done)});
  }
  void forget(std::string author, Done done) override {
    enqueue({Author{std::move(author)}, std::move(done)});
  }
  void remove(std::vector<std::string> streams, Done done) override {
    enqueue({Streams{std::move(streams)}, std::move(done)});
  }
  Leases* leases() override { return leases_.get(); }
  Figures figures() override {
    const std::lock_guard lock{mutex_};
    return {commits_, commit_us_, queue_.size()};
  }
  Result<std::vector<Entry>, Problem> read(const std::string& stream) override {
    return reader_.read(stream);
  }
  Result<std::optional<Entry>, Problem> last(const std::string& stream) override {
    return reader_.last(stream);
  }
  Result<std::vector<std::string>, Problem> unfinished(const std::string& prefix) override {
    return reader_.unfinished(prefix);
  }
  Result<std::vector<Finished>, Problem> finished(std::int64_t after, std::size_t most) override {
    return reader_.finished(after, most);
  }

 private:
  struct Append {
    std::vector<Entry> entries;
    Fence fence;
  };
  struct Author {
    std::string name;
  };
  struct Streams {
    std::vector<std::string> names;
  };
  struct Job {
    std::variant<Append, Author, Streams> what;
    Done done;
  };

  void enqueue(Job job);
  void commit_next();
  void take_group();
  void send_group();
  void answer(const Result<Rows, PostgresError>& rows);
  void take_over();
  void finish(const std::vector<std::string>& refused);
  void fail(const PostgresError& error);
  static std::optional<Problem> outcome(const Job& job, const std::string& refusal);

  Reactor& reactor_;
  std::string url_;
  std::int64_t writer_;  // our row
  PostgresReader reader_;

  // Of the loop.
  std::int64_t epoch_ = 0;   // of the connection; 0: nobody has taken over yet
  std::int64_t number_ = 0;  // of the commit
  std::optional<Problem> broken_;
  std::unique_ptr<PostgresLink> link_;
  std::unique_ptr<PostgresLeases> leases_;

  std::mutex mutex_;
  std::vector<Job> group_;  // what is being committed
  Clock::time_point begun_;
  std::deque<Job> queue_;
  bool is_asked_ = false;  // the loop will look
  std::uint64_t commits_ = 0;
  std::uint64_t commit_us_ = 0;
};

void PostgresLog::enqueue(Job job) {
  {
    const std::lock_guard lock{mutex_};
    queue_.push_back(std::move(job));
    if (std::exchange(is_asked_, true)) return;
  }
  reactor_.post([this] {
    {
      const std::lock_guard lock{mutex_};
      is_asked_ = false;
    }
    commit_next();
  });
}

void PostgresLog::take_group() {
  const std::lock_guard lock{mutex_};
  begun_ = Clock::now();
  std::size_t entries = 0;
  while (!queue_.empty() && entries < most_entries) {
    const auto* append = std::get_if<Append>(&queue_.front().what);
    if (!append && !group_.empty()) return;
    if (append) entries += append->entries.size() + 1;
    group_.push_back(std::move(queue_.front()));
    queue_.pop_front();
    if (!append) return;
  }
}

void PostgresLog::commit_next() {
  if (!group_.empty() || (!broken_ && epoch_ == 0)) return;
  take_group();
  if (group_.empty()) return;
  if (broken_) return finish({});
  ++number_;
  send_group();
}

void PostgresLog::send_group() {
  Values values;
  values.add(writer_).add(epoch_).add(number_);
  const auto answered = [this](const Result<Rows, PostgresError>& rows) { answer(rows); };
  if (const auto* author = std::get_if<Author>(&group_.front().what))
    return link_->send("SELECT tatami.forget($1, $2, $3, $4)", values.add(author->name), answered);
  if (const auto* streams = std::get_if<Streams>(&group_.front().what))
    return link_->send(
        "SELECT tatami.remove($1, $2, $3, $4)",
        values.add(std::vector<std::string_view>{streams->names.begin(), streams->names.end()}),
        answered);
  std::vector<std::string_view> owners;
  std::vector<std::string_view> names;
  std::vector<std::string_view> authors;
  std::vector<std::string_view> bodies;
  std::vector<std::int64_t> fences;
  std::vector<std::int64_t> ends;
  std::vector<std::int64_t> seqs;
  std::vector<std::int64_t> ats;
  std::vector<std::int64_t> sums;
  std::vector<bool> lasts;
  for (const Job& job : group_) {
    const auto& [entries, fence] = std::get<Append>(job.what);
    for (const Entry& entry : entries) {
      names.emplace_back(entry.stream);
      seqs.push_back(entry.seq);
      ats.push_back(entry.at);
      authors.emplace_back(entry.author);
      bodies.emplace_back(entry.body);
      lasts.push_back(entry.last);
      sums.push_back(sum_of(entry));
    }
    owners.emplace_back(fence.stream);
    fences.push_back(static_cast<std::int64_t>(fence.number));
    ends.push_back(std::ssize(names));
  }
  values.add(owners).add(fences).add(ends).add(names).add(seqs).add(ats);
  values.add(authors).add(bodies).add(lasts).add(sums);
  link_->send("SELECT tatami.append($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)",
              values, answered);
}

void PostgresLog::answer(const Result<Rows, PostgresError>& rows) {
  if (rows) return finish(rows->texts(0, 0));
  const PostgresError& error = rows.error();
  if (error.is_lost()) {
    epoch_ = 0;  // the next connection finds out
    return;
  }
  if (!error.is_passing()) return fail(error);
  // It was undone, so it can be tried again, over a new connection: this one's server may have
  // become a standby.
  epoch_ = 0;
  link_->drop_after(pause, error.what);
}

// A new connection: whatever an earlier one still has under way ends before this, or is refused.
void PostgresLog::take_over() {
  link_->send("SET enable_seqscan = off", {}, [](const Result<Rows, PostgresError>&) {});
  link_->send(
      "UPDATE tatami.writer SET epoch = epoch + 1 WHERE id = $1 RETURNING epoch, commit, refused",
      Values{}.add(writer_), [this](const Result<Rows, PostgresError>& rows) {
        if (!rows && rows.error().is_lost()) return;
        if (!rows && rows.error().is_passing()) return link_->drop_after(pause, rows.error().what);
        if (!rows) return fail(rows.error());
        if (rows->size() == 0)
          return fail({"TA003", "the database was replaced: start the server again"});
        epoch_ = rows->number(0, 0);
        if (group_.empty()) return commit_next();
        if (rows->number(0, 1) == number_) return finish(rows->texts(0, 2));
        send_group();
      });
}

std::optional<Problem> PostgresLog::outcome(const Job& job, const std::string& refusal) {
  const auto* append = std::get_if<Append>(&job.what);
  if (!append || refusal.empty()) return {};
  if (refusal == "fenced") return fenced(append->fence.stream);
  // "place:tail", or "place:last".
  const std::size_t colon = refusal.find(':');
  const Entry& entry = append->entries.at(std::stoul(refusal.substr(0, colon)));
  const std::string there = refusal.substr(colon + 1);
  return check(
      there == "last" ? Tail{0, true} : Tail{static_cast<std::uint32_t>(std::stoul(there)), false},
      entry);
}

void PostgresLog::finish(const std::vector<std::string>& refused) {
  std::vector<Job> done;
  {
    const std::lock_guard lock{mutex_};
    done.swap(group_);
    if (!broken_) {
      ++commits_;
      commit_us_ += static_cast<std::uint64_t>(
          std::chrono::duration_cast<std::chrono::microseconds>(Clock::now() - begun_).count());
    }
  }
  // The next commit is under way while these are told.
  if (!broken_) commit_next();
  for (std::size_t i = 0; i < done.size(); ++i)
    done[i].done(broken_ ? broken_ : outcome(done[i], i < refused.size() ? refused[i] : ""));
  if (broken_) commit_next();
}

void PostgresLog::fail(const PostgresError& error) {
  broken_ = Problem{without_password(url_) + ": " + error.what};
  if (group_.empty()) return commit_next();
  finish({});
}

}  // namespace

Result<std::unique_ptr<EventLog>, Problem> open_postgres(const std::string& url, Reactor& reactor) {
  auto connection = connect_postgres(url);
  if (!connection) return Problem{connection.error().what};
  if (auto wrong = check_schema(connection->get(), url)) return *wrong;
  const auto writer =
      query(connection->get(), "INSERT INTO tatami.writer DEFAULT VALUES RETURNING id", {});
  if (!writer) return Problem{without_password(url) + ": " + writer.error().what};
  return std::unique_ptr<EventLog>{
      std::make_unique<PostgresLog>(url, std::move(*connection), writer->number(0, 0), reactor)};
}

}  // namespace tatami::store
