#include "table/table.h"

#include <algorithm>

namespace tatami::table {

using protocol::Stage;

namespace {

constexpr Time gathering_at_most = Time{24} * 60 * 60 * 1000;

std::optional<Time> earlier(std::optional<Time> a, std::optional<Time> b) {
  if (!a || !b) return a ? a : b;
  return std::min(*a, *b);
}

}  // namespace

void Output::add(Output more) {
  std::ranges::move(more.entries, std::back_inserter(entries));
  std::ranges::move(more.letters, std::back_inserter(letters));
  std::ranges::move(more.thoughts, std::back_inserter(thoughts));
  opens_window |= more.opens_window;
}

Table::Table(Opened opened, Pace pace, Time opened_at)
    : opened_(std::move(opened)),
      game_(live::game_named(opened_.settings.header.game)),
      secret_(opened_.secret),
      commitment_(chance::hex(
          chance::commitment_to(chance::from_hex(opened_.seed).value_or(chance::Seed{})))),
      chairs_(opened_.settings.header.players, *game_, opened_.host),
      patience_(pace, opened_.settings, game_->is_race()),
      opened_at_(opened_at) {}

Stage Table::stage() const {
  if (closed_) return Stage::over;
  if (!playing_) return Stage::gathering;
  return playing_->is_over() ? Stage::over : Stage::playing;
}

bool Table::sleeps() const {
  return stage() == Stage::playing && patience_.sleeps_until(chairs_).has_value();
}

// ---- The game ----

std::unique_ptr<live::Playing> Table::new_game() const {
  live::Start start;
  start.table = opened_.table;
  start.header = opened_.settings.header.text;
  if (opened_.so_far) start.so_far = *opened_.so_far;
  const auto seed = chance::from_hex(opened_.seed).value_or(chance::Seed{});
  start.key = chance::key_of(seed, chairs_.contributions());
  for (Seat seat : chairs_.all()) start.hands[seat] = chairs_[seat].hand;
  start.lag_cap = lag_cap();
  start.away_after = patience_.pace().away_after;
  start.secret = secret_;
  return game_->start(start);
}

// The table's surroundings, as the game may know them.
live::Room Table::room(Time now) const {
  live::Room room;
  room.now = now;
  room.seq = seq_;
  room.time_left = patience_.time_left(now);
  room.people = chairs_.people();
  room.connected = chairs_.connected();
  room.played_by_bots = chairs_.played_by_bots();
  for (Seat seat : chairs_.all()) {
    room.asked_at[seat] = patience_.asked_at(seat);
    room.levels[seat] = level_of(seat);
    room.lags[seat] = chairs_[seat].lag;
  }
  return room;
}

std::string_view Table::level_of(Seat seat) const {
  if (chairs_[seat].is_bot()) return chairs_[seat].level;
  if (opened_.settings.substitute) return *opened_.settings.substitute;
  return game_->substitute().name;
}

void Table::ask(Time now) {
  patience_.ask(playing_ ? playing_->must_act() : SeatSet{}, chairs_, seq_, now);
}

// Everything that a game does passes here.
Output Table::take(live::Step step, Time now) {
  Output output;
  seq_ += static_cast<std::uint32_t>(step.entries.size());
  output.entries = std::move(step.entries);
  for (live::Note& note : step.notes) post(std::move(note), output);
  patience_.answered(step.answered);
  patience_.ask(playing_->must_act(), chairs_, seq_, now, step.asked_again);
  if (step.shows_again) show_positions(output, now);
  if (step.is_news) {
    for (live::Note& note : playing_->update(room(now))) post(std::move(note), output);
    if (is_finished()) add_info(output);
  }
  for (live::Thought& thought : step.thoughts) {
    patience_.thinks(thought.seat);
    output.thoughts.push_back({thought.seat, patience_.asked_at(thought.seat), thought.is_slow,
                               std::move(thought.ponder)});
  }
  output.opens_window = step.opens_window;
  return output;
}

Output Table::thought(Seat seat, std::uint32_t seq, std::uint32_t action, Time now) {
  const bool is_awaited = awaits(seat, seq);
  patience_.has_thought(seat, seq);
  if (!is_awaited) return {};
  auto step = playing_->decide(seat, action, room(now));
  if (!step) return {};
  return take(std::move(*step), now);
}

void Table::sent(Time now) {
  if (playing_) playing_->sent(room(now));
}

// ---- Time ----

Output Table::tick(Time now) {
  Output output;
  if (stage() == Stage::gathering && now >= opened_at_ + gathering_at_most)
    return close("nobody started it");
  if (stage() != Stage::playing) return output;
  if (patience_.take_over(chairs_, now)) {
    ask(now);
    add_info(output);
  }
  if (!patience_.is_asleep(chairs_, now) || playing_->cannot_sleep())
    output.add(take(playing_->tick(room(now)), now));
  if (const SeatSet due = patience_.bots_due(chairs_, now); !due.empty())
    output.add(take(playing_->let_bots_act(due, room(now)), now));
  return output;
}

std::optional<Time> Table::wakes_at() const {
  if (stage() == Stage::over) return {};
  if (stage() == Stage::gathering) return opened_at_ + gathering_at_most;
  const std::optional<Time> game = playing_->wakes_at();
  if (const auto morning = patience_.sleeps_until(chairs_))
    return playing_->cannot_sleep() ? earlier(morning, game) : morning;
  return earlier(game, patience_.wakes_at(chairs_));
}

Output Table::close(const std::string& why) {
  Output output;
  if (stage() != Stage::gathering) return output;
  closed_ = true;
  output.entries.push_back(protocol::to_json(Entry{Closed{why}}));
  ++seq_;
  add_info(output);
  return output;
}

// ---- Connections ----

Output Table::connected(const Guest& guest, bool is, Time now) {
  Output output;
  const std::optional<Seat> seat = seat_of(guest);
  if (!seat || chairs_[*seat].connected == is) return output;
  Chair& chair = chairs_[*seat];
  if (is && stage() == Stage::playing && patience_.is_asleep(chairs_, now)) {
    patience_.wake(chairs_, now);
    playing_->wake(room(now));
  }
  chair.connected = is;
  chair.lag = {};
  if (is) {
    chair.expected = false;
    patience_.came();
  } else {
    chair.gone_since = now;
    patience_.left(now);
  }
  if (playing_) playing_->people_changed(room(now));
  if (is && chair.away) return heard_from(guest, now);
  ask(now);
  add_info(output);
  return output;
}

Output Table::heard_from(const Guest& guest, Time now) {
  Output output;
  const std::optional<Seat> seat = seat_of(guest);
  if (!seat || !chairs_[*seat].away) return output;
  chairs_[*seat].away = false;
  ask(now);
  add_info(output);
  return output;
}

void Table::another_connection(const Guest& guest, Time now) {
  const auto seat = seat_of(guest);
  if (!seat) return;
  chairs_[*seat].lag = {};
  if (playing_) playing_->another_connection(*seat, room(now));
}

void Table::pong(const Guest& guest, const live::RoundTrip& trip, Time now) {
  if (const auto seat = seat_of(guest)) chairs_[*seat].lag.pong(trip, now);
}

Output Table::connections(Time now) {
  Output output;
  if (!game_->is_race()) return output;
  bool changed = false;
  for (Seat seat : chairs_.people()) {
    Chair& chair = chairs_[seat];
    const protocol::Quality quality = chair.lag.quality(now, lag_cap());
    changed |= chair.connected && quality != chair.told;
    chair.told = quality;
  }
  if (changed) add_info(output);
  return output;
}

std::int32_t Table::lag_cap() const {
  return std::min<std::int32_t>(opened_.settings.lag_cap.value_or(live::default_lag_cap),
                                live::largest_lag_cap);
}

// ---- Names ----

Output Table::renamed(const Guest& guest, const std::string& name) {
  Output output;
  const std::optional<Seat> seat = seat_of(guest);
  if (guest == host()) host_name_ = name;
  if (!seat || chairs_[*seat].name == name) return output;
  chairs_[*seat].name = name;
  add_info(output);
  return output;
}

Output Table::follow_up(const protocol::TableId& next) {
  Output output;
  next_ = next;
  add_info(output);
  return output;
}

}  // namespace tatami::table
