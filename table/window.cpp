#include <algorithm>

#include "rules/tatamokatsu/window.h"
#include "table/table.h"

// Tatamokatsu's window at a live table, from the throw to the verdict.
namespace tatami::table {

using protocol::Refusal;

namespace {

constexpr Time shortest_tumble = 700;  // from the throw to the faces
constexpr Time longest_tumble = 2200;
constexpr int most_reactions = 24;  // of one seat in one window

tatamokatsu::ActionId at_time(const tatamokatsu::Action& action, std::int32_t time) {
  tatamokatsu::Action moved = action;
  std::visit(
      [&](auto& each) {
        if constexpr (requires {
                        each.seat;
                        each.at;
                      })
          each.at = tatamokatsu::Millis{time};
      },
      moved);
  return tatamokatsu::pack(moved);
}

protocol::Heard heard_of(const protocol::TableId& table, tatamokatsu::ActionId action) {
  protocol::Heard heard{table, action.seat(), TatamokatsuGame::deed_of(action), {}};
  if (heard.deed == protocol::Deed::announce) {
    auto& values = heard.values.emplace();
    for (unsigned x = 0; x < action.values().xs; ++x)
      values.push((action.values().tens >> x & 1U) != 0 ? 10 : 1);
  }
  return heard;
}

}  // namespace

Outcome Table::throw_dice(Time now) {
  window_ = {};
  const std::uint64_t span = longest_tumble - shortest_tumble + 1;
  window_.faces_at =
      now + shortest_tumble + static_cast<Time>(private_number("tumble", seq_) % span);
  ask(now);
  Outcome outcome;
  outcome.letters.push_back(
      {Letter::To::all, {}, protocol::message(protocol::Rolling{opened_.table})});
  return outcome;
}

Outcome Table::faces_fall(Time now) {
  Outcome outcome;
  const History history = std::get<TatamokatsuGame>(game_).roll();
  remember(history);
  log(Rolled{moves_of(history)}, outcome);
  window_ = {};
  window_.seq = seq_;
  ask(now);
  outcome.add(publish(history, now));
  outcome.opens_window = true;
  return outcome;
}

void Table::sent(Time now) {
  const auto* game = std::get_if<TatamokatsuGame>(&game_);
  if (!game || !game->is_window_open() || window_.sent_at) return;
  window_.sent_at = now;
  window_.bots = {played_by_bots(), {}, private_number("reflexes", window_.seq)};
  for (Seat seat : window_.bots.seats) window_.bots.levels[seat] = level_of(seat);
  for (Seat seat : people()) window_.credit[seat] = chairs_[seat].line.credit(now, lag_cap());
  judge();
}

// A verdict is certain when nobody's earlier reaction can still be under way: what arrives later
// than this counts as later than the close. Who has no connection is not waited for, nor is
// anybody from whom something later has already come.
void Table::judge() {
  const auto& game = std::get<TatamokatsuGame>(game_);
  window_.judgement = game.judge(window_.bots);
  std::int32_t under_way = 0;
  for (Seat seat : without(tatamokatsu::may_react(game.state().open), window_.bots.seats))
    if (chairs_[seat].connected && window_.latest[seat] < window_.judgement.close.count)
      under_way = std::max(under_way, window_.credit[seat]);
  window_.verdict_at = *window_.sent_at + window_.judgement.close.count + under_way + 1;
}

Table::Answer Table::react(Seat seat, const tatamokatsu::Action& action, std::uint32_t seen,
                           Time now) {
  const auto refused = [&](Refusal why, std::string text = {}) {
    return refuse(protocol::Act::name, why, std::move(text));
  };
  auto* game = std::get_if<TatamokatsuGame>(&game_);
  if (!game || !game->is_window_open() || !window_.sent_at)
    return refused(Refusal::against_the_rules, "no roll lies on the table");
  if (seen < window_.seq) return refused(Refusal::stale);
  if (!tatamokatsu::may_react(game->state().open).contains(seat))
    return refused(Refusal::against_the_rules, "you cannot react to this roll");
  if (window_.bots.seats.contains(seat))
    return refused(Refusal::against_the_rules, "your substitute is at this roll");
  if (++window_.reactions[seat] > most_reactions) return refused(Refusal::too_fast);

  const std::int32_t claimed = tatamokatsu::pack(action).at().count;
  const auto arrived = static_cast<std::int32_t>(
      std::min<Time>(now - *window_.sent_at, tatamokatsu::longest_timing.count));
  const std::int32_t decided =
      std::max(decided_time(claimed, arrived, window_.credit[seat]), window_.latest[seat]);
  window_.latest[seat] = decided;
  game->react({at_time(action, decided), arrived, std::max(0, arrived - decided),
               chairs_[seat].line.spread(now)});
  judge();
  Outcome outcome;
  outcome.letters.push_back(
      {Letter::To::all, {}, protocol::message(heard_of(opened_.table, at_time(action, decided)))});
  outcome.add(mind_the_window(now));
  return outcome;
}

Outcome Table::mind_the_window(Time now) {
  Outcome outcome;
  auto* game = std::get_if<TatamokatsuGame>(&game_);
  if (!game || (is_asleep(now) && !window_.sent_at)) return outcome;
  if (window_.faces_at && now >= *window_.faces_at) return faces_fall(now);
  if (window_.reopen_at && now >= *window_.reopen_at) {
    window_.reopen_at.reset();
    for (Seat seat : people())
      outcome.letters.push_back({Letter::To::one, chairs_[seat].guest, position_for(seat, now)});
    outcome.letters.push_back({Letter::To::rest, {}, position_for({}, now)});
    outcome.opens_window = true;
    return outcome;
  }
  if (!game->is_window_open() || !window_.sent_at) return outcome;
  for (tatamokatsu::ActionId action : window_.judgement.happened) {
    if (!window_.bots.seats.contains(action.seat()) || *window_.sent_at + action.at().count > now ||
        std::ranges::find(window_.heard, action) != window_.heard.end())
      continue;
    window_.heard.push_back(action);
    outcome.letters.push_back(
        {Letter::To::all, {}, protocol::message(heard_of(opened_.table, action))});
  }
  if (now >= window_.verdict_at) outcome.add(conclude(now));
  return outcome;
}

Outcome Table::conclude(Time now) {
  Outcome outcome;
  auto& game = std::get<TatamokatsuGame>(game_);
  const TatamokatsuGame::Judgement& judgement = window_.judgement;
  const auto waited = static_cast<std::int32_t>(now - *window_.sent_at - judgement.close.count);
  const auto [history, mistaken, tied] = game.conclude(judgement);
  remember(history);
  const Judged judged{judgement.reactions, waited, moves_of(history)};
  log(judged, outcome);
  verdicts_.push_back({opened_.table, seq_, judged.reactions, waited, mistaken, tied});
  window_ = {};
  asking_ = {};
  ask(now);
  outcome.letters.push_back({Letter::To::all, {}, protocol::message(verdicts_.back())});
  outcome.add(publish(history, now));
  return outcome;
}

std::optional<Time> Table::window_wakes_at() const {
  const auto* game = std::get_if<TatamokatsuGame>(&game_);
  if (!game) return {};
  if (window_.faces_at) return window_.faces_at;
  if (window_.reopen_at) return window_.reopen_at;
  if (!game->is_window_open() || !window_.sent_at) return {};
  Time wake = window_.verdict_at;
  for (tatamokatsu::ActionId action : window_.judgement.happened)
    if (window_.bots.seats.contains(action.seat()) &&
        std::ranges::find(window_.heard, action) == window_.heard.end())
      wake = std::min(wake, *window_.sent_at + action.at().count);
  return wake;
}

std::int32_t Table::lag_cap() const {
  return std::min<std::int32_t>(opened_.settings.lag_cap.value_or(default_lag_cap),
                                largest_lag_cap);
}

}  // namespace tatami::table
