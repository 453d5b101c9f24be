#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <set>
#include <utility>
#include <vector>

#include "bus/bus.h"
#include "rules/core/splitmix.h"

namespace tatami::bus {

// A bus for nodes of one process, on one thread: for tests and the simulator. Delays and losses
// follow from a seed.
class Memory {
 public:
  struct Weather {
    std::uint32_t slowest = 0;      // ms that a message takes at most
    std::uint32_t lost_one_in = 0;  // 0: none is lost
  };

  // `now` in the same milliseconds in which `loop` waits.
  Memory(Loop loop, std::function<milliseconds()> now, std::uint64_t seed)
      : loop_(std::move(loop)), now_(std::move(now)), numbers_(seed) {}

  // Until the bus that this returns ends. No longer than the memory.
  std::unique_ptr<Bus> join(const std::string& node);
  // Cut off, a node neither hears nor is heard, and knows it.
  void cut(const std::string& node, bool is_cut);

  Weather weather;
  std::uint64_t published = 0, delivered = 0, bytes = 0;

 private:
  class Node;
  void send(Node& from, Node& to, std::function<void()> deliver);

  Loop loop_;
  std::function<milliseconds()> now_;
  SplitMix numbers_;
  std::vector<Node*> nodes_;  // in the order in which they came
  std::set<std::string> cut_;
  std::uint64_t joined_ = 0;
  std::map<std::pair<std::uint64_t, std::uint64_t>, milliseconds> arrives_;  // the last one
};

}  // namespace tatami::bus
