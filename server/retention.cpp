#include "server/retention.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cctype>
#include <cerrno>
#include <cstdio>
#include <filesystem>
#include <future>
#include <system_error>
#include <vector>

#include "drive/driver.h"
#include "server/chat.h"

namespace tatami::server {
namespace {

constexpr std::string_view tables_prefix = "table/";
constexpr std::size_t at_once = 100;  // listed, and removed by one commit

std::string told_by_system() { return std::generic_category().message(errno); }

// The file is complete and on the disk, or it is not there under this name.
bool write_durably(const std::string& path, const std::string& text) {
  const std::string unborn = path + ".new";
  const int file =
      ::open(unborn.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, S_IRUSR | S_IWUSR);
  if (file < 0) return false;
  std::string_view rest = text;
  bool is_written = true;
  while (is_written && !rest.empty()) {
    const ssize_t count = ::write(file, rest.data(), rest.size());
    is_written = count > 0;
    if (is_written) rest.remove_prefix(static_cast<std::size_t>(count));
  }
  is_written = is_written && fsync(file) == 0;
  const int why = errno;
  ::close(file);
  if (is_written) return std::rename(unborn.c_str(), path.c_str()) == 0;
  unlink(unborn.c_str());
  errno = why;
  return false;
}

}  // namespace

Retention::Swept Retention::sweep(live::Time now, const std::atomic<bool>& stop) {
  Swept swept;
  std::vector<std::string> due;
  for (std::int64_t position = 0;;) {
    const auto some = log_.finished(position, at_once);
    if (!some) return swept.problem = some.error().what, swept;
    for (const store::Finished& each : *some)
      if (each.stream.starts_with(tables_prefix) && each.at < now - kept_)
        due.push_back(each.stream.substr(tables_prefix.size()));
    if (some->size() < at_once) break;
    position = some->back().position;
  }
  for (std::size_t begin = 0; begin < due.size() && !stop; begin += at_once) {
    std::vector<std::string> streams;
    for (std::size_t i = begin; i < std::min(begin + at_once, due.size()); ++i) {
      const Exported exported = write_out(due[i], now);
      if (exported == Exported::failed) return swept.problem = problem_, swept;
      if (exported == Exported::unreadable) ++swept.unreadable;
      if (exported != Exported::yes) continue;
      streams.push_back(drive::stream_of(due[i]));
      streams.push_back(chat_stream_of(due[i]));
    }
    if (streams.empty()) continue;
    if (!sync_folder()) return swept.problem = problem_, swept;
    const std::size_t games = streams.size() / 2;
    std::promise<std::optional<store::Problem>> removed;
    log_.remove(std::move(streams), [&](auto problem) { removed.set_value(std::move(problem)); });
    if (const auto problem = removed.get_future().get())
      return swept.problem = problem->what, swept;
    swept.removed += games;
  }
  return swept;
}

Retention::Exported Retention::write_out(const std::string& id, live::Time now) {
  const bool is_id =
      !id.empty() && std::ranges::all_of(id, [](unsigned char c) { return std::isalnum(c) != 0; });
  const auto entries = log_.read(drive::stream_of(id));
  if (!is_id || !entries || entries->empty()) return Exported::unreadable;
  std::vector<std::string> bodies;
  bodies.reserve(entries->size());
  for (const store::Entry& entry : *entries) bodies.push_back(entry.body);
  const auto table = table::Table::fold(bodies, {}, now, {entries->front().at, entries->back().at});
  if (!table) return Exported::unreadable;
  if (!(*table)->was_played()) return Exported::yes;  // nobody started it: there is no record
  if (!write_file(id + ".jsonl", (*table)->record())) return Exported::failed;
  if (!write_file(id + ".sidecar.json", (*table)->sidecar())) return Exported::failed;
  return Exported::yes;
}

bool Retention::write_file(const std::string& name, const std::string& text) {
  if (mkdir(folder_.c_str(), S_IRWXU) != 0 && errno != EEXIST) {
    problem_ = folder_ + ": " + told_by_system();
    return false;
  }
  if (write_durably((std::filesystem::path{folder_} / name).string(), text)) return true;
  problem_ = folder_ + ": a record cannot be written: " + told_by_system();
  return false;
}

// So that the names of the new files are on the disk too.
bool Retention::sync_folder() {
  const int folder = ::open(folder_.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (folder < 0 && errno == ENOENT) return true;  // no game of these was played
  const bool is_done = folder >= 0 && fsync(folder) == 0;
  if (!is_done) problem_ = folder_ + ": " + told_by_system();
  if (folder >= 0) ::close(folder);
  return is_done;
}

}  // namespace tatami::server
