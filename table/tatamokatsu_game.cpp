#include "table/tatamokatsu_game.h"

#include <algorithm>

#include "rules/tatamokatsu/apply.h"
#include "rules/tatamokatsu/view.h"
#include "rules/tatamokatsu/window.h"
#include "table/think.h"

namespace tatami::table {

using namespace tatamokatsu;

namespace {

record::TatamokatsuHeader with_first(record::TatamokatsuHeader header, bool is_named,
                                     chance::ChaCha20& numbers) {
  if (!is_named)
    header.table.first_roller = Seat{static_cast<int>(numbers.below(header.table.players))};
  return header;
}

// Equal times go by seat, so that the order of arrival decides nothing.
std::pair<Millis, Seat> time_of(ActionId action) { return {action.at(), action.seat()}; }

// Folds a window: people's reactions, in their order, and bots' plans, the earliest first.
class Window {
 public:
  Window(const State& state, const std::vector<TatamokatsuGame::Reaction>& reactions,
         const TatamokatsuGame::Bots& bots)
      : state_(state), people_(reactions), bots_(bots) {
    for (Seat seat : bots_.seats) numbers_[seat] = SplitMix{bots_.seed + 1 + seat.value};
    hear({Kind::roll, Seat{}, state_.open.roll.code()});
  }

  TatamokatsuGame::Judgement judge() {
    for (;;) {
      const Millis close = closes_at(state_);
      const std::optional<Next> next = earliest();
      if (!next || next->action.at() > close) {
        judgement_.close = close;
        while (next_person_ < people_.size()) note(people_[next_person_++], false);
        return std::move(judgement_);
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
    judgement_.happened.push_back(next.action);
    hear(next.action);
  }

  void hear(ActionId event) {
    for (Seat seat : both(bots_.seats, may_react(state_.open)))
      tatamokatsu_player(bots_.levels[seat], state_.open.table.players)
          .react(view_of(state_, seat), event, numbers_[seat], plans_[seat]);
  }

  void note(const TatamokatsuGame::Reaction& reaction, bool counts) {
    judgement_.reactions.push_back({reaction.action.seat(),
                                    TatamokatsuGame::deed_of(reaction.action),
                                    reaction.action.at().count, reaction.arrived, reaction.credit,
                                    reaction.uncertainty, counts});
  }

  State state_;
  const std::vector<TatamokatsuGame::Reaction>& people_;
  std::size_t next_person_ = 0;
  const TatamokatsuGame::Bots& bots_;
  PerSeat<SplitMix> numbers_{{SplitMix{0}, SplitMix{0}, SplitMix{0}, SplitMix{0}, SplitMix{0}}};
  PerSeat<ActionList> plans_;
  TatamokatsuGame::Judgement judgement_;
};

}  // namespace

TatamokatsuGame::TatamokatsuGame(record::TatamokatsuHeader header, bool first_is_named,
                                 const chance::Bytes32& key)
    : TatamokatsuGame(header, first_is_named, chance::ChaCha20{key}) {}

TatamokatsuGame::TatamokatsuGame(record::TatamokatsuHeader header, bool first_is_named,
                                 chance::ChaCha20 numbers)
    : header_(with_first(header, first_is_named, numbers)),
      luck_(numbers),
      state_(start(header_.table)) {}

std::optional<Refusal> TatamokatsuGame::check(const Action& action) const {
  return tatamokatsu::check(state_, action);
}

History TatamokatsuGame::take(const Action& action) {
  History events;
  happen(pack(action), events);
  follow(events);
  return events;
}

History TatamokatsuGame::roll() {
  History events;
  happen(luck_.next(state_.open), events);
  reactions_.clear();
  return events;
}

void TatamokatsuGame::react(const Reaction& reaction) {
  const auto later =
      std::ranges::upper_bound(reactions_, time_of(reaction.action), {},
                               [](const Reaction& each) { return time_of(each.action); });
  reactions_.insert(later, reaction);
}

TatamokatsuGame::Judgement TatamokatsuGame::judge(const Bots& bots) const {
  return Window{state_, reactions_, bots}.judge();
}

protocol::Deed TatamokatsuGame::deed_of(ActionId action) {
  switch (action.kind()) {
    case Kind::salute:
      return protocol::Deed::salute;
    case Kind::slap:
      return protocol::Deed::slap;
    case Kind::drop:
      return protocol::Deed::drop;
    case Kind::grab:
      return protocol::Deed::grab;
    case Kind::announce:
      return protocol::Deed::announce;
    default:
      return protocol::Deed::shout;
  }
}

bool TatamokatsuGame::fits(const Judgement& judgement) const {
  State state = state_;
  for (ActionId action : judgement.happened) {
    const std::optional<Action> known = unpack(action);
    if (!known || !is_reaction(*known) || tatamokatsu::check(state, *known)) return false;
    apply_unchecked(state, action);
  }
  return !tatamokatsu::check(state, Close{judgement.close});
}

bool TatamokatsuGame::is_reaction(const tatamokatsu::Action& action) {
  return std::visit(
      [](const auto& each) {
        return requires {
          each.seat;
          each.at;
        };
      },
      action);
}

TatamokatsuGame::Conclusion TatamokatsuGame::conclude(const Judgement& judgement) {
  Conclusion conclusion;
  for (ActionId action : judgement.happened) happen(action, conclusion.history);
  conclusion.mistaken = seats_where(state_.open.owed, [](std::uint8_t owed) { return owed > 0; });
  happen({Kind::close, Seat{}, judgement.close}, conclusion.history);
  if (state_.open.contenders.size() > 1) conclusion.tied = state_.open.contenders;
  reactions_.clear();
  follow(conclusion.history);
  return conclusion;
}

void TatamokatsuGame::happen(ActionId action, History& events) {
  apply_unchecked(state_, action);
  events.push_back({{*unpack(action)}});
}

// Roll-offs (T14), and what leaves no choice: a last finger.
void TatamokatsuGame::follow(History& events) {
  const Open& open = state_.open;
  for (;;) {
    if (open.phase == Phase::rolloff)
      happen(luck_.next(open), events);
    else if (!open.to_act.empty() && Options{open}.size() == 1)
      happen(Options{open}[0], events);
    else
      return;
  }
}

}  // namespace tatami::table
