#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "rules/dojo/apply.h"
#include "rules/dojo/legal.h"

namespace tatami::python {

// Why an action of a batch is not legal, with the rule that forbids it.
inline std::string why_illegal(const dojo::State& state, const dojo::Choices& choices,
                               std::uint64_t game, std::int64_t what) {
  constexpr std::int64_t actions = 64;
  std::string why = "actions are from 0 to 63";
  if (0 <= what && what < actions) {
    const dojo::ActionId id{choices.kind, choices.seat, static_cast<unsigned>(what)};
    const auto action = dojo::unpack(id);
    const auto refusal = action ? dojo::check(state, *action) : std::nullopt;
    why = refusal ? dojo::describe(*refusal) : dojo::awaited(state.open);
  }
  return "game " + std::to_string(game) + ", seat " + std::to_string(int{choices.seat.value}) +
         ": action " + std::to_string(what) + " is not legal: " + why;
}

}  // namespace tatami::python
