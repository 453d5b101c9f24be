#include "table/table.h"

// The commands of people at a table.
namespace tatami::table {

using protocol::Refusal;
using protocol::Stage;

Table::Answer Table::submit(const Guest& guest, const protocol::TableCommand& command, Time now) {
  Answer answer = std::visit([&](const auto& each) { return on(guest, each, now); }, command);
  const bool leaves = std::holds_alternative<protocol::Stand>(command);
  if (answer && !leaves) answer->add(heard_from(guest, now));
  return answer;
}

protocol::Refused Table::refuse(std::string_view command, Refusal why, std::string text) const {
  protocol::Refused refused{std::string{command}, {}, why, std::move(text)};
  refused.table.emplace(opened_.table);
  if (refused.text.empty()) refused.text = std::string{describe(why)};
  return refused;
}

// ---- Before the game ----

// The chairs have changed, and everybody is told.
Table::Answer Table::reseat(std::string_view command, Chairs::Answer answer) {
  if (!answer) return refuse(command, answer.error());
  Output output;
  for (const Entry& entry : *answer) output.entries.push_back(protocol::to_json(entry));
  seq_ += static_cast<std::uint32_t>(answer->size());
  if (!answer->empty()) add_info(output);
  return output;
}

Table::Answer Table::on(const Guest& guest, const protocol::Sit& sit, Time /*now*/) {
  if (stage() != Stage::gathering)
    return refuse(protocol::Sit::wire_name, Refusal::already_started);
  return reseat(protocol::Sit::wire_name, chairs_.sit(guest, sit, seq_));
}

// A player who leaves a game stalls nobody: a bot plays for them at once, until they are heard
// again.
Table::Answer Table::on(const Guest& guest, const protocol::Stand& /*stand*/, Time now) {
  const std::optional<Seat> seat = seat_of(guest);
  if (!seat) return refuse(protocol::Stand::wire_name, Refusal::not_at_this_table);
  if (stage() == Stage::playing) {
    Output output;
    chairs_[*seat].away = true;
    ask(now);
    add_info(output);
    return output;
  }
  if (stage() != Stage::gathering)
    return refuse(protocol::Stand::wire_name, Refusal::already_started);
  return reseat(protocol::Stand::wire_name, chairs_.stand(guest, seq_));
}

Table::Answer Table::on(const Guest& guest, const protocol::SeatBot& bot, Time /*now*/) {
  if (guest != host()) return refuse(protocol::SeatBot::wire_name, Refusal::not_the_host);
  if (stage() != Stage::gathering)
    return refuse(protocol::SeatBot::wire_name, Refusal::already_started);
  return reseat(protocol::SeatBot::wire_name, chairs_.seat_bot(guest, bot, seq_));
}

Table::Answer Table::on(const Guest& guest, const protocol::Remove& remove, Time /*now*/) {
  if (guest != host()) return refuse(protocol::Remove::wire_name, Refusal::not_the_host);
  if (stage() != Stage::gathering)
    return refuse(protocol::Remove::wire_name, Refusal::already_started);
  return reseat(protocol::Remove::wire_name, chairs_.remove(guest, remove.seat, seq_));
}

Table::Answer Table::on(const Guest& guest, const protocol::Start& /*start*/, Time now) {
  if (guest != host()) return refuse(protocol::Start::wire_name, Refusal::not_the_host);
  if (stage() != Stage::gathering)
    return refuse(protocol::Start::wire_name, Refusal::already_started);
  if (chairs_.seated() < chairs_.all().size())
    return refuse(protocol::Start::wire_name, Refusal::empty_chairs);
  if (!chairs_.expected().empty()) return refuse(protocol::Start::wire_name, Refusal::not_all_here);
  playing_ = new_game();
  live::Step step = playing_->begin();
  step.shows_again = true;
  Output output;
  add_info(output);
  Output begun = take(std::move(step), now);
  output.add(std::move(begun));
  return output;
}

// ---- During the game ----

Table::Answer Table::on(const Guest& guest, const protocol::Play& play, Time now) {
  const std::optional<Seat> seat = seat_of(guest);
  if (!seat) return refuse(play.type, Refusal::not_at_this_table);
  if (!playing_) return refuse(play.type, Refusal::not_started);
  live::Answer answer = playing_->submit(*seat, play.body, room(now));
  if (!answer) return refuse(play.type, answer.error().why, answer.error().text);
  return take(std::move(*answer), now);
}

// ---- At any time ----

Table::Answer Table::on(const Guest& guest, const protocol::Call& command, Time /*now*/) {
  const std::optional<Seat> seat = seat_of(guest);
  if (!seat) return refuse(protocol::Call::wire_name, Refusal::not_at_this_table);
  Output output;
  output.letters.push_back(
      {Letter::To::all,
       {},
       protocol::message_of(protocol::Called{opened_.table, *seat, command.cry})});
  return output;
}

// Each link ends the one before: whoever has lost one asks for another.
Table::Answer Table::on(const Guest& guest, const protocol::Link& /*command*/, Time /*now*/) {
  const std::optional<Seat> seat = seat_of(guest);
  if (!seat) return refuse(protocol::Link::wire_name, Refusal::not_at_this_table);
  if (is_finished()) return refuse(protocol::Link::wire_name, Refusal::wrong_secret);
  const Chairs::Answer linked = chairs_.link(guest, seq_);
  if (!linked) return refuse(protocol::Link::wire_name, linked.error());
  Output output;
  for (const Entry& entry : *linked) output.entries.push_back(protocol::to_json(entry));
  seq_ += static_cast<std::uint32_t>(linked->size());
  output.letters.push_back(
      {Letter::To::one, guest,
       protocol::message_of(protocol::SeatLink{opened_.table, secret_of(*seat)})});
  return output;
}

Table::Answer Table::on(const Guest& guest, const protocol::Claim& command, Time /*now*/) {
  for (Seat seat : is_finished() ? SeatSet{} : chairs_.people())
    if (command.secret == secret_of(seat))
      return reseat(protocol::Claim::wire_name, chairs_.claim(guest, seat, seq_));
  return refuse(protocol::Claim::wire_name, Refusal::wrong_secret);
}

std::string Table::secret_of(Seat seat) const {
  const auto [since, links] = std::pair{chairs_[seat].since, chairs_[seat].links};
  // Logs of version 0.1 have no entries for links: theirs are those with the number 0.
  const std::string purpose = links == 0 ? "seat" : "seat " + std::to_string(links);
  return chance::hex(secret_.bytes(purpose, std::uint64_t{since} << 8U | seat.value)).substr(0, 40);
}

}  // namespace tatami::table
