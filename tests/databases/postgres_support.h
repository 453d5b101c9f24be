#pragma once

#include <gtest/gtest.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <stdexcept>
#include <string>
#include <system_error>
#include <thread>
#include <tuple>

#include "command_support.h"
#include "store/poll_reactor.h"
#include "store/postgres.h"
#include "store/postgres_connection.h"
#include "store_support.h"

namespace tatami::store::testing {

// A PostgreSQL of our own, in a temporary folder, over a socket in it; under an ordinary user, also
// when this runs as root. One for a process.
class Cluster {
 public:
  Cluster(const Cluster&) = delete;
  Cluster& operator=(const Cluster&) = delete;

  static Cluster& get() {
    static Cluster cluster;
    return cluster;
  }
  static std::string programs() {
    for (const char* folder : {"/usr/lib/postgresql/15/bin", "/usr/lib/postgresql/16/bin"})
      if (std::filesystem::exists(std::string{folder} + "/postgres")) return folder;
    return {};
  }
  static bool is_installed() { return !programs().empty(); }

  // A new database, empty.
  std::string create() {
    const std::string name = "house" + std::to_string(++created_);
    sql("postgres", "CREATE DATABASE " + name);
    return url(name);
  }
  std::string url(const std::string& database) const {
    return "postgresql:///" + database + "?host=" + folder_ + "&user=tatami";
  }
  std::string socket() const { return folder_ + "/.s.PGSQL.5432"; }
  void sql(const std::string& database, const std::string& text) const {
    const auto connection = connect_postgres(url(database));
    ASSERT_TRUE(connection.ok()) << connection.error().what;
    const auto error = run(connection->get(), text);
    EXPECT_FALSE(error) << error->what;
  }
  void restart() { control("restart -m immediate"); }
  void stop() { control("stop -m immediate"); }
  void start() { control("start"); }

 private:
  Cluster() {
    std::string name = std::filesystem::temp_directory_path() / "tatami-postgres-XXXXXX";
    folder_ = mkdtemp(name.data());
    if (getuid() == 0) {
      as_ = "setpriv --reuid=postgres --regid=postgres --init-groups ";
      shell("chown postgres: " + folder_);
    }
    shell(as_ + programs() + "/initdb -A trust --no-sync -U tatami -E UTF8 --locale=C -D " +
          folder_ + "/data");
    start();
  }
  ~Cluster() {
    // Nothing more can be done about what fails here.
    std::ignore = std::system(controlled("stop -m immediate").c_str());
    std::error_code failed;
    std::filesystem::remove_all(folder_, failed);
  }

  std::string controlled(const std::string& what) const {
    return "cd / && " + as_ + programs() + "/pg_ctl -w -D " + folder_ + "/data -l " + folder_ +
           "/log -o \"-c listen_addresses='' -c unix_socket_directories=" + folder_ +
           " -c fsync=off -c max_connections=50\" " + what + " >/dev/null 2>&1";
  }
  void control(const std::string& what) { shell(controlled(what)); }
  static void shell(const std::string& command) {
    const int status = std::system((command + " >/dev/null 2>&1").c_str());
    if (status != 0) throw std::runtime_error("failed: " + command);
  }

  std::string folder_;
  std::string as_;
  int created_ = 0;
};

// A log in a database of its own.
class Postgres {
 public:
  static constexpr const char* name = "Postgres";
  Postgres() : Postgres(Cluster::get().create()) {
    const auto done = migrate_postgres(url_);
    EXPECT_TRUE(done.ok()) << done.error().what;
    reopen();
  }
  EventLog& log() { return *log_; }
  void close() { log_.reset(); }
  void reopen() {
    close();
    auto opened = open_postgres(url_, reactor_);
    ASSERT_TRUE(opened.ok()) << opened.error().what;
    log_ = std::move(*opened);
  }
  const std::string& url() const { return url_; }
  Reactor& reactor() { return reactor_; }
  void sql(const std::string& text) const {
    const auto connection = connect_postgres(url_);
    ASSERT_TRUE(connection.ok()) << connection.error().what;
    const auto error = run(connection->get(), text);
    EXPECT_FALSE(error) << error->what;
  }

 private:
  explicit Postgres(std::string url) : url_(std::move(url)) {}

  std::string url_;
  PollReactor reactor_;
  std::unique_ptr<EventLog> log_;
};

// A database that several nodes share.
class SharedPostgres {
 public:
  static constexpr const char* name = "Postgres";
  static constexpr std::chrono::milliseconds term{400};

  std::unique_ptr<EventLog> open() {
    auto opened = open_postgres(first_.url(), first_.reactor());
    EXPECT_TRUE(opened.ok()) << opened.error().what;
    return std::move(*opened);
  }
  static void pass(std::chrono::milliseconds time) { std::this_thread::sleep_for(time); }

 private:
  Postgres first_;
};

}  // namespace tatami::store::testing
