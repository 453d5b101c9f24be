#pragma once

#include <algorithm>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "drive/driver.h"

namespace tatami::drive {

// A table with a clock of its own, its log in memory and people who only listen: for tests, fuzzing
// and measurements. The disk and the bots answer at once, or when told to.
class Rehearsal final : public World {
 public:
  using Reader = std::function<void(const Guest& reader, const std::string& text)>;

  Rehearsal(std::vector<std::string> log, table::Pace table_pace, Time start, Reader reader)
      : pace(table_pace), time(start), entries(std::move(log)), reader_(std::move(reader)) {
    problem = restart();
  }

  const table::Table& table() const { return driver_->table(); }
  Driver& driver() { return *driver_; }

  // ---- People ----
  void come(const Guest& guest) { driver_->attend(ear(guest)); }
  void leave(const Guest& guest) { driver_->leave(ear(guest)); }
  void welcome(const Guest& guest) { driver_->welcome(ear(guest)); }
  void pong(const Guest& guest, const live::RoundTrip& trip) { driver_->pong(ear(guest), trip); }
  std::optional<protocol::Refused> tell(const Guest& guest, const protocol::TableCommand& command) {
    auto refused = driver_->tell(guest, command);
    // Somebody who listens and has just sat down is here.
    if (!refused && driver_->has(guest)) driver_->attend(ear(guest));
    return refused;
  }

  // ---- Time ----
  std::optional<Time> wakes_at() const { return driver_->table().wakes_at(); }
  void tick() { driver_->tick(); }
  // Until the table does something next, if it does.
  bool wait() {
    const std::optional<Time> wake = wakes_at();
    if (!wake) return false;
    time = std::max(time, *wake);
    tick();
    return true;
  }
  void pass(Time until) {
    for (std::optional<Time> wake = wakes_at(); wake && *wake <= until; wake = wakes_at()) {
      time = std::max(time, *wake);
      tick();
    }
    time = std::max(time, until);
  }

  // ---- The disk and the bots ----
  bool settle_one() {
    if (writing_.empty()) return false;
    const Write written = writing_.front();
    writing_.pop_front();
    durable_entries_ += written.entries;
    driver_->durable(written.ticket);
    return true;
  }
  bool think_one() {
    if (thinking_.empty()) return false;
    const table::Think think = std::move(thinking_.front());
    thinking_.pop_front();
    driver_->thought(think.seat, think.seq, think.ponder());
    return true;
  }
  bool is_busy() const { return !writing_.empty() || !thinking_.empty(); }

  // Restarts from what is durable, with nobody connected; returns what is wrong with the log.
  std::optional<std::string> restart() { return restart(time); }
  std::optional<std::string> restart(Time last_written) {
    if (!writing_.empty()) entries.resize(durable_entries_);
    durable_entries_ = entries.size();
    auto folded = table::Table::fold(entries, pace, time, {last_written, last_written});
    if (!folded) return folded.error();
    ears_.clear();
    writing_.clear();
    thinking_.clear();
    driver_ = std::make_unique<Driver>(*this, std::move(*folded));
    driver_->resume();
    return {};
  }

  table::Pace pace;
  Time time;
  std::vector<std::string> entries;    // the log, with what is still being written
  std::optional<std::string> problem;  // with the log at the start
  bool disk_is_slow = false;
  bool bots_are_slow = false;

 private:
  struct Ear final : Listener {
    Ear(const Guest& who, std::uint64_t nth, const Reader& to) : Listener(who, nth), reader(to) {}
    void hear(const std::shared_ptr<const std::string>& text) override { reader(guest, *text); }
    const Reader& reader;
  };

  Time now() override { return time; }
  void append(Driver& driver, std::vector<store::Entry> written, std::uint64_t ticket) override {
    const std::size_t before = entries.size();
    for (store::Entry& entry : written)
      if (entry.stream == stream_of(driver.table().id())) entries.push_back(std::move(entry.body));
    writing_.push_back({ticket, entries.size() - before});
    if (!disk_is_slow) settle_one();
  }
  void think(Driver& /*driver*/, table::Think think) override {
    thinking_.push_back(std::move(think));
    if (!bots_are_slow) think_one();
  }
  void alarm(Driver& /*driver*/, std::optional<Time> /*at*/) override {}

  Ear& ear(const Guest& guest) {
    const auto found = ears_.find(guest);
    if (found != ears_.end()) return *found->second;
    return *ears_.emplace(guest, std::make_unique<Ear>(guest, ++ears_so_far_, reader_))
                .first->second;
  }

  Reader reader_;
  std::uint64_t ears_so_far_ = 0;
  std::map<Guest, std::unique_ptr<Ear>> ears_;
  struct Write {
    std::uint64_t ticket;
    std::size_t entries;
  };
  std::deque<Write> writing_;
  std::size_t durable_entries_ = 0;
  std::deque<table::Think> thinking_;
  std::unique_ptr<Driver> driver_;
};

}  // namespace tatami::drive
