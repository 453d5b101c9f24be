#include "cuda/reference.h"

#include <utility>
#include <vector>

#include "rules/dojo/score.h"

namespace tatami::cuda {

namespace {

template <class Items>
auto any_of(const Items& items, SplitMix& numbers) {
  return items[numbers.below(static_cast<std::uint32_t>(items.size()))];
}

template <class T>
T take_any(std::vector<T>& left, SplitMix& numbers) {
  const auto taken = left.begin() + numbers.below(static_cast<std::uint32_t>(left.size()));
  const T thing = *taken;
  left.erase(taken);
  return thing;
}

// False if the action is refused.
template <class State, class Id>
bool apply_checked(State& state, Id action) {
  const auto unpacked = unpack(action);
  if (!unpacked) return false;
  const auto next = apply(std::as_const(state), *unpacked);
  if (next) state = *next;
  return next.ok();
}

}  // namespace

DojoEnd play_plainly(const dojo::Setup& setup, std::uint64_t seed) {
  using namespace dojo;
  SplitMix numbers{seed};
  std::vector<Card> deck;
  for_each_card([&](Card card) { deck.insert(deck.end(), 2, card); });
  std::vector<Trophy> pile;
  for (Trophy trophy : all_trophies) pile.insert(pile.end(), copies_of_a_trophy, trophy);

  State state = start(setup);
  const Open& open = state.open;
  DojoEnd end;
  while (!is_over(open)) {
    ActionId action;
    if (open.phase == Phase::turn_trophy) {
      action = pack(TurnTrophy{take_any(pile, numbers)});
    } else if (open.phase == Phase::draw) {
      action = pack(Draw{take_any(deck, numbers)});
    } else if (open.phase == Phase::deal) {
      action = pack(Deal{Seat{open.holding.size()}, take_any(deck, numbers)});
    } else {
      const ActionList legal = legal_actions(open, open.to_act.first());
      action = any_of(legal, numbers);
      if (open.phase != Phase::give || legal.size() > 1) ++end.decisions;
    }
    if (!apply_checked(state, action)) return {};
  }
  end.outcome = outcome(open);
  return end;
}

TatamokatsuEnd play_plainly(const tatamokatsu::Setup& setup, std::uint64_t seed) {
  using namespace tatamokatsu;
  SplitMix numbers{seed};
  State state = start(setup);
  const Open& open = state.open;
  TatamokatsuEnd end;
  while (!is_over(open)) {
    ActionId action;
    if (!is_window_open(open)) {
      action = any_of(
          chance_acts(open) ? legal_chances(state) : legal_actions(open, open.to_act.first()),
          numbers);
    } else {
      std::vector<Seat> seats;
      for (Seat seat : may_react(open)) seats.push_back(seat);
      const Millis close = closes_at(state);
      action = {Kind::close, Seat{}, close};
      for (Millis at = state.hidden.so_far.until;;) {
        at = at + Millis{static_cast<int>(1 + numbers.below(longest_pause))};
        if (at > close) break;
        const ActionList legal = legal_actions(state, any_of(seats, numbers), at);
        if (legal.empty()) continue;  // still bowing
        action = any_of(legal, numbers);
        break;
      }
    }
    if (!chance_acts(open) && action.kind() != Kind::close) ++end.decisions;
    if (!apply_checked(state, action)) return {};
  }
  end.outcome = outcome(open);
  return end;
}

}  // namespace tatami::cuda
