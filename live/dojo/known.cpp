#include "live/dojo/known.h"

#include <array>

#include "live/verify.h"
#include "rules/dojo/apply.h"

namespace tatami::live {

using namespace dojo;

namespace {

// The context of a question: where the game stands, and who reads the answer.
struct Reading {
  const Open& open;
  const std::vector<Action>& actions;
  std::optional<Seat> reader;

  // D9: all cards of the round lie face up.
  bool round_is_open() const {
    return open.phase == Phase::place_trophy || open.phase == Phase::over;
  }

  bool hides(std::size_t i) const {
    if (round_is_open()) return false;
    return std::visit([&](const auto& each) { return hides(each, i); }, actions[i]);
  }
  bool hides(const Draw& /*draw*/, std::size_t i) const {
    if (reader == open.dealer) return false;
    const Give* const given = i + 1 < actions.size() ? std::get_if<Give>(&actions[i + 1]) : nullptr;
    return !given || (given->to != reader && !is_shown(open, given->to));
  }
  bool hides(const Deal& deal, std::size_t /*i*/) const { return deal.seat != reader; }
  bool hides(const Throw& mine, std::size_t i) const {  // D20: until the other has thrown too
    if (open.phase != Phase::throws || open.to_act.contains(mine.seat) || mine.seat == reader)
      return false;
    for (std::size_t later = i + 1; later < actions.size(); ++later)
      if (const auto* next = std::get_if<Throw>(&actions[later]); next && next->seat == mine.seat)
        return false;
    return true;
  }
  bool hides(const Place& place, std::size_t /*i*/) const {
    return open.phase == Phase::train && place.seat != reader;
  }
  template <class Other>
  bool hides(const Other& /*open*/, std::size_t /*i*/) const {
    return false;
  }
};

std::optional<Card> card_in(const Action& action) {
  if (const auto* draw = std::get_if<Draw>(&action)) return draw->card;
  if (const auto* deal = std::get_if<Deal>(&action)) return deal->card;
  return {};
}

// Decides what is redacted, one event after the other.
class Imagination {
 public:
  Imagination(State state, const std::vector<DojoEvent>& events, SplitMix& numbers)
      : state_(state), numbers_(numbers) {
    for (const DojoEvent& event : events)
      if (const auto card = card_in(event.action); card && !event.redacted && card->is_card())
        ++promised_[card->code()];
  }

  // Whether the rules accept it.
  bool go_on(const DojoEvent& event) {
    Action action = event.action;
    if (event.redacted && !decide(action)) return false;
    if (const auto card = card_in(action); card && !event.redacted && card->is_card())
      --promised_[card->code()];
    if (check(state_, action)) return false;
    apply_unchecked(state_, pack(action));
    actions_.push_back(action);
    return true;
  }
  std::vector<Action> finish() { return std::move(actions_); }

 private:
  bool decide(Action& action) {
    if (auto* draw = std::get_if<Draw>(&action)) return any_card(draw->card);
    if (auto* deal = std::get_if<Deal>(&action)) return any_card(deal->card);
    Seat seat{};
    if (const auto* thrown = std::get_if<Throw>(&action)) seat = thrown->seat;
    if (const auto* place = std::get_if<Place>(&action)) seat = place->seat;
    const ActionList legal = legal_actions(state_.open, seat);
    if (legal.empty()) return false;
    action = *unpack(legal[numbers_.below(static_cast<std::uint32_t>(legal.size()))]);
    return true;
  }
  // Cards that are known to come are not to be had.
  bool any_card(Card& into) {
    std::vector<Card> left;
    for_each_card([&](Card card) {
      const int n = in_deck(state_, card) - promised_[card.code()];
      if (n > 0) left.insert(left.end(), static_cast<std::size_t>(n), card);
    });
    if (left.empty()) return false;
    into = left[numbers_.below(static_cast<std::uint32_t>(left.size()))];
    return true;
  }

  State state_;
  SplitMix& numbers_;
  std::array<int, Card::codes> promised_{};
  std::vector<Action> actions_;
};

}  // namespace

std::vector<DojoEvent> known_to(std::optional<Seat> reader, State state,
                                const std::vector<Action>& actions) {
  std::size_t begun = 0;  // of the actions, when this round began
  for (std::size_t i = 0; i < actions.size(); ++i) {
    const auto round = state.open.round;
    apply_unchecked(state, pack(actions[i]));
    if (state.open.round != round) begun = i + 1;
  }
  const Reading reading{state.open, actions, reader};
  std::vector<DojoEvent> events;
  events.reserve(actions.size());
  for (std::size_t i = 0; i < actions.size(); ++i)
    events.push_back({actions[i], i >= begun && reading.hides(i)});
  return events;
}

std::optional<std::vector<Action>> imagined(State state, const std::vector<DojoEvent>& events,
                                            SplitMix& numbers) {
  Imagination imagination{state, events, numbers};
  for (const DojoEvent& event : events)
    if (!imagination.go_on(event)) return {};
  return imagination.finish();
}

std::vector<Action> actions_in(std::string_view lines) {
  std::vector<Action> actions;
  while (!lines.empty()) actions.push_back(*record::from_json<Action>(take_line(lines)));
  return actions;
}

}  // namespace tatami::live
