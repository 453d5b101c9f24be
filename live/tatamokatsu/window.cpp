#include "live/tatamokatsu/window.h"

#include <algorithm>
#include <optional>

#include "live/tatamokatsu/bots.h"
#include "rules/tatamokatsu/view.h"
#include "rules/tatamokatsu/window.h"

namespace tatami::live {

using namespace tatamokatsu;

namespace {

// Folds a window: people's reactions, in their order, and bots' plans, the earliest first.
class Ordering {
 public:
  Ordering(const State& state, const std::vector<Decided>& reactions, const BotsInWindow& bots)
      : state_(state), people_(reactions), bots_(bots) {
    for (Seat seat : bots_.seats) numbers_[seat] = SplitMix{bots_.seed + 1 + seat.value};
    hear({Kind::roll, Seat{}, state_.open.roll.code()});
  }

  Ordered order() {
    for (;;) {
      const Millis close = closes_at(state_);
      const std::optional<Next> next = earliest();
      if (!next || next->action.at() > close) {
        ordered_.close = close;
        ordered_.claimed = !claimers(state_.open).empty();
        while (next_person_ < people_.size()) note(people_[next_person_++], false);
        if (ordered_.claimed) note_late_bots();
        return std::move(ordered_);
      }
      take(*next);
    }
  }

 private:
  struct Next {
    ActionId action;
    std::optional<std::size_t> plan{};  // which of the seat's; or the next person's
  };

  std::optional<Next> earliest() {
    std::optional<Next> first;
    const auto consider = [&](ActionId action, std::optional<std::size_t> plan) {
      if (!first || time_of(action) < time_of(first->action)) first = Next{action, plan};
    };
    if (next_person_ < people_.size()) consider(people_[next_person_].action, {});
    for (Seat seat : bots_.seats)
      for (std::size_t i = 0; i < plans_[seat].size(); ++i) consider(plans_[seat][i], i);
    return first;
  }

  void take(Next next) {
    const bool counts = !check(state_, *unpack(next.action));
    if (next.plan) {
      ActionList& plans = plans_[next.action.seat()];
      plans[*next.plan] = plans[plans.size() - 1];
      plans.pop();
      if (counts) note({next.action, next.action.at().count, 0, 0}, true);
    } else {
      note(people_[next_person_++], counts);
    }
    if (!counts) return;
    apply_unchecked(state_, next.action);
    ordered_.happened.push_back(next.action);
    hear(next.action);
  }

  // Their planned reaction.
  void note_late_bots() {
    const Millis end = ordered_.close + Millis{photo_finish};
    for (Seat seat : bots_.seats)
      for (ActionId plan : plans_[seat])
        if (plan.kind() != Kind::announce && plan.at() <= end)
          note({plan, plan.at().count, 0, 0}, false);
  }

  void hear(ActionId event) {
    for (Seat seat : both(bots_.seats, may_react(state_.open)))
      tatamokatsu_player(bots_.levels[seat], state_.open.setup.players)
          .react(view_of(state_, seat), event, numbers_[seat], plans_[seat]);
  }

  void note(const Decided& reaction, bool counts) {
    ordered_.reactions.push_back({reaction.action.seat(), deed_of(reaction.action),
                                  reaction.action.at().count, reaction.arrived, reaction.credit,
                                  reaction.uncertainty, counts});
  }

  State state_;
  const std::vector<Decided>& people_;
  std::size_t next_person_ = 0;
  const BotsInWindow& bots_;
  PerSeat<SplitMix> numbers_{{SplitMix{0}, SplitMix{0}, SplitMix{0}, SplitMix{0}, SplitMix{0}}};
  PerSeat<ActionList> plans_;
  Ordered ordered_;
};

}  // namespace

Ordered put_in_order(const State& state, const std::vector<Decided>& people,
                     const BotsInWindow& bots) {
  return Ordering{state, people, bots}.order();
}

bool fits(const State& state, const Ordered& ordered) {
  State so_far = state;
  for (ActionId action : ordered.happened) {
    const std::optional<Action> known = unpack(action);
    if (!known || !is_reaction(*known) || check(so_far, *known)) return false;
    apply_unchecked(so_far, action);
  }
  return !check(so_far, Close{ordered.close});
}

Deed deed_of(ActionId reaction) {
  switch (reaction.kind()) {
    case Kind::salute:
      return Deed::salute;
    case Kind::slap:
      return Deed::slap;
    case Kind::drop:
      return Deed::drop;
    case Kind::grab:
      return Deed::grab;
    case Kind::announce:
      return Deed::announce;
    default:
      return Deed::shout;
  }
}

bool is_reaction(const Action& action) {
  return std::visit(
      [](const auto& each) {
        return requires {
          each.seat;
          each.at;
        };
      },
      action);
}

}  // namespace tatami::live
