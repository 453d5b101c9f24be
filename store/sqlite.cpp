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

#include "store/inspection.h"
#include "store/log_file.h"
#include "store/writer.h"

namespace tatami::store {
namespace {

// CROSS JOIN forces the left side first, whatever SQLite estimates.
constexpr std::string_view read_query = R"(
  WITH RECURSIVE
    wanted AS (SELECT id, tail, finished FROM stream WHERE name = ?),
    chain AS (
      SELECT entry.* FROM wanted CROSS JOIN entry ON entry.id = wanted.tail
      UNION ALL
      SELECT entry.* FROM chain CROSS JOIN entry ON entry.id = chain.before
      WHERE entry.id < chain.id),
    fresh AS (
      SELECT entry.* FROM settled CROSS JOIN entry ON entry.id > settled.entry
      WHERE stream = (SELECT id FROM wanted))
  SELECT seq, at, author, body, (SELECT finished FROM wanted), before,
      sum = row_sum(id, before, stream, seq, at, author, body)
        AND stream = (SELECT id FROM wanted)
    FROM (SELECT * FROM chain UNION ALL SELECT * FROM fresh) ORDER BY seq)";

constexpr std::string_view last_query = R"(
  WITH
    wanted AS (SELECT id, tail, finished FROM stream WHERE name = ?),
    fresh AS (
      SELECT entry.* FROM settled CROSS JOIN entry ON entry.id > settled.entry
      WHERE stream = (SELECT id FROM wanted))
  SELECT seq, at, author, body, (SELECT finished FROM wanted), 0,
      sum = row_sum(id, before, stream, seq, at, author, body)
        AND stream = (SELECT id FROM wanted)
    FROM (SELECT entry.* FROM wanted CROSS JOIN entry ON entry.id = wanted.tail
          UNION ALL SELECT * FROM fresh)
    WHERE body IS NOT NULL ORDER BY seq DESC LIMIT 1)";

constexpr std::string_view finished_query =
    "SELECT stream.id, name, at FROM stream CROSS JOIN entry ON entry.id = tail "
    "WHERE stream.id > ? AND finished = 1 ORDER BY stream.id LIMIT ?";

constexpr std::string_view unfinished_query =
    "SELECT name FROM stream WHERE finished = 0 AND name >= ? ORDER BY name";

class Reader {
 public:
  explicit Reader(const std::string& path)
      : path_(path),
        database_(path, Database::Access::read),
        entries_(database_, read_query),
        last_(database_, last_query),
        unfinished_(database_, unfinished_query),
        finished_(database_, finished_query) {}

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

  std::vector<Finished> finished(std::int64_t after, std::size_t most) {
    std::vector<Finished> all;
    finished_.with(after, static_cast<std::int64_t>(most));
    while (finished_.next())
      all.push_back({finished_.number(0), finished_.text(1), finished_.number(2)});
    return all;
  }

 private:
  // Every entry is compared with its sum, since not all were looked at when the log was opened.
  std::vector<Entry> rows(Statement& query, const std::string& stream) const {
    std::vector<Entry> entries;
    bool is_finished = false;
    bool is_sound = true;
    bool has_beginning = false;
    bool is_empty = true;
    query.with(stream);
    while (query.next()) {
      is_empty = false;
      is_finished = query.number(4) != 0;
      has_beginning = has_beginning || query.number(5) == 0;
      is_sound = is_sound && query.number(6) != 0;
      if (query.is_null(3)) continue;  // forgotten
      entries.push_back({stream, static_cast<std::uint32_t>(query.number(0)), query.number(1),
                         query.text(2), query.text(3)});
    }
    if (!is_sound) throw Failure{path_ + ": is damaged: an entry was changed"};
    if (!is_empty && !has_beginning) throw Failure{path_ + ": is damaged: an entry is missing"};
    if (is_finished && !entries.empty()) entries.back().last = true;
    return entries;
  }

  std::string path_;
  Database database_;
  Statement entries_;
  Statement last_;
  Statement unfinished_;
  Statement finished_;
};

constexpr auto between_attempts = std::chrono::milliseconds(100);  // to empty the -wal

class SqliteLog : public EventLog {
 public:
  SqliteLog(FileLock lock, const std::string& path, Opening opening)
      : lock_(std::move(lock)),
        writer_(path),
        must_empty_wal_(!writer_.empty_wal()),
        reader_(path),
        thread_([this] { work(); }) {
    if (opening.first.empty()) return;
    inspector_ = std::thread{
        [this, path, complain = std::move(opening.complain)] { inspect(path, complain); }};
  }
  SqliteLog(const SqliteLog&) = delete;
  SqliteLog& operator=(const SqliteLog&) = delete;
  ~SqliteLog() override {
    {
      const std::lock_guard lock{mutex_};
      closing_ = true;
    }
    awake_.notify_one();
    closed_.notify_one();
    thread_.join();
    if (inspector_.joinable()) inspector_.join();
  }

  void append(std::vector<Entry> entries, Fence /*fence*/, Done done) override {
    enqueue({std::move(entries), std::move(done)});
  }
  void forget(std::string author, Done done) override {
    enqueue({Author{std::move(author)}, std::move(done)});
  }
  void remove(std::vector<std::string> streams, Done done) override {
    enqueue({Streams{std::move(streams)}, std::move(done)});
  }
  Figures figures() override {
    const std::lock_guard lock{mutex_};
    return {commits_, commit_us_, queue_.size()};
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
  Result<std::vector<Finished>, Problem> finished(std::int64_t after, std::size_t most) override {
    return look([&] { return reader_.finished(after, most); });
  }

 private:
  using Entries = std::vector<Entry>;
  struct Author {
    std::string name;
  };
  struct Streams {
    std::vector<std::string> names;
  };
  struct Job {
    std::variant<Entries, Author, Streams> what;
    Done done;
  };

  void enqueue(Job job);
  void work();
  void write(std::span<Job> group);
  void erase_now(Job job);
  void empty_wal();
  void inspect(const std::string& path,
               const std::function<void(const std::string& what)>& complain);

  // After a failed write nothing more is written, so that there is no gap.
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
  Writer writer_;                  // used only by the thread
  std::optional<Problem> broken_;  // used only by the thread
  bool must_empty_wal_;            // used only by the thread
  std::vector<Done> forgotten_;    // used only by the thread: callbacks waiting for an empty -wal
  std::mutex reading_;
  Reader reader_;
  std::mutex mutex_;
  std::condition_variable awake_;
  std::vector<Job> queue_;
  bool closing_ = false;
  std::condition_variable closed_;
  std::uint64_t commits_ = 0;
  std::uint64_t commit_us_ = 0;
  std::thread thread_;
  std::thread inspector_;
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
      erase_now(std::move(*job));
      ++job;
    }
    empty_wal();
    if (is_the_end) break;
    lock.lock();
  }
  for (const Done& done : forgotten_)
    done(Problem{"another program is reading the log, so not all forgotten data could be removed"});
}

void SqliteLog::write(std::span<Job> group) {
  std::vector<std::optional<Problem>> outcomes(group.size());
  const std::optional<Problem> failure = attempt([&]() -> std::optional<Problem> {
    writer_.begin();
    for (std::size_t i = 0; i < group.size(); ++i)
      outcomes[i] = writer_.add(std::get<Entries>(group[i].what));
    const auto begun = std::chrono::steady_clock::now();
    writer_.commit();
    const auto took = std::chrono::steady_clock::now() - begun;
    const std::lock_guard lock{mutex_};
    ++commits_;
    commit_us_ += static_cast<std::uint64_t>(
        std::chrono::duration_cast<std::chrono::microseconds>(took).count());
    return std::nullopt;
  });
  for (std::size_t i = 0; i < group.size(); ++i) group[i].done(failure ? failure : outcomes[i]);
}

void SqliteLog::erase_now(Job job) {
  const std::optional<Problem> failure = attempt([&] {
    if (const auto* author = std::get_if<Author>(&job.what)) writer_.forget(author->name);
    if (const auto* streams = std::get_if<Streams>(&job.what)) writer_.remove(streams->names);
    return std::optional<Problem>{};
  });
  if (failure) return job.done(failure);
  must_empty_wal_ = true;
  forgotten_.push_back(std::move(job.done));
}

// In a fifth of its time, so that whoever plays does not notice.
void SqliteLog::inspect(const std::string& path,
                        const std::function<void(const std::string& what)>& complain) {
  using Clock = std::chrono::steady_clock;
  std::optional<std::string> wrong;
  try {
    Inspection inspection{path};
    while (!inspection.is_done() && !wrong) {
      const auto begun = Clock::now();
      wrong = inspection.step();
      const auto rest = 4 * (Clock::now() - begun);
      std::unique_lock lock{mutex_};
      if (closed_.wait_for(lock, rest, [this] { return closing_; })) return;
    }
  } catch (const std::exception& failure) {
    wrong = failure.what();
  }
  if (wrong && complain) complain(path + ": is damaged: " + *wrong);
}

// While another program reads (a backup), forgotten data stays in the -wal; it is removed
// afterwards.
void SqliteLog::empty_wal() {
  if (!must_empty_wal_) return;
  const std::optional<Problem> failure = attempt([&] {
    const std::lock_guard lock{reading_};  // our own reader must not block it
    must_empty_wal_ = !writer_.empty_wal();
    return std::optional<Problem>{};
  });
  if (failure) must_empty_wal_ = false;
  if (must_empty_wal_) return;
  for (const Done& done : std::exchange(forgotten_, {})) done(failure);
}

}  // namespace

Result<std::unique_ptr<EventLog>, Problem> open_sqlite(const std::string& path, Opening opening) {
  try {
    const std::string file = std::filesystem::weakly_canonical(std::filesystem::absolute(path));
    FileLock lock{file};
    prepare_file(file, opening.first);
    return std::unique_ptr<EventLog>{
        std::make_unique<SqliteLog>(std::move(lock), file, std::move(opening))};
  } catch (const std::exception& failure) {
    return Problem{failure.what()};
  }
}

}  // namespace tatami::store
