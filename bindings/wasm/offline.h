#pragma once

#include <deque>
#include <memory>
#include <string>
#include <vector>

#include "drive/driver.h"

// A table in the browser: the same code and messages as the server's, with one person at it, or
// several who share the device, and the rest bots. The mail is that of the first.
namespace tatami::wasm {

class Offline final : public drive::World {
 public:
  std::string open(std::string_view request);
  std::string tell(std::string_view request);
  std::string tick(live::Time now);
  double wakes_at() const { return alarm_ ? static_cast<double>(*alarm_) : -1; }  // -1: never
  const table::Table* table() const { return driver_ ? &driver_->table() : nullptr; }

 private:
  struct Ear final : drive::Listener {
    Ear(const table::Guest& who, std::uint64_t nth, std::vector<std::string>& box)
        : Listener(who, nth), mail(box) {}
    void hear(const std::shared_ptr<const std::string>& text) override;

    std::vector<std::string>& mail;
  };

  live::Time now() override { return now_; }
  void append(drive::Driver& driver, std::vector<store::Entry> entries,
              std::uint64_t ticket) override;
  void think(drive::Driver& /*driver*/, table::Think think) override {
    thoughts_.push_back(std::move(think));
  }
  void alarm(drive::Driver& /*driver*/, std::optional<live::Time> at) override { alarm_ = at; }

  drive::Listener& listener(const table::Guest& guest);
  // The pings of a connection that is as long as the page's frames.
  void keep_connections();
  // The messages to the person, as a list; bots think on the way.
  std::string mail();

  live::Time now_ = 0;
  std::optional<live::Time> alarm_;
  std::vector<std::string> mail_;
  std::deque<table::Think> thoughts_;
  std::vector<std::unique_ptr<Ear>> listeners_;
  std::unique_ptr<drive::Driver> driver_;
};

// A moment of a record as one seat saw it, or with everybody's knowledge.
std::string position_at(std::string_view request);

}  // namespace tatami::wasm
