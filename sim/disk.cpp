#include "sim/disk.h"

#include <algorithm>

namespace tatami::sim {

using store::Entry;
using store::Problem;

const std::vector<Entry>& Disk::stream(const std::string& name) const {
  static const std::vector<Entry> none;
  const auto found = streams_.find(name);
  return found == streams_.end() ? none : found->second;
}

void Disk::write(const std::vector<Entry>& entries) {
  for (const Entry& entry : entries) streams_[entry.stream].push_back(entry);
}

void Disk::forget(const std::string& author) {
  for (auto& [name, entries] : streams_) {
    const bool is_over = !entries.empty() && entries.back().last;
    for (const Entry& entry : entries)
      if (entry.author == author) forgotten_.emplace(name, entry.seq);
    std::erase_if(entries, [&](const Entry& entry) { return entry.author == author; });
    if (!entries.empty()) entries.back().last = is_over;
  }
  std::erase_if(streams_, [](const auto& each) { return each.second.empty(); });
}

void DiskLog::append(std::vector<Entry> entries, store::Fence /*fence*/, Done done) {
  check_order(entries);
  add({std::move(entries), {}, std::move(done)});
}

void DiskLog::forget(std::string author, Done done) {
  add({{}, std::move(author), std::move(done)});
}

// Every table's entries follow each other without a gap; nobody writes after the last one.
void DiskLog::check_order(const std::vector<Entry>& entries) {
  for (const Entry& entry : entries) {
    const std::vector<Entry>& written = disk_.stream(entry.stream);
    const auto [tail, is_new] =
        tails_.try_emplace(entry.stream, written.empty() ? 0 : written.back().seq);
    const bool is_table = entry.stream.starts_with("table/");
    if (is_table ? entry.seq != tail->second + 1 : entry.seq <= tail->second)
      complain_(entry.stream + ": entry " + std::to_string(entry.seq) + " after entry " +
                std::to_string(tail->second));
    if (!written.empty() && written.back().last)
      complain_(entry.stream + ": an entry after the last one");
    tail->second = entry.seq;
  }
}

void DiskLog::add(Job job) {
  waiting_.push_back(std::move(job));
  if (!committing_.empty()) return;
  committing_.swap(waiting_);
  if (is_immediate)
    commit(true);
  else
    commit_soon_();
}

void DiskLog::write(const std::vector<Job>& jobs) {
  for (const Job& job : jobs)
    if (job.author.empty())
      disk_.write(job.entries);
    else
      disk_.forget(job.author);
}

void DiskLog::commit(bool is_lucky) {
  constexpr int patience = 60;
  if (disk_.fault == Fault::locked && !is_broken_ && ++waited_ < patience) return commit_soon_();
  waited_ = 0;
  const std::vector<Job> jobs = std::exchange(committing_, {});
  const bool fails = is_broken_ || disk_.fault != Fault::none;
  const bool is_there = is_lucky && disk_.fault == Fault::full && !is_broken_;
  if (!fails || is_there) write(jobs);
  is_broken_ = fails;
  if (!fails) ++commits;
  if (!fails && !waiting_.empty()) {
    committing_.swap(waiting_);
    commit_soon_();
  }
  const Problem problem{disk_.fault == Fault::locked      ? "the database is locked"
                        : disk_.fault == Fault::read_only ? "the database is read-only"
                                                          : "the disk is full"};
  for (const Job& job : jobs) job.done(fails ? std::optional{problem} : std::nullopt);
  if (!fails) return;
  for (const Job& job : std::exchange(waiting_, {})) job.done(problem);
}

void DiskLog::crash(bool is_lucky) {
  if (is_lucky && !is_broken_ && disk_.fault == Fault::none) write(committing_);
  committing_.clear();
  waiting_.clear();
}

Result<std::vector<Entry>, Problem> DiskLog::read(const std::string& stream) {
  return disk_.stream(stream);
}

Result<std::optional<Entry>, Problem> DiskLog::last(const std::string& stream) {
  const std::vector<Entry>& entries = disk_.stream(stream);
  if (entries.empty()) return std::optional<Entry>{};
  return std::optional{entries.back()};
}

Result<std::vector<std::string>, Problem> DiskLog::unfinished(const std::string& prefix) {
  std::vector<std::string> names;
  const Disk::Streams& all = disk_.streams();
  for (auto at = all.lower_bound(prefix); at != all.end() && at->first.starts_with(prefix); ++at)
    if (!at->second.back().last) names.push_back(at->first);
  return names;
}

}  // namespace tatami::sim
