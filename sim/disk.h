#pragma once

#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "store/event_log.h"

namespace tatami::sim {

// Faults of a disk. A full one and a read-only one fail at once, a locked one after a while.
enum class Fault : std::uint8_t { none, full, read_only, locked };

// The part that survives a crash: the streams of all entries that were committed.
class Disk {
 public:
  using Streams = std::map<std::string, std::vector<store::Entry>>;

  const Streams& streams() const { return streams_; }
  const std::vector<store::Entry>& stream(const std::string& name) const;
  void write(const std::vector<store::Entry>& entries);
  void forget(const std::string& author);

  bool was_forgotten(const std::string& stream, std::uint32_t seq) const {
    return forgotten_.contains({stream, seq});
  }

  Fault fault = Fault::none;  // until it is mended

 private:
  Streams streams_;
  std::set<std::pair<std::string, std::uint32_t>> forgotten_;
};

// A log on such a disk. What comes in during a commit goes into the next one, as in the real one; a
// commit is all or nothing; after a failed one nothing is written any more.
class DiskLog final : public store::EventLog {
 public:
  // `commit_soon`: somebody calls `commit` a while after it.
  DiskLog(Disk& disk, std::function<void()> commit_soon, std::function<void(std::string)> complain)
      : disk_(disk), commit_soon_(std::move(commit_soon)), complain_(std::move(complain)) {}

  using store::EventLog::append;
  void append(std::vector<store::Entry> entries, store::Fence fence, Done done) override;
  void forget(std::string author, Done done) override;
  Result<std::vector<store::Entry>, store::Problem> read(const std::string& stream) override;
  Result<std::optional<store::Entry>, store::Problem> last(const std::string& stream) override;
  Result<std::vector<std::string>, store::Problem> unfinished(const std::string& prefix) override;
  // Nothing is removed here: the witness needs all of it.
  void remove(std::vector<std::string> /*streams*/, Done done) override {
    done(store::Problem{"a simulated disk removes nothing"});
  }
  Result<std::vector<store::Finished>, store::Problem> finished(std::int64_t /*after*/,
                                                                std::size_t /*most*/) override {
    return std::vector<store::Finished>{};
  }

  // Appends from before the commit are durable now, unless the disk is locked: then it is
  // tried again for a while. `is_lucky`: if the disk is full, it is on the disk all the same;
  // nobody can know.
  void commit(bool is_lucky);
  // The machine stops while a commit is under way.
  void crash(bool is_lucky);

  bool is_immediate = false;  // commits before a call returns
  std::uint64_t commits = 0;

 private:
  struct Job {
    std::vector<store::Entry> entries;
    std::string author;  // to be forgotten, if there is one
    Done done;
  };

  void add(Job job);
  void check_order(const std::vector<store::Entry>& entries);
  void write(const std::vector<Job>& jobs);

  Disk& disk_;
  std::function<void()> commit_soon_;
  std::function<void(std::string)> complain_;
  std::vector<Job> committing_;
  std::vector<Job> waiting_;
  std::map<std::string, std::uint32_t> tails_;  // with what is not durable yet
  bool is_broken_ = false;
  int waited_ = 0;  // for a lock, in commits
};

}  // namespace tatami::sim
