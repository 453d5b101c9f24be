#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "rules/core/result.h"

namespace tatami::store {

// One thing that happened, in a stream of such things: a table, a chat, a guest.
struct Entry {
  std::string stream;     // "table/ab12cd"; like authors, named so that the name tells nothing
  std::uint32_t seq = 0;  // counts from 1 within the stream
  std::int64_t at = 0;    // milliseconds since 1970
  std::string author;     // whose words these are, if they can be forgotten; empty: nobody's
  std::string body;       // one JSON object
  bool last = false;      // nothing follows in this stream

  bool operator==(const Entry&) const = default;
};

// In words, for a person: paths and names of streams, never a body.
struct Problem {
  std::string what;
};

// Persist, then publish: nobody hears of an entry before `done` has said that it is durable. All
// functions may be called from any thread.
class EventLog {
 public:
  // Called one at a time, those of appends in the order of the calls they belong to, on a thread of
  // the log's choice and possibly before that call returns; so it should do little, and must not
  // throw or wait for the log.
  using Done = std::function<void(std::optional<Problem>)>;

  EventLog() = default;
  EventLog(const EventLog&) = delete;
  EventLog& operator=(const EventLog&) = delete;
  virtual ~EventLog() = default;  // after writing what was appended

  // All of the entries or none. Refused is what does not follow on in its stream: `seq` must be
  // above those that are there, and the last entry must not be. After a failure of the disk every
  // later call fails too: whether the entries under way then are there shows when the log is
  // opened again.
  virtual void append(std::vector<Entry> entries, Done done) = 0;

  // Removes all entries of this author for good, so that their bodies cannot be found on the disk
  // either; `done` waits for that, if need be for somebody else who reads the log. A stream that
  // was over stays over; one of which nothing is left never was.
  virtual void forget(std::string author, Done done) = 0;

  // In the order of seq. A stream nobody has appended to is empty.
  virtual Result<std::vector<Entry>, Problem> read(const std::string& stream) = 0;

  // The entry of the greatest seq, if there is one.
  virtual Result<std::optional<Entry>, Problem> last(const std::string& stream) = 0;

  // The streams without a last entry whose name starts so, by name.
  virtual Result<std::vector<std::string>, Problem> unfinished(const std::string& prefix) = 0;
};

}  // namespace tatami::store
