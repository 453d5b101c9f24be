#include "cli/database.h"

#include <fmt/format.h>

#include <cstdio>
#include <filesystem>
#include <future>
#include <optional>

#include "cli/commands.h"
#include "store/all_streams.h"
#include "store/poll_reactor.h"
#include "store/postgres.h"
#include "store/sqlite.h"

namespace tatami::cli {
namespace {

using store::Entry;
using store::EventLog;
using store::Problem;

int complain(const char* command, const std::string& what) {
  std::fprintf(stderr, "tatami %s: %s\n", command, what.c_str());
  return bad_input;
}

Result<std::unique_ptr<EventLog>, Problem> open_log(const std::string& database,
                                                    store::Reactor& reactor) {
  if (store::is_postgres(database)) return store::open_postgres(database, reactor);
  return store::open_sqlite(database);
}

std::optional<Problem> append(EventLog& log, std::vector<Entry> entries) {
  std::promise<std::optional<Problem>> written;
  log.append(std::move(entries), [&](auto problem) { written.set_value(std::move(problem)); });
  return written.get_future().get();
}

}  // namespace

int migrate(const MigrateOptions& options) {
  if (!store::is_postgres(options.url))
    return complain("migrate",
                    "expected a URL of PostgreSQL, such as postgresql://user@host/name; "
                    "a file of SQLite needs no migration");
  const auto done = store::migrate_postgres(options.url);
  if (!done) return complain("migrate", done.error().what);
  std::printf("%s: %s\n", store::without_password(options.url).c_str(), done->c_str());
  return ok;
}

int copy(const CopyOptions& options) {
  store::PollReactor reactor;
  if (!store::is_postgres(options.from) && !std::filesystem::exists(options.from))
    return complain("copy", options.from + ": there is no such file");
  const auto from = open_log(options.from, reactor);
  if (!from) return complain("copy", from.error().what);
  auto to = open_log(options.to, reactor);
  if (!to) return complain("copy", to.error().what);
  const std::string target = store::without_password(options.to);

  const auto before = store::all_streams(**to);
  if (!before) return complain("copy", before.error().what);
  if (!before->empty()) return complain("copy", target + ": is not empty; copy to a new database");
  const auto streams = store::all_streams(**from);
  if (!streams) return complain("copy", streams.error().what);

  std::size_t entries = 0;
  for (const std::string& stream : *streams) {
    const auto read = (*from)->read(stream);
    if (!read) return complain("copy", read.error().what);
    if (const auto problem = append(**to, *read)) return complain("copy", problem->what);
    const auto written = (*to)->read(stream);
    if (!written) return complain("copy", written.error().what);
    if (*written != *read)
      return complain("copy", fmt::format("{}: {} differs after the copy", target, stream));
    entries += read->size();
  }
  to->reset();  // opened again, a file is looked at as a whole, and lists all that has ended
  to = open_log(options.to, reactor);
  if (!to) return complain("copy", to.error().what);
  const auto after = store::all_streams(**to);
  const auto still = store::all_streams(**from);
  if (!after || !still || after->size() != streams->size() || *still != *streams)
    return complain("copy", "the databases differ after the copy: is a server using one of them?");
  std::printf("%s: holds %zu entries of %zu streams, each compared after it was written\n",
              target.c_str(), entries, streams->size());
  return ok;
}

}  // namespace tatami::cli
