#include "store/memory.h"

#include <algorithm>
#include <deque>
#include <map>
#include <mutex>
#include <utility>

#include "store/tail.h"

namespace tatami::store {

using std::chrono::milliseconds;

// The streams and who owns them. Its functions are called with the lock held.
class MemoryDatabase {
 public:
  struct Node {
    std::string name;
    milliseconds term{};
    milliseconds lapses_at{};
  };
  struct Owner {
    std::uint64_t node = 0;
    std::uint64_t fence = 0;
  };

  explicit MemoryDatabase(std::function<milliseconds()> clock) : now(std::move(clock)) {}

  static Tail tail_of(const std::vector<Entry>& entries) {
    return entries.empty() ? Tail{} : Tail{entries.back().seq, entries.back().last};
  }

  std::optional<Problem> add(const std::vector<Entry>& entries, const Fence& fence) {
    if (fence.number != 0) {
      const auto owner = owners.find(fence.stream);
      if (owner == owners.end() || owner->second.fence != fence.number) return fenced(fence.stream);
    }
    for (std::size_t i = 0; i < entries.size(); ++i) {
      auto& stream = streams[entries[i].stream];
      std::optional<Problem> problem = check(tail_of(stream), entries[i]);
      if (!problem) {
        stream.push_back(entries[i]);
        continue;
      }
      while (i-- > 0) streams[entries[i].stream].pop_back();
      std::erase_if(streams, [](const auto& each) { return each.second.empty(); });
      return problem;
    }
    return std::nullopt;
  }

  void forget(const std::string& author) {
    if (author.empty()) return;
    for (auto& [name, entries] : streams) {
      const bool over = tail_of(entries).last;
      std::erase_if(entries, [&](const Entry& entry) { return entry.author == author; });
      if (!entries.empty()) entries.back().last = over;
    }
    std::erase_if(streams, [](const auto& stream) { return stream.second.empty(); });
  }

  std::vector<std::string> unfinished(const std::string& prefix) const {
    std::vector<std::string> names;
    for (auto at = streams.lower_bound(prefix);
         at != streams.end() && at->first.starts_with(prefix); ++at)
      if (!tail_of(at->second).last) names.push_back(at->first);
    return names;
  }

  bool is_there(const Node& node) const { return now() < node.lapses_at; }
  // Somebody who has left has no row any more, so whatever they owned is nobody's.
  std::optional<Lease> lease_of(const std::string& stream, std::uint64_t asking) const {
    const auto owner = owners.find(stream);
    if (owner == owners.end()) return {};
    const Node& node = nodes.at(owner->second.node);
    return Lease{stream, node.name, owner->second.fence, owner->second.node == asking,
                 !is_there(node)};
  }
  void remove_node(std::uint64_t number) {
    nodes.erase(number);
    std::erase_if(owners, [&](const auto& each) { return each.second.node == number; });
  }

  std::mutex mutex;
  std::function<milliseconds()> now;
  std::map<std::string, std::vector<Entry>> streams;
  std::map<std::uint64_t, Node> nodes;
  std::map<std::string, Owner> owners;  // by stream
  std::uint64_t last_node = 0;
  std::uint64_t last_fence = 0;
};

namespace {

class MemoryLeases : public Leases {
 public:
  explicit MemoryLeases(std::shared_ptr<MemoryDatabase> database) : shared_(std::move(database)) {}

  void join(std::string node, milliseconds term, Done done) override { done(enter(node, term)); }

  void renew(Answer<bool> answer) override {
    answer([this]() -> Result<bool, Problem> {
      const std::lock_guard lock{shared_->mutex};
      const auto found = shared_->nodes.find(us_);
      if (found == shared_->nodes.end())
        return Problem{"another node has joined under this name", Problem::Kind::fenced};
      const bool in_time = shared_->is_there(found->second);
      found->second.lapses_at = shared_->now() + found->second.term;
      return in_time;
    }());
  }

  void leave(Done done) override {
    {
      const std::lock_guard lock{shared_->mutex};
      shared_->remove_node(us_);
    }
    done({});
  }

  void acquire(std::vector<std::string> streams, Answer<std::vector<Lease>> answer) override {
    answer([&]() -> Result<std::vector<Lease>, Problem> {
      const std::lock_guard lock{shared_->mutex};
      if (!shared_->nodes.contains(us_))
        return Problem{"another node has joined under this name", Problem::Kind::fenced};
      std::vector<Lease> leases;
      for (const std::string& stream : streams) {
        const auto owner = shared_->lease_of(stream, us_);
        if (!owner || (owner->is_lapsed && !owner->is_ours))
          shared_->owners[stream] = {us_, ++shared_->last_fence};
        leases.push_back(*shared_->lease_of(stream, us_));
      }
      return leases;
    }());
  }

  void release(std::vector<std::string> streams, Done done) override {
    {
      const std::lock_guard lock{shared_->mutex};
      for (const std::string& stream : streams)
        if (const auto owner = shared_->lease_of(stream, us_); owner && owner->is_ours)
          shared_->owners.erase(stream);
    }
    done({});
  }

  void find(std::string stream, Answer<std::optional<Lease>> answer) override {
    answer([&] {
      const std::lock_guard lock{shared_->mutex};
      return shared_->lease_of(stream, us_);
    }());
  }

  void owned(Answer<std::vector<Lease>> answer) override {
    answer([&] {
      const std::lock_guard lock{shared_->mutex};
      std::vector<Lease> ours;
      for (const auto& [stream, owner] : shared_->owners)
        if (owner.node == us_) ours.push_back(*shared_->lease_of(stream, us_));
      return ours;
    }());
  }

  void unowned(std::string prefix, std::size_t most,
               Answer<std::vector<std::string>> answer) override {
    answer([&] {
      const std::lock_guard lock{shared_->mutex};
      std::vector<std::string> names = shared_->unfinished(prefix);
      std::erase_if(names, [&](const std::string& name) {
        const auto owner = shared_->lease_of(name, us_);
        return owner && !owner->is_lapsed;
      });
      names.resize(std::min(most, names.size()));
      return names;
    }());
  }

  void nodes(Answer<std::vector<std::string>> answer) override {
    answer([&] {
      const std::lock_guard lock{shared_->mutex};
      std::vector<std::string> names;
      for (const auto& [number, node] : shared_->nodes)
        if (shared_->is_there(node)) names.push_back(node.name);
      std::ranges::sort(names);
      return names;
    }());
  }

 private:
  std::optional<Problem> enter(const std::string& name, milliseconds term) {
    const std::lock_guard lock{shared_->mutex};
    const auto same =
        std::ranges::find(shared_->nodes, name, [](const auto& each) { return each.second.name; });
    if (same != shared_->nodes.end()) {
      if (same->first == us_) {
        same->second = {name, term, shared_->now() + term};
        return {};
      }
      if (shared_->is_there(same->second))
        return Problem{"another node is called " + name, Problem::Kind::refused};
      shared_->remove_node(same->first);
    }
    us_ = ++shared_->last_node;
    shared_->nodes[us_] = {name, term, shared_->now() + term};
    return {};
  }

  std::shared_ptr<MemoryDatabase> shared_;
  std::uint64_t us_ = 0;  // nobody, before it has joined
};

class MemoryLog : public EventLog {
 public:
  MemoryLog() : shared_(memory_database([] { return milliseconds{0}; })) {}
  explicit MemoryLog(std::shared_ptr<MemoryDatabase> database)
      : shared_(std::move(database)), leases_(std::make_unique<MemoryLeases>(shared_)) {}

  void append(std::vector<Entry> entries, Fence fence, Done done) override {
    {
      const std::lock_guard lock{shared_->mutex};
      enqueue(std::move(done), shared_->add(entries, fence));
    }
    tell();
  }

  void forget(std::string author, Done done) override {
    {
      const std::lock_guard lock{shared_->mutex};
      shared_->forget(author);
      enqueue(std::move(done), {});
    }
    tell();
  }

  void remove(std::vector<std::string> streams, Done done) override {
    {
      const std::lock_guard lock{shared_->mutex};
      for (const std::string& stream : streams) shared_->streams.erase(stream);
      enqueue(std::move(done), {});
    }
    tell();
  }

  Leases* leases() override { return leases_.get(); }

  Result<std::optional<Entry>, Problem> last(const std::string& stream) override {
    const std::lock_guard lock{shared_->mutex};
    const auto found = shared_->streams.find(stream);
    if (found == shared_->streams.end()) return std::optional<Entry>{};
    return std::optional{found->second.back()};
  }
  Result<std::vector<Entry>, Problem> read(const std::string& stream) override {
    const std::lock_guard lock{shared_->mutex};
    const auto found = shared_->streams.find(stream);
    return found == shared_->streams.end() ? std::vector<Entry>{} : found->second;
  }

  Result<std::vector<std::string>, Problem> unfinished(const std::string& prefix) override {
    const std::lock_guard lock{shared_->mutex};
    return shared_->unfinished(prefix);
  }

  Result<std::vector<Finished>, Problem> finished(std::int64_t after, std::size_t most) override {
    const std::lock_guard lock{shared_->mutex};
    std::vector<Finished> all;
    std::int64_t position = 0;
    for (const auto& [name, entries] : shared_->streams)
      if (++position > after && all.size() < most && MemoryDatabase::tail_of(entries).last)
        all.push_back({position, name, entries.back().at});
    return all;
  }

 private:
  void enqueue(Done done, std::optional<Problem> problem) {
    const std::lock_guard lock{telling_};
    outcomes_.emplace_back(std::move(done), std::move(problem));
  }

  // Callbacks run on one thread at a time and without a lock, because `done` may append.
  void tell() {
    std::unique_lock lock{telling_};
    if (std::exchange(is_telling_, true)) return;
    while (!outcomes_.empty()) {
      const auto [done, problem] = std::move(outcomes_.front());
      outcomes_.pop_front();
      lock.unlock();
      done(problem);
      lock.lock();
    }
    is_telling_ = false;
  }

  std::shared_ptr<MemoryDatabase> shared_;
  std::unique_ptr<Leases> leases_;
  std::mutex telling_;
  std::deque<std::pair<Done, std::optional<Problem>>> outcomes_;
  bool is_telling_ = false;
};

}  // namespace

std::unique_ptr<EventLog> open_memory() { return std::make_unique<MemoryLog>(); }

std::shared_ptr<MemoryDatabase> memory_database(std::function<milliseconds()> now) {
  return std::make_shared<MemoryDatabase>(std::move(now));
}
std::unique_ptr<EventLog> open_memory(std::shared_ptr<MemoryDatabase> database) {
  return std::make_unique<MemoryLog>(std::move(database));
}

}  // namespace tatami::store
