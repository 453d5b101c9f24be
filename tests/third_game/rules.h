#pragma once

#include <array>
#include <optional>
#include <string_view>
#include <variant>
#include <vector>

#include "rules/core/result.h"
#include "rules/core/seat.h"

// Highest Card, the smallest game that has all a game needs: in each of three rounds chance turns
// up a prize, everybody in turn plays one of their cards 1 to 3, and whoever alone played the
// highest card takes the prize.
namespace tatami::highest {

inline constexpr int rounds = 3;
inline constexpr int highest_prize = 9;

struct Setup {
  std::uint8_t players = 2;
  Seat first{};
};
struct Open {
  Setup setup;
  std::uint8_t round = 0;
  std::uint8_t prize = 0;  // none: chance turns one up
  SeatSet to_act;
  PerSeat<std::uint8_t> used;    // bit c: card c
  PerSeat<std::uint8_t> played;  // in this round
  PerSeat<std::uint8_t> points;
};
struct State {
  Open open;
};

struct TurnUp {
  std::uint8_t prize = 1;
  friend bool operator==(const TurnUp&, const TurnUp&) = default;
};
struct PlayCard {
  Seat seat{};
  std::uint8_t card = 1;
  friend bool operator==(const PlayCard&, const PlayCard&) = default;
};
using Action = std::variant<TurnUp, PlayCard>;

struct ActionId {
  std::uint32_t bits = 0;
};
inline ActionId pack(const Action& action) {
  if (const auto* play = std::get_if<PlayCard>(&action))
    return {256U + play->seat.value * 4U + play->card};
  return {std::get<TurnUp>(action).prize};
}
inline std::optional<Action> unpack(ActionId id) {
  if (id.bits < 256) return TurnUp{static_cast<std::uint8_t>(id.bits)};
  return PlayCard{Seat{static_cast<int>((id.bits - 256) / 4)},
                  static_cast<std::uint8_t>(id.bits % 4)};
}

enum class Refusal : std::uint8_t { not_now, not_your_turn, no_such_prize, no_such_card };
inline std::string_view describe(Refusal refusal) {
  constexpr std::array<std::string_view, 4> words = {"not now", "not your turn", "no such prize",
                                                     "no such card"};
  return words[static_cast<std::size_t>(refusal)];
}

inline bool is_over(const Open& open) { return open.round == rounds; }
inline bool chance_acts(const Open& open) { return !is_over(open) && open.prize == 0; }
inline std::string_view awaited(const Open& open) {
  return is_over(open) ? "the game is over" : chance_acts(open) ? "a prize" : "a card";
}
inline State start(const Setup& setup) {
  State state;
  state.open.setup = setup;
  return state;
}

inline std::optional<Refusal> check(const State& state, const Action& action) {
  const Open& open = state.open;
  const auto* play = std::get_if<PlayCard>(&action);
  if (is_over(open) || chance_acts(open) == (play != nullptr)) return Refusal::not_now;
  if (!play) {
    const int prize = std::get<TurnUp>(action).prize;
    return prize < 1 || prize > highest_prize ? std::optional{Refusal::no_such_prize}
                                              : std::nullopt;
  }
  if (!open.to_act.contains(play->seat)) return Refusal::not_your_turn;
  const bool is_card = 1 <= play->card && play->card <= rounds;
  if (!is_card || (open.used[play->seat] >> play->card & 1U) != 0) return Refusal::no_such_card;
  return {};
}

inline Result<State, Refusal> apply(const State& state, const Action& action) {
  if (const auto why = check(state, action)) return *why;
  State next = state;
  Open& open = next.open;
  if (const auto* turn = std::get_if<TurnUp>(&action)) {
    open.prize = turn->prize;
    open.to_act = SeatSet{open.setup.first};
    return next;
  }
  const auto [seat, card] = std::get<PlayCard>(action);
  open.used[seat] = static_cast<std::uint8_t>(open.used[seat] | 1U << card);
  open.played[seat] = card;
  const Seat left = left_of(seat, open.setup.players);
  open.to_act = SeatSet{left};
  if (left != open.setup.first) return next;
  SeatSet best;
  for (Seat each : all_seats(open.setup.players)) {
    if (best.empty() || open.played[each] > open.played[best.first()]) best = {};
    if (best.empty() || open.played[each] == open.played[best.first()]) best.insert(each);
  }
  if (best.size() == 1)
    open.points[best.first()] = static_cast<std::uint8_t>(open.points[best.first()] + open.prize);
  open.prize = 0;
  open.played = {};
  open.to_act = {};
  ++open.round;
  return next;
}

inline std::vector<Action> legal_actions(const State& state, Seat seat) {
  std::vector<Action> legal;
  for (std::uint8_t card = 1; card <= rounds; ++card)
    if (!check(state, PlayCard{seat, card})) legal.emplace_back(PlayCard{seat, card});
  return legal;
}

}  // namespace tatami::highest
