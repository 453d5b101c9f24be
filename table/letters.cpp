#include "table/table.h"

// The letters of a table, and their addressees.
namespace tatami::table {

void Table::post(live::Note note, Output& output) const {
  switch (note.to) {
    case live::Note::To::seat:
      return output.letters.push_back(
          {Letter::To::one, chairs_[note.seat].guest, std::move(note.text)});
    case live::Note::To::others:
      return output.letters.push_back({Letter::To::rest, {}, std::move(note.text)});
    case live::Note::To::all:
      return output.letters.push_back({Letter::To::all, {}, std::move(note.text)});
  }
}

void Table::show_positions(Output& output, Time now) const {
  const live::Room seen = room(now);
  for (Seat seat : chairs_.people())
    for (std::string& text : playing_->view_for(seat, seen))
      post({live::Note::To::seat, seat, std::move(text)}, output);
  for (std::string& text : playing_->view_for({}, seen))
    post({live::Note::To::others, {}, std::move(text)}, output);
}

void Table::add_info(Output& output) const {
  for (Seat seat : chairs_.people())
    output.letters.push_back(
        {Letter::To::one, chairs_[seat].guest, info_for(seat, chairs_[seat].guest == host())});
  output.letters.push_back({Letter::To::rest, host(), info_for({}, false)});
  if (!seat_of(host())) output.letters.push_back({Letter::To::one, host(), info_for({}, true)});
}

std::string Table::info_for(std::optional<Seat> you, bool host) const {
  protocol::TableInfo info;
  info.table = opened_.table;
  info.code = opened_.code;
  info.stage = stage();
  info.settings = opened_.settings;
  for (Seat seat : chairs_.all()) {
    const Chair& chair = chairs_[seat];
    protocol::Chair& told = info.chairs.emplace_back();
    told.sitter = chair.sitter;
    told.name = chair.name;
    if (chair.is_bot()) told.level.emplace(chair.level);
    if (chair.is_person() && game_->has_hands()) told.hand.emplace(chair.hand);
    told.connected = chair.is_bot() || chair.connected;
    told.away = chair.away;
    if (chair.expected) told.expected.emplace(true);
    if (chair.connected && game_->is_race()) told.connection.emplace(chair.told);
  }
  info.you = you;
  info.host = host;
  info.commitment = commitment_;
  if (was_played()) {
    protocol::Revealed& revealed = info.revealed.emplace();
    revealed.seed = opened_.seed;
    for (std::string& each : chairs_.contributions())
      revealed.contributions.emplace_back(std::move(each));
  }
  if (next_) info.next.emplace(*next_);
  return protocol::message_of(info);
}

std::vector<std::string> Table::welcome(const Guest& guest, Time now) const {
  const std::optional<Seat> seat = seat_of(guest);
  std::vector<std::string> texts = {info_for(seat, guest == host())};
  if (playing_)
    for (std::string& text : playing_->view_for(seat, room(now))) texts.push_back(std::move(text));
  return texts;
}

// ---- When it is over ----

std::string Table::record() const { return playing_ ? playing_->record() : std::string{}; }

std::string Table::sidecar() const {
  protocol::Sidecar sidecar;
  sidecar.commitment = commitment_;
  sidecar.seed = opened_.seed;
  for (std::string& each : chairs_.contributions())
    sidecar.contributions.emplace_back(std::move(each));
  sidecar.first_is_named = opened_.settings.header.first_is_named;
  if (playing_)
    for (std::string& text : playing_->verdicts()) sidecar.verdicts.push_back({std::move(text)});
  std::vector<protocol::Name> names;
  for (Seat seat : chairs_.all()) names.emplace_back(chairs_[seat].name);
  sidecar.names.emplace(std::move(names));
  return protocol::to_json(sidecar) + "\n";
}

}  // namespace tatami::table
