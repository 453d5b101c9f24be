#pragma once

#include <chrono>
#include <functional>
#include <optional>
#include <string>

// Messages between the nodes of a house. What one node publishes arrives at another in the same
// order, at most once, or not at all: whoever needs more says so itself.
namespace tatami::bus {

using std::chrono::milliseconds;

// Where a node does its work: everything it hears, it hears there.
struct Loop {
  std::function<void(std::function<void()>)> post;  // may be called from any thread
  std::function<void(milliseconds, std::function<void()>)> later;
};

class Bus {
 public:
  using Answer = std::function<void(std::string)>;
  // `answer` is empty unless somebody waits for one.
  using Hear = std::function<void(std::string text, const Answer& answer)>;
  using Answered = std::function<void(std::optional<std::string>)>;

  Bus() = default;
  Bus(const Bus&) = delete;
  Bus& operator=(const Bus&) = delete;
  virtual ~Bus() = default;  // nothing is heard afterwards

  virtual void subscribe(const std::string& subject, Hear hear) = 0;
  // To all who subscribe, except whoever publishes it.
  virtual void publish(const std::string& subject, std::string text) = 0;
  // The first answer; nothing, if none comes in time.
  virtual void request(const std::string& subject, std::string text, milliseconds wait,
                       Answered answered) = 0;
  // Whether messages get through, as far as this side knows. What is published while they do not
  // is lost: old news would do harm.
  virtual bool is_up() const = 0;
};

}  // namespace tatami::bus
