#pragma once

#include <memory>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "drive/outbox.h"
#include "store/event_log.h"
#include "table/table.h"

// Carries out a table's outputs: append, wait until it is durable, deliver,
// wake, let bots think. The server, the browser and the tests each bring a World.
namespace tatami::drive {

using live::Time;
using table::Guest;

class Driver;

// Somebody who listens at a table: one connection of a guest.
struct Listener {
  Guest guest;
  std::uint64_t number = 0;  // no other listener ever had it

  Listener(Guest who, std::uint64_t nth) : guest(std::move(who)), number(nth) {}
  Listener(const Listener&) = delete;
  Listener& operator=(const Listener&) = delete;
  virtual ~Listener() = default;
  // May not destroy the listener before it returns.
  virtual void hear(const std::shared_ptr<const std::string>& text) = 0;
};

// The log, clock, transport and thinkers of a driver. Everything happens on one thread.
class World {
 public:
  World() = default;
  World(const World&) = delete;
  World& operator=(const World&) = delete;
  virtual ~World() = default;

  virtual Time now() = 0;
  // In the order of the calls; then `driver.durable(ticket)`, now or later.
  virtual void append(Driver& driver, std::vector<store::Entry> entries, std::uint64_t ticket) = 0;
  // Then `driver.thought(…)`, now or later.
  virtual void think(Driver& driver, table::Think think) = 0;
  // The answer is not wanted any more.
  virtual void stop_thinking(Driver& /*driver*/, Seat /*seat*/, std::uint32_t /*seq*/) {}
  // The driver wants its `tick` at this time, or not at all.
  virtual void alarm(Driver& driver, std::optional<Time> at) = 0;
  // Whether this guest hears what another one says. Letters without an author reach everyone.
  virtual bool hears(const Guest& /*listener*/, const Driver& /*where*/, const Guest& /*from*/) {
    return true;
  }
  // Everything that was written is durable, and the letters are out. The driver does nothing after
  // it, so it may be ended here.
  virtual void settled(Driver& /*driver*/) {}
};

std::string stream_of(const protocol::TableId& table);

class Driver {
 public:
  Driver(World& world, std::unique_ptr<table::Table> table)
      : world_(world), table_(std::move(table)) {}

  const table::Table& table() const { return *table_; }
  bool is_settled() const { return outbox_.is_settled(); }
  // Whether the table's own entries are durable, whatever else of it (a chat) is being written.
  bool is_kept() const { return outbox_.is_durable(last_of_table_); }
  bool is_idle() const { return outbox_.is_settled() && outbox_.is_empty(); }

  // Writes the entries of a table that has just been opened.
  void open(std::vector<std::string> entries);
  // Sets the first alarm of one that was taken up.
  void resume() { schedule(); }

  // ---- People ----
  std::optional<protocol::Refused> tell(const Guest& guest, const protocol::TableCommand& command);
  void attend(Listener& listener);
  void leave(Listener& listener);
  bool is_attended_by(const Listener& listener) const;
  bool is_deserted() const { return attending_.empty(); }
  bool has(const Guest& guest) const;  // whether any of their connections is here
  // Everything they may know, and these texts after it.
  void welcome(Listener& listener, std::vector<std::string> more = {});
  void pong(const Listener& listener, const live::RoundTrip& trip);
  // This connection is the one they play over.
  void plays_over(const Listener& listener);
  void heard_from(const Guest& guest) { commit(table_->heard_from(guest, world_.now())); }

  void renamed(const Guest& guest, const std::string& name);
  void follow_up(const protocol::TableId& next) { commit(table_->follow_up(next)); }
  void close(const std::string& why) { commit(table_->close(why)); }
  // Something else of this table, such as a chat: durable first, then heard.
  void publish(std::vector<store::Entry> entries, std::string text, const Guest& from = {});

  // ---- What the world answers ----
  void durable(std::uint64_t ticket);
  void thought(Seat seat, std::uint32_t seq, std::uint32_t action);
  void tick();
  void beat() { commit(table_->connections(world_.now())); }

 private:
  struct Attending {
    Listener* listener;
    std::uint64_t since;  // the first batch for them: they know by their welcome what was before
  };

  void commit(table::Output output, const Guest& from = {});
  void write(std::vector<store::Entry> entries, Outbox::Batch batch, bool is_of_table);
  void release();
  void settle();
  void deliver(table::Letter& letter, const Outbox::Batch& batch);
  void schedule();
  void drop_thoughts();
  void presence(const Guest& guest);

  World& world_;
  std::unique_ptr<table::Table> table_;
  std::vector<Attending> attending_;
  // The listener on whom a guest's connection is measured, by its number.
  std::unordered_map<std::string, std::uint64_t> measured_;
  Outbox outbox_;
  std::uint64_t last_of_table_ = 0;  // the ticket of its last entries
  int committing_ = 0;  // how many commits are under way: a world may answer before one returns
  bool has_become_durable_ = false;
  std::vector<std::pair<Seat, std::uint32_t>> thinking_;  // bots that take their time
  std::optional<Time> alarm_;
};

}  // namespace tatami::drive
