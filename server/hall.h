#pragma once

#include <deque>
#include <functional>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

#include "drive/driver.h"
#include "protocol/request.h"
#include "server/accounts.h"
#include "server/chat.h"
#include "server/circles.h"
#include "server/guests.h"
#include "server/histogram.h"
#include "server/limits.h"
#include "server/lobby.h"
#include "server/record_pages.h"
#include "server/room_codes.h"
#include "server/session.h"

// The hall where the tables stand: guests, tables, the lobby, and the log. It knows no sockets and
// no clock; all of it runs on one thread.
namespace tatami::server {

using live::Time;

// The services that a hall needs: a server's, a test's or the simulator's.
struct Surroundings {
  store::EventLog& log;
  std::function<void(std::function<void()>)> post;  // to the hall's thread
  // To a thread where a bot may take its time, fairly shared by households and by tables.
  std::function<void(const std::string& household, const std::string& table, std::uint64_t which,
                     std::function<void()>)>
      think;
  std::function<void(const std::string& table, std::uint64_t which)> stop_thinking;
  std::function<Time()> now;
  std::function<void(const std::string& what)> fail;  // the log is lost: nothing can go on
  std::function<void()> alarm_changed;                // wakes_at() may be earlier now
};

// Counts of refusals because of a limit, for a log without names.
struct Limited {
  std::uint64_t too_fast = 0, tables = 0, bots = 0, codes = 0, closed = 0;
  std::unordered_set<std::string> addresses;  // to be counted, not told
};

struct Counts {  // for /metrics
  std::uint64_t commands = 0, refused = 0, moves = 0, letters = 0, bytes = 0;
  std::uint64_t opened = 0, finished = 0;
  Histogram move_times;  // from a move's coming to its being durable and told, in ms
};

class Hall : private drive::World {
 public:
  Hall(Surroundings surroundings, table::Pace pace, Limits limits);
  Hall(const Hall&) = delete;
  Hall& operator=(const Hall&) = delete;
  ~Hall() override;

  // Takes up the key and every unfinished game from the log; says what is wrong with it.
  std::optional<std::string> take_up();
  // From now on it is one of several nodes.
  void join(Elsewhere& elsewhere) { elsewhere_ = &elsewhere; }

  // ---- Guests ----
  // The guest of a cookie, or a new one.
  Guest greet(std::string_view cookie);
  std::string cookie_of(const Guest& guest) const { return cookie_for(guest, key_); }
  void enter(Session& session, const Guest& guest, const std::string& address);
  // Somebody whose connection ends at another node.
  void enter_from_elsewhere(Session& session, const Guest& guest, const std::string& address);
  void leave(Session& session);
  void hear(Session& session, std::string_view text);
  void pong(Session& session, const live::RoundTrip& trip);
  // Whether they sit where speed decides, and their connection is worth measuring often.
  bool races(Session& session) const;

  // ---- Time ----
  std::optional<Time> wakes_at() const;
  void tick();
  // Every second or so: the quality of connections, and the lobby.
  void beat();

  // ---- What other nodes tell ----
  // A table of theirs, as it was and as it is.
  void place(const Posted* before, const Posted* now);
  void each_posted(const std::function<void(const Posted&)>& tell) const;
  void is_called_elsewhere(const Guest& guest, const std::string& name, std::uint32_t seq);
  void forget(const Guest& guest, std::function<void()> done);
  void charge_guess(const std::string& address) { codes_.charge_guess(address, now()); }

  // ---- What HTTP shows ----
  std::optional<std::string> record(const std::string& id);
  std::optional<std::string> sidecar(const std::string& id);
  const Counts& counts() const { return counts_; }
  const Limits& limits() const { return limits_; }
  // Since the last time this was asked.
  Limited take_limited() { return std::exchange(limited_, {}); }
  // Why the logs of some unfinished tables do not fold: they stay as they are, for a person to
  // look at. Which ones is a secret, as their links are.
  const std::vector<std::string>& set_aside() const { return set_aside_; }
  // By how much the log of a table was ahead of the clock, at most.
  Time clock_behind() const { return clock_behind_; }
  std::size_t tables() const { return tables_.size(); }
  std::size_t playing() const { return accounts_.playing(); }
  std::size_t sessions() const { return visitors_.size(); }
  // How much it keeps of each, for whoever checks that memory is bounded.
  struct Held {
    std::size_t guests, accounts, hosts, codes, alarms, pages, guesses, circles;
  };
  Held held() const {
    return {guests_.size(), accounts_.networks(), accounts_.hosts(), codes_.size(),
            alarms_.size(), pages_.size(),        codes_.guessers(), circles_.size()};
  }

  void farewell(const std::string& why);

 private:
  // A guest's connection.
  struct Visitor final : drive::Listener {
    Visitor(Hall& where, Session& connection, const Guest& who, std::string from,
            std::uint64_t nth);
    void hear(const std::shared_ptr<const std::string>& text) override;

    Hall& hall;
    Session& session;
    std::string address;
    std::vector<std::string> watching;
    Bucket messages;
    bool is_from_elsewhere = false;
    int too_fast = 0;
    protocol::RequestId asked;  // what they call the command that is being done; empty: nothing
  };
  // A table and what the hall knows of it.
  struct Hosted {
    Hosted(Hall& hall, std::unique_ptr<table::Table> table, std::string from);

    drive::Driver driver;
    Chat chat;
    std::string address;  // from where it was opened; after a restart, from where people came back
    Tally tally;          // as it is counted in the accounts
    std::string posted;   // as other nodes know it
    std::optional<Time> alarm;
    std::string before;  // the table this is a rematch of
    bool has_told_before = false;
    bool has_rematch = false;
    bool was_counted = false;            // as finished
    std::optional<Time> deserted_since;  // nobody sits or watches
  };

  // ---- Commands: one without its function here does not compile ----
  void on(Visitor& visitor, const protocol::HallCommand& command);
  void on(Visitor& visitor, const protocol::TableCommand& command);
  void on(Visitor& visitor, const protocol::Rename& command);
  void on(Visitor& visitor, const protocol::OpenTable& command);
  void on(Visitor& visitor, const protocol::Watch& command);
  void on(Visitor& visitor, const protocol::Leave& command);
  void on(Visitor& visitor, const protocol::Say& command);
  void on(Visitor& visitor, const protocol::Mute& command);
  void on(Visitor& visitor, const protocol::Rematch& command);
  void on(Visitor& visitor, const protocol::Lobby& command);
  void on(Visitor& visitor, const protocol::Look& command);
  void on(Visitor& visitor, const protocol::ForgetMe& command);
  // Their request is done as soon as everything that was written is durable.
  void answer(Visitor& visitor, std::string_view command, const protocol::TableId* table);
  void has_become_durable();
  void tell_answers();
  // Whether it is for another node's table.
  bool forward(Visitor& visitor, const protocol::Request& request, std::string_view text);
  void refuse(Visitor& visitor, protocol::Refused refused);
  template <class Command>
  void refuse(Visitor& visitor, const Command& command, protocol::Refusal why,
              std::string_view text = {});

  // ---- drive::World ----
  Time now() override { return around_.now(); }
  void append(drive::Driver& driver, std::vector<store::Entry> entries,
              std::uint64_t ticket) override;
  void think(drive::Driver& driver, table::Think think) override;
  void stop_thinking(drive::Driver& driver, Seat seat, std::uint32_t seq) override;
  void alarm(drive::Driver& driver, std::optional<Time> at) override;
  bool hears(const Guest& listener, const drive::Driver& where, const Guest& from) override;
  void settled(drive::Driver& driver) override;

  void send(Session& session, std::string text);
  Hosted& hosted(const drive::Driver& driver) { return tables_.at(driver.table().id()); }

  // ---- Guests ----
  void rename(Hosted& hosted, const Guest& guest, const std::string& name);
  void take_name(Visitor& visitor, Hosted& hosted);
  Visitor& add_visitor(Session& session, const Guest& guest, const std::string& address);
  void is_called(const Guest& guest, const std::string& name);
  void is_forgotten(const Guest& guest);

  // ---- Tables ----
  static std::optional<protocol::LobbyTable> seen_in_lobby(const table::Table& table);
  void count(Hosted& hosted) { count(hosted, tally_of(hosted.driver.table())); }
  void count(Hosted& hosted, const Tally& tally);
  static Posted posted(const Hosted& hosted);
  void post(Hosted& hosted);
  bool has_too_many_tables(const Visitor& visitor) const;
  bool has_too_many_bots(const Hosted& hosted, const protocol::TableCommand& command) const;
  bool has_too_many_bots(const Visitor& visitor, const protocol::Settings& settings,
                         const std::vector<table::Entry>& chairs) const;
  void limit(const Visitor& visitor, std::uint64_t Limited::* why);
  // The table, or why there is none.
  using Found = Result<Hosted*, protocol::Refusal>;
  Found find(const Visitor& visitor, const std::string& table_or_code);
  Found recall(Visitor& visitor, const std::string& id);
  Hosted& add(std::unique_ptr<table::Table> table, const std::string& address);
  Hosted& open(const Visitor& visitor, const protocol::Settings& settings,
               const std::vector<table::Entry>& chairs, std::string code = {});
  void attend(Visitor& visitor, Hosted& hosted);
  void adopt(const Visitor& visitor, Hosted& hosted);
  void welcome(Visitor& visitor, Hosted& hosted);
  void leave(Visitor& visitor, Hosted& hosted);
  void close_if_deserted(Hosted& hosted) const;
  void retire(Hosted& hosted);
  std::unique_ptr<table::Table> fold(const std::vector<store::Entry>& entries,
                                     std::string& problem);
  void call_by_names(table::Table& table);

  // ---- Looking together ----
  protocol::Looking looking(const std::string& circle);
  void leave_circle(Session& session);
  void tell_people_of(const std::string& circle, const Session* except);

  // ---- Chat ----
  void take_up_chat(Hosted& hosted);
  void keep(Hosted& hosted, const Chat::Spoken& spoken);
  std::string said(const Hosted& hosted, const Chat::Spoken& spoken);

  void list(Hosted& hosted);
  std::optional<std::string> of_finished(const std::string& id, const std::string& page,
                                         std::string (table::Table::*what)() const);

  Surroundings around_;
  Elsewhere* elsewhere_ = nullptr;  // none: this node is the whole house
  table::Pace pace_;
  Limits limits_;
  Key key_{};
  Guests<Visitor> guests_;
  Lobby lobby_;
  Circles circles_;
  std::unordered_map<Session*, Visitor> visitors_;
  std::unordered_map<std::string, Hosted> tables_;
  RoomCodes codes_;
  Accounts accounts_;
  std::set<std::pair<Time, std::string>> alarms_;
  RecordPages pages_;
  std::uint64_t visitors_so_far_ = 0;
  std::vector<std::string> set_aside_;
  Time clock_behind_ = 0;
  Counts counts_;
  struct Answer {  // that waits until so many appends are durable
    std::uint64_t appends;
    Session* session;
    std::uint64_t visitor;
    std::string text;
  };
  std::deque<Answer> answers_;
  std::uint64_t appends_ = 0, durable_appends_ = 0;
  Limited limited_;
  bool moving_ = false;  // what is written now is a move
  std::shared_ptr<bool> alive_ = std::make_shared<bool>(true);
};

}  // namespace tatami::server
