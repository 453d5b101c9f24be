#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <thread>
#include <vector>

#include "bindings/python/calls.h"
#include "bindings/python/engine.h"

// Shared by the batches of both games.
namespace tatami::python {

inline void must_be_a_number_of_games(std::size_t games) {
  constexpr std::size_t most_games = 1U << 24U;
  if (games == 0 || games > most_games)
    throw py::value_error("a batch has from 1 to " + std::to_string(most_games) + " games, not " +
                          std::to_string(games));
}

inline unsigned threads_or_all(unsigned threads) {
  return threads > 0 ? threads : std::max(1U, std::thread::hardware_concurrency());
}

// Threads are made for each call: small batches do without, and none is left when it returns.
template <class Do>
void for_all_games(std::size_t games, unsigned most_threads, const Do& act_on) {
  constexpr std::size_t worth_a_thread = 1024;
  const std::size_t threads = std::clamp<std::size_t>(games / worth_a_thread, 1, most_threads);
  const auto work = [&](std::size_t part) {
    for (std::size_t game = games * part / threads; game < games * (part + 1) / threads; ++game)
      act_on(game);
  };
  std::vector<std::jthread> workers;
  for (std::size_t part = 1; part < threads; ++part)
    workers.emplace_back([&work, part] { work(part); });
  work(0);
}

// `play(game, steps)` for every game, a part of the steps at a time: Ctrl-C is heard in between,
// and then all games have made as many.
template <class Play>
void play_in_parts(std::size_t games, unsigned threads, std::uint64_t steps, const Play& play) {
  constexpr std::size_t decisions_of_a_part = 1U << 20U;
  const std::uint64_t steps_of_a_part = std::max<std::uint64_t>(1, decisions_of_a_part / games);
  Signals signals;
  while (steps > 0) {
    const std::uint64_t now = std::min(steps, steps_of_a_part);
    for_all_games(games, threads, [&](std::size_t game) { play(game, now); });
    steps -= now;
    if (steps > 0) signals.heed();
  }
}

using ChosenActions = py::array_t<std::int64_t, py::array::c_style | py::array::forcecast>;

// The actions that somebody chose; a wrong shape or type says what was expected.
inline ChosenActions actions_of(const py::array& actions, const std::vector<std::size_t>& shape) {
  const auto text_of = [](std::size_t dimensions, const auto& size_of) {
    std::string text = "(";
    for (std::size_t i = 0; i < dimensions; ++i) text += std::to_string(size_of(i)) + ", ";
    if (dimensions > 1) text.resize(text.size() - 2);
    if (dimensions == 1) text.resize(text.size() - 1);
    return text + ")";
  };
  const auto dimensions = static_cast<std::size_t>(actions.ndim());
  bool fits = dimensions == shape.size();
  for (std::size_t i = 0; fits && i < shape.size(); ++i)
    fits = static_cast<std::size_t>(actions.shape(static_cast<py::ssize_t>(i))) == shape[i];
  if (!fits)
    throw py::value_error("expected actions of shape " +
                          text_of(shape.size(), [&](std::size_t i) { return shape[i]; }) +
                          ", not " + text_of(dimensions, [&](std::size_t i) {
                            return actions.shape(static_cast<py::ssize_t>(i));
                          }));
  if (!py::isinstance<py::array_t<std::int64_t>>(actions) &&
      !py::isinstance<py::array_t<std::int32_t>>(actions) &&
      !py::isinstance<py::array_t<std::uint8_t>>(actions))
    throw py::type_error("expected actions of dtype int64, int32 or uint8, not " +
                         std::string{py::str(actions.dtype())});
  return ChosenActions(actions);
}

}  // namespace tatami::python
