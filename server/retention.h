#pragma once

#include <atomic>
#include <optional>
#include <string>

#include "live/lag.h"
#include "store/event_log.h"

namespace tatami::server {

// Games that ended long ago: their records and proofs go into a folder, without names, and then
// they leave the log with their chats. May be used on any thread, by one at a time.
class Retention {
 public:
  Retention(store::EventLog& log, std::string folder, live::Time kept)
      : log_(log), folder_(std::move(folder)), kept_(kept) {}

  struct Swept {
    std::size_t removed = 0;
    std::size_t unreadable = 0;  // they stay: no record can be made of them
    std::optional<std::string> problem{};
  };
  // Everything that is due at this time; ends early once `stop` is set. A game is removed only when
  // its record is on the disk.
  Swept sweep(live::Time now, const std::atomic<bool>& stop);

 private:
  enum class Exported : std::uint8_t { yes, unreadable, failed };

  Exported write_out(const std::string& id, live::Time now);
  bool write_file(const std::string& name, const std::string& text);
  bool sync_folder();

  store::EventLog& log_;
  std::string folder_;
  live::Time kept_;
  std::string problem_;
};

}  // namespace tatami::server
