#pragma once

#include <condition_variable>
#include <cstdint>
#include <deque>
#include <functional>
#include <list>
#include <mutex>
#include <string>

namespace tatami::server {

// Bots that take their time, for all tables: those that wait are served round robin, one thought of
// each household after the other, and within a household of each table, so that nobody's many bots
// make others wait. All functions may be called from any thread; threads that call `work` do the
// thinking.
class Thinkers {
 public:
  using Job = std::function<void()>;

  void add(const std::string& household, const std::string& table, std::uint64_t which, Job job) {
    {
      const std::lock_guard lock{mutex_};
      auto& tables = named(households_, household).members;
      named(tables, table).members.push_back({which, std::move(job)});
      ++waiting_;
    }
    changed_.notify_one();
  }

  // Cancels a thought. One that has begun goes on; its answer is not wanted.
  void drop(const std::string& table, std::uint64_t which) {
    const std::lock_guard lock{mutex_};
    for (HouseholdQueue& household : households_) {
      for (TableQueue& each : household.members)
        if (each.name == table)
          waiting_ -=
              std::erase_if(each.members, [&](const auto& job) { return job.which == which; });
      household.members.remove_if([](const TableQueue& each) { return each.members.empty(); });
    }
    households_.remove_if([](const HouseholdQueue& each) { return each.members.empty(); });
  }

  // Thinks until `stop`.
  void work() {
    while (Job job = next()) job();
  }
  void stop() {
    {
      const std::lock_guard lock{mutex_};
      is_stopped_ = true;
    }
    changed_.notify_all();
  }

  std::size_t waiting() const {
    const std::lock_guard lock{mutex_};
    return waiting_;
  }

 private:
  struct Waiting {
    std::uint64_t which;
    Job job;
  };
  template <class Members>
  struct Named {  // never without members
    std::string name;
    Members members;
  };
  using TableQueue = Named<std::deque<Waiting>>;
  using HouseholdQueue = Named<std::list<TableQueue>>;

  template <class Each>
  static Each& named(std::list<Each>& all, const std::string& name) {
    for (Each& each : all)
      if (each.name == name) return each;
    return all.emplace_back(Each{name, {}});
  }
  // Moves the first to the end, or removes it if it has nothing left.
  template <class Each>
  static void end_turn(std::list<Each>& all) {
    if (all.front().members.empty())
      all.pop_front();
    else
      all.splice(all.end(), all, all.begin());
  }

  // The first household's first table's first job. None: stopped.
  Job next() {
    std::unique_lock lock{mutex_};
    changed_.wait(lock, [&] { return is_stopped_ || waiting_ > 0; });
    if (is_stopped_) return {};
    std::list<TableQueue>& tables = households_.front().members;
    std::deque<Waiting>& jobs = tables.front().members;
    Job job = std::move(jobs.front().job);
    jobs.pop_front();
    --waiting_;
    end_turn(tables);
    end_turn(households_);
    return job;
  }

  mutable std::mutex mutex_;
  std::condition_variable changed_;
  std::list<HouseholdQueue> households_;  // in the order of their turns
  std::size_t waiting_ = 0;
  bool is_stopped_ = false;
};

}  // namespace tatami::server
