#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "rules/core/result.h"
#include "store/problem.h"

// The owners of streams, where several servers (nodes) share one log.
namespace tatami::store {

// A stream stays its owner's until the owner releases it, or until the owner has lapsed and
// somebody else acquires it.
struct Lease {
  std::string stream;
  std::string node;         // the owner's name
  std::uint64_t fence = 0;  // what the owner's appends carry; whoever is next has a greater one
  bool is_ours = false;
  bool is_lapsed = false;  // the owner has not renewed in time: anybody may acquire it

  bool operator==(const Lease&) const = default;
};

// A node's part in this. It is used on one thread, and answers there, possibly before a call
// returns. Everything can be asked again if an answer says that the database could not be reached.
//
// Time is the database's alone, so the nodes' clocks may disagree. A node that was only slow goes
// on with whatever nobody has taken from it; for the rest its appends are refused, because they
// carry an old fence. An acquisition waits for what the owner before is still writing: whoever
// reads the stream afterwards reads all of it.
class Leases {
 public:
  using Done = std::function<void(std::optional<Problem>)>;
  template <class T>
  using Answer = std::function<void(Result<T, Problem>)>;

  Leases() = default;
  Leases(const Leases&) = delete;
  Leases& operator=(const Leases&) = delete;
  virtual ~Leases() = default;

  // This node lapses if it has not renewed for a term. Refused while another node of this name has
  // not lapsed. Whatever that one owned is not this one's: it must be acquired.
  virtual void join(std::string node, std::chrono::milliseconds term, Done done) = 0;
  // The answer: whether it came in time. Otherwise others may have acquired what this node owned.
  // Problem::Kind::fenced: another node has joined under this name, so this one must stop.
  virtual void renew(Answer<bool> answer) = 0;
  // Releases everything; the name is free.
  virtual void leave(Done done) = 0;

  // The lease of each of these streams, in their order: this node's, or that of an owner who has
  // not lapsed. What this node owns already keeps its fence. A stream need not have an entry yet.
  virtual void acquire(std::vector<std::string> streams, Answer<std::vector<Lease>> answer) = 0;
  // Leaves those alone that are not this node's.
  virtual void release(std::vector<std::string> streams, Done done) = 0;
  // Nothing, if it has no owner.
  virtual void find(std::string stream, Answer<std::optional<Lease>> answer) = 0;
  // All that this node owns, sorted by name.
  virtual void owned(Answer<std::vector<Lease>> answer) = 0;
  // Streams with this beginning that have entries, no last one, and no owner or a lapsed one:
  // somebody should acquire them. Sorted by name, at most so many.
  virtual void unowned(std::string prefix, std::size_t most,
                       Answer<std::vector<std::string>> answer) = 0;
  // Those that have not lapsed, sorted by name.
  virtual void nodes(Answer<std::vector<std::string>> answer) = 0;
};

}  // namespace tatami::store
