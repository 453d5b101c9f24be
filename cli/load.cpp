#include "cli/load.h"

#include <fmt/format.h>
#include <sys/epoll.h>
#include <sys/prctl.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <deque>
#include <filesystem>
#include <stdexcept>
#include <vector>

#include "cli/child.h"
#include "cli/commands.h"
#include "cli/ws_client.h"
#include "protocol/messages.h"
#include "rules/core/splitmix.h"
#include "server/serve.h"

namespace tatami::cli {

namespace {

using namespace std::chrono_literals;
using Clock = std::chrono::steady_clock;
constexpr std::size_t seats = 4;

double seconds_since(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

// Messages are cut, not parsed: the players share the machine with the server that they measure.

// The number after `"name":`.
std::uint32_t number_in(std::string_view message, std::string_view name) {
  const std::size_t at = message.find(name);
  if (at == std::string_view::npos) return 0;
  return static_cast<std::uint32_t>(std::strtoul(message.data() + at + name.size(), nullptr, 10));
}

std::string text_in(std::string_view message, std::string_view name) {
  const std::size_t at = message.find(name);
  if (at == std::string_view::npos) return {};
  const std::size_t begin = at + name.size();
  return std::string{message.substr(begin, message.find('"', begin) - begin)};
}

// The moves of a list of legal ones, each as written in the message.
std::vector<std::string_view> moves_in(std::string_view message) {
  constexpr std::string_view name = "\"legal\":[";
  std::vector<std::string_view> moves;
  const std::size_t at = message.rfind(name);
  if (at == std::string_view::npos) return moves;
  std::size_t begin = at + name.size();
  int depth = 0;
  for (std::size_t i = begin; i < message.size(); ++i) {
    if (message[i] == '{' && depth++ == 0) begin = i;
    if (message[i] == '}' && --depth == 0) moves.push_back(message.substr(begin, i + 1 - begin));
    if (message[i] == ']' && depth == 0) break;
  }
  return moves;
}

struct Trouble : std::runtime_error {
  using runtime_error::runtime_error;
};

struct Tally {
  std::uint64_t moves = 0;
  std::uint64_t games = 0;
  std::uint64_t refused = 0;
  std::uint64_t bytes = 0;
  std::vector<double> latencies;  // ms, from the move to the last of the four
};

// Four connections that play one game after the other. One move is pending at a time, so that it is
// known which update answers it.
class LoadedTable {
 public:
  LoadedTable(std::uint16_t port, std::uint64_t seed) : numbers_(seed) {
    for (Player& player : players_) {
      if (!player.connection.connect(port)) throw Trouble{"the server refused a connection"};
      player.connection.send(R"({"type":"rename","to":"load"})");
    }
    open();
  }

  WsClient& connection(std::size_t i) { return players_[i].connection; }
  bool is_ready() const { return is_playing_ && !is_waiting_; }
  bool is_playing() const { return is_playing_; }

  void take(std::size_t i, Tally& tally) {
    const bool is_open = players_[i].connection.take([&](std::string_view message) {
      tally.bytes += message.size();
      hear(i, message, tally);
    });
    if (!is_open) throw Trouble{"the server has closed a connection"};
  }

  // Latency is measured from when the move was due: a server that stalls delays those moves too.
  void move(Tally& tally, Clock::time_point due) {
    std::vector<std::size_t> deciding;
    for (std::size_t i = 0; i < seats; ++i)
      if (!players_[i].legal.empty()) deciding.push_back(i);
    if (deciding.empty()) return;
    Player& player =
        players_[deciding[numbers_.below(static_cast<std::uint32_t>(deciding.size()))]];
    const auto legal = moves_in(player.legal);
    const std::string_view choice = legal[numbers_.below(static_cast<std::uint32_t>(legal.size()))];
    is_waiting_ = true;
    due_ = due;
    player.connection.send(R"({"type":"act","table":")" + id_ + R"(","seq":)" +
                           std::to_string(seq_) + ",\"move\":" + std::string{choice} + "}");
    player.legal.clear();
    ++tally.moves;
  }

 private:
  struct Player {
    WsClient connection;
    std::string legal;  // the message that asks for a decision
    std::uint32_t seq = 0;
  };

  void open() {
    id_.clear();
    is_playing_ = is_waiting_ = false;
    seq_ = 0;
    for (Player& player : players_) player.seq = 0, player.legal.clear();
    players_[0].connection.send(
        R"({"type":"open","settings":{"header":{"game":"dojo","players":4},"tempo":"untimed"}})");
  }

  void hear(std::size_t i, std::string_view message, Tally& tally) {
    constexpr std::string_view type = "{\"type\":\"";
    const std::string_view kind =
        message.substr(type.size(), message.find('"', type.size()) - type.size());
    if (kind == "refused") ++tally.refused;
    if (kind == "table") return hear_of_table(i, message, tally);
    if (kind != "position" && kind != "update") return;
    Player& player = players_[i];
    player.seq = number_in(message, "\"seq\":");
    player.legal.clear();
    if (!moves_in(message).empty()) player.legal = message;
    if (!std::ranges::all_of(players_, [&](const Player& each) { return each.seq == player.seq; }))
      return;
    if (is_waiting_) tally.latencies.push_back(1000 * seconds_since(due_));
    is_waiting_ = false;
    is_playing_ = true;
    seq_ = player.seq;
  }

  void hear_of_table(std::size_t i, std::string_view message, Tally& tally) {
    const std::string id = text_in(message, "\"table\":\"");
    if (id_.empty() && i == 0 &&
        message.find("\"stage\":\"gathering\"") != std::string_view::npos) {
      id_ = id;
      for (Player& player : players_)
        player.connection.send(R"({"type":"sit","table":")" + id_ + "\"}");
      is_starting_ = false;
    }
    if (id != id_) return;
    const bool full = message.find("\"nobody\"") == std::string_view::npos;
    if (i == 0 && full && !is_starting_) {
      is_starting_ = true;
      players_[0].connection.send(R"({"type":"start","table":")" + id_ + "\"}");
    }
    if (i == 0 && message.find("\"stage\":\"over\"") != std::string_view::npos) {
      ++tally.games;
      for (Player& player : players_)
        player.connection.send(R"({"type":"leave","table":")" + id_ + "\"}");
      open();
    }
  }

  std::array<Player, seats> players_;
  std::string id_;
  SplitMix numbers_;
  std::uint32_t seq_ = 0;
  bool is_starting_ = false;
  bool is_playing_ = false;
  bool is_waiting_ = false;
  Clock::time_point due_;
};

class Load {
 public:
  Load(const LoadOptions& options, const ServerProcess& server)
      : options_(options), server_(server), epoll_(epoll_create1(EPOLL_CLOEXEC)) {}
  Load(const Load&) = delete;
  Load& operator=(const Load&) = delete;
  ~Load() { close(epoll_); }

  void run() {
    let_it_think();
    const double empty = server_.resident_kilobytes();
    for (std::uint32_t i = 0; i < options_.idle; ++i)
      if (!idle_.emplace_back().connect(server_.port()))
        throw Trouble{"the server accepts only " + std::to_string(i) + " idle connections"};
    if (options_.idle > 0) {
      settle();
      idle_kilobytes_ = (server_.resident_kilobytes() - empty) / options_.idle;
    }
    const double before = server_.resident_kilobytes();
    for (std::uint32_t i = 0; i < options_.tables; ++i) {
      tables_.emplace_back(server_.port(), options_.seed + i);
      for (std::size_t seat = 0; seat < seats; ++seat) {
        epoll_event event{EPOLLIN, {.u64 = i * seats + seat}};
        epoll_ctl(epoll_, EPOLL_CTL_ADD, tables_.back().connection(seat).socket(), &event);
      }
    }
    const auto opening = Clock::now();
    while (!std::ranges::all_of(tables_, &LoadedTable::is_playing)) {
      pump(100ms);
      if (seconds_since(opening) > 60) throw Trouble{"the tables were not ready after 60 seconds"};
    }
    table_kilobytes_ = (server_.resident_kilobytes() - before) / options_.tables;

    tally_ = {};
    const double cpu = server_.cpu_seconds();
    const auto start = Clock::now();
    play(start);
    seconds_ = seconds_since(start);
    cpu_ = server_.cpu_seconds() - cpu;
    played_kilobytes_ = (server_.resident_kilobytes() - before) / options_.tables;
  }

  void report() {
    std::ranges::sort(tally_.latencies);
    const auto percentile = [&](double share) {
      if (tally_.latencies.empty()) return 0.0;
      const auto last = static_cast<double>(tally_.latencies.size() - 1);
      return tally_.latencies[static_cast<std::size_t>(share * last)];
    };
    const double moves = static_cast<double>(std::max<std::uint64_t>(tally_.moves, 1));
    if (options_.json) {
      fmt::print(
          "{{\"tables\":{},\"seconds\":{:.3f},\"moves\":{},\"games\":{},\"moves_per_second\":{:.1f}"
          ","
          "\"latency_ms\":{{\"p50\":{:.3f},\"p99\":{:.3f},\"max\":{:.3f}}},"
          "\"cpu_us_per_move\":{:.2f},\"bytes_per_move\":{:.0f},\"kb_per_table\":{:.1f},"
          "\"kb_per_table_played\":{:.1f},\"kb_per_idle_connection\":{:.2f},\"refused\":{}}}\n",
          options_.tables, seconds_, tally_.moves, tally_.games, moves / seconds_, percentile(0.5),
          percentile(0.99), percentile(1), 1e6 * cpu_ / moves,
          static_cast<double>(tally_.bytes) / moves, table_kilobytes_, played_kilobytes_,
          idle_kilobytes_, tally_.refused);
      return;
    }
    fmt::print("{} tables of four, {:.1f} s: {} moves, {} games\n", options_.tables, seconds_,
               tally_.moves, tally_.games);
    fmt::print("  moves per second       {:>10.0f}\n", moves / seconds_);
    fmt::print("  move to everyone, ms   {:>10.3f} p50 {:>9.3f} p99 {:>9.3f} max\n",
               percentile(0.5), percentile(0.99), percentile(1));
    fmt::print("  server CPU/move, µs    {:>10.1f}\n", 1e6 * cpu_ / moves);
    fmt::print("  bytes out per move     {:>10.0f}\n", static_cast<double>(tally_.bytes) / moves);
    fmt::print("  memory per table, KB   {:>10.1f} connected {:>9.1f} now\n", table_kilobytes_,
               played_kilobytes_);
    if (options_.idle > 0) fmt::print("  idle connection, KB    {:>10.2f}\n", idle_kilobytes_);
    if (tally_.refused > 0) fmt::print("  refused                {:>10}\n", tally_.refused);
  }

  bool went_well() const { return tally_.moves > 0 && tally_.refused == 0; }

 private:
  void play(Clock::time_point start) {
    prctl(PR_SET_TIMERSLACK, 1);  // ns, for the load only: send moves exactly when they are due
    std::size_t next = 0;
    while (seconds_since(start) < options_.seconds) {
      if (options_.rate > 0) {
        const auto due = [&] {
          const std::chrono::duration<double> after{static_cast<double>(tally_.moves + 1) /
                                                    options_.rate};
          return start + std::chrono::duration_cast<Clock::duration>(after);
        };
        for (std::size_t tried = 0; due() <= Clock::now() && tried < tables_.size(); ++tried) {
          next = (next + 1) % tables_.size();
          if (tables_[next].is_ready()) tables_[next].move(tally_, due());
        }
        pump(std::clamp<Clock::duration>(due() - Clock::now(), 0ns, 1ms));
      } else {
        for (LoadedTable& table : tables_)
          if (table.is_ready()) table.move(tally_, Clock::now());
        pump(10ms);
      }
    }
  }

  void pump(std::chrono::nanoseconds patience) {
    std::array<epoll_event, 256> events;
    const timespec until{0, patience.count()};
    const int ready =
        epoll_pwait2(epoll_, events.data(), static_cast<int>(events.size()), &until, nullptr);
    for (int i = 0; i < ready; ++i) {
      const std::uint64_t which = events[static_cast<std::size_t>(i)].data.u64;
      tables_[which / seats].take(which % seats, tally_);
    }
  }

  // A server solves Tatamokatsu when it starts, which is not measured here.
  void let_it_think() const {
    constexpr double idle = 0.002;
    double before = 0;
    for (int i = 0; i < 100 && server_.cpu_seconds() - before > idle; ++i) {
      before = server_.cpu_seconds();
      settle();
    }
  }

  static void settle() { usleep(300'000); }

  const LoadOptions& options_;
  const ServerProcess& server_;
  int epoll_;
  std::deque<WsClient> idle_;
  std::deque<LoadedTable> tables_;
  Tally tally_;
  double seconds_ = 0;
  double cpu_ = 0;
  double idle_kilobytes_ = 0;
  double table_kilobytes_ = 0;
  double played_kilobytes_ = 0;
};

}  // namespace

int load(const LoadOptions& options) {
  if (options.race) {
    RaceOptions races = options.races;
    races.seed = options.seed;
    races.json = options.json;
    return race(races);
  }
  server::raise_descriptors();
  std::string folder = (std::filesystem::temp_directory_path() / "tatami-load-XXXXXX").string();
  if (!mkdtemp(folder.data())) {
    std::fprintf(stderr, "tatami load: cannot create a temporary folder\n");
    return bad_input;
  }
  const std::string database = options.database.empty() ? folder + "/load.db" : options.database;
  int status = ok;
  {
    ServerProcess server{
        "/proc/self/exe", database, {"--connections", "0", "--messages", "0", "--tables", "0"}};
    if (!server.is_up()) {
      std::fprintf(stderr, "tatami load: the server did not start\n");
      status = bad_input;
    } else {
      Load load{options, server};
      try {
        load.run();
        load.report();
        if (!load.went_well()) status = bad_input;
      } catch (const Trouble& trouble) {
        std::fprintf(stderr, "tatami load: %s\n", trouble.what());
        status = bad_input;
      }
      server.end(SIGTERM);
    }
  }
  std::filesystem::remove_all(folder);
  return status;
}

}  // namespace tatami::cli
