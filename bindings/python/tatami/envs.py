"""The games in the shapes of Gymnasium, PettingZoo and OpenSpiel, by duck typing: none is needed."""

from __future__ import annotations

import json
import operator
from typing import Any, Iterator, Mapping, NamedTuple

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


class Space:
    """Common to all spaces: a shape, a type, and numbers of their own to sample with."""

    shape: tuple[int, ...] | None = None
    dtype: Any = None

    def __init__(self) -> None:
        self._numbers = np.random.default_rng()

    def seed(self, seed: int | None = None) -> int | None:
        self._numbers = np.random.default_rng(seed)
        return seed

    def __contains__(self, x: Any) -> bool:
        return self.contains(x)

    def contains(self, x: Any) -> bool:
        raise NotImplementedError


def _is_whole(numbers: Any) -> bool:
    return bool(np.issubdtype(numbers.dtype, np.integer))


class Discrete(Space):
    """As Gymnasium's: the numbers from 0 to n - 1."""

    shape = ()
    dtype = np.dtype(np.int64)
    start = 0

    def __init__(self, n: int) -> None:
        super().__init__()
        self.n = n

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Discrete) and other.n == self.n

    def contains(self, x: Any) -> bool:
        number = np.asarray(x)
        return bool(_is_whole(number) and number.shape == () and 0 <= number < self.n)

    def sample(self, mask: Any = None) -> int:
        """One of them, or of those that a mask allows."""
        allowed = np.arange(self.n) if mask is None else np.flatnonzero(mask)
        return int(self._numbers.choice(allowed))


class Box(Space):
    """As Gymnasium's: arrays of one shape with whole numbers from `low` to `high`."""

    def __init__(self, low: int, high: int, shape: tuple[int, ...], dtype: Any) -> None:
        super().__init__()
        self.shape = shape
        self.dtype = np.dtype(dtype)
        self.low = np.full(shape, low, self.dtype)
        self.high = np.full(shape, high, self.dtype)

    def __eq__(self, other: object) -> bool:
        return (
            isinstance(other, Box) and other.shape == self.shape and other.dtype == self.dtype
            and bool((other.low == self.low).all() and (other.high == self.high).all())
        )

    def contains(self, x: Any) -> bool:
        return bool(
            isinstance(x, np.ndarray) and x.shape == self.shape and x.dtype == self.dtype
            and (x >= self.low).all() and (x <= self.high).all()
        )

    def sample(self) -> Any:
        return self._numbers.integers(self.low, self.high, dtype=self.dtype, endpoint=True)


class MultiDiscrete(Space):
    """As Gymnasium's: an action of each of several games."""

    dtype = np.dtype(np.int64)

    def __init__(self, nvec: Any) -> None:
        super().__init__()
        self.nvec = np.asarray(nvec)
        self.shape = self.nvec.shape

    def contains(self, x: Any) -> bool:
        chosen = np.asarray(x)
        return bool(_is_whole(chosen) and chosen.shape == self.shape and (chosen >= 0).all()
                    and (chosen < self.nvec).all())

    def sample(self, mask: Any = None) -> Any:
        """Any, or some that a mask allows: a row for each game."""
        allowed = np.ones((len(self.nvec), self.nvec.max())) if mask is None else np.asarray(mask)
        return np.argmax(allowed * (1 - self._numbers.random(allowed.shape)), axis=1)


class Dict(Space):
    """As Gymnasium's: a space for each name."""

    def __init__(self, spaces: Mapping[str, Any]) -> None:
        super().__init__()
        self.spaces = dict(spaces)

    def __getitem__(self, name: str) -> Any:
        return self.spaces[name]

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Dict) and other.spaces == self.spaces

    def contains(self, x: Any) -> bool:
        return set(x) == set(self.spaces) and all(
            space.contains(x[name]) for name, space in self.spaces.items()
        )

    def seed(self, seed: int | None = None) -> int | None:
        for number, space in enumerate(self.spaces.values()):
            space.seed(None if seed is None else seed + number)
        return seed

    def sample(self) -> dict[str, Any]:
        return {name: space.sample() for name, space in self.spaces.items()}


class _Seeded:
    """`reset(seed)` begins anew with that seed. `reset()` goes on: with other games than before, and
    with the same ones after the same seed. The first one without a seed begins anywhere."""

    _numbers: Any = None
    _seed: int | None = None

    @property
    def np_random(self) -> Any:
        if self._numbers is None:
            self._begin(None)
        return self._numbers

    @property
    def np_random_seed(self) -> int | None:
        if self._numbers is None:
            self._begin(None)
        return self._seed

    def _begin(self, seed: int | None) -> None:
        self._seed = int(np.random.SeedSequence().entropy % 2**63) if seed is None else seed
        self._numbers = np.random.default_rng(self._seed)

    def _next_seed(self, seed: int | None) -> int:
        if seed is not None or self._numbers is None:
            self._begin(None if seed is None else operator.index(seed))
        return int(self._numbers.integers(2**63))


class _Agents:
    """Common to both kinds of PettingZoo's environments."""

    metadata: dict[str, Any]
    render_mode: str | None = None
    possible_agents: list[str]
    agents: list[str]

    def _sit(self, seats: list[int], observation: Any, number_of_actions: int) -> None:
        self.possible_agents = [f"seat_{seat}" for seat in seats]
        self.agents = []
        # Each agent has spaces of its own, which stay the same objects.
        self.observation_spaces = {
            agent: Dict({
                "observation": observation(), "action_mask": Box(0, 1, (number_of_actions,), np.int8)
            })
            for agent in self.possible_agents
        }
        self.action_spaces = {agent: Discrete(number_of_actions) for agent in self.possible_agents}

    @property
    def num_agents(self) -> int:
        return len(self.agents)

    @property
    def max_num_agents(self) -> int:
        return len(self.possible_agents)

    @property
    def unwrapped(self) -> Any:
        return self

    def observation_space(self, agent: str) -> Dict:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Discrete:
        return self.action_spaces[agent]

    def render(self) -> None:
        """There is nothing to see; `tatami show` draws positions."""

    def __str__(self) -> str:
        return str(self.metadata["name"])


def _dojo_box(*games: int) -> Box:
    return Box(0, 255, (*games, dojo_observation_size), np.uint8)


def _tatamokatsu_box() -> Box:
    return Box(-1, 32767, (tatamokatsu_observation_size,), np.int16)


class DojoVectorEnv(_Seeded):
    """As a Gymnasium vector environment. The seats take turns: `info["seat"]` says whose decision is
    next in each game, `info["legal"]` which actions it has. A reward is that of the seat that has
    just acted; those of all seats are in `info["rewards"]`. A game that is over begins anew in the
    same step; there is nothing more to observe of it, so there is no `final_obs`.

    With `copy=False` arrays are those of the batch, which the next step writes to."""

    metadata: dict[str, Any] = {"autoreset_mode": "SameStep", "render_modes": []}
    spec = None
    render_mode = None

    def __init__(
        self, games: int, *, players: int = 4, threads: int = 0, copy: bool = True, **setup: Any
    ) -> None:
        self.num_envs = games
        self.closed = False
        self.single_observation_space = _dojo_box()
        self.single_action_space = Discrete(actions)
        self.observation_space = _dojo_box(games)
        self.action_space = MultiDiscrete(np.full(games, actions))
        self._setup = {"players": players, "threads": threads, **setup}
        self._copy = copy
        self._every = np.ones(games, dtype=bool)
        self._batch: DojoBatch | None = None

    @property
    def unwrapped(self) -> DojoVectorEnv:
        return self

    def reset(self, *, seed: int | None = None, options: Any = None) -> tuple[Any, dict[str, Any]]:
        self._batch = batch("dojo", self.num_envs, seed=self._next_seed(seed), **self._setup)
        self.closed = False
        return self._given(self._batch.observations), self._info(self._batch)

    def step(self, chosen: Any) -> tuple[Any, Any, Any, Any, dict[str, Any]]:
        if self._batch is None:
            raise RuntimeError("call reset first")
        seats = self._batch.seats.copy()
        self._batch.step(np.asarray(chosen))
        return (
            self._given(self._batch.observations),
            self._batch.rewards[np.arange(self.num_envs), seats],
            self._given(self._batch.done),
            np.zeros(self.num_envs, dtype=bool),
            self._info(self._batch),
        )

    def render(self) -> None:
        """There is nothing to see; `tatami show` draws positions."""

    def close(self, **_: Any) -> None:
        self._batch = None
        self.closed = True

    def _given(self, array: Any) -> Any:
        return array.copy() if self._copy else array

    def _info(self, playing: DojoBatch) -> dict[str, Any]:
        """An array for each name and, as everywhere in Gymnasium, whose entries of it count: all."""
        info = {}
        for name, array in (
            ("seat", playing.seats), ("legal", playing.legal), ("rewards", playing.rewards)
        ):
            info[name] = self._given(array)
            info["_" + name] = self._every
        return info


class DojoAEC(_Seeded, _Agents):
    """As a PettingZoo AEC environment: one game, one seat at a time. An observation has the numbers
    of docs/PYTHON.md and the mask of legal actions."""

    metadata: dict[str, Any] = {"name": "dojo_v1", "is_parallelizable": False, "render_modes": []}

    def __init__(self, *, players: int = 4, **setup: Any) -> None:
        self._setup = {"players": players, **setup}
        self._sit(list(range(players)), _dojo_box, actions)

    def close(self) -> None:
        self.agents = []

    def reset(self, seed: int | None = None, options: Any = None) -> None:
        state = start("dojo", **self._setup)
        assert isinstance(state, DojoState)
        self.game = state
        self._luck = DojoLuck(self.game, self._next_seed(seed))
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
        if not self.agents:
            raise RuntimeError("call reset first")
        agent = self.agent_selection
        if self.terminations[agent]:
            if action is not None:
                raise ValueError("the game is over (D13): the only step left is None")
            self.agents.remove(agent)
            for told in (self.rewards, self._cumulative_rewards, self.terminations,
                         self.truncations, self.infos):
                del told[agent]
            self.rewards = dict.fromkeys(self.agents, 0.0)  # they were counted at the last move
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


class TatamokatsuParallel(_Seeded, _Agents):
    """As a PettingZoo parallel environment: one timed game of Tatamokatsu, in which all seats decide
    at the same time. Whoever has nothing to decide has one legal action, 0."""

    metadata: dict[str, Any] = {"name": "tatamokatsu_v1", "render_modes": []}

    def __init__(self, *, players: int = 4, **setup: Any) -> None:
        self._setup = {"players": players, "threads": 1, **setup}
        others = setup.get("bots", {})
        self._seats = [seat for seat in range(players) if seat not in others]
        self._sit(self._seats, _tatamokatsu_box, tatamokatsu_actions)
        self._batch: TatamokatsuBatch | None = None

    def reset(
        self, seed: int | None = None, options: Any = None
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        self._batch = batch("tatamokatsu", 1, seed=self._next_seed(seed), **self._setup)
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
            if not self.action_space(agent).contains(chosen[agent]):
                raise ValueError(
                    f"an action is a number from 0 to {tatamokatsu_actions - 1}, "
                    f"not {chosen[agent]!r} ({agent})"
                )
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


class PlayerAction(NamedTuple):
    """Part of a history: who did what. Chance is player -1."""

    player: int
    action: int


class OpenSpielGame:
    """As a game of OpenSpiel: a setup and the sizes that all its states share."""

    def __init__(self, **setup: Any) -> None:
        self._setup = setup
        self._players = start("dojo", **setup).players

    def new_initial_state(self) -> OpenSpielState:
        return OpenSpielState(game=self)

    def get_parameters(self) -> dict[str, Any]:
        return dict(self._setup)

    def num_players(self) -> int:
        return self._players

    @staticmethod
    def num_distinct_actions() -> int:
        """What a number means depends on the phase, as in batches."""
        return actions

    @staticmethod
    def max_chance_outcomes() -> int:
        return actions

    @staticmethod
    def min_utility() -> float:
        return 0.0

    @staticmethod
    def max_utility() -> float:
        return 1.0

    @staticmethod
    def utility_sum() -> float:
        """Returns are shares of the win."""
        return 1.0

    @staticmethod
    def observation_tensor_shape() -> list[int]:
        return [dojo_observation_size]

    @staticmethod
    def observation_tensor_size() -> int:
        return dojo_observation_size

    def deserialize_state(self, serialized: str) -> OpenSpielState:
        state = self.new_initial_state()
        for action in serialized.split():
            state.apply_action(int(action))
        return state


class OpenSpielState:
    """As a state of OpenSpiel. Placements and throws are simultaneous in the game; here the seats
    choose one after the other, without seeing what the others chose. An action is a number from 0
    to 63, as in batches; so is what chance does."""

    CHANCE = -1
    TERMINAL = -4

    def __init__(
        self, state: DojoState | None = None, *, game: OpenSpielGame | None = None, **setup: Any
    ) -> None:
        self._game = game if game is not None or state is not None else OpenSpielGame(**setup)
        if state is None:
            assert self._game is not None
            begun = start("dojo", **self._game.get_parameters())
            assert isinstance(begun, DojoState)
            state = begun
        self._begun = state.copy()
        self._state = state.copy()
        self._history: list[PlayerAction] = []

    def get_game(self) -> OpenSpielGame:
        if self._game is None:
            raise ValueError("this state was made of a DojoState, so its game is not known")
        return self._game

    # Everything that is legal at a time is of one kind: all but the lowest bits are the same.
    def _legal(self) -> list[int]:
        if self._state.chance_acts:
            return self._state.legal_chances()
        return self._state.legal_actions(self._state.to_act[0])

    def _number(self, action: int) -> int:
        if not 0 <= operator.index(action) < actions:
            raise IllegalAction(f"an action is a number from 0 to {actions - 1}, not {action}")
        if self._state.is_over:
            raise IllegalAction("the game is over (D13)")
        return (self._legal()[0] & -actions) | action

    def _player(self, player: int | None) -> int:
        chosen = self.current_player() if player is None else player
        if not 0 <= chosen < self.num_players():
            raise ValueError("nobody is to act, so say for which player")
        return chosen

    def current_player(self) -> int:
        if self._state.is_over:
            return self.TERMINAL
        return self.CHANCE if self._state.chance_acts else self._state.to_act[0]

    def is_terminal(self) -> bool:
        return self._state.is_over

    def is_chance_node(self) -> bool:
        return self._state.chance_acts

    def is_player_node(self) -> bool:
        return self.current_player() >= 0

    @staticmethod
    def is_simultaneous_node() -> bool:
        return False

    @staticmethod
    def is_mean_field_node() -> bool:
        return False

    def is_initial_state(self) -> bool:
        return not self._history

    def num_players(self) -> int:
        return self._state.players

    @staticmethod
    def num_distinct_actions() -> int:
        return actions

    def legal_actions(self, player: int | None = None) -> list[int]:
        """In ascending order; none for whoever is not to act."""
        current = self.current_player()
        if current == self.TERMINAL or (player is not None and player != current):
            return []
        return [action & (actions - 1) for action in self._legal()]

    def legal_actions_mask(self, player: int | None = None) -> list[int]:
        mask = [0] * actions
        for action in self.legal_actions(player):
            mask[action] = 1
        return mask

    def chance_outcomes(self) -> list[tuple[int, float]]:
        if not self.is_chance_node():
            raise ValueError("it is not chance's turn")
        return [(action & (actions - 1), p) for action, p in self._state.chance_outcomes()]

    def apply_action(self, action: int) -> None:
        player = self.current_player()
        self._state.apply(self._number(action))
        self._history.append(PlayerAction(player, int(action)))

    def child(self, action: int) -> OpenSpielState:
        after = self.clone()
        after.apply_action(action)
        return after

    def clone(self) -> OpenSpielState:
        twin = OpenSpielState(self._state, game=self._game)
        twin._begun = self._begun
        twin._history = list(self._history)
        return twin

    def history(self) -> list[int]:
        """All actions so far, chance's too."""
        return [action for _, action in self._history]

    def full_history(self) -> list[PlayerAction]:
        return list(self._history)

    def history_str(self) -> str:
        return ", ".join(str(action) for action in self.history())

    def move_number(self) -> int:
        return len(self._history)

    def serialize(self) -> str:
        """For `deserialize_state` of its game."""
        return "\n".join(str(action) for action in self.history())

    def action_to_string(self, *player_and_action: int) -> str:
        """Of an action of the current player; who that is may be said first."""
        return json.dumps(self._state.event(self._number(player_and_action[-1])))

    def string_to_action(self, *player_and_string: Any) -> int:
        return self._state.action(json.loads(player_and_string[-1])) & (actions - 1)

    def returns(self) -> list[float]:
        """Shares of the win, when the game is over."""
        if not self._state.is_over:
            return [0.0] * self._state.players
        winners = self._state.outcome()["winners"]
        return [1 / len(winners) if seat in winners else 0.0 for seat in range(self.num_players())]

    def player_return(self, player: int) -> float:
        return self.returns()[player]

    def rewards(self) -> list[float]:
        """There are none before the end."""
        return self.returns()

    def player_reward(self, player: int) -> float:
        return self.rewards()[player]

    def observation_string(self, player: int | None = None) -> str:
        """What a seat sees now."""
        return json.dumps(self._state.view(self._player(player)), sort_keys=True)

    def observation_tensor(self, player: int | None = None) -> list[float]:
        return [float(number) for number in self._state.observation(self._player(player))]

    @staticmethod
    def observation_tensor_size() -> int:
        return dojo_observation_size

    def information_state_string(self, player: int | None = None) -> str:
        """All that a seat has seen since the beginning, with perfect recall: a line for each time
        that something changed before its eyes, with what did."""
        seat = self._player(player)
        state = OpenSpielState(self._begun)
        seen: dict[str, Any] = {}
        lines = []
        for action in [None, *self.history()]:
            if action is not None:
                state.apply_action(action)
            view = state._state.view(seat)
            now = {f"{part}.{name}": what for part, all_ in view.items() for name, what in all_.items()}
            changed = {name: what for name, what in now.items() if seen.get(name) != what}
            if changed:
                lines.append(json.dumps(changed, sort_keys=True))
            seen = now
        return "\n".join(lines)

    def __str__(self) -> str:
        """What a spectator sees."""
        return json.dumps(self._state.view(), sort_keys=True)
