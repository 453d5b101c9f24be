#include "server/pages.h"

#include <sys/resource.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

#include "live/kind.h"
#include "server/previews.h"

namespace tatami::server {

namespace {

constexpr std::string_view plain_text = "text/plain; charset=utf-8";

Page text(std::string body) { return {200, std::string{plain_text}, std::move(body)}; }
Page missing() { return {404, std::string{plain_text}, "there is nothing here\n"}; }

double cpu_seconds() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  const auto seconds = [](const timeval& time) {
    return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_usec) / 1e6;
  };
  return seconds(usage.ru_utime) + seconds(usage.ru_stime);
}

std::size_t resident_bytes() {
  std::ifstream statm{"/proc/self/statm"};
  std::size_t all = 0;
  std::size_t resident = 0;
  statm >> all >> resident;
  return resident * static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
}

std::size_t size_of(const std::string& file) {
  std::error_code none;
  const auto size = std::filesystem::file_size(file, none);
  return none ? 0 : static_cast<std::size_t>(size);
}

// The text format of Prometheus.
std::string metrics(const House& house) {
  std::string out;
  const auto add = [&](std::string_view name, std::string_view kind, std::string_view help,
                       const std::string& value) {
    const std::string full = "tatami_" + std::string{name};
    out += "# HELP " + full + " " + std::string{help} + "\n# TYPE " + full + " " +
           std::string{kind} + "\n" + full + " " + value + "\n";
  };
  const auto counter = [&](std::string_view name, std::string_view help, std::uint64_t value) {
    add(name, "counter", help, std::to_string(value));
  };
  const auto gauge = [&](std::string_view name, std::string_view help, std::size_t value) {
    add(name, "gauge", help, std::to_string(value));
  };
  const Counts& counts = house.hall.counts();
  gauge("connections", "Open WebSocket connections", house.hall.sessions());
  gauge("tables", "Tables in memory", house.hall.tables());
  gauge("tables_playing", "Games under way", house.hall.playing());
  gauge("tables_set_aside", "Unfinished games whose log could not be taken up",
        house.hall.set_aside().size());
  counter("tables_opened_total", "Tables opened", counts.opened);
  counter("tables_finished_total", "Games finished", counts.finished);
  counter("commands_total", "Messages from clients", counts.commands);
  counter("refused_total", "Messages refused", counts.refused);
  counter("moves_total", "Moves of people", counts.moves);
  counter("letters_total", "Messages to clients", counts.letters);
  counter("letter_bytes_total", "Bytes of those", counts.bytes);
  counter("turned_away_total", "Connections refused", house.turned_away);
  counter("too_slow_total", "Connections dropped because they did not read", house.too_slow);
  counter("too_noisy_total", "Connections dropped because of frames that are not messages",
          house.too_noisy);
  const std::string moves = "tatami_move_milliseconds";
  out += "# HELP " + moves + " From a move's arrival until it was durable and told\n# TYPE " +
         moves + " histogram\n" + counts.move_times.text(moves);
  const store::Figures log = house.log.figures();
  counter("commits_total", "Commits of the log", log.commits);
  add("commit_seconds_total", "counter", "Time that commits took, most of it the disk's",
      std::to_string(static_cast<double>(log.commit_us) / 1e6));
  gauge("log_queue", "Appends that wait for the next commit", log.waiting);
  gauge("bots_queue", "Decisions of slow bots that wait for a thread", house.thinkers.waiting());
  std::size_t queued = 0;
  for (const auto& socket : house.sockets) queued += socket->queued();
  gauge("send_queue_bytes", "Bytes that clients have not taken yet", queued);
  gauge("resident_bytes", "Memory in use", resident_bytes());
  gauge("database_bytes", "Size of the database with its write-ahead log",
        size_of(house.options.database) + size_of(house.options.database + "-wal"));
  add("cpu_seconds_total", "counter", "CPU time used", std::to_string(cpu_seconds()));
  return out;
}

Page of_file(const Files::File& file, bool accepts_gzip, std::string_view tag_at_hand) {
  const std::string cache =
      file.lives_for_ever ? "public, max-age=31536000, immutable" : "no-cache";
  if (tag_at_hand == file.tag) return {304, {}, {}, {}, file.tag, cache};
  const bool gzipped = accepts_gzip && !file.gzipped.empty();
  return {200,      file.type, gzipped ? file.gzipped : file.plain, gzipped ? "gzip" : "",
          file.tag, cache};
}

// /records/ID.jsonl and /records/ID.sidecar.json, of finished games.
Page record_page(House& house, std::string_view name) {
  const auto id_before = [&](std::string_view ending) -> std::string {
    if (!name.ends_with(ending)) return {};
    return std::string{name.substr(0, name.size() - ending.size())};
  };
  if (const std::string id = id_before(".sidecar.json"); !id.empty()) {
    if (auto sidecar = house.hall.sidecar(id)) return {200, "application/json", *sidecar};
  } else if (const std::string record = id_before(".jsonl"); !record.empty()) {
    if (auto lines = house.hall.record(record)) return {200, "application/x-ndjson", *lines};
  }
  return missing();
}

}  // namespace

Page find_page(House& house, std::string_view target, std::string_view origin, bool accepts_gzip,
               std::string_view tag_at_hand) {
  const std::string_view path = target.substr(0, target.find('?'));
  if (path == "/healthz") return text("ok\n");
  if (path == "/metrics") return {200, "text/plain; version=0.0.4; charset=utf-8", metrics(house)};
  static const std::string schema = record::json_schema(live::catalogue());
  if (path == "/protocol.schema.json") return {200, "application/json", schema};
  constexpr std::string_view records = "/records/";
  if (path.starts_with(records)) return record_page(house, path.substr(records.size()));
  if (const Files::File* file = house.files.find(path)) {
    if (has_preview(path))
      return {200, file->type, with_preview(file->plain, path, origin), {}, {}, "no-cache"};
    return of_file(*file, accepts_gzip, tag_at_hand);
  }
  if (path == "/" && house.files.empty())
    return text("Tatami is open. The web client is not built; script/web builds it.\n");
  return missing();
}

}  // namespace tatami::server
