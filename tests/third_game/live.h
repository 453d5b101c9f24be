#pragma once

#include <array>

#include "chance/chacha20.h"
#include "live/letters.h"
#include "third_game/record.h"

namespace tatami::live {

struct HighestPosition {
  std::uint8_t round = 0;
  std::uint8_t prize = 0;
  SeatSet to_act;
  record::ForSeats<std::uint8_t> points;
  TATAMI_MESSAGE("highest_position", of("round", &HighestPosition::round),
                 of("prize", &HighestPosition::prize), of("to_act", &HighestPosition::to_act),
                 of("points", &HighestPosition::points))
};

struct HighestOwn {
  std::vector<highest::Action> legal;
  TATAMI_MESSAGE("highest_own", of("legal", &HighestOwn::legal))
};

class HighestCard {
 public:
  using Recorded = record::HighestCard;
  using Action = highest::Action;
  using Command = std::variant<Act<Action>>;
  using Position = HighestPosition;
  using Own = HighestOwn;
  using Letters = std::tuple<>;
  static constexpr std::string_view own_name = "highest_own";
  static constexpr std::string_view result_name = "highest_result";
  static constexpr bool is_race = false;
  static constexpr bool has_hands = false;
  static std::span<const bots::Level> levels() {
    static constexpr std::array<bots::Level, 1> all = {{{.name = "eager", .is_substitute = true}}};
    return all;
  }
  static std::vector<std::function<void()>> preparations() { return {}; }
  static std::optional<std::string> objection(const record::HighestHeader& /*header*/) {
    return {};
  }

  struct Luck {
    chance::ChaCha20 numbers;
    highest::ActionId next(const highest::Open& /*open*/) {
      return {1 + numbers.below(highest::highest_prize)};
    }
  };
  static Luck luck_of(const record::HighestHeader& /*header*/, const chance::ChaCha20& numbers) {
    return {numbers};
  }
  static Seat first_of(const record::HighestHeader& header) { return header.setup.first; }
  static Position position_at(const highest::State& state) {
    const highest::Open& open = state.open;
    Position position{open.round, open.prize, open.to_act, {}};
    for (Seat seat : all_seats(open.setup.players)) position.points.push(open.points[seat]);
    return position;
  }
  static Own own_at(const highest::State& state, Seat seat) {
    return {highest::legal_actions(state, seat)};
  }

  explicit HighestCard(const Start& start)
      : table_(start.table), luck_{chance::ChaCha20{start.key}} {
    const auto proposal =
        *record::from_json<record::Proposal<record::HighestHeader>>(std::string_view{start.header});
    header_ = proposal.header;
    if (!proposal.first_is_named)
      header_.setup.first = Seat{static_cast<int>(luck_.numbers.below(header_.setup.players))};
    state_ = highest::start(header_.setup);
  }

  Step begin() {
    Step step;
    step.entries.push_back(record::to_json(Entry{Started<Action>{follow()}}));
    settle();
    return step;
  }
  Answer submit(Seat seat, const json::Value& command, const Room& room) {
    const auto read = record::from_json<Command>(command);
    if (!read) return Refused{protocol::Refusal::bad_message, read.error().what};
    const auto& act = std::get<Act<Action>>(*read);
    const auto* play = std::get_if<highest::PlayCard>(&act.move);
    if (!play || play->seat != seat) return Refused{protocol::Refusal::against_the_rules, {}};
    if (act.seq < room.asked_at[seat] || act.seq > room.seq)
      return Refused{protocol::Refusal::stale, {}};
    if (const auto why = check(state_, act.move))
      return Refused{protocol::Refusal::against_the_rules, std::string{describe(*why)}};
    return take(act.move, seat);
  }
  Step let_bots_act(SeatSet seats, const Room& /*room*/) {
    Step step;
    for (Seat seat : seats)
      step.thoughts.push_back({seat, false, [best = highest::legal_actions(state_, seat).back()] {
                                 return pack(best).bits;
                               }});
    return step;
  }
  std::optional<Step> decide(Seat seat, std::uint32_t action, const Room& /*room*/) {
    const std::optional<Action> move = highest::unpack({action});
    if (!move || check(state_, *move)) return {};
    return take(*move, seat);
  }

  std::optional<std::string> fold(const json::Value& entry, const Room& /*room*/) {
    const auto read = record::from_json<Entry>(entry);
    if (!read) return "cannot be read";
    const auto* acted = std::get_if<Acted<Action>>(&*read);
    if (acted && check(state_, acted->action)) return "against the rules";
    const bool is_same = acted ? moves_of(acted->action) == acted->moves
                               : follow() == std::get<Started<Action>>(*read).moves;
    settle();
    return is_same ? std::optional<std::string>{}
                   : "the log tells other consequences than the rules";
  }
  static void resume(const Room& /*room*/) {}
  static Step tick(const Room& /*room*/) { return {}; }
  static std::optional<Time> wakes_at() { return {}; }
  static bool cannot_sleep() { return false; }
  static void people_changed(const Room& /*room*/) {}
  static void another_connection(Seat /*seat*/, const Room& /*room*/) {}
  static void wake(const Room& /*room*/) {}
  static void sent(const Room& /*room*/) {}

  SeatSet must_act() const { return state_.open.to_act; }
  bool is_over() const { return highest::is_over(state_.open); }

  std::vector<Note> update(const Room& room) {
    const Position position = position_at(state_);
    Update<HighestCard> update{
        table_, room.seq, room.time_left, protocol::Partial<Position>::change(told_, position), {},
        {},     {}};
    auto notes = notes_of(std::move(update), history_, room,
                          [&](Seat seat) { return own_at(state_, seat); });
    settle();
    return notes;
  }
  std::vector<std::string> view_for(std::optional<Seat> reader, const Room& room) const {
    live::Position<HighestCard> position{table_, room.seq, room.time_left, position_at(state_), {},
                                         {},     {}};
    if (reader) position.own.emplace(own_at(state_, *reader));
    return {protocol::message_of(position)};
  }
  std::string record() const { return history_.record(header_); }
  static std::vector<std::string> verdicts() { return {}; }

  using Entry = std::variant<Started<Action>, Acted<Action>>;

 private:
  Step take(const Action& action, Seat seat) {
    Step step;
    step.entries.push_back(record::to_json(Entry{Acted<Action>{action, moves_of(action)}}));
    step.answered = SeatSet{seat};
    step.is_news = true;
    return step;
  }
  // Takes it; and all that follows by itself.
  std::vector<Action> moves_of(const Action& action) {
    const std::size_t before = history_.size();
    happen(action);
    follow();
    return history_.since(before);
  }
  std::vector<Action> follow() {
    const std::size_t before = history_.size();
    while (highest::chance_acts(state_.open)) happen(*highest::unpack(luck_.next(state_.open)));
    return history_.since(before);
  }
  void happen(const Action& action) {
    state_ = *highest::apply(state_, action);
    history_.add(action);
  }
  void settle() {
    told_ = position_at(state_);
    history_.told();
  }

  std::string table_;
  Luck luck_;
  record::HighestHeader header_;
  highest::State state_;
  History<HighestCard> history_;
  Position told_;
};

static_assert(LiveGame<HighestCard>);

}  // namespace tatami::live
