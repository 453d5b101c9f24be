#include "store/sqlite.h"

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <filesystem>
#include <mutex>
#include <span>
#include <thread>
#include <utility>
#include <variant>

#include "store/log_file.h"
#include "store/writer.h"

namespace tatami::store {
namespace {

// CROSS JOIN: the left side first, whatever SQLite guesses about sizes.
constexpr std::string_view read_query = R"(
  WITH RECURSIVE
    wanted AS (SELECT id, tail, finished FROM stream WHERE name = ?),
    chain AS (
      SELECT entry.* FROM wanted CROSS JOIN entry ON entry.id = wanted.tail
      UNION ALL
      SELECT entry.* FROM chain CROSS JOIN entry ON entry.id = chain.before),
    fresh AS (
      SELECT entry.* FROM settled CROSS JOIN entry ON entry.id > settled.entry
      WHERE stream = (SELECT id FROM wanted))
  SELECT seq, at, author, body, (SELECT finished FROM wanted)
    FROM (SELECT * FROM chain UNION ALL SELECT * FROM fresh)
    WHERE body IS NOT NULL ORDER BY seq)";

constexpr std::string_view last_query = R"(
  WITH
    wanted AS (SELECT id, tail, finished FROM stream WHERE name = ?),
    fresh AS (
      SELECT entry.* FROM settled CROSS JOIN entry ON entry.id > settled.entry
      WHERE stream = (SELECT id FROM wanted))
  SELECT seq, at, author, body, (SELECT finished FROM wanted)
    FROM (SELECT entry.* FROM wanted CROSS JOIN entry ON entry.id = wanted.tail
          UNION ALL SELECT * FROM fresh)
    WHERE body IS NOT NULL ORDER BY seq DESC LIMIT 1)";

constexpr std::string_view unfinished_query =
    "SELECT name FROM stream WHERE finished = 0 AND name >= ? ORDER BY name";

class Reader {
 public:
  explicit Reader(const std::string& path)
      : database_(path, Database::Access::read),
        entries_(database_, read_query),
        last_(database_, last_query),
        unfinished_(database_, unfinished_query) {}

  std::vector<Entry> read(const std::string& stream) { return rows(entries_, stream); }

  std::optional<Entry> last(const std::string& stream) {
    std::vector<Entry> found = rows(last_, stream);
    if (found.empty()) return {};
    return std::move(found.front());
  }

  std::vector<std::string> unfinished(const std::string& prefix) {
    std::vector<std::string> names;
    unfinished_.with(prefix);
    while (unfinished_.next()) {
      std::string name = unfinished_.text(0);
      if (!name.starts_with(prefix)) {
        unfinished_.reset();
        break;
      }
      names.push_back(std::move(name));
    }
    return names;
  }

 private:
  static std::vector<Entry> rows(Statement& query, const std::string& stream) {
    std::vector<Entry> entries;
    bool finished = false;
    query.with(stream);
    while (query.next()) {
      entries.push_back({stream, static_cast<std::uint32_t>(query.number(0)), query.number(1),
                         query.text(2), query.text(3)});
      finished = query.number(4) != 0;
    }
    if (finished) entries.back().last = true;
    return entries;
  }

  Database database_;
  Statement entries_;
  Statement last_;
  Statement unfinished_;
};

constexpr auto between_attempts = std::chrono::milliseconds(100);  // to empty the -wal

class SqliteLog : public EventLog {
 public:
  SqliteLog(FileLock lock, const std::string& path)
      : lock_(std::move(lock)),
        writer_(path),
        must_empty_wal_(!writer_.empty_wal()),
        reader_(path),
        thread_([this] { work(); }) {}
  SqliteLog(const SqliteLog&) = delete;
  SqliteLog& operator=(const SqliteLog&) = delete;
  ~SqliteLog() override {
    {
      const std::lock_guard lock{mutex_};
      closing_ = true;
    }
    awake_.notify_one();
    thread_.join();
  }

  void append(std::vector<Entry> entries, Done done) override {
    enqueue({std::move(entries), std::move(done)});
  }
  void forget(std::string author, Done done) override {
    enqueue({Author{std::move(author)}, std::move(done)});
  }
  Result<std::vector<Entry>, Problem> read(const std::string& stream) override {
    return look([&] { return reader_.read(stream); });
  }
  Result<std::optional<Entry>, Problem> last(const std::string& stream) override {
    return look([&] { return reader_.last(stream); });
  }
  Result<std::vector<std::string>, Problem> unfinished(const std::string& prefix) override {
    return look([&] { return reader_.unfinished(prefix); });
  }

 private:
  using Entries = std::vector<Entry>;
  struct Author {
    std::string name;
  };
  struct Job {
    std::variant<Entries, Author> what;
    Done done;
  };

  void enqueue(Job job);
  void work();
  void write(std::span<Job> group);
  void forget_now(const std::string& author, Done done);
  void empty_wal();

  // Nothing is written any more after something could not be: there must not be a gap.
  template <class Write>
  std::optional<Problem> attempt(Write write_all) {
    if (broken_) return broken_;
    try {
      return write_all();
    } catch (const std::exception& failure) {
      return broken_ = Problem{failure.what()};
    }
  }

  template <class Look>
  auto look(Look query) -> Result<decltype(query()), Problem> {
    const std::lock_guard lock{reading_};
    try {
      return query();
    } catch (const std::exception& failure) {
      return Problem{failure.what()};
    }
  }

  FileLock lock_;
  Writer writer_;                  // the thread's own
  std::optional<Problem> broken_;  // the thread's own
  bool must_empty_wal_;            // the thread's own
  std::vector<Done> forgotten_;    // the thread's own: to be told when it is empty
  std::mutex reading_;
  Reader reader_;
  std::mutex mutex_;
  std::condition_variable awake_;
  std::vector<Job> queue_;
  bool closing_ = false;
  std::thread thread_;
};

void SqliteLog::enqueue(Job job) {
  bool first = false;
  {
    const std::lock_guard lock{mutex_};
    first = queue_.empty();
    queue_.push_back(std::move(job));
  }
  if (first) awake_.notify_one();
}

void SqliteLog::work() {
  const auto appends = [](const Job& job) { return std::holds_alternative<Entries>(job.what); };
  std::unique_lock lock{mutex_};
  while (true) {
    const auto has_work = [this] { return closing_ || !queue_.empty(); };
    if (must_empty_wal_)
      awake_.wait_for(lock, between_attempts, has_work);
    else
      awake_.wait(lock, has_work);
    const bool is_the_end = closing_ && queue_.empty();
    std::vector<Job> jobs = std::exchange(queue_, {});
    lock.unlock();
    for (auto job = jobs.begin(); job != jobs.end();) {
      const auto end = std::find_if_not(job, jobs.end(), appends);
      if (job != end) write({job, end});
      job = end;
      if (job == jobs.end()) break;
      forget_now(std::get<Author>(job->what).name, std::move(job->done));
      ++job;
    }
    empty_wal();
    if (is_the_end) break;
    lock.lock();
  }
  for (const Done& done : forgotten_)
    done(Problem{"another program reads the log and keeps what was to be forgotten"});
}

void SqliteLog::write(std::span<Job> group) {
  std::vector<std::optional<Problem>> outcomes(group.size());
  const std::optional<Problem> failure = attempt([&]() -> std::optional<Problem> {
    writer_.begin();
    for (std::size_t i = 0; i < group.size(); ++i)
      outcomes[i] = writer_.add(std::get<Entries>(group[i].what));
    writer_.commit();
    return std::nullopt;
  });
  for (std::size_t i = 0; i < group.size(); ++i) group[i].done(failure ? failure : outcomes[i]);
}

void SqliteLog::forget_now(const std::string& author, Done done) {
  const std::optional<Problem> failure = attempt([&] {
    writer_.forget(author);
    return std::optional<Problem>{};
  });
  if (failure) return done(failure);
  must_empty_wal_ = true;
  forgotten_.push_back(std::move(done));
}

// While another program reads (a backup), what was forgotten stays in the -wal; after that it goes.
void SqliteLog::empty_wal() {
  if (!must_empty_wal_) return;
  const std::optional<Problem> failure = attempt([&] {
    const std::lock_guard lock{reading_};  // our own reader must not be in the way
    must_empty_wal_ = !writer_.empty_wal();
    return std::optional<Problem>{};
  });
  if (failure) must_empty_wal_ = false;
  if (must_empty_wal_) return;
  for (const Done& done : std::exchange(forgotten_, {})) done(failure);
}

}  // namespace

Result<std::unique_ptr<EventLog>, Problem> open_sqlite(const std::string& path) {
  try {
    const std::string file = std::filesystem::weakly_canonical(std::filesystem::absolute(path));
    FileLock lock{file};
    prepare_file(file);
    return std::unique_ptr<EventLog>{std::make_unique<SqliteLog>(std::move(lock), file)};
  } catch (const std::exception& failure) {
    return Problem{failure.what()};
  }
}

}  // namespace tatami::store
