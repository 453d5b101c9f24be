#pragma once

#include <memory>
#include <string>

namespace tatami::server {

// One connection of a guest.
class Session {
 public:
  Session() = default;
  Session(const Session&) = delete;
  Session& operator=(const Session&) = delete;
  virtual ~Session() = default;

  // Neither may destroy the session before it returns.
  virtual void send(std::shared_ptr<const std::string> text) = 0;
  virtual void close(const std::string& why) = 0;
  // They attend this table from now on, or no longer.
  virtual void attends(const std::string& /*table*/, bool /*is*/) {}
};

}  // namespace tatami::server
