#include <benchmark/benchmark.h>

#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <latch>
#include <string>
#include <vector>

#include "store/sqlite.h"

namespace {

using namespace tatami;
using store::Entry;
using store::EventLog;
using store::Problem;

constexpr std::uint32_t streams = 64;

// A log in a new folder inside the current one: the user's disk is to be measured, not a /tmp in
// memory.
class Log {
 public:
  Log() {
    std::string pattern = (std::filesystem::current_path() / "store-bench-XXXXXX").string();
    folder_ = mkdtemp(pattern.data());
    log_ = std::move(*store::open_sqlite(folder_ / "log"));
  }
  Log(const Log&) = delete;
  Log& operator=(const Log&) = delete;
  ~Log() {
    log_.reset();
    std::filesystem::remove_all(folder_);
  }

  // The next entry of one of 64 tables in turn, with a body of 200 bytes.
  Entry next() {
    const std::uint32_t number = count_++;
    return {"table/" + std::to_string(100'000 + number % streams),
            number / streams + 1,
            1'700'000'000'000 + number,
            {},
            body_};
  }
  EventLog* operator->() { return log_.get(); }

 private:
  std::filesystem::path folder_;
  std::unique_ptr<EventLog> log_;
  std::uint32_t count_ = 0;
  std::string body_ = R"({"x":")" + std::string(192, 'x') + R"("})";
};

void fail_if(const std::optional<Problem>& problem) {
  if (!problem) return;
  std::fprintf(stderr, "%s\n", problem->what.c_str());
  std::abort();
}

// Items are rows, each appended by itself. The next hundred are queued while one hundred is
// written, as by players at many tables.
void commits_of_100(benchmark::State& bench) {
  Log log;
  std::atomic<std::int64_t> durable = 0;
  std::int64_t appended = 0;
  const auto wait_for = [&](std::int64_t rows) {
    for (std::int64_t seen = durable; seen < rows; seen = durable) durable.wait(seen);
  };
  for ([[maybe_unused]] auto _ : bench) {
    for (int i = 0; i < 100; ++i)
      log->append({log.next()}, [&](const std::optional<Problem>& problem) {
        fail_if(problem);
        if (++durable % 100 == 0) durable.notify_one();
      });
    appended += 100;
    wait_for(appended - 100);
  }
  wait_for(appended);
  bench.SetItemsProcessed(appended);
}
BENCHMARK(commits_of_100)->Name("store/commits_of_100")->UseRealTime()->MeasureProcessCPUTime();

void one_append(benchmark::State& bench) {
  Log log;
  for ([[maybe_unused]] auto _ : bench) {
    std::latch durable{1};
    log->append({log.next()}, [&](const std::optional<Problem>& problem) {
      fail_if(problem);
      durable.count_down();
    });
    durable.wait();
  }
}
BENCHMARK(one_append)->Name("store/one_append")->UseRealTime()->MeasureProcessCPUTime();

// A table of 500 entries, among 64 such tables.
void read_stream(benchmark::State& bench) {
  Log log;
  std::vector<Entry> entries;
  entries.reserve(std::size_t{streams} * 500);
  for (std::uint32_t i = 0; i < streams * 500; ++i) entries.push_back(log.next());
  const std::string stream = entries.back().stream;
  std::latch durable{1};
  log->append(std::move(entries), [&](const std::optional<Problem>& problem) {
    fail_if(problem);
    durable.count_down();
  });
  durable.wait();
  for ([[maybe_unused]] auto _ : bench)
    if (log->read(stream)->size() != 500) std::abort();
}
BENCHMARK(read_stream)->Name("store/read_500")->Unit(benchmark::kMicrosecond);

}  // namespace
