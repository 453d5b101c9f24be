#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "rules/core/result.h"
#include "store/lease.h"
#include "store/problem.h"

namespace tatami::store {

// One event in a stream of events: a table, a chat, a guest.
struct Entry {
  std::string stream;     // "table/ab12cd"; names of streams and authors must not reveal anything
  std::uint32_t seq = 0;  // counts from 1 within the stream
  std::int64_t at = 0;    // milliseconds since 1970
  std::string author;     // who can ask to have it forgotten; empty: nobody
  std::string body;       // one JSON object
  bool last = false;      // the stream ends here

  bool operator==(const Entry&) const = default;
};

// The lease that an append is made under.
struct Fence {
  std::string stream;
  std::uint64_t number = 0;  // 0: none is needed
};

// How the log is doing, for /metrics.
struct Figures {
  std::uint64_t commits = 0;
  std::uint64_t commit_us = 0;  // all of them together, most of it waiting for the disk
  std::uint64_t waiting = 0;    // appends that have not begun to be written
};

// A stream that has its last entry.
struct Finished {
  std::int64_t position = 0;  // grows from the first stream to the latest
  std::string stream;
  std::int64_t at = 0;  // of its last entry

  bool operator==(const Finished&) const = default;
};

// Persist, then publish: nobody may hear of an entry before `done` has reported it durable. All
// functions may be called from any thread.
class EventLog {
 public:
  // Callbacks run one at a time, those of appends in the order of the calls, on a thread that the
  // log chooses and possibly before the call returns. A callback should do little, and must not
  // throw or wait for the log.
  using Done = std::function<void(std::optional<Problem>)>;

  EventLog() = default;
  EventLog(const EventLog&) = delete;
  EventLog& operator=(const EventLog&) = delete;
  virtual ~EventLog() = default;  // finishes writing first

  // Appends all of the entries or none. An append is refused if it does not continue its stream:
  // `seq` must be above all existing ones, and the stream must not have its last entry yet. It is
  // refused as Problem::Kind::fenced if the fence is not that of the stream's owner; the entries
  // may be of other streams that belong to that one (its chat). After a disk failure every later
  // call fails too; whether pending entries were written is known when the log is opened again.
  virtual void append(std::vector<Entry> entries, Fence fence, Done done) = 0;
  void append(std::vector<Entry> entries, Done done) {
    append(std::move(entries), {}, std::move(done));
  }

  // Erases all entries of this author, so that their bodies cannot be found on the disk either.
  // `done` waits for that, if necessary until nobody else reads the log. A finished stream stays
  // finished; a stream with no entries left counts as never written.
  virtual void forget(std::string author, Done done) = 0;

  // Removes these streams with everything in them, as `forget` does.
  virtual void remove(std::vector<std::string> streams, Done done) = 0;

  // Of the node that opened this log. None: one server has the log for itself and owns every
  // stream.
  virtual Leases* leases() { return nullptr; }

  virtual Figures figures() { return {}; }

  // In the order of seq; empty if nobody has appended to the stream.
  virtual Result<std::vector<Entry>, Problem> read(const std::string& stream) = 0;

  // The entry with the greatest seq, if there is one.
  virtual Result<std::optional<Entry>, Problem> last(const std::string& stream) = 0;

  // The streams without a last entry whose names start with `prefix`, sorted by name.
  virtual Result<std::vector<std::string>, Problem> unfinished(const std::string& prefix) = 0;

  // The streams with a last entry after this position, at most so many of them, in their order.
  // (The latest may come a while later.)
  virtual Result<std::vector<Finished>, Problem> finished(std::int64_t after, std::size_t most) = 0;
};

}  // namespace tatami::store
