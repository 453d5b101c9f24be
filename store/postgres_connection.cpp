#include "store/postgres_connection.h"

#include <libpq-fe.h>

#include <algorithm>
#include <array>
#include <utility>

namespace tatami::store {
namespace {

// Of PostgreSQL's types, as its catalogue has them.
constexpr std::uint32_t oid_bool = 16;
constexpr std::uint32_t oid_bytea = 17;
constexpr std::uint32_t oid_int8 = 20;

template <class Number>
void put(std::string& out, Number value) {
  for (int shift = static_cast<int>(sizeof value) * 8 - 8; shift >= 0; shift -= 8)
    out += static_cast<char>(static_cast<std::uint64_t>(value) >> static_cast<unsigned>(shift));
}

std::int64_t get(std::string_view bytes) {
  std::uint64_t value = 0;
  for (const char c : bytes) value = value << 8U | static_cast<unsigned char>(c);
  if (bytes.size() == 4) return static_cast<std::int32_t>(value);
  return static_cast<std::int64_t>(value);
}

// One dimension without nulls.
template <class Each>
std::string array_of(std::uint32_t type, std::size_t size, Each each) {
  std::string out;
  put(out, std::int32_t{size == 0 ? 0 : 1});
  put(out, std::int32_t{0});
  put(out, type);
  if (size == 0) return out;
  put(out, static_cast<std::int32_t>(size));
  put(out, std::int32_t{1});
  for (std::size_t i = 0; i < size; ++i) each(out, i);
  return out;
}

std::string first_line(std::string text) {
  while (!text.empty() && (text.back() == '\n' || text.back() == ' ')) text.pop_back();
  return text.substr(0, text.find('\n'));
}

struct Options {
  PQconninfoOption* all = nullptr;
  std::string wrong;
  explicit Options(const std::string& url) {
    char* why = nullptr;
    all = PQconninfoParse(url.c_str(), &why);
    if (!all) wrong = why ? first_line(why) : "out of memory";
    PQfreemem(why);
  }
  Options(const Options&) = delete;
  Options& operator=(const Options&) = delete;
  ~Options() { PQconninfoFree(all); }
};

// A word of a URL, whatever it is, is shown without what could be its password.
std::string masked(const std::string& url) {
  const std::size_t scheme = url.find("://");
  const std::size_t at = url.rfind('@');
  if (scheme == std::string::npos || at == std::string::npos || at < scheme) {
    const std::size_t question = url.find('?');
    return url.substr(0, question);
  }
  const std::size_t colon = url.find(':', scheme + 3);
  std::string shown = colon < at ? url.substr(0, colon) + url.substr(at) : url;
  return shown.substr(0, shown.find('?'));
}

PostgresError error_of(PGconn* connection, const std::string& url) {
  std::string what = first_line(PQerrorMessage(connection));
  const Options options{url};
  for (const PQconninfoOption* each = options.all; each && each->keyword; ++each)
    if (std::string_view{each->keyword} == "password" && each->val && *each->val)
      for (std::size_t at = 0; (at = what.find(each->val, at)) != std::string::npos;)
        what.replace(at, std::string_view{each->val}.size(), "…");
  return {{}, without_password(url) + ": " + what};
}

PostgresError error_of(const PGresult* result) {
  const char* state = PQresultErrorField(result, PG_DIAG_SQLSTATE);
  const char* what = PQresultErrorField(result, PG_DIAG_MESSAGE_PRIMARY);
  return {state ? state : "", what ? what : first_line(PQresultErrorMessage(result))};
}

bool is_good(const PGresult* result) {
  const auto status = PQresultStatus(result);
  return status == PGRES_TUPLES_OK || status == PGRES_COMMAND_OK;
}

struct Pointers {
  std::vector<const char*> values;
  std::vector<int> sizes;
  std::vector<int> formats;
  explicit Pointers(const Values& from) {
    for (const std::string& each : from.all()) {
      values.push_back(each.data());
      sizes.push_back(static_cast<int>(each.size()));
      formats.push_back(1);
    }
  }
  int count() const { return static_cast<int>(values.size()); }
};

}  // namespace

Values& Values::add(std::int64_t value) {
  put(values_.emplace_back(), value);
  return *this;
}
Values& Values::add(std::string_view bytes) {
  values_.emplace_back(bytes);
  return *this;
}
Values& Values::add(const std::vector<std::int64_t>& values) {
  values_.push_back(array_of(oid_int8, values.size(), [&](std::string& out, std::size_t i) {
    put(out, std::int32_t{8});
    put(out, values[i]);
  }));
  return *this;
}
Values& Values::add(const std::vector<bool>& values) {
  values_.push_back(array_of(oid_bool, values.size(), [&](std::string& out, std::size_t i) {
    put(out, std::int32_t{1});
    out += values[i] ? '\1' : '\0';
  }));
  return *this;
}
Values& Values::add(const std::vector<std::string_view>& values) {
  values_.push_back(array_of(oid_bytea, values.size(), [&](std::string& out, std::size_t i) {
    put(out, static_cast<std::int32_t>(values[i].size()));
    out += values[i];
  }));
  return *this;
}

void Rows::Clear::operator()(pg_result* result) const { PQclear(result); }
Rows::Rows(pg_result* result) : result_(result, Clear{}) {}
std::size_t Rows::size() const { return static_cast<std::size_t>(PQntuples(result_.get())); }
bool Rows::is_null(std::size_t row, int column) const {
  return PQgetisnull(result_.get(), static_cast<int>(row), column) != 0;
}
std::string_view Rows::view(std::size_t row, int column) const {
  const int at = static_cast<int>(row);
  return {PQgetvalue(result_.get(), at, column),
          static_cast<std::size_t>(PQgetlength(result_.get(), at, column))};
}
std::int64_t Rows::number(std::size_t row, int column) const { return get(view(row, column)); }
bool Rows::flag(std::size_t row, int column) const { return get(view(row, column)) != 0; }
std::vector<std::string> Rows::texts(std::size_t row, int column) const {
  std::string_view rest = view(row, column);
  std::vector<std::string> all;
  constexpr std::size_t header = 12;
  constexpr std::size_t dimension = 8;
  if (rest.size() < header + dimension) return all;
  rest.remove_prefix(header + dimension);
  while (rest.size() >= 4) {
    const auto size = static_cast<std::size_t>(get(rest.substr(0, 4)));
    all.emplace_back(rest.substr(4, size));
    rest.remove_prefix(std::min(rest.size(), 4 + size));
  }
  return all;
}

bool PostgresError::is_passing() const {
  // 25006: a standby refuses to write. 40: a deadlock. 53: no room. 57P: it shuts down or starts.
  // 58: the system's error.
  return is_lost() || state == "25006" || state == "55P03" || state.starts_with("40") ||
         state.starts_with("53") || state.starts_with("57P") || state.starts_with("58") ||
         state.starts_with("08");
}

void CloseConnection::operator()(pg_conn* connection) const { PQfinish(connection); }

bool is_postgres(std::string_view url) {
  return url.starts_with("postgresql://") || url.starts_with("postgres://");
}

std::string without_password(const std::string& url) { return masked(url); }

Result<ConnectionHandle, PostgresError> connect_postgres(const std::string& url) {
  const Options options{url};
  if (!options.all)
    return PostgresError{"42000", masked(url) + ": this is not a URL of PostgreSQL"};
  // A URL may override these: later ones count.
  std::vector<std::string> words = {
      "connect_timeout",     "5",      "keepalives_idle",      "5",
      "keepalives_interval", "2",      "keepalives_count",     "3",
      "tcp_user_timeout",    "10000",  "target_session_attrs", "read-write",
      "application_name",    "tatami", "client_encoding",      "UTF8"};
  for (const PQconninfoOption* each = options.all; each->keyword; ++each)
    if (each->val) {
      const auto same = std::ranges::find(words, std::string{each->keyword});
      if (same != words.end() && (same - words.begin()) % 2 == 0) {
        *std::next(same) = each->val;
        continue;
      }
      words.emplace_back(each->keyword);
      words.emplace_back(each->val);
    }
  std::vector<const char*> keys;
  std::vector<const char*> values;
  for (std::size_t i = 0; i < words.size(); i += 2) {
    keys.push_back(words[i].c_str());
    values.push_back(words[i + 1].c_str());
  }
  keys.push_back(nullptr);
  values.push_back(nullptr);
  ConnectionHandle connection{PQconnectdbParams(keys.data(), values.data(), 0)};
  if (!connection) return PostgresError{"53200", "out of memory"};
  if (PQstatus(connection.get()) != CONNECTION_OK) return error_of(connection.get(), url);
  PQsetNoticeProcessor(connection.get(), [](void*, const char*) {}, nullptr);
  return connection;
}

Result<Rows, PostgresError> query(pg_conn* connection, const char* sql, const Values& values) {
  const Pointers pointers{values};
  Rows rows{PQexecParams(connection, sql, pointers.count(), nullptr, pointers.values.data(),
                         pointers.sizes.data(), pointers.formats.data(), 1)};
  PGresult* result = rows.handle();
  if (!result) return PostgresError{{}, first_line(PQerrorMessage(connection))};
  if (!is_good(result)) return error_of(result);
  return rows;
}

std::optional<PostgresError> run(pg_conn* connection, const std::string& sql) {
  const Rows rows{PQexec(connection, sql.c_str())};
  if (!rows.handle()) return PostgresError{{}, first_line(PQerrorMessage(connection))};
  if (!is_good(rows.handle())) return error_of(rows.handle());
  return {};
}

PostgresLink::PostgresLink(std::string url, Reactor& reactor, std::function<void()> made,
                           std::function<void(const PostgresError&)> failed)
    : url_(std::move(url)), reactor_(reactor), made_(std::move(made)), failed_(std::move(failed)) {}

PostgresLink::~PostgresLink() {
  *alive_ = false;
  if (connection_) reactor_.let_go(socket_);
  if (connector_.joinable()) connector_.join();
}

void PostgresLink::start() {
  if (connector_.joinable()) connector_.join();
  connector_ = std::thread{[this, url = url_, alive = alive_, reactor = &reactor_] {
    auto made = std::make_shared<Result<ConnectionHandle, PostgresError>>(connect_postgres(url));
    reactor->post([this, made, alive] {
      if (*alive) take(std::move(*made));
    });
  }};
}

void PostgresLink::take(Result<ConnectionHandle, PostgresError> made) {
  if (!made) {
    connect_later();
    return failed_(made.error());
  }
  connection_ = std::move(*made);
  PQsetnonblocking(connection_.get(), 1);
  PQenterPipelineMode(connection_.get());
  socket_ = PQsocket(connection_.get());
  pause_ = std::chrono::milliseconds{0};
  flush();
  made_();
}

void PostgresLink::connect_later() {
  constexpr std::chrono::milliseconds shortest{20};
  constexpr std::chrono::milliseconds longest{1000};
  pause_ = std::clamp(pause_ * 2, shortest, longest);
  reactor_.after(pause_, [this, alive = alive_] {
    if (*alive) start();
  });
}

void PostgresLink::send(const char* sql, const Values& values, Answer answer) {
  if (!connection_) return answer(PostgresError{{}, "the connection is lost"});
  const Pointers pointers{values};
  waiting_.push_back(std::move(answer));
  const bool is_sent =
      PQsendQueryParams(connection_.get(), sql, pointers.count(), nullptr, pointers.values.data(),
                        pointers.sizes.data(), pointers.formats.data(), 1) == 1 &&
      PQpipelineSync(connection_.get()) == 1;
  if (is_sent) return flush();
  // Told later, as every answer is.
  reactor_.post([this, alive = alive_, what = first_line(PQerrorMessage(connection_.get()))] {
    if (*alive) drop(what);
  });
}

void PostgresLink::flush() {
  const int left = PQflush(connection_.get());
  if (left < 0) {
    return reactor_.post([this, alive = alive_] {
      if (*alive) drop("the connection broke");
    });
  }
  reactor_.await(socket_, left > 0 ? Reactor::For::reading_and_writing : Reactor::For::reading,
                 [this, alive = alive_] {
                   if (*alive) ready();
                 });
}

void PostgresLink::ready() {
  if (!connection_) return;
  const std::shared_ptr<bool> alive = alive_;
  if (PQconsumeInput(connection_.get()) == 0)
    return drop(first_line(PQerrorMessage(connection_.get())));
  if (!read_results() || !*alive || !connection_) return;
  flush();
}

// False: it is gone, or we are.
bool PostgresLink::read_results() {
  const std::shared_ptr<bool> alive = alive_;
  bool had_nothing = false;
  while (connection_ && PQisBusy(connection_.get()) == 0) {
    Rows rows{PQgetResult(connection_.get())};
    if (!rows.handle()) {
      // Between a query and its sync there is one; two mean that nothing is there.
      if (waiting_.empty() || std::exchange(had_nothing, true)) break;
      continue;
    }
    had_nothing = false;
    if (PQresultStatus(rows.handle()) != PGRES_PIPELINE_SYNC) {
      if (is_good(rows.handle()))
        current_.emplace(std::move(rows));
      else if (PQstatus(connection_.get()) == CONNECTION_BAD)
        break;
      else
        current_.emplace(error_of(rows.handle()));
      continue;
    }
    if (waiting_.empty()) continue;
    const Answer answer = std::move(waiting_.front());
    waiting_.pop_front();
    // The answer of a query counts once its transaction has ended: that is what the sync tells.
    auto told = current_ ? std::move(*current_) : Result<Rows, PostgresError>{PostgresError{}};
    current_.reset();
    answer(std::move(told));
    if (!*alive) return false;
  }
  if (connection_ && PQstatus(connection_.get()) == CONNECTION_BAD) {
    drop(first_line(PQerrorMessage(connection_.get())));
    return false;
  }
  return connection_ != nullptr;
}

void PostgresLink::drop_after(std::chrono::milliseconds pause, const std::string& why) {
  reactor_.after(pause, [this, alive = alive_, why] {
    if (*alive) drop(why);
  });
}

void PostgresLink::drop(const std::string& why) {
  if (!connection_) return;
  const PostgresError lost{{}, without_password(url_) + ": " + why};
  reactor_.let_go(socket_);
  connection_.reset();
  current_.reset();
  connect_later();
  const std::shared_ptr<bool> alive = alive_;
  for (const Answer& answer : std::exchange(waiting_, {})) {
    answer(lost);
    if (!*alive) return;
  }
  failed_(lost);
}

}  // namespace tatami::store
