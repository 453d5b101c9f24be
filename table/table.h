#pragma once

#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <variant>
#include <vector>

#include "chance/proof.h"
#include "protocol/messages.h"
#include "table/dojo_game.h"
#include "table/entries.h"
#include "table/line.h"
#include "table/tatamokatsu_game.h"
#include "table/think.h"

// One match, without sockets, files or clocks: what people and time do goes in, what has to be
// written, sent and thought about comes out.
namespace tatami::table {

// To be sent once everything written before it is durable.
struct Letter {
  enum class To : std::uint8_t { one, rest, all };  // rest: everybody here who has no seat
  To to = To::all;
  Guest guest;  // of the rest: not him
  std::string text;
};

struct Outcome {
  std::vector<std::string> entries;  // of the table's log, to be made durable
  std::vector<Letter> letters;
  std::vector<Think> thoughts;
  bool opens_window = false;  // tell the table when the letters have gone out

  void add(Outcome more);
};

struct Rule {  // how fast things go; the driver may change it for tests and load
  Time bot_pause = 700;
  Time away_after = 60'000;  // without a connection
  Time asleep_at_most = Time{24} * 60 * 60 * 1000;
};

struct Written {  // when the first and the last entry of a log were
  Time first = 0;
  Time last = 0;
};

class Table {
 public:
  Table(Opened opened, Rule rule, Time opened_at);

  // The table as its log tells; or what is wrong with the log.
  static Result<std::unique_ptr<Table>, std::string> fold(const std::vector<std::string>& entries,
                                                          Rule rule, Time now, Written written);

  // ---- What happens to it ----

  using Answer = Result<Outcome, protocol::Refused>;
  Answer submit(const Guest& guest, const protocol::Command& command, Time now);
  Outcome tick(Time now);
  std::optional<Time> wakes_at() const;
  Outcome thought(const Think& think, const protocol::Move& move, Time now);
  // The letters of an outcome that opens a window have gone out.
  void sent(Time now);
  Outcome connected(const Guest& guest, bool is, Time now);
  // Somebody says something: if he was away, he is back.
  Outcome heard_from(const Guest& guest, Time now);
  void pong(const Guest& guest, std::int32_t round_trip, Time now);
  // From now on he plays over another connection, of which nothing is known yet.
  void another_line(const Guest& guest);
  // The lines' quality, if somebody's has changed.
  Outcome lines(Time now);
  Outcome renamed(const Guest& guest, const std::string& name);
  Outcome follow_up(const protocol::TableId& next);
  Outcome close(const std::string& why);  // before it has started

  // ---- What it is ----

  const protocol::TableId& id() const { return opened_.table; }
  const std::string& code() const { return opened_.code; }
  const protocol::Settings& settings() const { return opened_.settings; }
  const Guest& host() const { return opened_.host; }
  protocol::Stage stage() const;
  std::uint32_t seq() const { return seq_; }
  bool is_finished() const;  // nothing more will be written
  bool sleeps() const { return sleeps_until().has_value(); }
  bool was_played() const { return is_finished() && !closed_; }
  std::optional<Seat> seat_of(const Guest& guest) const;
  bool is_a_race_for(const Guest& guest) const {
    return which() == Which::tatamokatsu && !is_finished() && seat_of(guest);
  }
  const Guest* guest_at(Seat seat) const;  // none: no person there
  std::vector<Guest> guests() const;
  std::uint8_t seated() const;
  const TatamokatsuGame* tatamokatsu() const { return std::get_if<TatamokatsuGame>(&game_); }
  const protocol::Verdict* last_verdict() const {
    return verdicts_.empty() ? nullptr : &verdicts_.back();
  }
  const std::string& host_name() const { return host_name_; }
  const std::string& name_of(Seat seat) const { return chairs_[seat].name; }
  // Who sits where in a rematch.
  std::vector<Entry> seats_for_rematch(bool rotate) const;

  // Everything this guest may know, for whoever comes or comes back.
  std::vector<std::string> welcome(const Guest& guest, Time now) const;

  std::string record() const;   // JSON Lines; only when over
  std::string sidecar() const;  // proof and photo finishes; only when over

 private:
  struct Chair {
    protocol::Sitter sitter{};
    Guest guest;
    std::string name;
    Text<16> level;
    Text<64> contribution;
    std::uint32_t since = 0;  // seq of the entry by which he sat down
    tatamokatsu::Hand hand = tatamokatsu::Hand::right;
    bool connected = false;
    bool away = false;
    bool expected = false;  // in a rematch, until he comes
    int taken_back = 0;     // so often
    Time gone_since = 0;
    Line line;
    protocol::Quality told = protocol::Quality::poor;
    std::uint32_t asked_at = 0;  // seq of the update since which he must decide
    Time asked_since = 0;
    bool overdue = false;   // then his bot decides this, even if he comes back before it has
    bool thinking = false;  // his bot
  };
  struct Window {                   // Tatamokatsu, from the throw to the verdict
    std::optional<Time> faces_at;   // thrown, not fallen yet
    std::optional<Time> reopen_at;  // after a restart: when all are back, or known to be away
    std::optional<Time> sent_at;    // the faces
    std::uint32_t seq = 0;          // of the update with the faces
    Time verdict_at = 0;
    TatamokatsuGame::Bots bots;    // who they are and what a line is worth stays as it was when
    PerSeat<std::int32_t> credit;  // the faces went out
    PerSeat<int> reactions;
    PerSeat<std::int32_t> latest;  // decided; what one sends keeps its order
    TatamokatsuGame::Judgement judgement;
    std::vector<tatamokatsu::ActionId> heard;  // of bots, already told
  };
  struct Refolding;
  using Game = std::variant<std::monostate, DojoGame, TatamokatsuGame>;

  // ---- Commands ----
  Answer on(const Guest& guest, const protocol::Sit& sit, Time now);
  Answer on(const Guest& guest, const protocol::Stand& command, Time now);
  Answer on(const Guest& guest, const protocol::SeatBot& bot, Time now);
  Answer on(const Guest& guest, const protocol::Remove& remove, Time now);
  Answer on(const Guest& guest, const protocol::Start& command, Time now);
  Answer on(const Guest& guest, const protocol::Act& command, Time now);
  Answer on(const Guest& guest, const protocol::TakeBack& command, Time now);
  Answer on(const Guest& guest, const protocol::ThrowDice& command, Time now);
  Answer on(const Guest& guest, const protocol::Call& command, Time now);
  Answer on(const Guest& guest, const protocol::Claim& command, Time now);
  Answer on(const Guest& guest, const protocol::Link& command, Time now);
  template <class Other>
  Answer on(const Guest& guest, const Other& other, Time now);

  protocol::Refused refuse(std::string_view command, protocol::Refusal why,
                           std::string text = {}) const;

  // ---- Changes ----
  void change(const Sat& sat);
  void change(const Kept& kept);
  void change(const BotSat& sat);
  void change(const Stood& stood);
  void change(const Claimed& claimed);
  // What the entry says has happened, found again; or what does not fit.
  std::optional<std::string> refold(const Entry& entry);
  std::optional<std::string> refold_window(const Judged& judged);
  // Writes an entry; the change has been made.
  void log(const Entry& entry, Outcome& outcome);

  History start();
  // Why the rules refuse it, in words.
  std::optional<std::string_view> objection(const protocol::Move& move) const;
  History play(const protocol::Move& move);
  void remember(const History& history);
  Outcome act(Seat seat, const protocol::Move& move, Time now);
  // Writes an entry and tells everybody how the chairs stand now.
  Outcome changed(const Entry& entry);
  Outcome publish(const History& history, Time now);
  void add_info(Outcome& outcome) const;
  void ask(Time now);
  void let_bots_act(Outcome& outcome, Time now);
  void mind_the_time(Outcome& outcome, Time now);

  // ---- Tatamokatsu's window ----
  Answer react(Seat seat, const tatamokatsu::Action& action, std::uint32_t seen, Time now);
  Outcome throw_dice(Time now);
  Outcome faces_fall(Time now);
  void judge();
  Outcome mind_the_window(Time now);
  Outcome conclude(Time now);
  std::optional<Time> window_wakes_at() const;

  // ---- Views ----
  std::string info_for(std::optional<Seat> you, bool host) const;
  std::string position_for(std::optional<Seat> seat, Time now) const;
  std::optional<Time> time_for_a_decision() const;
  std::optional<Time> patience_ends(Seat seat) const;
  std::optional<std::int64_t> time_left(Time now) const;
  SeatSet must_decide() const;
  SeatSet played_by_bots() const;
  SeatSet decided_by_bots() const;
  SeatSet people() const;
  bool goes_on_for_days() const;
  SeatSet vanishing() const;
  std::optional<Time> sleeps_until() const;
  bool is_asleep(Time now) const;
  void wake(Time now);
  SeatSet all_chairs() const { return all_seats(opened_.settings.header.players()); }
  std::string level_of(Seat seat) const;
  Which which() const;
  std::int32_t lag_cap() const;
  std::string secret_of(Seat seat) const;
  chance::Bytes32 private_bytes(std::string_view purpose, std::uint64_t n) const;
  std::uint64_t private_number(std::string_view purpose, std::uint64_t n) const;

  Opened opened_;
  std::string host_name_;
  Rule rule_;
  chance::Seed seed_{};
  PerSeat<Chair> chairs_;
  Game game_;
  std::variant<std::monostate, protocol::DojoPosition, protocol::TatamokatsuPosition> told_;
  Window window_;
  std::vector<std::string> lines_;  // of the record, after its header
  History since_;                   // Tatamokatsu: the last roll and what followed
  std::vector<protocol::Verdict> verdicts_;
  std::uint32_t seq_ = 0;
  Time opened_at_ = 0;
  bool closed_ = false;
  SeatSet asking_;
  std::optional<Time> bots_at_;
  std::optional<protocol::TableId> next_;
  std::set<std::string> removed_;  // by the host; they do not sit down again
  Time deserted_at_ = 0;           // when the last of them left
  bool has_slept_out_ = false;
  int all_seatings_ = 0;
  std::map<std::string, int> seatings_;  // how often each guest has taken a seat
  int bots_seated_ = 0;
};

}  // namespace tatami::table
