"""Dojo and Tatamokatsu for studies: the rules, exact scores, bots, records and batches of games.

An action is a whole number (an ActionId of the engine); `state.event(action)` says what it is, as in
records, and `state.action(event)` is the way back. docs/PYTHON.md has examples.
"""

from __future__ import annotations

import json
from typing import Any, Iterable, Mapping, Sequence, Union

from . import _engine
from ._engine import (
    DojoBatch,
    DojoLuck,
    DojoState,
    IllegalAction,
    TatamokatsuBatch,
    TatamokatsuLuck,
    TatamokatsuSolution,
    TatamokatsuState,
    __version__,
    dojo_observation_size,
    tatamokatsu_actions,
    tatamokatsu_observation_size,
)

State = Union[DojoState, TatamokatsuState]

__all__ = [
    "DojoBatch",
    "DojoLuck",
    "DojoState",
    "Game",
    "IllegalAction",
    "State",
    "TatamokatsuBatch",
    "TatamokatsuLuck",
    "TatamokatsuSolution",
    "TatamokatsuState",
    "__version__",
    "batch",
    "bot",
    "bots",
    "dojo_observation_size",
    "explain",
    "games",
    "play",
    "replay",
    "review",
    "solve",
    "start",
    "tatamokatsu_actions",
    "tatamokatsu_observation_size",
    "tournament",
    "verify",
]

_states = {"dojo": DojoState, "tatamokatsu": TatamokatsuState}
_lucks = {"dojo": DojoLuck, "tatamokatsu": TatamokatsuLuck}
_bots = {"dojo": _engine._DojoBot, "tatamokatsu": _engine._TatamokatsuBot}


def _add_methods(state: Any) -> None:
    def view(self: Any, seat: int | None = None) -> dict[str, Any]:
        """What a seat sees, or a spectator: "open" and, for a seat, "own"."""
        return json.loads(self._view(seat))

    def outcome(self: Any) -> dict[str, Any]:
        """The result of a finished game, as in records."""
        return json.loads(self._outcome())

    def event(self: Any, action: int) -> dict[str, Any]:
        """What an action is, as in records."""
        return json.loads(self._event(action))

    def action(self: Any, event: Mapping[str, Any]) -> int:
        """The number of an event, as in records."""
        return self._action(json.dumps(event))

    for method in (view, outcome, event, action):
        setattr(state, method.__name__, method)


for _state in _states.values():
    _add_methods(_state)


def games() -> list[str]:
    """The games there are."""
    return list(_states)


def _known(game: str) -> str:
    if game not in _states:
        raise ValueError(f"there is no game called {game!r}; there are {', '.join(_states)}")
    return game


def _header(game: str, players: int, setup: Mapping[str, Any]) -> str:
    return json.dumps({"game": _known(game), "players": players, **setup})


def start(game: str, *, players: int = 4, **setup: Any) -> State:
    """The beginning of a game. `setup` is what a record's header has: for Dojo edition ("fr", "en"),
    variants (["white-belt", "black-belt"]), first_dealer and deck; for Tatamokatsu hands,
    first_roller and timing."""
    return _states[_known(game)](_header(game, players, setup))


class Game:
    """A state and how it came to be, so that there is a record of it. Chance follows the seed."""

    def __init__(self, game: str, *, players: int = 4, seed: int = 1, **setup: Any) -> None:
        self.header: dict[str, Any] = {"game": _known(game), "players": players, **setup}
        self.state: State = start(game, players=players, **setup)
        self.events: list[dict[str, Any]] = []
        self._luck: Any = _lucks[game](self.state, seed)

    def apply(self, action: int | Mapping[str, Any]) -> None:
        """Takes an action, by number or as an event. IllegalAction says which rule forbids it."""
        number = action if isinstance(action, int) else self.state.action(action)
        self.state.apply(number)
        self.events.append(self.state.event(number))

    def play_chance(self) -> None:
        """Cards and dice, until a player or the clock must act, or the game is over."""
        while self.state.chance_acts:
            self.apply(self._luck.next(self.state))

    def record(self) -> str:
        """The game so far as JSON lines."""
        return "".join(
            json.dumps(line, separators=(",", ":")) + "\n" for line in [self.header, *self.events]
        )


def replay(record: str) -> State:
    """The state that a record leads to. A line that the rules refuse raises ValueError."""
    return _engine._replay(record)


def bots(game: str) -> list[str]:
    """The names of the bots, from the weakest."""
    return list(_engine._bot_names[_known(game)])


def bot(
    game: str, name: str, *, players: int = 4, seed: int = 1, iterations: int = 1000, **setup: Any
) -> Any:
    """A bot with `choose(state, seat)`. It is shown the seat's view alone."""
    return _bots[_known(game)](_header(game, players, setup), name, seed, iterations)


def solve(*, players: int, person: str = "regular") -> TatamokatsuSolution:
    """Tatamokatsu solved for players who all react as this person: `value(state)` has each seat's
    share of the win, `weigh(state, seat)` the seat's options, what each is worth to every seat, and
    how often the solution takes it. Options that differ only in fingers are listed once.
    `best_answers(state)`, before a roll, has what each seat could win if it alone chose best while the
    others play the solution."""
    return TatamokatsuSolution(players, person)


def play(
    game: str,
    names: Sequence[str],
    *,
    seed: int = 1,
    iterations: int = 1000,
    **setup: Any,
) -> str:
    """The record of a game between these bots, one for each seat."""
    run = getattr(_engine, f"_play_{_known(game)}")
    return run(_header(game, len(names), setup), list(names), seed, iterations)


def tournament(
    game: str,
    names: Sequence[str],
    *,
    players: int = 4,
    games: int = 1000,
    seed: int = 1,
    threads: int = 0,
    iterations: int = 1000,
    **setup: Any,
) -> list[dict[str, Any]]:
    """How entrants fare: their share of the wins for each seat they had, and how sure that is (±, with
    95 % confidence). In game g seat s is played by entrant (s + g) modulo their number. The result is
    the same with any number of threads (0: one a core)."""
    run = getattr(_engine, f"_tournament_{_known(game)}")
    tallies = run(_header(game, players, setup), list(names), games, seed, threads, iterations)
    return [
        {"name": name, "seats": seats, "win_share": share, "plus_minus": plus_minus}
        for name, (seats, share, plus_minus) in zip(names, tallies)
    ]


def review(record: str, *, iterations: int = 200, seed: int = 1) -> dict[str, Any]:
    """A finished game judged decision by decision (docs/bots.md)."""
    return json.loads(_engine._review(record, iterations, seed))


def verify(record: str, sidecar: str | Mapping[str, Any]) -> None:
    """Derives every card and die of a record again from its sidecar; ValueError says what differs."""
    _engine._verify(record, sidecar if isinstance(sidecar, str) else json.dumps(sidecar))


def explain(
    rows: Iterable[Iterable[str]],
    *,
    row_trophies: Sequence[str | None] = (None, None, None),
    column_trophies: Sequence[str | None] = (None, None, None, None),
    edition: str = "fr",
) -> dict[str, Any]:
    """The exact score of a finished dojo, such as [["M1", "F2", …], …], and how it is counted."""
    return _engine._explain_dojo(
        json.dumps(
            {
                "rows": [list(row) for row in rows],
                "row_trophies": list(row_trophies),
                "column_trophies": list(column_trophies),
                "edition": edition,
            }
        )
    )


def batch(
    game: str,
    games: int,
    *,
    players: int = 4,
    seed: int = 1,
    threads: int = 0,
    **setup: Any,
) -> Any:
    """Many games at once, in NumPy arrays that are written in place (docs/PYTHON.md): a DojoBatch or
    a TatamokatsuBatch. For Tatamokatsu, `grid` is the unit of delays in milliseconds, `reflexes` the
    person whose reaction times learners have (none: they are exact), and `bots` maps seats to names
    of bots that play there."""
    if _known(game) == "dojo":
        return DojoBatch(_header(game, players, setup), games, seed, threads)
    grid = setup.pop("grid", 100)
    reflexes = setup.pop("reflexes", None)
    others = setup.pop("bots", {})
    return TatamokatsuBatch(
        _header(game, players, setup), games, seed, threads, grid, reflexes, others
    )
