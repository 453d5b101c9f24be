#include "table/chairs.h"

#include "live/limits.h"

namespace tatami::table {

using protocol::Refusal;
using protocol::Sitter;

// ---- Commands ----

Chairs::Answer Chairs::sit(const Guest& guest, const protocol::Sit& command, std::uint32_t seq) {
  if (removed_.contains(guest)) return Refusal::removed_by_host;
  const std::optional<Seat> mine = seat_of(guest);
  std::optional<Seat> seat = command.seat;
  if (!seat) seat = mine;
  for (Seat each : all())
    if (!seat && chairs_[each].is_free()) seat = each;
  if (!seat) return Refusal::seat_taken;
  if (!all().contains(*seat)) return Refusal::no_such_seat;
  if (!chairs_[*seat].is_free() && seat != mine) return Refusal::seat_taken;
  const bool is_crowded = all_seatings_ >= live::most_seatings_of_all && guest != host_;
  if (seatings_[guest] >= live::most_seatings || is_crowded) return Refusal::enough;

  const Chair before = mine ? chairs_[*mine] : Chair{};
  const Sat sat{*seat, guest, command.contribution.value_or(before.contribution),
                command.hand.value_or(before.hand)};
  if (mine && mine != seat) {
    const Stood stood{*mine, {}};
    take(stood, seq);
    chairs_[*seat] = before;  // they take along their name and connection
    chairs_[*seat].since = seq + 2;
    chairs_[*seat].links = 0;  // they were to the other seat
    take(sat, seq + 1);
    return Entries{stood, sat};
  }
  const bool is_same = mine && !before.expected && before.contribution == sat.contribution &&
                       before.hand == sat.hand;
  return is_same ? Entries{} : made({sat}, seq);
}

Chairs::Answer Chairs::stand(const Guest& guest, std::uint32_t seq) {
  const std::optional<Seat> seat = seat_of(guest);
  if (!seat) return Refusal::not_at_this_table;
  return made({Stood{*seat, {}}}, seq);
}

Chairs::Answer Chairs::seat_bot(const Guest& guest, const protocol::SeatBot& command,
                                std::uint32_t seq) {
  if (guest != host_) return Refusal::not_the_host;
  if (!game_->level_named(command.level)) return Refusal::unknown_bot;
  if (command.seat && !all().contains(*command.seat)) return Refusal::no_such_seat;
  if (bots_seated_ >= live::most_bots_seated) return Refusal::enough;
  Entries entries;
  for (Seat seat : all())
    if (chairs_[seat].is_free() && (!command.seat || *command.seat == seat))
      entries.emplace_back(BotSat{seat, command.level});
  if (entries.empty()) return Refusal::seat_taken;
  return made(std::move(entries), seq);
}

Chairs::Answer Chairs::remove(const Guest& guest, Seat seat, std::uint32_t seq) {
  if (guest != host_) return Refusal::not_the_host;
  if (!all().contains(seat) || chairs_[seat].is_free()) return Refusal::no_such_seat;
  const Chair& chair = chairs_[seat];
  Stood stood{seat, {}};
  if (chair.is_person() && chair.guest != guest && !chair.expected) stood.removed.emplace(true);
  return made({stood}, seq);
}

Chairs::Answer Chairs::claim(const Guest& guest, Seat seat, std::uint32_t seq) {
  if (seat_of(guest) && seat_of(guest) != seat) return Refusal::already_seated;
  if (seatings_[guest] >= live::most_seatings) return Refusal::enough;
  return made({Claimed{seat, guest}}, seq);
}

Chairs::Answer Chairs::link(const Guest& guest, std::uint32_t seq) {
  const std::optional<Seat> seat = seat_of(guest);
  if (!seat) return Refusal::not_at_this_table;
  if (chairs_[*seat].links >= live::most_links) return Refusal::enough;
  return made({Linked{*seat}}, seq);
}

// ---- Changes ----

Chairs::Entries Chairs::made(Entries entries, std::uint32_t seq) {
  for (const Entry& entry : entries) take(entry, seq++);
  return entries;
}

bool Chairs::take(const Entry& entry, std::uint32_t seq) {
  return std::visit(
      [&](const auto& each) {
        if constexpr (requires { change(each, seq); }) {
          if (!all().contains(each.seat)) return false;
          change(each, seq);
          return true;
        }
        return false;
      },
      entry);
}

void Chairs::change(const Sat& sat, std::uint32_t seq) {
  ++seatings_[sat.guest];
  ++all_seatings_;
  Chair& chair = chairs_[sat.seat];
  if (chair.guest != sat.guest) {
    chair = {};
    chair.since = seq + 1;
  }
  chair.expected = false;
  chair.sitter = Sitter::person;
  chair.guest = sat.guest;
  chair.contribution = sat.contribution;
  chair.hand = sat.hand;
}

void Chairs::change(const Kept& kept, std::uint32_t seq) {
  Chair& chair = chairs_[kept.seat] = {};
  chair.sitter = Sitter::person;
  chair.guest = kept.guest;
  chair.hand = kept.hand;
  chair.since = seq + 1;
  chair.expected = true;
}

void Chairs::change(const BotSat& sat, std::uint32_t /*seq*/) {
  ++bots_seated_;
  chairs_[sat.seat] = {};
  chairs_[sat.seat].sitter = Sitter::bot;
  chairs_[sat.seat].level = sat.level;
}

void Chairs::change(const Stood& stood, std::uint32_t /*seq*/) {
  if (stood.removed) removed_.insert(chairs_[stood.seat].guest);
  chairs_[stood.seat] = {};
}

void Chairs::change(const Claimed& claimed, std::uint32_t /*seq*/) {
  ++seatings_[claimed.guest];
  Chair& chair = chairs_[claimed.seat];
  if (chair.guest == host_) host_ = claimed.guest;
  chair.guest = claimed.guest;
  chair.connected = chair.away = false;
  chair.lag = {};
}

void Chairs::change(const Linked& linked, std::uint32_t /*seq*/) { ++chairs_[linked.seat].links; }

// ---- Who is where ----

SeatSet Chairs::where(bool (Chair::*holds)() const) const {
  return both(all(), seats_where(chairs_, [&](const Chair& chair) { return (chair.*holds)(); }));
}

SeatSet Chairs::connected() const {
  return seats_where(chairs_,
                     [](const Chair& chair) { return chair.is_person() && chair.connected; });
}

SeatSet Chairs::played_by_bots() const {
  return seats_where(chairs_, [](const Chair& chair) {
    return chair.is_bot() || (chair.is_person() && chair.away);
  });
}

SeatSet Chairs::expected() const {
  return seats_where(chairs_, [](const Chair& chair) { return chair.expected; });
}

std::optional<Seat> Chairs::seat_of(const Guest& guest) const {
  for (Seat seat : people())
    if (chairs_[seat].guest == guest) return seat;
  return {};
}

std::vector<Guest> Chairs::guests() const {
  std::vector<Guest> guests;
  for (Seat seat : people()) guests.push_back(chairs_[seat].guest);
  return guests;
}

std::vector<std::string> Chairs::contributions() const {
  std::vector<std::string> contributions;
  for (Seat seat : all()) contributions.push_back(chairs_[seat].contribution);
  return contributions;
}

Chairs::Entries Chairs::for_rematch(bool rotate) const {
  Entries entries;
  for (Seat seat : all()) {
    const Chair& chair = chairs_[seat];
    const Seat to = rotate ? left_of(seat, players_) : seat;
    if (chair.is_person()) entries.emplace_back(Kept{to, chair.guest, chair.hand});
    if (chair.is_bot()) entries.emplace_back(BotSat{to, chair.level});
  }
  return entries;
}

}  // namespace tatami::table
