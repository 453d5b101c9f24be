#include "rules/dojo/actions.h"

namespace tatami::dojo {

namespace {

struct Packer {
  ActionId operator()(TurnTrophy a) const {
    return {Kind::turn_trophy, Seat{}, static_cast<unsigned>(a.trophy)};
  }
  ActionId operator()(Draw a) const { return {Kind::draw, Seat{}, a.card.code()}; }
  ActionId operator()(Deal a) const { return {Kind::deal, a.seat, a.card.code()}; }
  ActionId operator()(Give a) const { return {Kind::give, a.seat, a.to.value}; }
  ActionId operator()(Answer a) const { return {Kind::answer, a.seat, a.challenge ? 1U : 0U}; }
  ActionId operator()(Throw a) const {
    return {Kind::throw_, a.seat, static_cast<unsigned>(a.gesture)};
  }
  ActionId operator()(Swap a) const { return {Kind::swap, a.seat, a.swap ? 1U : 0U}; }
  ActionId operator()(Place a) const { return {Kind::place, a.seat, a.cell.code()}; }
  ActionId operator()(PlaceTrophy a) const { return {Kind::place_trophy, a.seat, a.line.code()}; }
};

std::optional<Action> unpacked(ActionId id) {
  const bool is_seat = id.seat().value < most_players;
  switch (id.kind()) {
    case Kind::turn_trophy:
      if (id.what() < 1 || id.what() > trophy_kinds) return {};
      return TurnTrophy{id.trophy()};
    case Kind::draw:
      if (!id.card().is_card()) return {};
      return Draw{id.card()};
    case Kind::deal:
      if (!is_seat || !id.card().is_card()) return {};
      return Deal{id.seat(), id.card()};
    case Kind::give:
      if (!is_seat || id.what() >= most_players) return {};
      return Give{id.seat(), id.to()};
    case Kind::answer:
      if (!is_seat || id.what() > 1) return {};
      return Answer{id.seat(), id.yes()};
    case Kind::throw_:
      if (!is_seat || id.what() > 2) return {};
      return Throw{id.seat(), id.gesture()};
    case Kind::swap:
      if (!is_seat || id.what() > 1) return {};
      return Swap{id.seat(), id.yes()};
    case Kind::place:
      if (!is_seat || !id.cell().is_cell()) return {};
      return Place{id.seat(), id.cell()};
    case Kind::place_trophy:
      if (!is_seat || !id.line().is_line()) return {};
      return PlaceTrophy{id.seat(), id.line()};
  }
  return {};
}

}  // namespace

ActionId pack(const Action& action) { return std::visit(Packer{}, action); }

std::optional<Action> unpack(ActionId id) {
  std::optional<Action> action = unpacked(id);
  // Bits that no action uses are not ignored: every action has one packed form.
  if (action && pack(*action) != id) return {};
  return action;
}

}  // namespace tatami::dojo
