#pragma once

#include <algorithm>
#include <cstdint>
#include <deque>
#include <utility>
#include <vector>

#include "table/table.h"

namespace tatami::drive {

// Persist, then publish: letters wait here until everything that was written before them is
// durable.
class Outbox {
 public:
  struct Batch {
    std::vector<table::Letter> letters;
    bool opens_window = false;
    table::Guest from{};     // who can be muted
    std::uint64_t only = 0;  // a listener's number; 0: everybody the letters are for
    std::uint64_t ticket = 0;
  };

  // Something is being written; `durable` is told of this ticket when it is.
  std::uint64_t write() { return ++asked_; }
  void durable(std::uint64_t ticket) { durable_ = std::max(durable_, ticket); }
  bool is_settled() const { return durable_ == asked_; }
  bool is_durable(std::uint64_t ticket) const { return ticket <= durable_; }

  void push(Batch batch) {
    batch.ticket = asked_;
    batches_.push_back(std::move(batch));
  }
  bool is_empty() const { return batches_.empty(); }
  // Batches that have left, and those that will: the number of the next one.
  std::uint64_t next_number() const { return left_ + batches_.size(); }

  // The next batch that may go out, if there is one; its number is `left()` - 1 then.
  bool pop(Batch& batch) {
    if (batches_.empty() || batches_.front().ticket > durable_) return false;
    batch = std::move(batches_.front());
    batches_.pop_front();
    ++left_;
    return true;
  }
  std::uint64_t left() const { return left_; }

 private:
  std::deque<Batch> batches_;
  std::uint64_t left_ = 0;
  std::uint64_t asked_ = 0;
  std::uint64_t durable_ = 0;
};

}  // namespace tatami::drive
