#include "store/memory.h"

#include <deque>
#include <map>
#include <mutex>
#include <utility>

#include "store/tail.h"

namespace tatami::store {
namespace {

class MemoryLog : public EventLog {
 public:
  void append(std::vector<Entry> entries, Done done) override {
    std::unique_lock lock{mutex_};
    outcomes_.emplace_back(std::move(done), add(entries));
    tell(lock);
  }

  void forget(std::string author, Done done) override {
    std::unique_lock lock{mutex_};
    if (!author.empty()) {
      for (auto& [name, entries] : streams_) {
        const bool over = tail_of(entries).last;
        std::erase_if(entries, [&](const Entry& entry) { return entry.author == author; });
        if (!entries.empty()) entries.back().last = over;
      }
      std::erase_if(streams_, [](const auto& stream) { return stream.second.empty(); });
    }
    outcomes_.emplace_back(std::move(done), std::nullopt);
    tell(lock);
  }

  Result<std::optional<Entry>, Problem> last(const std::string& stream) override {
    const std::lock_guard lock{mutex_};
    const auto found = streams_.find(stream);
    if (found == streams_.end() || found->second.empty()) return std::optional<Entry>{};
    return std::optional{found->second.back()};
  }
  Result<std::vector<Entry>, Problem> read(const std::string& stream) override {
    const std::lock_guard lock{mutex_};
    const auto found = streams_.find(stream);
    return found == streams_.end() ? std::vector<Entry>{} : found->second;
  }

  Result<std::vector<std::string>, Problem> unfinished(const std::string& prefix) override {
    const std::lock_guard lock{mutex_};
    std::vector<std::string> names;
    for (auto at = streams_.lower_bound(prefix);
         at != streams_.end() && at->first.starts_with(prefix); ++at)
      if (!tail_of(at->second).last) names.push_back(at->first);
    return names;
  }

 private:
  static Tail tail_of(const std::vector<Entry>& entries) {
    return entries.empty() ? Tail{} : Tail{entries.back().seq, entries.back().last};
  }

  std::optional<Problem> add(const std::vector<Entry>& entries) {
    for (std::size_t i = 0; i < entries.size(); ++i) {
      auto& stream = streams_[entries[i].stream];
      std::optional<Problem> problem = check(tail_of(stream), entries[i]);
      if (!problem) {
        stream.push_back(entries[i]);
        continue;
      }
      while (i-- > 0) streams_[entries[i].stream].pop_back();
      std::erase_if(streams_, [](const auto& each) { return each.second.empty(); });
      return problem;
    }
    return std::nullopt;
  }

  // One thread at a time tells, and not while it holds the lock: `done` may append.
  void tell(std::unique_lock<std::mutex>& lock) {
    if (std::exchange(telling_, true)) return;
    while (!outcomes_.empty()) {
      const auto [done, problem] = std::move(outcomes_.front());
      outcomes_.pop_front();
      lock.unlock();
      done(problem);
      lock.lock();
    }
    telling_ = false;
  }

  std::mutex mutex_;
  std::map<std::string, std::vector<Entry>> streams_;
  std::deque<std::pair<Done, std::optional<Problem>>> outcomes_;
  bool telling_ = false;
};

}  // namespace

std::unique_ptr<EventLog> open_memory() { return std::make_unique<MemoryLog>(); }

}  // namespace tatami::store
