#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "server/session.h"

namespace tatami::server {

// People who look at a finished game together: whoever steps shows the moment to all of them. A
// circle lives in memory alone, from the first who looks to the last who leaves.
class Circles {
 public:
  struct Circle {
    std::vector<Session*> people;  // in the order in which they came
    std::optional<std::uint16_t> line;
    Session* shown_by = nullptr;  // nobody: they have left
  };

  // Whether they were not there yet. A connection is in one circle at most.
  bool enter(Session& session, const std::string& name) {
    const auto [found, is_new] = where_.try_emplace(&session, name);
    if (!is_new) return false;
    circles_[name].people.push_back(&session);
    return true;
  }
  // The circle they were in; empty: none.
  std::string leave(Session& session) {
    auto left = where_.extract(&session);
    if (left.empty()) return {};
    const auto found = circles_.find(left.mapped());
    Circle& circle = found->second;
    std::erase(circle.people, &session);
    if (circle.shown_by == &session) circle.shown_by = nullptr;
    if (circle.people.empty()) circles_.erase(found);
    return std::move(left.mapped());
  }
  void show(Session& session, std::uint16_t line) {
    Circle& circle = circles_.at(where_.at(&session));
    circle.line = line;
    circle.shown_by = &session;
  }

  std::string of(Session& session) const {
    const auto found = where_.find(&session);
    return found == where_.end() ? std::string{} : found->second;
  }
  std::size_t size() const { return circles_.size(); }
  // Nothing: nobody looks at it.
  const Circle* named(const std::string& name) const {
    const auto found = circles_.find(name);
    return found == circles_.end() ? nullptr : &found->second;
  }

 private:
  std::unordered_map<std::string, Circle> circles_;
  std::unordered_map<Session*, std::string> where_;
};

}  // namespace tatami::server
