#include <benchmark/benchmark.h>

#include <filesystem>
#include <future>
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

// A log in a new folder, in the current one: the disk that matters is the user's, not a /tmp in
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

  // The next entry of one of 64 tables, which take turns, with a body of 200 bytes.
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

// Items are rows. Everybody waits until all are durable, so a commit has that many rows.
void commits(benchmark::State& bench) {
  Log log;
  for ([[maybe_unused]] auto _ : bench) {
    std::latch durable{bench.range(0)};
    for (std::int64_t i = 0; i < bench.range(0); ++i)
      log->append({log.next()}, [&](const std::optional<Problem>& problem) {
        if (problem) std::abort();
        durable.count_down();
      });
    durable.wait();
  }
  bench.SetItemsProcessed(bench.iterations() * bench.range(0));
}
BENCHMARK(commits)
    ->Name("store/commits_of")
    ->Arg(1)
    ->Arg(100)
    ->UseRealTime()
    ->MeasureProcessCPUTime();

}  // namespace
