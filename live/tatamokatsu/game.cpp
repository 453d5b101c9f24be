#include "live/tatamokatsu/game.h"

#include <algorithm>
#include <limits>

#include "live/limits.h"
#include "live/tatamokatsu/bots.h"
#include "rules/tatamokatsu/view.h"
#include "rules/tatamokatsu/window.h"

namespace tatami::live {

using namespace tatamokatsu;
using Why = protocol::Refusal;

namespace {

constexpr Time shortest_tumble = 1100;  // from the throw to the faces; dice lie still by then
constexpr Time longest_tumble = 2300;
constexpr Time pause_before_reopening = 2000;  // to find the roll that lies there

record::Proposal<record::TatamokatsuHeader> read_header(const Start& start) {
  auto proposal = *record::from_json<record::Proposal<record::TatamokatsuHeader>>(
      std::string_view{start.header});
  proposal.header.setup.hands = start.hands;
  return proposal;
}

// Draws who begins from the same stream as the dice that follow.
record::TatamokatsuHeader with_first(record::Proposal<record::TatamokatsuHeader> proposal,
                                     chance::ChaCha20& numbers) {
  tatamokatsu::Setup& setup = proposal.header.setup;
  if (!proposal.first_is_named)
    setup.first_roller = Seat{static_cast<int>(numbers.below(setup.players))};
  return proposal.header;
}

std::optional<Seat> seat_of(const Action& action) {
  return std::visit(
      [](const auto& each) -> std::optional<Seat> {
        if constexpr (requires { each.seat; }) return each.seat;
        return {};
      },
      action);
}

ActionId at_time(const Action& action, std::int32_t time) {
  Action moved = action;
  std::visit(
      [&](auto& each) {
        if constexpr (requires {
                        each.seat;
                        each.at;
                      })
          each.at = Millis{time};
      },
      moved);
  return pack(moved);
}

std::string noise_of(const std::string& table, ActionId action, Roll roll) {
  live::Heard heard{table, action.seat(), deed_of(action), {}, {}};
  if (heard.deed == Deed::announce) {
    heard.values.emplace(values_of(action.values()));
    heard.sum.emplace(
        static_cast<std::uint8_t>(what_is(roll).sum(action.values().count_of_tens())));
  }
  return protocol::message_of(heard);
}

}  // namespace

std::span<const bots::Level> Tatamokatsu::levels() { return bots::tatamokatsu_level_list; }

Tatamokatsu::Offered Tatamokatsu::offered() {
  Offered offered;
  for (int die = 0; die < dice; ++die) {
    auto& faces = offered.dice.emplace_back();
    for (unsigned side = 0; side < sides; ++side) faces.push_back(face_on(Die{die}, side));
  }
  for (int left = 0; left <= fingers_of_a_hand; ++left)
    offered.safe_throws.push_back(safe_throw(left));
  return offered;
}

// The exact players solve the game once for each level and number of players.
std::vector<std::function<void()>> Tatamokatsu::preparations() {
  std::vector<std::function<void()>> jobs;
  jobs.reserve(thoughts_ahead);
  for (std::size_t i = 0; i < thoughts_ahead; ++i) jobs.emplace_back([i] { think_ahead(i); });
  return jobs;
}

std::optional<std::string> Tatamokatsu::objection(const record::TatamokatsuHeader& header) {
  constexpr std::int32_t longest = 60'000;
  const Timing& timing = header.setup.timing;
  for (const Millis time : {timing.window, timing.announce, timing.quiet, timing.tie, timing.bow})
    if (time.count > longest)
      return "timing: nobody waits longer than " + std::to_string(longest) + " ms";
  return {};
}

Tatamokatsu::Tatamokatsu(const Start& start)
    : Tatamokatsu(start, read_header(start), chance::ChaCha20{start.key}) {}

Tatamokatsu::Tatamokatsu(const Start& start,
                         const record::Proposal<record::TatamokatsuHeader>& proposal,
                         chance::ChaCha20 numbers)
    : table_(start.table),
      secret_(start.secret),
      lag_cap_(start.lag_cap),
      away_after_(start.away_after),
      header_(with_first(proposal, numbers)),
      luck_(numbers),
      state_(tatamokatsu::start(header_.setup)) {}

// ---- The game ----

SeatSet Tatamokatsu::must_act() const {
  if (awaits_throw() && !window_.faces_at) return SeatSet{state_.open.roller};
  return state_.open.to_act;
}

std::vector<Action> Tatamokatsu::take(const Action& action) {
  const std::size_t before = history_.size();
  happen(pack(action));
  follow();
  return history_.since(before);
}

std::vector<Action> Tatamokatsu::roll(const Room& room) {
  const std::size_t before = history_.size();
  happen(luck_.next(state_.open));
  window_ = {};
  window_.seq = room.seq + 1;
  return history_.since(before);
}

// The window closes as its reactions were put in order.
std::vector<Action> Tatamokatsu::take_verdict(const Ordered& ordered, std::int32_t waited,
                                              const Room& room) {
  const std::size_t before = history_.size();
  Verdict verdict{table_, room.seq + 1, ordered.reactions, waited, {}, {}, {}};
  for (ActionId action : ordered.happened) happen(action);
  happen({Kind::close, Seat{}, ordered.close});
  verdict.losses = losses_of(state_.open);
  if (state_.open.contenders.size() > 1) verdict.tied = state_.open.contenders;
  if (const SeatSet seats = inhuman(ordered, room); !seats.empty()) verdict.inhuman.emplace(seats);
  follow();
  verdicts_.push_back(std::move(verdict));
  return history_.since(before);
}

SeatSet Tatamokatsu::inhuman(const Ordered& ordered, const Room& room) {
  SeatSet reacted;
  SeatSet found;
  for (const Reaction& reaction : ordered.reactions) {
    if (reacted.contains(reaction.seat)) continue;
    reacted.insert(reaction.seat);
    series_[reaction.seat].add(reaction.at);
  }
  for (Seat seat : without(all_seats(state_.open.setup.players), room.played_by_bots))
    if (series_[seat].no_person_has()) found.insert(seat);
  return found;
}

void Tatamokatsu::happen(ActionId action) {
  apply_unchecked(state_, action);
  const Action taken = *unpack(action);
  if (action.kind() == Kind::roll) since_roll_.clear();
  since_roll_.push_back({{taken, false}});
  history_.add(taken);
}

// Roll-offs (T14), and what leaves no choice: a last finger.
void Tatamokatsu::follow() {
  const Open& open = state_.open;
  for (;;) {
    if (open.phase == Phase::rolloff)
      happen(luck_.next(open));
    else if (!open.to_act.empty() && Options{open}.size() == 1)
      happen(Options{open}[0]);
    else
      return;
  }
}

// ---- What is done ----

Step Tatamokatsu::begin() {
  Step step;
  step.entries.push_back(record::to_json(Entry{Started<Action>{}}));
  told_ = position_of(state_.open);
  return step;
}

Answer Tatamokatsu::submit(Seat seat, const json::Value& command, const Room& room) {
  const auto read = record::from_json<Command>(command);
  if (!read) return Refused{Why::bad_message, read.error().what};
  return std::visit([&](const auto& each) { return on(seat, each, room); }, *read);
}

Answer Tatamokatsu::on(Seat seat, const Act<Action>& act, const Room& room) {
  if (seat_of(act.move) != seat)
    return Refused{Why::against_the_rules, "that is not for your seat to do"};
  if (is_reaction(act.move)) return react(seat, act, room);
  const bool is_old = must_act().contains(seat) && act.seq < room.asked_at[seat];
  if (is_old || act.seq > room.seq) return Refused{Why::stale, {}};
  if (const auto why = check(state_, act.move))
    return Refused{Why::against_the_rules, std::string{describe(*why)}};
  return this->act(act.move, seat);
}

Answer Tatamokatsu::on(Seat seat, const ThrowDice& /*command*/, const Room& room) {
  if (!awaits_throw() || !must_act().contains(seat))
    return Refused{Why::against_the_rules, "it is not for you to roll now"};
  return throw_dice(room);
}

Step Tatamokatsu::act(const Action& action, Seat seat) {
  Step step;
  step.entries.push_back(record::to_json(Entry{Acted<Action>{action, take(action)}}));
  step.answered = SeatSet{seat};
  step.is_news = true;
  return step;
}

Step Tatamokatsu::let_bots_act(SeatSet seats, const Room& room) {
  if (awaits_throw()) return throw_dice(room);
  Step step;
  for (Seat seat : seats) {
    const auto player = tatamokatsu_player(room.levels[seat], state_.open.setup.players);
    const std::uint64_t seed = secret_.number("think", std::uint64_t{room.seq} << 8U | seat.value);
    const bool is_slow = bots::tatamokatsu_level_named(room.levels[seat])->level.is_slow;
    step.thoughts.push_back({seat, is_slow, [=, view = view_of(state_, seat)] {
                               SplitMix numbers{seed};
                               return player.choose(view, numbers).bits();
                             }});
  }
  return step;
}

std::optional<Step> Tatamokatsu::decide(Seat seat, std::uint32_t action, const Room& /*room*/) {
  const std::optional<Action> move = unpack(ActionId::from_bits(action));
  if (!move || check(state_, *move)) return {};
  return act(*move, seat);
}

// ---- The window ----

Step Tatamokatsu::throw_dice(const Room& room) {
  window_ = {};
  const std::uint64_t span = longest_tumble - shortest_tumble + 1;
  window_.faces_at =
      room.now + shortest_tumble + static_cast<Time>(secret_.number("tumble", room.seq) % span);
  Step step;
  step.notes.push_back({Note::To::all, {}, protocol::message_of(Rolling{table_})});
  return step;
}

Step Tatamokatsu::faces_fall(const Room& room) {
  Step step;
  step.entries.push_back(record::to_json(Entry{Rolled{roll(room)}}));
  step.is_news = step.opens_window = true;
  return step;
}

void Tatamokatsu::sent(const Room& room) {
  if (!is_window_open() || window_.sent_at) return;
  window_.sent_at = room.now;
  window_.bots = {room.played_by_bots, {}, secret_.number("reflexes", window_.seq)};
  for (Seat seat : window_.bots.seats) window_.bots.levels[seat] = room.levels[seat];
  for (Seat seat : room.people) claims_[seat].open(room.lags[seat], room.now, lag_cap_);
  order(room);
}

// A verdict is certain when nobody's earlier reaction can still be under way: what arrives later
// than this counts as later than the close. After a claim, those who have not reacted yet have a
// moment to be on the photo. Seats without a connection are not waited for, nor are
// those from whom something later has already come.
void Tatamokatsu::order(const Room& room) {
  window_.ordered = put_in_order(state_, window_.people, window_.bots);
  const std::int32_t photo = window_.ordered.claimed ? photo_finish : 0;
  std::int32_t under_way = 0;
  for (Seat seat : without(may_react(state_.open), window_.bots.seats))
    if (room.connected.contains(seat) && window_.latest[seat] < window_.ordered.close.count)
      under_way = std::max({under_way, claims_[seat].most(), photo});
  window_.verdict_at = *window_.sent_at + window_.ordered.close.count + under_way + 1;
}

Answer Tatamokatsu::react(Seat seat, const Act<Action>& act, const Room& room) {
  const auto refused = [](Why why, std::string text = {}) { return Refused{why, std::move(text)}; };
  if (!is_window_open() || !window_.sent_at)
    return refused(Why::against_the_rules, "no roll lies on the table");
  if (act.seq < window_.seq) return refused(Why::stale);
  if (!may_react(state_.open).contains(seat))
    return refused(Why::against_the_rules, "you cannot react to this roll");
  if (window_.bots.seats.contains(seat))
    return refused(Why::against_the_rules, "a bot plays for you at this roll");
  if (++window_.reactions[seat] > most_reactions) return refused(Why::too_fast);

  const std::int32_t claimed = pack(act.move).at().count;
  const auto arrived =
      static_cast<std::int32_t>(std::min<Time>(room.now - *window_.sent_at, longest_timing.count));
  const std::int32_t lag =
      claims_[seat].grant(std::max(0, arrived - claimed), deed_of(pack(act.move)));
  const std::int32_t time = std::max(decided_time(arrived, lag), window_.latest[seat]);
  window_.latest[seat] = time;
  const Decided decided{at_time(act.move, time), arrived, std::max(0, arrived - time),
                        room.lags[seat].spread(room.now)};
  const auto later =
      std::ranges::upper_bound(window_.people, time_of(decided.action), {},
                               [](const Decided& each) { return time_of(each.action); });
  window_.people.insert(later, decided);
  order(room);
  Step step;
  make_noise(decided.action, room);
  step.add(tick(room));
  return step;
}

// A noise is heard when an answer to it can no longer be decided before it.
void Tatamokatsu::make_noise(ActionId action, const Room& room) {
  const std::string text = noise_of(table_, action, state_.open.roll);
  const Time made = *window_.sent_at + action.at().count;
  Time everywhere = room.now;
  for (Seat seat : room.people) {
    const Time from = seat == action.seat() ? room.now : made + claims_[seat].hears_after();
    window_.noises.push_back({from, {Note::To::seat, seat, text}});
    everywhere = std::max(everywhere, from);
  }
  window_.noises.push_back({everywhere, {Note::To::others, {}, text}});
}

std::vector<Note> Tatamokatsu::noises_until(Time now) {
  std::vector<Note> notes;
  std::erase_if(window_.noises, [&](Noise& noise) {
    if (noise.from > now) return false;
    notes.push_back(std::move(noise.note));
    return true;
  });
  return notes;
}

Step Tatamokatsu::tick(const Room& room) {
  Step step;
  if (window_.faces_at && room.now >= *window_.faces_at) return faces_fall(room);
  if (window_.reopen_at && room.now >= *window_.reopen_at) {
    window_.reopen_at.reset();
    step.shows_again = step.opens_window = true;
    return step;
  }
  if (!is_window_open() || !window_.sent_at) return step;
  for (ActionId action : window_.ordered.happened) {
    if (!window_.bots.seats.contains(action.seat()) ||
        *window_.sent_at + action.at().count > room.now ||
        std::ranges::find(window_.bots_heard, action) != window_.bots_heard.end())
      continue;
    window_.bots_heard.push_back(action);
    make_noise(action, room);
  }
  step.notes = noises_until(room.now);
  if (room.now >= window_.verdict_at) step.add(close_window(room));
  return step;
}

Step Tatamokatsu::close_window(const Room& room) {
  Step step;
  step.notes = noises_until(std::numeric_limits<Time>::max());
  for (Seat seat : room.people) claims_[seat].close();
  const Ordered ordered = std::move(window_.ordered);
  const auto waited = static_cast<std::int32_t>(room.now - *window_.sent_at - ordered.close.count);
  const std::vector<Action> moves = take_verdict(ordered, waited, room);
  step.entries.push_back(record::to_json(Entry{Judged{ordered.reactions, waited, moves}}));
  window_ = {};
  verdict_is_news_ = true;
  step.answered = all_seats(most_players);
  step.is_news = true;
  return step;
}

std::optional<Time> Tatamokatsu::wakes_at() const {
  if (window_.faces_at) return window_.faces_at;
  if (window_.reopen_at) return window_.reopen_at;
  if (!is_window_open() || !window_.sent_at) return {};
  Time wake = window_.verdict_at;
  for (ActionId action : window_.ordered.happened)
    if (window_.bots.seats.contains(action.seat()) &&
        std::ranges::find(window_.bots_heard, action) == window_.bots_heard.end())
      wake = std::min(wake, *window_.sent_at + action.at().count);
  for (const Noise& noise : window_.noises) wake = std::min(wake, noise.from);
  return wake;
}

void Tatamokatsu::people_changed(const Room& room) {
  const SeatSet vanishing = without(without(room.people, room.connected), room.played_by_bots);
  for (std::optional<Time>* waits : {&window_.reopen_at, &window_.faces_at})
    if (*waits && vanishing.empty()) *waits = std::min(**waits, room.now + pause_before_reopening);
  if (window_.sent_at) order(room);
}

// The lag of the former connection says nothing about this one.
void Tatamokatsu::another_connection(Seat seat, const Room& room) {
  claims_[seat].forget();
  if (window_.sent_at) order(room);
}

void Tatamokatsu::wake(const Room& room) {
  for (std::optional<Time>* waits : {&window_.reopen_at, &window_.faces_at})
    if (*waits) *waits = room.now + away_after_;
}

// ---- The log ----

std::optional<std::string> Tatamokatsu::fold(const json::Value& entry, const Room& room) {
  const auto read = record::from_json<Entry>(entry);
  if (!read) return "cannot be read";
  const auto problem = std::visit([&](const auto& each) { return refold(each, room); }, *read);
  history_.told();
  return problem;
}

std::optional<std::string> Tatamokatsu::refold(const Started<Action>& started,
                                               const Room& /*room*/) {
  if (!started.moves.empty()) return "the log tells other consequences than the rules";
  return {};
}

std::optional<std::string> Tatamokatsu::refold(const Acted<Action>& acted, const Room& /*room*/) {
  if (check(state_, acted.action)) return "against the rules";
  if (take(acted.action) != acted.moves) return "the log tells other consequences than the rules";
  return {};
}

std::optional<std::string> Tatamokatsu::refold(const Rolled& rolled, const Room& room) {
  if (!awaits_throw()) return "no roll is due";
  if (roll(room) != rolled.moves) return "the log tells other consequences than the rules";
  return {};
}

std::optional<std::string> Tatamokatsu::refold(const Judged& judged, const Room& room) {
  if (!is_window_open()) return "no window is open";
  Ordered ordered{{}, {}, judged.reactions, false};
  for (const Action& action : judged.moves) {
    if (const auto* close = std::get_if<Close>(&action)) {
      ordered.close = close->at;
      break;
    }
    ordered.happened.push_back(pack(action));
  }
  if (!fits(state_, ordered)) return "against the rules";
  if (take_verdict(ordered, judged.waited, room) != judged.moves)
    return "the log tells other consequences than the rules";
  return {};
}

void Tatamokatsu::resume(const Room& room) {
  told_ = position_of(state_.open);
  if (is_window_open()) window_.reopen_at = room.now + away_after_;
}

// ---- Letters ----

std::vector<Note> Tatamokatsu::update(const Room& room) {
  const TatamokatsuPosition position = position_of(state_.open);
  Update<Tatamokatsu> update{table_,
                             room.seq,
                             room.time_left,
                             protocol::Partial<TatamokatsuPosition>::change(told_, position),
                             {},
                             {},
                             {}};
  auto notes = notes_of(std::move(update), history_, room,
                        [&](Seat seat) { return own_of(view_of(state_, seat)); });
  if (std::exchange(verdict_is_news_, false))
    notes.insert(notes.begin(), {Note::To::all, {}, protocol::message_of(verdicts_.back())});
  told_ = position;
  history_.told();
  return notes;
}

std::vector<std::string> Tatamokatsu::view_for(std::optional<Seat> reader, const Room& room) const {
  live::Position<Tatamokatsu> position{
      table_, room.seq, room.time_left, position_of(state_.open), {}, {}, {}};
  if (reader) position.own.emplace(own_of(view_of(state_, *reader)));
  position.since.emplace(since_roll_);
  std::vector<std::string> texts = {protocol::message_of(position)};
  if (!is_window_open() && !verdicts_.empty())
    texts.push_back(protocol::message_of(verdicts_.back()));
  return texts;
}

std::vector<std::string> Tatamokatsu::verdicts() const {
  std::vector<std::string> texts;
  texts.reserve(verdicts_.size());
  for (const Verdict& verdict : verdicts_) texts.push_back(protocol::message_of(verdict));
  return texts;
}

static_assert(LiveGame<Tatamokatsu>);

}  // namespace tatami::live
