#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "live/kind.h"
#include "table/entries.h"

namespace tatami::table {

using live::Time;

struct Chair {
  protocol::Sitter sitter{};
  Guest guest;
  std::string name;
  Text<16> level;
  Text<64> contribution;
  std::uint32_t since = 0;  // seq of the entry by which they sat down
  std::uint32_t links = 0;  // to this seat, so far: the last one alone is valid
  Hand hand = Hand::right;
  bool expected = false;  // in a rematch, until they come
  bool connected = false;
  bool away = false;  // a bot plays for them
  Time gone_since = 0;
  live::Lag lag;
  protocol::Quality told = protocol::Quality::poor;  // of the connection

  bool is_free() const { return sitter == protocol::Sitter::nobody; }
  bool is_person() const { return sitter == protocol::Sitter::person; }
  bool is_bot() const { return sitter == protocol::Sitter::bot; }
};

// The seats' owners, the host, and who may sit down. Changes are entries of the log: each
// command answers with those that it makes, already taken.
class Chairs {
 public:
  Chairs(int players, const live::Kind& game, Guest host)
      : players_(players), game_(&game), host_(std::move(host)) {}

  using Entries = std::vector<Entry>;
  using Answer = Result<Entries, protocol::Refusal>;
  // `seq`: of the table's log, before the entries.
  Answer sit(const Guest& guest, const protocol::Sit& command, std::uint32_t seq);
  Answer stand(const Guest& guest, std::uint32_t seq);
  Answer seat_bot(const Guest& guest, const protocol::SeatBot& command, std::uint32_t seq);
  Answer remove(const Guest& guest, Seat seat, std::uint32_t seq);
  Answer claim(const Guest& guest, Seat seat, std::uint32_t seq);
  Answer link(const Guest& guest, std::uint32_t seq);
  // One from a log; false: there is no such seat.
  bool take(const Entry& entry, std::uint32_t seq);

  Chair& operator[](Seat seat) { return chairs_[seat]; }
  const Chair& operator[](Seat seat) const { return chairs_[seat]; }
  SeatSet all() const { return all_seats(players_); }
  SeatSet people() const { return where(&Chair::is_person); }
  SeatSet connected() const;
  SeatSet played_by_bots() const;
  SeatSet expected() const;
  int seated() const { return players_ - where(&Chair::is_free).size(); }
  std::optional<Seat> seat_of(const Guest& guest) const;
  std::vector<Guest> guests() const;
  const Guest& host() const { return host_; }
  std::vector<std::string> contributions() const;  // by seat

  // The seats of a rematch.
  Entries for_rematch(bool rotate) const;

 private:
  SeatSet where(bool (Chair::*holds)() const) const;
  Entries made(Entries entries, std::uint32_t seq);  // takes them
  void change(const Sat& sat, std::uint32_t seq);
  void change(const Kept& kept, std::uint32_t seq);
  void change(const BotSat& sat, std::uint32_t seq);
  void change(const Stood& stood, std::uint32_t seq);
  void change(const Claimed& claimed, std::uint32_t seq);
  void change(const Linked& linked, std::uint32_t seq);

  int players_;
  const live::Kind* game_;
  Guest host_;
  PerSeat<Chair> chairs_;
  std::set<std::string> removed_;        // by the host; they do not sit down again
  std::map<std::string, int> seatings_;  // how often each guest has taken a seat
  int all_seatings_ = 0;
  int bots_seated_ = 0;
};

}  // namespace tatami::table
