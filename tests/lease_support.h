#pragma once

#include <gtest/gtest.h>

#include <future>
#include <string>
#include <vector>

#include "store/memory.h"
#include "store_support.h"

// Leases, asked and waited for.
namespace tatami::store::testing {

template <class T, class Ask>
T waited(Ask ask) {
  std::promise<T> answer;
  ask([&](T given) { answer.set_value(std::move(given)); });
  return answer.get_future().get();
}
using Outcome = std::optional<Problem>;

inline Outcome append(EventLog& log, std::vector<Entry> entries, const Fence& fence) {
  return waited<Outcome>([&](auto done) { log.append(std::move(entries), fence, done); });
}
inline Outcome join(Leases& leases, const std::string& node, std::chrono::milliseconds term) {
  return waited<Outcome>([&](auto done) { leases.join(node, term, done); });
}
inline Result<bool, Problem> renew(Leases& leases) {
  return waited<Result<bool, Problem>>([&](auto done) { leases.renew(done); });
}
inline Outcome leave(Leases& leases) {
  return waited<Outcome>([&](auto done) { leases.leave(done); });
}
inline Outcome release(Leases& leases, Names streams) {
  return waited<Outcome>([&](auto done) { leases.release(std::move(streams), done); });
}
inline std::vector<Lease> acquire(Leases& leases, Names streams) {
  const auto found = waited<Result<std::vector<Lease>, Problem>>(
      [&](auto done) { leases.acquire(std::move(streams), done); });
  EXPECT_TRUE(found.ok()) << found.error().what;
  return found ? *found : std::vector<Lease>{};
}
inline Lease acquire(Leases& leases, const std::string& stream) {
  const auto all = acquire(leases, Names{stream});
  return all.empty() ? Lease{} : all.front();
}
inline std::optional<Lease> find(Leases& leases, const std::string& stream) {
  const auto found =
      waited<Result<std::optional<Lease>, Problem>>([&](auto done) { leases.find(stream, done); });
  EXPECT_TRUE(found.ok());
  return *found;
}
inline std::vector<Lease> owned(Leases& leases) {
  const auto found =
      waited<Result<std::vector<Lease>, Problem>>([&](auto done) { leases.owned(done); });
  EXPECT_TRUE(found.ok());
  return *found;
}
inline Names unowned(Leases& leases, const std::string& prefix, std::size_t most = 100) {
  const auto found =
      waited<Result<Names, Problem>>([&](auto done) { leases.unowned(prefix, most, done); });
  EXPECT_TRUE(found.ok());
  return *found;
}
inline Names nodes(Leases& leases) {
  const auto found = waited<Result<Names, Problem>>([&](auto done) { leases.nodes(done); });
  EXPECT_TRUE(found.ok());
  return *found;
}
inline Fence fence_of(const Lease& lease) { return {lease.stream, lease.fence}; }

// A database that several nodes of this process share.
class SharedMemory {
 public:
  static constexpr const char* name = "Memory";
  static constexpr std::chrono::milliseconds term{5000};

  std::unique_ptr<EventLog> open() { return open_memory(database_); }
  void pass(std::chrono::milliseconds time) { now_ += time; }

 private:
  std::chrono::milliseconds now_{0};
  std::shared_ptr<MemoryDatabase> database_ = memory_database([this] { return now_; });
};

}  // namespace tatami::store::testing
