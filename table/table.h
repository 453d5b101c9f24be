#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "table/patience.h"

// One match, without sockets, files or clocks: what people and time do goes in, what has to be
// written, sent and thought about comes out. Which game it is, only the game knows (live/).
namespace tatami::table {

// To be sent once everything written before it is durable.
struct Letter {
  enum class To : std::uint8_t { one, rest, all };  // rest: everybody here who has no seat
  To to = To::all;
  Guest guest;  // with `rest`: one guest to leave out
  std::string text;
};

// A decision that a bot has to make. Whoever drives the table lets it `ponder` where they like, on
// this thread or another, and tells the table.
struct Think {
  Seat seat{};
  std::uint32_t seq = 0;  // of the question
  bool is_slow = false;   // longer than a server's thread can wait
  std::function<std::uint32_t()> ponder;
};

struct Output {
  std::vector<std::string> entries;  // of the table's log, to be made durable
  std::vector<Letter> letters;
  std::vector<Think> thoughts;
  bool opens_window = false;  // tell the table when the letters have gone out

  void add(Output more);
};

struct Written {  // when the first and the last entry of a log were
  Time first = 0;
  Time last = 0;
};

class Table {
 public:
  Table(Opened opened, Pace pace, Time opened_at);

  // The table as its log tells; or what is wrong with the log.
  static Result<std::unique_ptr<Table>, std::string> fold(const std::vector<std::string>& entries,
                                                          Pace pace, Time now, Written written);

  // ---- What happens to it ----

  using Answer = Result<Output, protocol::Refused>;
  Answer submit(const Guest& guest, const protocol::TableCommand& command, Time now);
  Output tick(Time now);
  std::optional<Time> wakes_at() const;
  // A bot has decided: the packed action that `ponder` returned.
  Output thought(Seat seat, std::uint32_t seq, std::uint32_t action, Time now);
  bool awaits(Seat seat, std::uint32_t seq) const {  // a bot's decision
    return stage() == protocol::Stage::playing && patience_.awaits(chairs_, seat, seq);
  }
  void forget_thought(Seat seat, std::uint32_t seq) { patience_.has_thought(seat, seq); }
  // The letters of an output that opens a window have gone out.
  void sent(Time now);
  Output connected(const Guest& guest, bool is, Time now);
  // Somebody says something: if they were away, they are back.
  Output heard_from(const Guest& guest, Time now);
  void pong(const Guest& guest, const live::RoundTrip& trip, Time now);
  // From now on they play over another connection, of which nothing is known yet.
  void another_connection(const Guest& guest, Time now);
  // The quality of connections, if somebody's has changed.
  Output connections(Time now);
  Output renamed(const Guest& guest, const std::string& name);
  Output follow_up(const protocol::TableId& next);
  Output close(const std::string& why);  // before it has started

  // ---- What it is ----

  const protocol::TableId& id() const { return opened_.table; }
  const std::string& code() const { return opened_.code; }
  const protocol::Settings& settings() const { return opened_.settings; }
  const Guest& host() const { return chairs_.host(); }
  const std::string& host_name() const { return host_name_; }
  const Chairs& chairs() const { return chairs_; }
  protocol::Stage stage() const;
  std::uint32_t seq() const { return seq_; }
  bool is_finished() const { return stage() == protocol::Stage::over; }  // nothing more is written
  bool was_played() const { return is_finished() && !closed_; }
  bool sleeps() const;
  std::optional<Seat> seat_of(const Guest& guest) const { return chairs_.seat_of(guest); }
  bool is_a_race_for(const Guest& guest) const {
    return game_->is_race() && !is_finished() && seat_of(guest);
  }

  // Everything this guest may know, for somebody who comes or comes back.
  std::vector<std::string> welcome(const Guest& guest, Time now) const;

  std::string record() const;   // JSON Lines; only when over
  std::string sidecar() const;  // proof and photo finishes; only when over

 private:
  // ---- Commands: one without its function here does not compile ----
  Answer on(const Guest& guest, const protocol::Sit& sit, Time now);
  Answer on(const Guest& guest, const protocol::Stand& stand, Time now);
  Answer on(const Guest& guest, const protocol::SeatBot& bot, Time now);
  Answer on(const Guest& guest, const protocol::Remove& remove, Time now);
  Answer on(const Guest& guest, const protocol::Start& start, Time now);
  Answer on(const Guest& guest, const protocol::Call& command, Time now);
  Answer on(const Guest& guest, const protocol::Link& command, Time now);
  Answer on(const Guest& guest, const protocol::Claim& command, Time now);
  Answer on(const Guest& guest, const protocol::Play& play, Time now);
  protocol::Refused refuse(std::string_view command, protocol::Refusal why,
                           std::string text = {}) const;
  Answer reseat(std::string_view command, Chairs::Answer answer);

  std::optional<std::string> refold(const json::Value& value, Time now);
  std::unique_ptr<live::Playing> new_game() const;
  Output take(live::Step step, Time now);
  void ask(Time now);

  live::Room room(Time now) const;
  std::string_view level_of(Seat seat) const;
  void show_positions(Output& output, Time now) const;
  void add_info(Output& output) const;
  std::string info_for(std::optional<Seat> you, bool host) const;
  void post(live::Note note, Output& output) const;
  std::string secret_of(Seat seat) const;
  std::int32_t lag_cap() const;

  Opened opened_;
  const live::Kind* game_;
  live::Secret secret_;
  std::string commitment_;  // to the seed of chance
  Chairs chairs_;
  Patience patience_;
  std::unique_ptr<live::Playing> playing_;  // none before the start
  std::string host_name_;
  std::uint32_t seq_ = 0;
  Time opened_at_ = 0;
  bool closed_ = false;
  std::optional<protocol::TableId> next_;
};

}  // namespace tatami::table
