#include "table/table.h"

#include <algorithm>

namespace tatami::table {

using protocol::Refusal;
using protocol::Sitter;
using protocol::Stage;

namespace {

constexpr Time second = 1000;
constexpr Time day = second * 60 * 60 * 24;
constexpr Time gathering_at_most = day;

std::optional<Seat> seat_of(const protocol::Move& move) {
  return std::visit(
      [](const auto& action) {
        return std::visit(
            [](const auto& each) -> std::optional<Seat> {
              if constexpr (requires { each.seat; }) return each.seat;
              return {};
            },
            action);
      },
      move.action);
}

bool is_chance(const protocol::Move& move) {
  const auto* dojo = std::get_if<dojo::Action>(&move.action);
  return dojo && std::holds_alternative<dojo::Deal>(*dojo);
}

}  // namespace

void Outcome::add(Outcome more) {
  std::ranges::move(more.entries, std::back_inserter(entries));
  std::ranges::move(more.letters, std::back_inserter(letters));
  std::ranges::move(more.thoughts, std::back_inserter(thoughts));
  opens_window |= more.opens_window;
}

// ---- Opening, and folding what was logged ----

Table::Table(Opened opened, Rule rule, Time now)
    : opened_(std::move(opened)),
      rule_(rule),
      seed_(chance::from_hex(opened_.seed).value_or(chance::Seed{})),
      opened_at_(now) {}

Result<std::unique_ptr<Table>, std::string> Table::fold(const std::vector<std::string>& entries,
                                                        Rule rule, Time now, Time last) {
  std::unique_ptr<Table> table;
  for (std::size_t i = 0; i < entries.size(); ++i) {
    const auto wrong = [&](const std::string& what) {
      return "entry " + std::to_string(i + 1) + ": " + what;
    };
    auto entry = protocol::from_json<Entry>(entries[i]);
    if (!entry) return wrong(entry.error().what);
    if (auto* opened = std::get_if<Opened>(&*entry)) {
      if (i > 0) return wrong("opened twice");
      table = std::make_unique<Table>(std::move(*opened), rule, now);
    } else if (!table) {
      return wrong("not opened");
    } else if (const auto problem = table->refold(*entry)) {
      return wrong(*problem);
    }
    ++table->seq_;
  }
  if (!table) return std::string{"empty"};
  for (Seat seat : table->people()) table->chairs_[seat].gone_since = now;
  const auto* game = std::get_if<TatamokatsuGame>(&table->game_);
  if (game && game->is_window_open()) table->window_.reopen_at = now + 5 * second;
  std::visit(
      [&]<class G>(const G& playing) {
        if constexpr (!std::is_same_v<G, std::monostate>)
          table->told_ = protocol::position_of(playing.shown().open);
      },
      table->game_);
  // Minutes begin again for everybody, days go on.
  table->ask(table->settings().tempo == protocol::Tempo::days ? last : now);
  return table;
}

struct Table::Refolding {
  Table& table;
  using Verdict = std::optional<std::string>;

  Verdict same(const History& history, const Moves& moves) const {
    table.remember(history);
    if (moves_of(history) != moves) return "what followed is not what was written";
    return {};
  }

  Verdict operator()(const Opened&) const { return "opened twice"; }
  Verdict operator()(const Started& started) const {
    if (table.stage() != Stage::gathering || table.seated() < table.all_chairs().size())
      return "started too early or twice";
    return same(table.start(), started.moves);
  }
  Verdict operator()(const Acted& acted) const {
    if (table.objection(acted.action)) return "against the rules";
    return same(table.play(acted.action), acted.moves);
  }
  Verdict operator()(const TookBack& back) const {
    auto* game = std::get_if<DojoGame>(&table.game_);
    if (!game || !game->may_take_back(back.seat)) return "nothing to take back";
    game->take_back(back.seat);
    return {};
  }
  Verdict operator()(const Rolled& rolled) const {
    auto* game = std::get_if<TatamokatsuGame>(&table.game_);
    if (!game || !game->awaits_throw()) return "no roll is due";
    table.window_ = {};
    table.window_.seq = table.seq_ + 1;
    return same(game->roll(), rolled.moves);
  }
  Verdict operator()(const Judged& judged) const { return table.refold_window(judged); }
  Verdict operator()(const Closed&) const {
    table.closed_ = true;
    return {};
  }
  Verdict operator()(const auto& seating) const {
    if (!table.all_chairs().contains(seating.seat)) return "no such seat";
    table.change(seating);
    return {};
  }
};

std::optional<std::string> Table::refold(const Entry& entry) {
  return std::visit(Refolding{*this}, entry);
}

std::optional<std::string> Table::refold_window(const Judged& judged) {
  auto* game = std::get_if<TatamokatsuGame>(&game_);
  if (!game || !game->is_window_open()) return "no window is open";
  TatamokatsuGame::Judgement judgement;
  for (const protocol::Move& move : judged.moves) {
    const auto* action = std::get_if<tatamokatsu::Action>(&move.action);
    if (!action) return "not of this game";
    if (const auto* close = std::get_if<tatamokatsu::Close>(action)) {
      judgement.close = close->at;
      break;
    }
    judgement.happened.push_back(tatamokatsu::pack(*action));
  }
  if (!game->fits(judgement)) return "against the rules";
  const History history = game->conclude(judgement);
  remember(history);
  verdicts_.push_back({opened_.table, seq_ + 1, judged.reactions, judged.waited});
  if (moves_of(history) != judged.moves) return "what followed is not what was written";
  return {};
}

void Table::log(const Entry& entry, Outcome& outcome) {
  outcome.entries.push_back(protocol::to_json(entry));
  ++seq_;
}

Outcome Table::changed(const Entry& entry) {
  Outcome outcome;
  log(entry, outcome);
  add_info(outcome);
  return outcome;
}

// ---- Chairs ----

void Table::change(const Sat& sat) {
  Chair& chair = chairs_[sat.seat];
  if (chair.guest != sat.guest) chair = {};
  chair.sitter = Sitter::person;
  chair.guest = sat.guest;
  chair.contribution = sat.contribution;
  chair.hand = sat.hand;
}

void Table::change(const BotSat& sat) {
  chairs_[sat.seat] = {};
  chairs_[sat.seat].sitter = Sitter::bot;
  chairs_[sat.seat].level = sat.level;
}

void Table::change(const Stood& stood) { chairs_[stood.seat] = {}; }

void Table::change(const Claimed& claimed) {
  Chair& chair = chairs_[claimed.seat];
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
    if (chair.sitter == Sitter::person) entries.emplace_back(Sat{to, chair.guest, {}, chair.hand});
    if (chair.sitter == Sitter::bot) entries.emplace_back(BotSat{to, chair.level});
  }
  return entries;
}

// ---- Commands ----

Table::Answer Table::submit(const Guest& guest, const protocol::Command& command, Time now) {
  Answer answer = std::visit([&](const auto& each) { return on(guest, each, now); }, command);
  const std::optional<Seat> seat = seat_of(guest);
  if (!answer || !seat || !chairs_[*seat].away) return answer;
  answer->add(is_back(*seat, now));
  return answer;
}

Outcome Table::is_back(Seat seat, Time now) {
  Outcome outcome;
  chairs_[seat].away = false;
  chairs_[seat].asked_since = now;
  ask(now);
  add_info(outcome);
  return outcome;
}

protocol::Refused Table::refuse(std::string_view command, Refusal why, std::string text) const {
  protocol::Refused refused{std::string{command}, {}, why, std::move(text)};
  refused.table.emplace(opened_.table);
  if (refused.text.empty()) refused.text = std::string{describe(why)};
  return refused;
}

template <class Other>
Table::Answer Table::on(const Guest&, const Other&, Time) {
  return refuse(Other::name, Refusal::bad_message);
}

Table::Answer Table::on(const Guest& guest, const protocol::Sit& sit, Time) {
  const auto refused = [&](Refusal why) { return refuse(protocol::Sit::name, why); };
  if (stage() != Stage::gathering) return refused(Refusal::already_started);
  const std::optional<Seat> mine = seat_of(guest);
  std::optional<Seat> seat = sit.seat;
  if (!seat) seat = mine;
  for (Seat each : all_chairs())
    if (!seat && chairs_[each].sitter == Sitter::nobody) seat = each;
  if (!seat) return refused(Refusal::seat_taken);
  if (seat->value >= opened_.settings.header.players()) return refused(Refusal::no_such_seat);
  if (chairs_[*seat].sitter != Sitter::nobody && seat != mine) return refused(Refusal::seat_taken);

  Outcome outcome;
  if (mine && mine != seat) {
    const Chair chair = chairs_[*mine];
    change(Stood{*mine});
    log(Stood{*mine}, outcome);
    chairs_[*seat] = chair;
  }
  const Sat sat{*seat, guest, sit.contribution.value_or(chairs_[*seat].contribution),
                sit.hand.value_or(chairs_[*seat].hand)};
  change(sat);
  outcome.add(changed(sat));
  return outcome;
}

Table::Answer Table::on(const Guest& guest, const protocol::Stand&, Time) {
  const std::optional<Seat> seat = seat_of(guest);
  if (!seat) return refuse(protocol::Stand::name, Refusal::not_at_this_table);
  if (stage() != Stage::gathering) return refuse(protocol::Stand::name, Refusal::already_started);
  change(Stood{*seat});
  return changed(Stood{*seat});
}

Table::Answer Table::on(const Guest& guest, const protocol::SeatBot& bot, Time) {
  const auto refused = [&](Refusal why) { return refuse(protocol::SeatBot::name, why); };
  if (guest != opened_.host) return refused(Refusal::not_the_host);
  if (stage() != Stage::gathering) return refused(Refusal::already_started);
  if (!is_level(which(), bot.level)) return refused(Refusal::unknown_bot);
  if (bot.seat && bot.seat->value >= opened_.settings.header.players())
    return refused(Refusal::no_such_seat);
  Outcome outcome;
  for (Seat seat : all_chairs()) {
    if (chairs_[seat].sitter != Sitter::nobody || (bot.seat && *bot.seat != seat)) continue;
    change(BotSat{seat, bot.level});
    outcome.add(changed(BotSat{seat, bot.level}));
  }
  if (outcome.entries.empty()) return refused(Refusal::seat_taken);
  return outcome;
}

Table::Answer Table::on(const Guest& guest, const protocol::Remove& remove, Time) {
  const auto refused = [&](Refusal why) { return refuse(protocol::Remove::name, why); };
  if (guest != opened_.host) return refused(Refusal::not_the_host);
  if (stage() != Stage::gathering) return refused(Refusal::already_started);
  if (remove.seat.value >= opened_.settings.header.players() ||
      chairs_[remove.seat].sitter == Sitter::nobody)
    return refused(Refusal::no_such_seat);
  change(Stood{remove.seat});
  return changed(Stood{remove.seat});
}

Table::Answer Table::on(const Guest& guest, const protocol::Start&, Time now) {
  const auto refused = [&](Refusal why) { return refuse(protocol::Start::name, why); };
  if (guest != opened_.host) return refused(Refusal::not_the_host);
  if (stage() != Stage::gathering) return refused(Refusal::already_started);
  if (seated() < opened_.settings.header.players()) return refused(Refusal::empty_chairs);
  Outcome outcome;
  const History history = start();
  remember(history);
  log(Started{moves_of(history)}, outcome);
  ask(now);
  add_info(outcome);
  for (Seat seat : people())
    outcome.letters.push_back({Letter::To::one, chairs_[seat].guest, position_for(seat, now)});
  outcome.letters.push_back({Letter::To::rest, {}, position_for({}, now)});
  return outcome;
}

Table::Answer Table::on(const Guest& guest, const protocol::Act& command, Time now) {
  const std::optional<Seat> seat = seat_of(guest);
  if (!seat) return refuse(protocol::Act::name, Refusal::not_at_this_table);
  if (stage() == Stage::gathering) return refuse(protocol::Act::name, Refusal::not_started);
  if (table::seat_of(command.move) != seat || is_chance(command.move))
    return refuse(protocol::Act::name, Refusal::against_the_rules,
                  "that is not for your seat to do");
  const auto* reaction = std::get_if<tatamokatsu::Action>(&command.move.action);
  if (reaction && TatamokatsuGame::is_reaction(*reaction))
    return react(*seat, *reaction, command.seq, now);
  if (asking_.contains(*seat) && command.seq < chairs_[*seat].asked_at)
    return refuse(protocol::Act::name, Refusal::stale);
  if (const auto why = objection(command.move))
    return refuse(protocol::Act::name, Refusal::against_the_rules, std::string{*why});
  return act(*seat, command.move, now);
}

Table::Answer Table::on(const Guest& guest, const protocol::TakeBack&, Time now) {
  const std::optional<Seat> seat = seat_of(guest);
  if (!seat) return refuse(protocol::TakeBack::name, Refusal::not_at_this_table);
  auto* game = std::get_if<DojoGame>(&game_);
  if (!game || !game->may_take_back(*seat))
    return refuse(protocol::TakeBack::name, Refusal::nothing_to_take_back);
  game->take_back(*seat);
  Outcome outcome;
  log(TookBack{*seat}, outcome);
  const Time since = chairs_[*seat].asked_since;
  ask(now);
  chairs_[*seat].asked_since = since;  // the same question as before
  outcome.add(publish({}, now));
  return outcome;
}

Table::Answer Table::on(const Guest& guest, const protocol::ThrowDice&, Time now) {
  const std::optional<Seat> seat = seat_of(guest);
  if (!seat) return refuse(protocol::ThrowDice::name, Refusal::not_at_this_table);
  const auto* game = std::get_if<TatamokatsuGame>(&game_);
  if (!game || !must_decide().contains(*seat) || !game->awaits_throw())
    return refuse(protocol::ThrowDice::name, Refusal::against_the_rules,
                  "it is not for you to roll now");
  return throw_dice(now);
}

Table::Answer Table::on(const Guest& guest, const protocol::Call& command, Time) {
  const std::optional<Seat> seat = seat_of(guest);
  if (!seat) return refuse(protocol::Call::name, Refusal::not_at_this_table);
  Outcome outcome;
  outcome.letters.push_back(
      {Letter::To::all,
       {},
       protocol::message(protocol::Called{opened_.table, *seat, command.cry})});
  return outcome;
}

Table::Answer Table::on(const Guest& guest, const protocol::Link&, Time) {
  const std::optional<Seat> seat = seat_of(guest);
  if (!seat) return refuse(protocol::Link::name, Refusal::not_at_this_table);
  Outcome outcome;
  outcome.letters.push_back(
      {Letter::To::one, guest,
       protocol::message(protocol::SeatLink{opened_.table, secret_of(*seat)})});
  return outcome;
}

Table::Answer Table::on(const Guest& guest, const protocol::Claim& command, Time) {
  for (Seat seat : is_finished() ? SeatSet{} : people()) {
    if (command.secret != secret_of(seat)) continue;
    if (seat_of(guest) && seat_of(guest) != seat)
      return refuse(protocol::Claim::name, Refusal::already_seated);
    change(Claimed{seat, guest});
    return changed(Claimed{seat, guest});
  }
  return refuse(protocol::Claim::name, Refusal::wrong_secret);
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
  for (const Happened& each : history) lines_.push_back(protocol::to_json(each.move));
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
    chairs_[seat].thinking = false;
  }
  asking_ = deciding;
  bots_at_.reset();
  for (Seat seat : both(deciding, played_by_bots()))
    if (!chairs_[seat].thinking)
      bots_at_ = std::min(bots_at_.value_or(now + rule_.bot_pause),
                          chairs_[seat].asked_since + rule_.bot_pause);
}

void Table::let_bots_act(Outcome& outcome, Time now) {
  if (!bots_at_ || now < *bots_at_) return;
  bots_at_.reset();
  for (Seat seat : both(must_decide(), played_by_bots())) {
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
  if (!awaited || !played_by_bots().contains(think.seat) || objection(move)) return {};
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
  const Chair& chair = chairs_[seat];
  std::optional<Time> end;
  if (const auto limit = time_for_a_decision()) end = chair.asked_since + *limit;
  if (!chair.connected && opened_.settings.tempo != protocol::Tempo::days) {
    const Time gone = std::max(chair.gone_since, chair.asked_since) + rule_.away_after;
    end = std::min(end.value_or(gone), gone);
  }
  return end;
}

void Table::mind_the_time(Outcome& outcome, Time now) {
  bool somebody = false;
  for (Seat seat : without(both(asking_, people()), played_by_bots())) {
    const std::optional<Time> end = patience_ends(seat);
    if (!end || now < *end) continue;
    chairs_[seat].away = somebody = true;
  }
  if (!somebody) return;
  ask(now);
  add_info(outcome);
}

Outcome Table::tick(Time now) {
  Outcome outcome;
  if (stage() == Stage::gathering && now >= opened_at_ + gathering_at_most) {
    closed_ = true;
    log(Closed{"nobody started it"}, outcome);
    add_info(outcome);
    return outcome;
  }
  if (stage() != Stage::playing) return outcome;
  mind_the_time(outcome, now);
  outcome.add(mind_the_window(now));
  let_bots_act(outcome, now);
  return outcome;
}

std::optional<Time> Table::wakes_at() const {
  if (stage() == Stage::over) return {};
  if (stage() == Stage::gathering) return opened_at_ + gathering_at_most;
  std::optional<Time> wake = bots_at_;
  const auto consider = [&](std::optional<Time> time) {
    if (time) wake = std::min(wake.value_or(*time), *time);
  };
  consider(window_wakes_at());
  for (Seat seat : without(both(asking_, people()), played_by_bots()))
    consider(patience_ends(seat));
  return wake;
}

Outcome Table::connected(const Guest& guest, bool is, Time now) {
  Outcome outcome;
  const std::optional<Seat> seat = seat_of(guest);
  if (!seat || chairs_[*seat].connected == is) return outcome;
  Chair& chair = chairs_[*seat];
  chair.connected = is;
  chair.line = {};
  if (is && chair.away) return is_back(*seat, now);
  if (!is) chair.gone_since = now;
  ask(now);
  add_info(outcome);
  return outcome;
}

void Table::pong(const Guest& guest, std::int32_t round_trip, Time now) {
  if (const auto seat = seat_of(guest)) chairs_[*seat].line.pong(round_trip, now);
}

Outcome Table::lines(Time now) {
  Outcome outcome;
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
