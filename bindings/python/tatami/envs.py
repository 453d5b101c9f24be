"""The games in the shapes of Gymnasium, PettingZoo and OpenSpiel, by duck typing: none is needed."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any, Iterator, Mapping

import numpy as np

from . import (
    DojoBatch,
    DojoLuck,
    DojoState,
    IllegalAction,
    TatamokatsuBatch,
    batch,
    dojo_observation_size,
    start,
    tatamokatsu_actions,
    tatamokatsu_observation_size,
)

actions = 64  # docs/PYTHON.md


@dataclass(frozen=True)
class Discrete:
    """As Gymnasium's: the numbers from 0 to n - 1."""

    n: int
    shape: tuple[int, ...] = ()
    dtype: Any = np.dtype(np.int64)

    def contains(self, x: Any) -> bool:
        number = np.asarray(x)
        whole = np.issubdtype(number.dtype, np.integer)
        return bool(whole and number.shape == () and 0 <= number < self.n)

    def sample(self, mask: Any = None, rng: Any = None) -> int:
        """One of them, or of those that a mask allows."""
        allowed = np.arange(self.n) if mask is None else np.flatnonzero(mask)
        return int((rng or np.random.default_rng()).choice(allowed))


@dataclass(frozen=True)
class Box:
    """As Gymnasium's: arrays of one shape with numbers from `low` to `high`."""

    low: int
    high: int
    shape: tuple[int, ...]
    dtype: Any

    def contains(self, x: Any) -> bool:
        return bool(
            isinstance(x, np.ndarray) and x.shape == self.shape and x.dtype == self.dtype
            and (x >= self.low).all() and (x <= self.high).all()
        )


@dataclass(frozen=True)
class MultiDiscrete:
    """As Gymnasium's: an action of each of several games."""

    nvec: Any

    @property
    def shape(self) -> tuple[int, ...]:
        return self.nvec.shape

    def contains(self, x: Any) -> bool:
        chosen = np.asarray(x)
        whole = np.issubdtype(chosen.dtype, np.integer)
        return bool(whole and chosen.shape == self.shape and (chosen >= 0).all()
                    and (chosen < self.nvec).all())


@dataclass(frozen=True)
class Dict:
    """As Gymnasium's: a space for each name."""

    spaces: Mapping[str, Any]

    def __getitem__(self, name: str) -> Any:
        return self.spaces[name]

    def contains(self, x: Any) -> bool:
        return set(x) == set(self.spaces) and all(
            space.contains(x[name]) for name, space in self.spaces.items()
        )


def _with_mask(observation: Box, number_of_actions: int) -> Dict:
    mask = Box(0, 1, (number_of_actions,), np.dtype(np.int8))
    return Dict({"observation": observation, "action_mask": mask})


_dojo_box = Box(0, 255, (dojo_observation_size,), np.dtype(np.uint8))
_tatamokatsu_box = Box(-1, 32767, (tatamokatsu_observation_size,), np.dtype(np.int16))


class DojoVectorEnv:
    """As a Gymnasium vector environment. The seats take turns: `info["seat"]` says whose decision is
    next in each game, `info["legal"]` which actions it has. A reward is that of the seat that has
    just acted; those of all seats are in `info["rewards"]`. A game that is over begins anew in the
    same step."""

    metadata: dict[str, Any] = {"autoreset_mode": "same_step"}

    def __init__(self, games: int, *, players: int = 4, threads: int = 0, **setup: Any) -> None:
        self.num_envs = games
        self.render_mode = None
        self.single_observation_space = _dojo_box
        self.single_action_space = Discrete(actions)
        self.observation_space = Box(0, 255, (games, dojo_observation_size), _dojo_box.dtype)
        self.action_space = MultiDiscrete(np.full(games, actions))
        self._setup = {"players": players, "threads": threads, **setup}
        self._batch: DojoBatch | None = None

    @property
    def unwrapped(self) -> DojoVectorEnv:
        return self

    def reset(self, *, seed: int | None = None, options: Any = None) -> tuple[Any, dict[str, Any]]:
        self._batch = batch("dojo", self.num_envs, seed=1 if seed is None else seed, **self._setup)
        return self._batch.observations, self._info(self._batch)

    def step(self, chosen: Any) -> tuple[Any, Any, Any, Any, dict[str, Any]]:
        if self._batch is None:
            raise RuntimeError("call reset first")
        seats = self._batch.seats.copy()
        self._batch.step(np.asarray(chosen))
        rewards = self._batch.rewards[np.arange(self.num_envs), seats]
        truncated = np.zeros(self.num_envs, dtype=bool)
        return (
            self._batch.observations, rewards, self._batch.done, truncated, self._info(self._batch)
        )

    def close(self) -> None:
        self._batch = None

    @staticmethod
    def _info(playing: DojoBatch) -> dict[str, Any]:
        return {"seat": playing.seats, "legal": playing.legal, "rewards": playing.rewards}


class DojoAEC:
    """As a PettingZoo AEC environment: one game, one seat at a time. An observation has the numbers
    of docs/PYTHON.md and the mask of legal actions."""

    metadata: dict[str, Any] = {"name": "dojo_v1", "is_parallelizable": False}

    def __init__(self, *, players: int = 4, **setup: Any) -> None:
        self._setup = {"players": players, **setup}
        self.possible_agents = [f"seat_{seat}" for seat in range(players)]
        self.agents: list[str] = []
        self.render_mode = None

    @property
    def num_agents(self) -> int:
        return len(self.agents)

    @property
    def max_num_agents(self) -> int:
        return len(self.possible_agents)

    @property
    def unwrapped(self) -> DojoAEC:
        return self

    def observation_space(self, agent: str) -> Dict:
        return _with_mask(_dojo_box, actions)

    def action_space(self, agent: str) -> Discrete:
        return Discrete(actions)

    def close(self) -> None:
        self.agents = []

    def reset(self, seed: int | None = None, options: Any = None) -> None:
        state = start("dojo", **self._setup)
        assert isinstance(state, DojoState)
        self.game = state
        self._luck = DojoLuck(self.game, 1 if seed is None else seed)
        self.agents = list(self.possible_agents)
        self.rewards = {agent: 0.0 for agent in self.agents}
        self._cumulative_rewards = dict(self.rewards)
        self.terminations = {agent: False for agent in self.agents}
        self.truncations = {agent: False for agent in self.agents}
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._go_on()

    def _go_on(self) -> None:
        while self.game.chance_acts:
            self.game.apply_unchecked(self._luck.next(self.game))
        if not self.game.is_over:
            self.agent_selection = self.possible_agents[self.game.to_act[0]]
            return
        winners = self.game.outcome()["winners"]
        for seat, agent in enumerate(self.possible_agents):
            self.rewards[agent] = 1 / len(winners) if seat in winners else 0.0
            self._cumulative_rewards[agent] = self.rewards[agent]
            self.terminations[agent] = True
        self.agent_selection = self.agents[0]

    def observe(self, agent: str) -> dict[str, Any]:
        seat = self.possible_agents.index(agent)
        mask = np.zeros(actions, dtype=np.int8)
        for action in self.game.legal_actions(seat):
            mask[action & (actions - 1)] = 1
        return {"observation": self.game.observation(seat), "action_mask": mask}

    def last(self, observe: bool = True) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        agent = self.agent_selection
        return (
            self.observe(agent) if observe else None, self._cumulative_rewards[agent],
            self.terminations[agent], self.truncations[agent], self.infos[agent],
        )

    def agent_iter(self, max_iter: int = 2**63) -> Iterator[str]:
        for _ in range(max_iter):
            if not self.agents:
                return
            yield self.agent_selection

    def step(self, action: int | None) -> None:
        agent = self.agent_selection
        if self.terminations[agent]:
            if action is not None:
                raise ValueError("the game is over (D13): the only step left is None")
            self.agents.remove(agent)
            for told in (self.rewards, self._cumulative_rewards, self.terminations,
                         self.truncations, self.infos):
                del told[agent]
            if self.agents:
                self.agent_selection = self.agents[0]
            return
        if action is None or not self.action_space(agent).contains(action):
            raise ValueError(f"an action is a number from 0 to {actions - 1}, not {action!r}")
        legal = self.game.legal_actions(self.possible_agents.index(agent))
        number = legal[0] - (legal[0] & (actions - 1)) + int(action)  # all are of one kind
        try:
            self.game.apply(number)
        except IllegalAction as refused:
            raise IllegalAction(f"action {action} is not legal for {agent}: {refused}") from None
        self._go_on()


class TatamokatsuParallel:
    """As a PettingZoo parallel environment: one timed game of Tatamokatsu, in which all seats decide
    at the same time. Whoever has nothing to decide has one legal action, 0."""

    metadata: dict[str, Any] = {"name": "tatamokatsu_v1"}

    def __init__(self, *, players: int = 4, **setup: Any) -> None:
        self._setup = {"players": players, "threads": 1, **setup}
        others = setup.get("bots", {})
        self._seats = [seat for seat in range(players) if seat not in others]
        self.possible_agents = [f"seat_{seat}" for seat in self._seats]
        self.agents: list[str] = []
        self.render_mode = None
        self._batch: TatamokatsuBatch | None = None

    @property
    def num_agents(self) -> int:
        return len(self.agents)

    @property
    def max_num_agents(self) -> int:
        return len(self.possible_agents)

    @property
    def unwrapped(self) -> TatamokatsuParallel:
        return self

    def observation_space(self, agent: str) -> Dict:
        return _with_mask(_tatamokatsu_box, tatamokatsu_actions)

    def action_space(self, agent: str) -> Discrete:
        return Discrete(tatamokatsu_actions)

    def reset(
        self, seed: int | None = None, options: Any = None
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        self._batch = batch("tatamokatsu", 1, seed=1 if seed is None else seed, **self._setup)
        self.agents = list(self.possible_agents)
        return self._seen(self._batch, over=False), {agent: {} for agent in self.agents}

    def _seen(self, playing: TatamokatsuBatch, over: bool) -> dict[str, Any]:
        """Of a game that is over nothing is left to see."""
        seen = {}
        for agent, seat in zip(self.possible_agents, self._seats):
            mask = playing.legal[0, seat].astype(np.int8)
            observation = playing.observations[0, seat].copy()
            if over:
                mask[:] = 0
                observation[:] = 0
            seen[agent] = {"observation": observation, "action_mask": mask}
        return seen

    def step(
        self, chosen: dict[str, int]
    ) -> tuple[
        dict[str, Any], dict[str, float], dict[str, bool], dict[str, bool], dict[str, Any]
    ]:
        if self._batch is None or not self.agents:
            raise RuntimeError("call reset first")
        if set(chosen) != set(self.agents):
            raise ValueError(f"expected an action for each of {', '.join(self.agents)}")
        actions = np.zeros((1, self._setup["players"]), dtype=np.int64)
        for agent, seat in zip(self.possible_agents, self._seats):
            actions[0, seat] = int(chosen[agent])
        self._batch.step(actions)
        over = bool(self._batch.done[0])
        cut = bool(self._batch.truncated[0])
        seen = self._seen(self._batch, over)
        rewards = {
            agent: float(self._batch.rewards[0, seat])
            for agent, seat in zip(self.possible_agents, self._seats)
        }
        terminated = {agent: over and not cut for agent in self.possible_agents}
        truncated = {agent: cut for agent in self.possible_agents}
        if over:
            self.agents = []
        return seen, rewards, terminated, truncated, {agent: {} for agent in self.possible_agents}

    def close(self) -> None:
        self._batch = None
        self.agents = []


class OpenSpielState:
    """As a state of OpenSpiel. Placements and throws are simultaneous in the game; here the seats
    choose one after the other, without seeing what the others chose."""

    CHANCE = -1
    TERMINAL = -4

    def __init__(self, state: DojoState | None = None, **setup: Any) -> None:
        begun = state if state is not None else start("dojo", **setup)
        assert isinstance(begun, DojoState)
        self._begun = begun.copy()
        self._state = begun
        self._history: list[int] = []

    def current_player(self) -> int:
        if self._state.is_over:
            return self.TERMINAL
        return self.CHANCE if self._state.chance_acts else self._state.to_act[0]

    def is_terminal(self) -> bool:
        return self._state.is_over

    def is_chance_node(self) -> bool:
        return self._state.chance_acts

    def num_players(self) -> int:
        return self._state.players

    def legal_actions(self, player: int | None = None) -> list[int]:
        current = self.current_player()
        if current == self.CHANCE:
            return self._state.legal_chances()
        if current == self.TERMINAL or (player is not None and player != current):
            return []
        return self._state.legal_actions(current)

    def chance_outcomes(self) -> list[tuple[int, float]]:
        return self._state.chance_outcomes()

    def apply_action(self, action: int) -> None:
        self._state.apply(action)
        self._history.append(action)

    def child(self, action: int) -> OpenSpielState:
        after = self.clone()
        after.apply_action(action)
        return after

    def history(self) -> list[int]:
        """All actions so far, chance's too."""
        return list(self._history)

    def is_player_node(self) -> bool:
        return self.current_player() >= 0

    @staticmethod
    def is_simultaneous_node() -> bool:
        return False

    @staticmethod
    def num_distinct_actions() -> int:
        return 2**16

    def action_to_string(self, player: int, action: int) -> str:
        return json.dumps(self._state.event(action))

    def returns(self) -> list[float]:
        if not self._state.is_over:
            return [0.0] * self._state.players
        winners = self._state.outcome()["winners"]
        return [1 / len(winners) if seat in winners else 0.0 for seat in range(self.num_players())]

    def player_return(self, player: int) -> float:
        return self.returns()[player]

    def rewards(self) -> list[float]:
        """There are none before the end."""
        return self.returns()

    def observation_string(self, player: int) -> str:
        """What a seat sees now."""
        return json.dumps(self._state.view(player), sort_keys=True)

    def information_state_string(self, player: int) -> str:
        """All that a seat has seen since the beginning, with perfect recall: a line for each time
        that something changed before its eyes, with what did."""
        state = self._begun.copy()
        seen: dict[str, Any] = {}
        lines = []
        for action in [None, *self._history]:
            if action is not None:
                state.apply_unchecked(action)
            view = state.view(player)
            now = {f"{part}.{name}": what for part, all_ in view.items() for name, what in all_.items()}
            changed = {name: what for name, what in now.items() if seen.get(name) != what}
            if changed:
                lines.append(json.dumps(changed, sort_keys=True))
            seen = now
        return "\n".join(lines)

    def observation_tensor(self, player: int) -> list[float]:
        return [float(number) for number in self._state.observation(player)]

    @staticmethod
    def observation_tensor_size() -> int:
        return dojo_observation_size

    def clone(self) -> OpenSpielState:
        twin = OpenSpielState(self._state.copy())
        twin._begun = self._begun
        twin._history = list(self._history)
        return twin
