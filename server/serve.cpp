#include "server/serve.h"

#include <arpa/inet.h>
#include <ifaddrs.h>
#include <net/if.h>
#include <qrencode.h>
#include <sys/resource.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <boost/asio/signal_set.hpp>
#include <boost/asio/ssl/context.hpp>
#include <boost/asio/steady_timer.hpp>
#include <chrono>
#include <condition_variable>
#include <csignal>
#include <cstdio>
#include <filesystem>
#include <functional>
#include <mutex>
#include <thread>

#include "server/journal.h"
#include "server/retention.h"
#include "server/streams.h"
#include "server/thinkers.h"
#include "store/all_streams.h"
#include "store/poll_reactor.h"
#include "store/postgres.h"
#include "store/sqlite.h"

namespace tatami::server {

namespace asio = boost::asio;
using asio::ip::tcp;
using boost::system::error_code;

namespace {

constexpr int status_ok = 0;
constexpr int status_failed = 1;

// Milliseconds since 1970 that never go back, even if somebody sets the clock.
Time now() {
  using namespace std::chrono;
  static const auto steady = steady_clock::now();
  static const auto wall = system_clock::now().time_since_epoch();
  return duration_cast<milliseconds>(wall + (steady_clock::now() - steady)).count();
}

// An address that others on the same network can reach.
std::string lan_address() {
  std::string found = "localhost";
  ifaddrs* all = nullptr;
  if (getifaddrs(&all) != 0) return found;
  for (const ifaddrs* each = all; each; each = each->ifa_next) {
    if (!each->ifa_addr || each->ifa_addr->sa_family != AF_INET) continue;
    if ((each->ifa_flags & IFF_LOOPBACK) != 0 || (each->ifa_flags & IFF_UP) == 0) continue;
    std::array<char, INET_ADDRSTRLEN> text{};
    const auto* address = reinterpret_cast<const sockaddr_in*>(each->ifa_addr);
    if (inet_ntop(AF_INET, &address->sin_addr, text.data(), text.size())) found = text.data();
    break;
  }
  freeifaddrs(all);
  return found;
}

// Two modules a character, dark on light whatever the terminal's colours are.
void print_qr(const std::string& text) {
  QRcode* code = QRcode_encodeString8bit(text.c_str(), 0, QR_ECLEVEL_L);
  if (!code) return;
  const int size = code->width;
  const auto dark = [&](int x, int y) {
    return x >= 0 && y >= 0 && x < size && y < size && (code->data[y * size + x] & 1) != 0;
  };
  for (int y = -2; y < size + 2; y += 2) {
    std::fputs("\x1b[30;107m", stdout);
    for (int x = -2; x < size + 2; ++x)
      std::fputs(dark(x, y) ? dark(x, y + 1) ? "█" : "▀" : dark(x, y + 1) ? "▄" : " ", stdout);
    std::fputs("\x1b[0m\n", stdout);
  }
  QRcode_free(code);
}

// The name of a stream is a guest's or a table's link, and no business of a log file.
std::string without_streams(std::string text) {
  for (const std::string_view kind : {"table/", "guest/", "chat/"})
    for (std::size_t at = 0; (at = text.find(kind, at)) != std::string::npos;) {
      at += kind.size();
      std::size_t end = at;
      while (end < text.size() && std::isalnum(static_cast<unsigned char>(text[end])) != 0) ++end;
      text.replace(at, end - at, "…");
    }
  return text;
}

// Work of other threads for io's thread. A group commit tells many tables at once: one wake-up.
class Mailbox {
 public:
  using Job = std::function<void()>;
  explicit Mailbox(asio::io_context& io) : io_(io) {}

  void post(Job job) {
    const std::lock_guard lock{mutex_};
    jobs_.push_back(std::move(job));
    if (jobs_.size() == 1) asio::post(io_, [this] { open(); });
  }

 private:
  void open() {
    std::vector<Job> jobs;
    {
      const std::lock_guard lock{mutex_};
      jobs.swap(jobs_);
    }
    for (Job& job : jobs) job();
  }

  asio::io_context& io_;
  std::mutex mutex_;
  std::vector<Job> jobs_;
};

// Removes games that ended long ago, on a thread of its own: now, and then every hour.
class Sweeper {
 public:
  Sweeper(store::EventLog& log, const ServeOptions& options) {
    if (options.keep_days == 0) return;
    constexpr Time day = Time{24} * 60 * 60 * 1000;
    const std::string folder = !options.records.empty() ? options.records
                               : store::is_postgres(options.database)
                                   ? "tatami.records"
                                   : options.database + ".records";
    thread_ = std::thread{[this, retention = Retention{log, folder, options.keep_days * day},
                           folder]() mutable { work(retention, folder); }};
  }
  Sweeper(const Sweeper&) = delete;
  Sweeper& operator=(const Sweeper&) = delete;
  ~Sweeper() {
    {
      const std::lock_guard lock{mutex_};
      is_stopping_ = true;
    }
    stopped_.notify_one();
    if (thread_.joinable()) thread_.join();
  }

 private:
  void work(Retention& retention, const std::string& folder) {
    std::unique_lock lock{mutex_};
    while (!is_stopping_) {
      lock.unlock();
      const Retention::Swept swept = retention.sweep(now(), is_stopping_);
      if (swept.problem) journal("games_not_removed", {{"why", without_streams(*swept.problem)}});
      if (swept.removed + swept.unreadable > 0)
        journal("games_removed", {{"removed", std::to_string(swept.removed)},
                                  {"unreadable", std::to_string(swept.unreadable)},
                                  {"records", folder}});
      lock.lock();
      stopped_.wait_for(lock, std::chrono::hours(1), [this] { return is_stopping_.load(); });
    }
  }

  std::mutex mutex_;
  std::condition_variable stopped_;
  std::atomic<bool> is_stopping_ = false;
  std::thread thread_;
};

class Server {
 public:
  Server(const ServeOptions& options, std::unique_ptr<store::EventLog> log)
      : options_(options),
        files_(options.web),
        hall_(
            {.log = *log,
             .post = [this](auto job) { mail_.post(std::move(job)); },
             .think = [this](const std::string& household, const std::string& table,
                             std::uint64_t which,
                             auto job) { thinkers_.add(household, table, which, std::move(job)); },
             .stop_thinking = [this](const std::string& table,
                                     std::uint64_t which) { thinkers_.drop(table, which); },
             .now = now,
             .fail = [this](const std::string& what) { fail(what); },
             .alarm_changed = [this] { arm(); }},
            {.bot_pause = options.bot_pause}, limits_of(options)),
        house_{io_, hall_, now, files_, options_, thinkers_, *log},
        log_(std::move(log)) {}

  ~Server() { stop_thinking(); }
  Server(const Server&) = delete;
  Server& operator=(const Server&) = delete;

  int run() {
    const unsigned cores = std::max(2U, std::thread::hardware_concurrency());
    for (unsigned i = 1; i < cores; ++i) threads_.emplace_back([this] { thinkers_.work(); });
    // Before anything is begun: a signal that comes meanwhile is handled afterwards.
    asio::signal_set signals{io_, SIGTERM, SIGINT};
    signals.async_wait([this](error_code error, int) {
      if (!error) stop("the server is closing; your game goes on when it is back");
    });
    // A file or a pipe that cannot be written to is an error to be told, not a reason to die.
    for (const int each : {SIGPIPE, SIGXFSZ}) std::signal(each, SIG_IGN);
    await_reload();
    if (const auto wrong = hall_.take_up()) return complain(*wrong);
    for (const std::string& why : hall_.set_aside()) journal("table_set_aside", {{"why", why}});
    if (hall_.clock_behind() > 0)
      journal("clock_set_back", {{"seconds", std::to_string(hall_.clock_behind() / 1000 + 1)}});
    if (const auto wrong = open_doors()) return complain(*wrong);
    greet();
    beat();
    arm();
    {
      const Sweeper sweeper{*log_, options_};
      io_.run();
    }
    stop_thinking();
    house_.sockets.clear();
    journal("stopped", {});
    return status_;
  }

 private:
  static Limits limits_of(const ServeOptions& options) {
    Limits limits;
    limits.messages.a_second = options.messages_a_second;
    limits.connections_of_an_address = options.connections_of_an_address;
    limits.tables_of_a_guest = options.tables_of_a_guest;
    limits.tables_of_an_address = 10 * options.tables_of_a_guest;
    return limits;
  }

  void stop_thinking() {
    thinkers_.stop();
    for (std::thread& each : threads_) each.join();
    threads_.clear();
  }

  static int complain(const std::string& what) {
    std::fprintf(stderr, "tatami serve: %s\n", what.c_str());
    return status_failed;
  }

  std::optional<std::string> open_doors() {
    try {
      if (house_.is_secure()) tls_ = with_certificate();
      const tcp::endpoint endpoint{asio::ip::make_address(options_.address), options_.port};
      acceptor_.open(endpoint.protocol());
      acceptor_.set_option(asio::socket_base::reuse_address(true));
      acceptor_.bind(endpoint);
      acceptor_.listen(4096);
    } catch (const boost::system::system_error& error) {
      return "port " + std::to_string(options_.port) + " of " + options_.address +
             " cannot be opened: " + error.code().message();
    } catch (const std::runtime_error& error) {
      return error.what();
    }
    accept();
    return {};
  }

  asio::ssl::context with_certificate() const {
    try {
      asio::ssl::context tls{asio::ssl::context::tls_server};
      tls.use_certificate_chain_file(options_.certificate);
      tls.use_private_key_file(options_.key, asio::ssl::context::pem);
      return tls;
    } catch (const boost::system::system_error& error) {
      throw std::runtime_error("the certificate " + options_.certificate + " and its key " +
                               options_.key + " cannot be used: " + error.code().message());
    }
  }

  // SIGHUP: certificates have been renewed.
  void await_reload() {
    reload_.async_wait([this](error_code error, int) {
      if (error) return;
      reload();
      await_reload();
    });
  }

  void reload() {
    if (!house_.is_secure()) return journal("reloaded", {{"certificate", "none in use"}});
    try {
      tls_ = with_certificate();
      journal("reloaded", {{"certificate", options_.certificate}});
    } catch (const std::runtime_error& problem) {
      journal("not_reloaded", {{"why", problem.what()}});  // the one in use stays
    }
  }

  void accept() {
    acceptor_.async_accept(io_, [this](error_code error, TcpSocket socket) {
      if (!acceptor_.is_open()) return;
      if (!error) welcome(std::move(socket));
      if (error) {
        if (beats_ >= complain_at_beat_) journal("cannot_accept", {{"why", error.message()}});
        complain_at_beat_ = beats_ + 60;
        again_.expires_after(std::chrono::milliseconds(100));
        return again_.async_wait([this](error_code) { accept(); });
      }
      accept();
    });
  }

  void welcome(TcpSocket socket) {
    error_code error;
    const auto peer = socket.remote_endpoint(error);
    if (error || socket.set_option(tcp::no_delay(true), error)) return;
    auto door = std::make_unique<Door>(house_, household(peer.address()));
    if (!options_.behind_proxy && door->is_too_many()) return void(++house_.turned_away);
    if (house_.is_secure())
      speak_https(house_, Secure{std::move(socket), tls_}, std::move(door));
    else
      speak_http(house_, Plain{std::move(socket)}, std::move(door));
  }

  void greet() const {
    const std::uint16_t port = acceptor_.local_endpoint().port();
    journal("started", {{"port", std::to_string(port)},
                        {"tables", std::to_string(hall_.tables())},
                        {"web_client", files_.empty() ? "no" : "yes"}});
    const asio::ip::address address = acceptor_.local_endpoint().address();
    const bool everywhere = address.is_unspecified();
    const std::string host = everywhere        ? lan_address()
                             : address.is_v6() ? "[" + options_.address + "]"
                                               : options_.address;
    const std::string url =
        (house_.is_secure() ? "https://" : "http://") + host + ":" + std::to_string(port) + "/";
    if (options_.quiet) {
      std::printf("%s\n", url.c_str());
    } else {
      std::printf("Tatami is open: %s\n", url.c_str());
      if (everywhere) {
        std::printf("On this machine: http%s://localhost:%u/\n", house_.is_secure() ? "s" : "",
                    unsigned{port});
        if (isatty(STDOUT_FILENO) != 0) print_qr(url);
      }
      std::printf("Games are kept in %s. Ctrl-C closes.\n",
                  store::without_password(options_.database).c_str());
    }
    std::fflush(stdout);
  }

  // Once a second: measure the lag of every connection.
  void beat() {
    beat_.expires_after(std::chrono::seconds(1));
    beat_.async_wait([this](error_code error) {
      if (error) return;
      ++beats_;
      for (const auto& socket :
           std::vector<std::shared_ptr<Socket>>(house_.sockets.begin(), house_.sockets.end())) {
        if (beats_ % 3 == 0) socket->look();
        if (beats_ % 15 == 0 || hall_.races(*socket)) socket->ping();
      }
      hall_.beat();
      house_.beat();
      if (beats_ % 60 == 0) tell_limits();
      beat();
    });
  }

  // Once a minute, how often and to how many somebody had to be refused: neither names nor
  // addresses.
  void tell_limits() {
    const Limited limited = hall_.take_limited();
    const std::uint64_t away = house_.turned_away - std::exchange(turned_away_, house_.turned_away);
    const std::uint64_t slow = house_.too_slow - std::exchange(too_slow_, house_.too_slow);
    const std::uint64_t noisy = house_.too_noisy - std::exchange(too_noisy_, house_.too_noisy);
    if (limited.addresses.empty() && away + slow + noisy == 0) return;
    journal("limited", {{"addresses", std::to_string(limited.addresses.size())},
                        {"messages_too_fast", std::to_string(limited.too_fast)},
                        {"closed_too_fast", std::to_string(limited.closed)},
                        {"tables", std::to_string(limited.tables)},
                        {"slow_bots", std::to_string(limited.bots)},
                        {"room_codes", std::to_string(limited.codes)},
                        {"connections", std::to_string(away)},
                        {"did_not_read", std::to_string(slow)},
                        {"no_messages", std::to_string(noisy)}});
  }

  void arm() {
    const std::optional<Time> wake = hall_.wakes_at();
    if (wake == armed_) return;
    armed_ = wake;
    if (!wake) return void(alarm_.cancel());
    alarm_.expires_after(std::chrono::milliseconds(std::max<Time>(0, *wake - now())));
    alarm_.async_wait([this](error_code error) {
      if (error) return;
      armed_.reset();
      hall_.tick();
      arm();
    });
  }

  void fail(const std::string& what) {
    if (status_ != status_ok) return;
    status_ = status_failed;
    journal("log_failed", {});
    complain("the log cannot be written, so nothing can go on: " + without_streams(what));
    stop("the server has a problem with its disk");
  }

  void stop(const std::string& why) {
    acceptor_.close();
    beat_.cancel();
    alarm_.cancel();
    hall_.farewell(why);
    house_.is_closing = true;
    for (const auto& socket :
         std::vector<std::shared_ptr<Socket>>(house_.sockets.begin(), house_.sockets.end()))
      socket->close(why);
    // Connections that do not answer the goodbye are not waited for.
    again_.expires_after(std::chrono::seconds(2));
    again_.async_wait([this](error_code) { io_.stop(); });
    if (house_.sockets.empty()) io_.stop();
  }

  // Connections end with io_, and touch the hall and the house until then.
  const ServeOptions& options_;
  Files files_;
  Hall hall_;
  House house_;
  asio::io_context io_{1};
  Mailbox mail_{io_};
  Thinkers thinkers_;
  std::vector<std::thread> threads_;  // where they think
  asio::ssl::context tls_{asio::ssl::context::tls_server};
  Acceptor acceptor_{io_};
  asio::steady_timer alarm_{io_}, beat_{io_}, again_{io_};
  asio::signal_set reload_{io_, SIGHUP};
  std::optional<Time> armed_;
  unsigned beats_ = 0;
  unsigned complain_at_beat_ = 0;
  std::uint64_t turned_away_ = 0, too_slow_ = 0, too_noisy_ = 0;  // when we last told
  int status_ = status_ok;
  std::unique_ptr<store::EventLog> log_;  // ends first: what it still writes, it tells the hall
};

}  // namespace

void raise_descriptors() {
  rlimit limit{};
  if (getrlimit(RLIMIT_NOFILE, &limit) != 0) return;
  limit.rlim_cur = limit.rlim_max;
  setrlimit(RLIMIT_NOFILE, &limit);
}

namespace {

// In PostgreSQL, by reading every stream. A file of SQLite is looked at as it is opened.
std::optional<std::string> fault_of(const std::string& database) {
  if (!store::is_postgres(database)) {
    if (!std::filesystem::exists(database)) return database + ": there is no such file";
    const auto log = store::open_sqlite(database);
    return log ? std::nullopt : std::optional{log.error().what};
  }
  store::PollReactor reactor;
  const auto log = store::open_postgres(database, reactor);
  if (!log) return log.error().what;
  const auto streams = store::all_streams(**log);
  if (!streams) return streams.error().what;
  for (const std::string& stream : *streams)
    if (const auto entries = (*log)->read(stream); !entries) return entries.error().what;
  return {};
}

int check_database(const std::string& database) {
  if (const auto fault = fault_of(database)) {
    std::fprintf(stderr, "tatami serve: %s\n", fault->c_str());
    return status_failed;
  }
  std::printf("%s is whole\n", store::without_password(database).c_str());
  return status_ok;
}

Result<std::unique_ptr<store::EventLog>, store::Problem> open_log(const std::string& database,
                                                                  store::Reactor& reactor) {
  if (store::is_postgres(database)) return store::open_postgres(database, reactor);
  // Games that go on are looked at first, so that a start takes no longer the more have ended.
  return store::open_sqlite(
      database, {.first = {"server", "table/"}, .complain = [](const std::string& what) {
                   journal("database_damaged", {{"why", without_streams(what)}});
                 }});
}

}  // namespace

int serve(const ServeOptions& options) {
  if (options.check) return check_database(options.database);
  raise_descriptors();
  store::PollReactor databases;  // a thread for all connections to a database
  auto log = open_log(options.database, databases);
  if (!log) {
    std::fprintf(stderr, "tatami serve: %s\n", log.error().what.c_str());
    return status_failed;
  }
  return Server{options, std::move(*log)}.run();
}

}  // namespace tatami::server
