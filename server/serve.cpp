#include "server/serve.h"

#include <arpa/inet.h>
#include <ifaddrs.h>
#include <net/if.h>
#include <qrencode.h>
#include <sys/resource.h>
#include <unistd.h>

#include <array>
#include <boost/asio/signal_set.hpp>
#include <boost/asio/ssl/context.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/thread_pool.hpp>
#include <chrono>
#include <cstdio>
#include <functional>
#include <mutex>
#include <thread>

#include "server/journal.h"
#include "server/streams.h"
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

// What other threads want done on io's. A group commit tells many tables at once: one wake-up.
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

class Server {
 public:
  Server(const ServeOptions& options, std::unique_ptr<store::EventLog> log)
      : options_(options),
        files_(options.web),
        hall_(
            {*log, [this](auto job) { mail_.post(std::move(job)); },
             [this](auto job) { asio::post(thinkers_, std::move(job)); }, now,
             [this](const std::string& what) { fail(what); }, [this] { arm(); }},
            {options.bot_pause, 60'000},
            {options.messages_a_second, options.tables_of_a_guest, 10 * options.tables_of_a_guest}),
        house_{io_, hall_, files_, options_},
        log_(std::move(log)) {}

  int run() {
    // Before anything is begun: a signal that comes meanwhile is minded after it.
    asio::signal_set signals{io_, SIGTERM, SIGINT};
    signals.async_wait([this](error_code error, int) {
      if (!error) stop("the server is closing; your game goes on when it is back");
    });
    if (const auto wrong = hall_.take_up()) return complain(*wrong);
    for (const std::string& why : hall_.set_aside()) journal("table_set_aside", {{"why", why}});
    if (const auto wrong = open_doors()) return complain(*wrong);
    greet();
    beat();
    arm();
    io_.run();
    thinkers_.stop();
    thinkers_.join();
    house_.sockets.clear();
    journal("stopped", {});
    return status_;
  }

 private:
  static int complain(const std::string& what) {
    std::fprintf(stderr, "tatami serve: %s\n", what.c_str());
    return status_failed;
  }

  std::optional<std::string> open_doors() {
    try {
      if (house_.is_secure()) read_certificate();
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

  void read_certificate() {
    try {
      tls_.use_certificate_chain_file(options_.certificate);
      tls_.use_private_key_file(options_.key, asio::ssl::context::pem);
    } catch (const boost::system::system_error& error) {
      throw std::runtime_error("the certificate " + options_.certificate + " and its key " +
                               options_.key + " cannot be used: " + error.code().message());
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
      std::printf("Games are kept in %s. Ctrl-C closes.\n", options_.database.c_str());
    }
    std::fflush(stdout);
  }

  // Once a second: ask the lines how long they are.
  void beat() {
    beat_.expires_after(std::chrono::seconds(1));
    beat_.async_wait([this](error_code error) {
      if (error) return;
      ++beats_;
      for (const auto& socket :
           std::vector<std::shared_ptr<Socket>>(house_.sockets.begin(), house_.sockets.end()))
        if (beats_ % 15 == 0 || hall_.races(*socket)) socket->ping();
      hall_.beat();
      house_.beat();
      beat();
    });
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
    // Who does not answer the goodbye is not waited for.
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
  asio::thread_pool thinkers_{std::max(2U, std::thread::hardware_concurrency()) - 1};
  asio::ssl::context tls_{asio::ssl::context::tls_server};
  Acceptor acceptor_{io_};
  asio::steady_timer alarm_{io_}, beat_{io_}, again_{io_};
  std::optional<Time> armed_;
  unsigned beats_ = 0;
  unsigned complain_at_beat_ = 0;
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

int serve(const ServeOptions& options) {
  raise_descriptors();
  auto log = store::open_sqlite(options.database);
  if (!log) {
    std::fprintf(stderr, "tatami serve: %s\n", log.error().what.c_str());
    return status_failed;
  }
  return Server{options, std::move(*log)}.run();
}

}  // namespace tatami::server
