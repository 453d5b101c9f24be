#pragma once

#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "server/identity.h"
#include "store/event_log.h"
#include "table/table.h"

// The hall where the tables stand: guests, tables, the lobby, and the log. It knows no sockets and
// no clock; all of it runs on one thread.
namespace tatami::server {

using table::Time;

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
};

struct Limits {
  double messages_a_second = 20;       // of one connection, on average; 0: any number
  std::size_t tables_of_a_guest = 20;  // open at the same time; 0: any number
  std::size_t tables_of_an_address = 200;
  std::size_t tables = 50'000;
  std::size_t chat_kept = 100;
  std::size_t lines_of_a_player = 2000;  // at one table, all in all
  std::size_t lines_of_a_spectator = 200;
  std::uint32_t lines_of_spectators = 20'000;  // and of players
  std::uint32_t names_of_a_guest = 1000;
  double wrong_codes = 100;                   // of an address, at once, and one more a second
  Time deserted_at_most = Time{10} * 60'000;  // a table where nobody sits or watches
};

// What the hall needs from whoever runs it.
struct Surroundings {
  store::EventLog& log;
  std::function<void(std::function<void()>)> post;   // to the hall's thread
  std::function<void(std::function<void()>)> think;  // to a thread where a bot may take its time
  std::function<Time()> now;
  std::function<void(const std::string& what)> fail;  // the log is lost: nothing can go on
  std::function<void()> alarm_changed;                // wakes_at() may be earlier now
};

struct Counts {  // for /metrics
  std::uint64_t commands = 0, refused = 0, moves = 0, letters = 0, bytes = 0;
  std::uint64_t opened = 0, finished = 0;
};

class Hall {
 public:
  Hall(Surroundings surroundings, table::Rule rule, Limits limits);
  Hall(const Hall&) = delete;
  Hall& operator=(const Hall&) = delete;
  ~Hall();

  // Takes up the key and every unfinished game from the log; says what is wrong with it.
  std::optional<std::string> take_up();

  // ---- Guests ----
  // The guest of a cookie, or a new one.
  Guest greet(std::string_view cookie);
  std::string cookie_of(const Guest& guest) const { return cookie_for(guest, key_); }
  void enter(Session& session, const Guest& guest, const std::string& address);
  void leave(Session& session);
  void hear(Session& session, std::string_view text);
  void pong(Session& session, std::int32_t round_trip);
  // Whether he sits where speed decides, and his line is worth measuring often.
  bool races(Session& session) const;

  // ---- Time ----
  std::optional<Time> wakes_at() const;
  void tick();
  // Every second or so: the quality of lines, and the lobby.
  void beat();

  // ---- What HTTP shows ----
  std::optional<std::string> record(const std::string& id);
  std::optional<std::string> sidecar(const std::string& id);
  const Counts& counts() const { return counts_; }
  // Why the logs of some unfinished tables do not fold: they stay as they are, for a person to
  // look at. Which ones is a secret, as their links are.
  const std::vector<std::string>& set_aside() const { return set_aside_; }
  std::size_t tables() const { return tables_.size(); }
  std::size_t playing() const;
  std::size_t sessions() const { return sessions_.size(); }

  void farewell(const std::string& why);

 private:
  struct Visitor;  // a session's
  struct Known;    // a guest's
  struct Hosted;   // a table's
  struct Spoken;   // in its chat

  template <class Command>
  void on(Visitor& visitor, const Command& command);
  void on(Visitor& visitor, const protocol::Rename& command);
  void on(Visitor& visitor, const protocol::Open& command);
  void on(Visitor& visitor, const protocol::Watch& command);
  void on(Visitor& visitor, const protocol::Leave& command);
  void on(Visitor& visitor, const protocol::Say& command);
  void on(Visitor& visitor, const protocol::Mute& command);
  void on(Visitor& visitor, const protocol::Rematch& command);
  void on(Visitor& visitor, const protocol::Lobby& command);
  void on(Visitor& visitor, const protocol::ForgetMe& command);

  void send(Session& session, std::string text);
  void send(Session& session, std::shared_ptr<const std::string> text);
  void refuse(Visitor& visitor, protocol::Refused refused);
  template <class Command>
  void refuse(Visitor& visitor, const Command& command, protocol::Refusal why,
              std::string_view text = {});
  Known& known(const Guest& guest);
  std::string name_of(const Guest& guest);
  void rename(Hosted& hosted, const Guest& guest, const std::string& name);
  void take_name(Visitor& visitor, Hosted& hosted);
  void speaks(const Visitor& visitor, Hosted& hosted);
  void is_called(const Guest& guest, const std::string& name);
  void is_forgotten(const Guest& guest);
  void let_go(const Guest& guest);
  bool has_too_many_tables(const Visitor& visitor) const;
  Hosted* find(const Visitor& visitor, const std::string& table_or_code);
  Hosted* recall(Visitor& visitor, const std::string& id);
  void take_up_chat(Hosted& hosted);
  void close_if_deserted(Hosted& hosted);
  Hosted& host(const Visitor& visitor, const protocol::Settings& settings,
               const std::vector<table::Entry>& chairs);
  void watch(Visitor& visitor, Hosted& hosted);
  static bool is_watching(const Visitor& visitor, const Hosted& hosted);
  void attend(Visitor& visitor, Hosted& hosted);
  void welcome(const Visitor& visitor, Hosted& hosted);
  void unwatch(Visitor& visitor, Hosted& hosted);
  void presence(Hosted& hosted, const Guest& guest);

  // Everything a table gives off passes here: durable first, then heard.
  void commit(Hosted& hosted, table::Outcome outcome, const Guest& from = {});
  void append(Hosted& hosted, std::vector<store::Entry> entries);
  void durable(const std::string& table, std::uint64_t ticket);
  void release(Hosted& hosted);
  void deliver(Hosted& hosted, table::Letter& letter, const Guest& from, std::uint64_t only);
  bool hears(const Guest& guest, const Hosted& hosted, const Guest& from);
  void ponder(const std::string& id, table::Think think);
  void schedule(Hosted& hosted);
  void keep(Hosted& hosted, Spoken spoken);
  void lose_first_line(Hosted& hosted);
  void unsay(Hosted& hosted, const Guest& guest);
  std::string said(const Hosted& hosted, const Spoken& spoken);
  void list(Hosted& hosted);
  std::string lobby_list() const;
  void retire(Hosted& hosted);
  std::optional<std::string> of_finished(const std::string& id, const std::string& page,
                                         std::string (table::Table::*what)() const);
  std::unique_ptr<table::Table> fold(const std::vector<store::Entry>& entries,
                                     std::string& problem);
  void call_by_names(table::Table& table);

  Surroundings around_;
  table::Rule rule_;
  Limits limits_;
  Key key_{};
  std::unordered_map<std::string, Known> guests_;
  std::unordered_map<Session*, Visitor> sessions_;
  std::unordered_map<std::string, Hosted> tables_;
  std::unordered_map<std::string, std::string> codes_;
  std::unordered_map<std::string, double> wrong_codes_;  // of an address, lately
  std::set<std::pair<Time, std::string>> alarms_;
  std::unordered_set<Session*> in_lobby_;
  std::unordered_map<std::string, std::string> pages_;  // records and sidecars asked for lately
  bool lobby_has_changed_ = false;
  std::uint64_t visitors_ = 0;  // so far
  std::vector<std::string> set_aside_;
  Counts counts_;
  std::shared_ptr<bool> alive_ = std::make_shared<bool>(true);
};

}  // namespace tatami::server
