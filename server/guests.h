#pragma once

#include <algorithm>
#include <functional>
#include <set>
#include <string>
#include <unordered_map>
#include <vector>

#include "server/identity.h"
#include "store/event_log.h"

namespace tatami::server {

// A log entry of a guest.
struct Named {
  protocol::Name to;
  TATAMI_MESSAGE("named", of("name", &Named::to))
};

// People as their cookies name them: what they are called, whom they do not want to hear. Guests
// who are offline and have no remarks in memory are in the log only.
template <class Visitor>
class Guests {
 public:
  struct Known {
    std::string name;
    std::uint32_t seq = 0;         // of their stream
    std::uint32_t writing = 0;     // entries of it under way: until then only we know its seq
    std::size_t remarks = 0;       // of theirs in the chats
    bool is_being_erased = false;  // they have asked to be forgotten
    std::vector<Visitor*> visitors;
    std::set<Guest> muted;
    std::set<std::string> without_spectators;  // tables where they hear only those with a seat
  };

  explicit Guests(store::EventLog& log) : log_(log) {}

  Known& operator[](const Guest& guest) {
    const auto [found, is_new] = known_.try_emplace(guest);
    if (is_new) recall(guest, found->second);
    return found->second;
  }
  std::string name_of(const Guest& guest) {
    std::string name = (*this)[guest].name;
    let_go(guest);
    return name;
  }
  bool is_being_erased(const Guest& guest) const {
    const auto found = known_.find(guest);
    return found != known_.end() && found->second.is_being_erased;
  }
  // Drops a guest whom nothing in memory refers to.
  void let_go(const Guest& guest) {
    const auto found = known_.find(guest);
    if (found == known_.end()) return;
    const Known& who = found->second;
    if (who.visitors.empty() && who.writing == 0 && who.remarks == 0 && !who.is_being_erased)
      known_.erase(found);
  }
  std::size_t size() const { return known_.size(); }
  void lose_remark(const Guest& guest) {
    Known& who = (*this)[guest];
    if (who.remarks > 0) --who.remarks;
    let_go(guest);
  }

  // ---- Names, and being forgotten; `done` hears on a thread of the log ----
  void write_name(const Guest& guest, const std::string& name, live::Time now,
                  store::EventLog::Done done) {
    Known& who = (*this)[guest];
    ++who.writing;
    log_.append({{stream_of(guest), ++who.seq, now, guest,
                  protocol::to_json(Named{std::string{name}}), false}},
                std::move(done));
  }
  // A name that `write_name` was given is durable.
  void name_is_written(const Guest& guest) { --(*this)[guest].writing; }
  // This entry of their stream calls them so. Whether they are, then: not while they are erased.
  bool call(const Guest& guest, const std::string& name, std::uint32_t seq) {
    Known& who = (*this)[guest];
    who.seq = std::max(who.seq, seq);
    if (!who.is_being_erased) who.name = name;
    return !who.is_being_erased;
  }
  // From now on they are anonymous and their commands are ignored.
  void begin_erasing(const Guest& guest) { (*this)[guest].is_being_erased = true; }
  void erase(const Guest& guest, store::EventLog::Done done) {
    begin_erasing(guest);
    log_.forget(guest, std::move(done));
  }
  // The log has forgotten them.
  void is_erased(const Guest& guest) {
    Known& who = (*this)[guest];
    who.name.clear();
    who.remarks = 0;
    who.is_being_erased = false;
    let_go(guest);
  }

  static std::string stream_of(const Guest& guest) { return "guest/" + guest; }

 private:
  void recall(const Guest& guest, Known& who) {
    const auto last = log_.last(stream_of(guest));
    if (!last || !*last) return;
    who.seq = (*last)->seq;
    if (auto named = protocol::from_json<Named>(std::string_view{(*last)->body}))
      who.name = named->to;
  }

  store::EventLog& log_;
  std::unordered_map<std::string, Known> known_;
};

}  // namespace tatami::server
