#include "table/table.h"

#include <algorithm>

namespace tatami::table {

using protocol::Sitter;
using protocol::Stage;

namespace {

constexpr Time second = 1000;
constexpr Time day = second * 60 * 60 * 24;
constexpr Time gathering_at_most = day;
constexpr Time pause_before_reopening = 2 * second;  // to find the roll that lies there

}  // namespace

void Outcome::add(Outcome more) {
  std::ranges::move(more.entries, std::back_inserter(entries));
  std::ranges::move(more.letters, std::back_inserter(letters));
  std::ranges::move(more.thoughts, std::back_inserter(thoughts));
  opens_window |= more.opens_window;
}

// ---- Chairs ----

void Table::change(const Sat& sat) {
  ++seatings_[sat.guest];
  ++all_seatings_;
  Chair& chair = chairs_[sat.seat];
  if (chair.guest != sat.guest) {
    chair = {};
    chair.since = seq_ + 1;
  }
  chair.expected = false;
  chair.sitter = Sitter::person;
  chair.guest = sat.guest;
  chair.contribution = sat.contribution;
  chair.hand = sat.hand;
}

void Table::change(const Kept& kept) {
  Chair& chair = chairs_[kept.seat] = {};
  chair.sitter = Sitter::person;
  chair.guest = kept.guest;
  chair.hand = kept.hand;
  chair.since = seq_ + 1;
  chair.expected = true;
}

void Table::change(const BotSat& sat) {
  ++bots_seated_;
  chairs_[sat.seat] = {};
  chairs_[sat.seat].sitter = Sitter::bot;
  chairs_[sat.seat].level = sat.level;
}

void Table::change(const Stood& stood) {
  if (stood.removed) removed_.insert(chairs_[stood.seat].guest);
  chairs_[stood.seat] = {};
}

void Table::change(const Claimed& claimed) {
  ++seatings_[claimed.guest];
  Chair& chair = chairs_[claimed.seat];
  if (chair.guest == opened_.host) opened_.host = claimed.guest;
  chair.guest = claimed.guest;
  chair.connected = chair.away = false;
  chair.line = {};
}

SeatSet Table::people() const {
  return seats_where(chairs_, [](const Chair& chair) { return chair.sitter == Sitter::person; });
}

SeatSet Table::played_by_bots() const {
  return seats_where(chairs_, [](const Chair& chair) {
    return chair.sitter == Sitter::bot || (chair.sitter == Sitter::person && chair.away);
  });
}

SeatSet Table::decided_by_bots() const {
  return seats_where(chairs_, [](const Chair& chair) {
    return chair.sitter == Sitter::bot ||
           (chair.sitter == Sitter::person && (chair.away || chair.overdue));
  });
}

std::optional<Seat> Table::seat_of(const Guest& guest) const {
  for (Seat seat : people())
    if (chairs_[seat].guest == guest) return seat;
  return {};
}

std::vector<Guest> Table::guests() const {
  std::vector<Guest> all;
  for (Seat seat : people()) all.push_back(chairs_[seat].guest);
  return all;
}

const Guest* Table::guest_at(Seat seat) const {
  return people().contains(seat) ? &chairs_[seat].guest : nullptr;
}

Outcome Table::follow_up(const protocol::TableId& next) {
  Outcome outcome;
  next_ = next;
  add_info(outcome);
  return outcome;
}

std::uint8_t Table::seated() const {
  return static_cast<std::uint8_t>(seats_where(chairs_, [](const Chair& chair) {
                                     return chair.sitter != Sitter::nobody;
                                   }).size());
}

std::vector<Entry> Table::seats_for_rematch(bool rotate) const {
  std::vector<Entry> entries;
  const int players = opened_.settings.header.players();
  for (Seat seat : all_chairs()) {
    const Chair& chair = chairs_[seat];
    const Seat to = rotate ? left_of(seat, players) : seat;
    if (chair.sitter == Sitter::person) entries.emplace_back(Kept{to, chair.guest, chair.hand});
    if (chair.sitter == Sitter::bot) entries.emplace_back(BotSat{to, chair.level});
  }
  return entries;
}

// ---- The game ----

Stage Table::stage() const {
  if (closed_) return Stage::over;
  return std::visit(
      []<class G>(const G& game) {
        if constexpr (std::is_same_v<G, std::monostate>)
          return Stage::gathering;
        else
          return game.is_over() ? Stage::over : Stage::playing;
      },
      game_);
}

Which Table::which() const {
  return std::holds_alternative<record::DojoHeader>(opened_.settings.header.game)
             ? Which::dojo
             : Which::tatamokatsu;
}

History Table::start() {
  for (Seat seat : all_chairs()) chairs_[seat].expected = false;
  std::vector<std::string> contributions;
  for (Seat seat : all_chairs()) contributions.push_back(chairs_[seat].contribution);
  const chance::Bytes32 key = chance::key_of(seed_, contributions);
  const protocol::Header& header = opened_.settings.header;
  if (const auto* dojo = std::get_if<record::DojoHeader>(&header.game)) {
    auto& game = game_.emplace<DojoGame>(*dojo, header.first_is_named, key);
    History history = game.begin();
    told_ = protocol::position_of(game.shown().open);
    return history;
  }
  record::TatamokatsuHeader with_hands = std::get<record::TatamokatsuHeader>(header.game);
  for (Seat seat : all_chairs()) with_hands.table.hands[seat] = chairs_[seat].hand;
  auto& game = game_.emplace<TatamokatsuGame>(with_hands, header.first_is_named, key);
  told_ = protocol::position_of(game.shown().open);
  return {};
}

std::optional<std::string_view> Table::objection(const protocol::Move& move) const {
  const auto in = [&]<class G>(const G& game) -> std::optional<std::string_view> {
    if constexpr (std::is_same_v<G, std::monostate>) {
      return "the game has not begun";
    } else {
      const auto* action = std::get_if<typename G::Action>(&move.action);
      if (!action) return "that is another game's";
      const auto refusal = game.check(*action);
      if (!refusal) return {};
      return describe(*refusal);
    }
  };
  return std::visit(in, game_);
}

History Table::play(const protocol::Move& move) {
  return std::visit(
      [&]<class G>(G& game) -> History {
        if constexpr (std::is_same_v<G, std::monostate>)
          return {};
        else
          return game.take(std::get<typename G::Action>(move.action));
      },
      game_);
}

void Table::remember(const History& history) {
  for (const Happened& each : history) {
    lines_.push_back(protocol::to_json(each.move));
    const auto* action = std::get_if<tatamokatsu::Action>(&each.move.action);
    if (!action) continue;
    if (std::holds_alternative<tatamokatsu::RollDice>(*action)) since_.clear();
    since_.push_back(each);
  }
}

Outcome Table::act(Seat seat, const protocol::Move& move, Time now) {
  Outcome outcome;
  const History history = play(move);
  remember(history);
  log(Acted{move, moves_of(history)}, outcome);
  asking_.erase(seat);
  ask(now);
  outcome.add(publish(history, now));
  return outcome;
}

SeatSet Table::must_decide() const {
  return std::visit(
      [this]<class G>(const G& game) -> SeatSet {
        if constexpr (std::is_same_v<G, TatamokatsuGame>) {
          if (game.awaits_throw() && !window_.faces_at) return SeatSet{game.state().open.roller};
        }
        if constexpr (std::is_same_v<G, std::monostate>)
          return {};
        else
          return game.to_act();
      },
      game_);
}

// Notes since when each seat has had to decide, and lets the bots have a moment first.
void Table::ask(Time now) {
  const SeatSet deciding = must_decide();
  for (Seat seat : without(deciding, asking_)) {
    chairs_[seat].asked_at = seq_;
    chairs_[seat].asked_since = now;
    chairs_[seat].overdue = chairs_[seat].thinking = false;
  }
  asking_ = deciding;
  bots_at_.reset();
  for (Seat seat : both(deciding, decided_by_bots()))
    if (!chairs_[seat].thinking)
      bots_at_ = std::min(bots_at_.value_or(now + rule_.bot_pause),
                          chairs_[seat].asked_since + rule_.bot_pause);
}

void Table::let_bots_act(Outcome& outcome, Time now) {
  if (!bots_at_ || now < *bots_at_ || is_asleep(now)) return;
  bots_at_.reset();
  for (Seat seat : both(must_decide(), decided_by_bots())) {
    Chair& chair = chairs_[seat];
    if (chair.thinking) continue;
    const auto* game = std::get_if<TatamokatsuGame>(&game_);
    if (game && game->awaits_throw()) return outcome.add(throw_dice(now));
    chair.thinking = true;
    const std::uint64_t seed = private_number("think", std::uint64_t{seq_} << 8U | seat.value);
    if (const auto* dojo = std::get_if<DojoGame>(&game_))
      outcome.thoughts.push_back(
          {seat, chair.asked_at, level_of(seat), dojo::view_of(dojo->shown(), seat), seed});
    else if (game)
      outcome.thoughts.push_back(
          {seat, chair.asked_at, level_of(seat), tatamokatsu::view_of(game->state(), seat), seed});
  }
}

Outcome Table::thought(const Think& think, const protocol::Move& move, Time now) {
  Chair& chair = chairs_[think.seat];
  const bool awaited = asking_.contains(think.seat) && chair.asked_at == think.seq &&
                       std::exchange(chair.thinking, false);
  if (!awaited || !decided_by_bots().contains(think.seat) || objection(move)) return {};
  return act(think.seat, move, now);
}

// ---- Time and connections ----

std::optional<Time> Table::time_for_a_decision() const {
  switch (opened_.settings.tempo) {
    case protocol::Tempo::relaxed:
      return 120 * second;
    case protocol::Tempo::normal:
      return 45 * second;
    case protocol::Tempo::fast:
      return 15 * second;
    case protocol::Tempo::days:
      return opened_.settings.days.value_or(1) * day;
    case protocol::Tempo::untimed:
      break;
  }
  return {};
}

std::optional<std::int64_t> Table::time_left(Time now) const {
  const std::optional<Time> limit = time_for_a_decision();
  if (!limit || asking_.empty()) return {};
  Time left = *limit;
  for (Seat seat : asking_) left = std::min(left, chairs_[seat].asked_since + *limit - now);
  return std::max<Time>(left, 0);
}

// When his substitute takes over, if nothing happens.
std::optional<Time> Table::patience_ends(Seat seat) const {
  const std::optional<Time> limit = time_for_a_decision();
  if (!limit) return {};
  return chairs_[seat].asked_since + *limit;
}

// A decision may take days, a race may not.
bool Table::goes_on_for_days() const {
  return opened_.settings.tempo == protocol::Tempo::days && which() == Which::dojo;
}

// Who has no connection and is not yet known to be away.
SeatSet Table::vanishing() const {
  if (goes_on_for_days()) return {};
  return seats_where(chairs_, [](const Chair& chair) {
    return chair.sitter == Sitter::person && !chair.connected && !chair.away;
  });
}

// Where nobody is left, nobody is waiting: the game sleeps until somebody is back, and for a day at
// most.
std::optional<Time> Table::sleeps_until() const {
  if (stage() != Stage::playing || goes_on_for_days() || has_slept_out_ || people().empty())
    return {};
  for (Seat seat : people())
    if (chairs_[seat].connected) return {};
  return deserted_at_ + rule_.asleep_at_most;
}

bool Table::is_asleep(Time now) const {
  const std::optional<Time> until = sleeps_until();
  return until && now < *until;
}

// Everybody's time begins again.
void Table::wake(Time now) {
  for (Seat seat : people()) chairs_[seat].gone_since = now;
  for (Seat seat : asking_) chairs_[seat].asked_since = now;
  if (window_.faces_at) window_.faces_at = now + rule_.away_after;
  if (window_.reopen_at) window_.reopen_at = now + rule_.away_after;
}

void Table::mind_the_time(Outcome& outcome, Time now) {
  if (is_asleep(now)) return;
  has_slept_out_ = sleeps_until().has_value() || has_slept_out_;
  bool somebody = false;
  for (Seat seat : vanishing()) {
    if (now < chairs_[seat].gone_since + rule_.away_after) continue;
    chairs_[seat].away = somebody = true;
    chairs_[seat].overdue = asking_.contains(seat);
  }
  for (Seat seat : without(asking_, decided_by_bots())) {
    const std::optional<Time> end = patience_ends(seat);
    if (!end || now < *end) continue;
    chairs_[seat].away = chairs_[seat].overdue = somebody = true;
  }
  if (!somebody) return;
  ask(now);
  add_info(outcome);
}

Outcome Table::tick(Time now) {
  Outcome outcome;
  if (stage() == Stage::gathering && now >= opened_at_ + gathering_at_most)
    return close("nobody started it");
  if (stage() != Stage::playing) return outcome;
  mind_the_time(outcome, now);
  outcome.add(mind_the_window(now));
  let_bots_act(outcome, now);
  return outcome;
}

Outcome Table::close(const std::string& why) {
  Outcome outcome;
  if (stage() != Stage::gathering) return outcome;
  closed_ = true;
  log(Closed{why}, outcome);
  add_info(outcome);
  return outcome;
}

std::optional<Time> Table::wakes_at() const {
  if (stage() == Stage::over) return {};
  if (stage() == Stage::gathering) return opened_at_ + gathering_at_most;
  if (const auto morning = sleeps_until())
    return window_.sent_at ? std::min(*morning, *window_wakes_at()) : *morning;
  std::optional<Time> wake = bots_at_;
  const auto consider = [&](std::optional<Time> time) {
    if (time) wake = std::min(wake.value_or(*time), *time);
  };
  consider(window_wakes_at());
  for (Seat seat : without(asking_, decided_by_bots())) consider(patience_ends(seat));
  for (Seat seat : vanishing()) consider(chairs_[seat].gone_since + rule_.away_after);
  return wake;
}

Outcome Table::connected(const Guest& guest, bool is, Time now) {
  Outcome outcome;
  const std::optional<Seat> seat = seat_of(guest);
  if (!seat || chairs_[*seat].connected == is) return outcome;
  Chair& chair = chairs_[*seat];
  if (is && is_asleep(now)) wake(now);
  chair.connected = is;
  chair.line = {};
  if (is)
    chair.expected = has_slept_out_ = false;
  else
    chair.gone_since = deserted_at_ = now;
  for (std::optional<Time>* waits : {&window_.reopen_at, &window_.faces_at})
    if (*waits && is && vanishing().empty())
      *waits = std::min(**waits, now + pause_before_reopening);
  if (is && chair.away) return heard_from(guest, now);
  if (window_.sent_at) judge();
  ask(now);
  add_info(outcome);
  return outcome;
}

void Table::another_line(const Guest& guest) {
  const auto seat = seat_of(guest);
  if (!seat) return;
  chairs_[*seat].line = {};
  window_.credit[*seat] = 0;
  if (window_.sent_at) judge();
}

void Table::pong(const Guest& guest, std::int32_t round_trip, Time now) {
  if (const auto seat = seat_of(guest)) chairs_[*seat].line.pong(round_trip, now);
}

Outcome Table::lines(Time now) {
  Outcome outcome;
  if (which() != Which::tatamokatsu) return outcome;
  bool changed = false;
  for (Seat seat : people()) {
    Chair& chair = chairs_[seat];
    const protocol::Quality quality = chair.line.quality(now, lag_cap());
    changed |= chair.connected && quality != chair.told;
    chair.told = quality;
  }
  if (changed) add_info(outcome);
  return outcome;
}

Outcome Table::renamed(const Guest& guest, const std::string& name) {
  Outcome outcome;
  const std::optional<Seat> seat = seat_of(guest);
  if (guest == opened_.host) host_name_ = name;
  if (!seat || chairs_[*seat].name == name) return outcome;
  chairs_[*seat].name = name;
  add_info(outcome);
  return outcome;
}

bool Table::is_finished() const { return stage() == Stage::over; }

}  // namespace tatami::table
