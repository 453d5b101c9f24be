#include "table/table.h"

// What people may do at a table.
namespace tatami::table {

using protocol::Refusal;
using protocol::Sitter;
using protocol::Stage;

namespace {

// Everything is written down: nobody may go on for ever.
constexpr int most_seatings = 100;          // of a guest
constexpr int most_seatings_of_all = 2000;  // but the host
constexpr int most_bots_seated = 1000;
constexpr int most_taken_back = 200;

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

Table::Answer Table::submit(const Guest& guest, const protocol::Command& command, Time now) {
  Answer answer = std::visit([&](const auto& each) { return on(guest, each, now); }, command);
  if (answer) answer->add(heard_from(guest, now));
  return answer;
}

Outcome Table::heard_from(const Guest& guest, Time now) {
  Outcome outcome;
  const std::optional<Seat> seat = seat_of(guest);
  if (!seat || !chairs_[*seat].away) return outcome;
  chairs_[*seat].away = false;
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
  if (removed_.contains(guest))
    return refuse(protocol::Sit::name, Refusal::not_at_this_table,
                  "the host has removed you from this table");
  const std::optional<Seat> mine = seat_of(guest);
  std::optional<Seat> seat = sit.seat;
  if (!seat) seat = mine;
  for (Seat each : all_chairs())
    if (!seat && chairs_[each].sitter == Sitter::nobody) seat = each;
  if (!seat) return refused(Refusal::seat_taken);
  if (seat->value >= opened_.settings.header.players()) return refused(Refusal::no_such_seat);
  if (chairs_[*seat].sitter != Sitter::nobody && seat != mine) return refused(Refusal::seat_taken);
  const bool is_crowded = all_seatings_ >= most_seatings_of_all && guest != opened_.host;
  if (seatings_[guest] >= most_seatings || is_crowded) return refused(Refusal::enough);

  Outcome outcome;
  if (mine && mine != seat) {
    const Chair chair = chairs_[*mine];
    change(Stood{*mine});
    log(Stood{*mine}, outcome);
    chairs_[*seat] = chair;
    chairs_[*seat].since = seq_ + 1;
  }
  const Sat sat{*seat, guest, sit.contribution.value_or(chairs_[*seat].contribution),
                sit.hand.value_or(chairs_[*seat].hand)};
  const Chair& now_his = chairs_[*seat];
  if (mine == seat && !now_his.expected && now_his.contribution == sat.contribution &&
      now_his.hand == sat.hand)
    return outcome;
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
  if (bots_seated_ >= most_bots_seated) return refused(Refusal::enough);
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
  const Chair& chair = chairs_[remove.seat];
  Stood stood{remove.seat, {}};
  if (chair.sitter == Sitter::person && chair.guest != guest && !chair.expected)
    stood.removed.emplace(true);
  change(stood);
  return changed(stood);
}

Table::Answer Table::on(const Guest& guest, const protocol::Start&, Time now) {
  const auto refused = [&](Refusal why) { return refuse(protocol::Start::name, why); };
  if (guest != opened_.host) return refused(Refusal::not_the_host);
  if (stage() != Stage::gathering) return refused(Refusal::already_started);
  if (seated() < opened_.settings.header.players()) return refused(Refusal::empty_chairs);
  if (!seats_where(chairs_, [](const Chair& chair) { return chair.expected; }).empty())
    return refused(Refusal::not_all_here);
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
  const bool is_old = asking_.contains(*seat) && command.seq < chairs_[*seat].asked_at;
  if (is_old || command.seq > seq_) return refuse(protocol::Act::name, Refusal::stale);
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
  if (chairs_[*seat].taken_back >= most_taken_back)
    return refuse(protocol::TakeBack::name, Refusal::enough);
  ++chairs_[*seat].taken_back;
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
    if (seatings_[guest] >= most_seatings) return refuse(protocol::Claim::name, Refusal::enough);
    change(Claimed{seat, guest});
    return changed(Claimed{seat, guest});
  }
  return refuse(protocol::Claim::name, Refusal::wrong_secret);
}

}  // namespace tatami::table
