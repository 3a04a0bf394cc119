"""Boards for learners as Gymnasium has environments: Env and VectorEnv, and what gymnasium.make()
finds as dropforge/Places-v0 and dropforge/Keys-v0. It needs Gymnasium 1.1 or later, and NumPy.

    import gymnasium, dropforge.gym
    env = gymnasium.make("dropforge/Places-v0", rules="srs", hold=True, preview=5)
    observation, info = env.reset(seed=7)
    action = env.action_space.sample(info["action_mask"])
"""

from __future__ import annotations

from typing import Any, Dict, List, Optional, Tuple, Union

try:
    import gymnasium
    import numpy as np
    from gymnasium.vector import AutoresetMode
except ImportError as error:
    raise ImportError(f"{error}; dropforge.gym needs Gymnasium and NumPy. dropforge.Boards has the "
                      "same boards without them") from error

from ._bot import GameResult
from ._boards import Boards
from ._library import word

INFINITE = 2**31 - 1
Observation = Dict[str, Any]

__all__ = ["Env", "VectorEnv", "register_envs"]


def _space_of(boards: Boards) -> gymnasium.spaces.Dict:
    """The observations of one board."""
    pieces = len(boards.pieces)
    spaces: Dict[str, gymnasium.spaces.Space[Any]] = {}
    bounds = {"field": (0, 1), "pieces": (-1, pieces - 1), "held": (-1, pieces - 1),
              "active": (0, 1), "features": (-INFINITE, INFINITE)}
    for name, (_, shape) in boards.layouts().items():
        kind: Any = np.uint8 if name in ("field", "active") else np.int32
        if name in bounds:
            spaces[name] = gymnasium.spaces.Box(*bounds[name], shape, kind)
        elif name == "position":
            sides = np.array([3, boards.width, boards.height + 32], np.int32)
            spaces[name] = gymnasium.spaces.Box(np.array([0, 0, 0], np.int32), sides, shape, kind)
    return gymnasium.spaces.Dict(spaces)


def _arrays_of(boards: Boards) -> Dict[str, Any]:
    """The arrays that the library writes to, for NumPy; nothing is copied."""
    return {name: np.asarray(view) for name, view in boards.views.items()}


def _info_of(result: GameResult) -> Dict[str, Any]:
    return {"lines": result.lines, "pieces": result.pieces}


class Env(gymnasium.Env[Observation, Any]):
    """One board. The options are those of dropforge.Boards, but an illegal action earns -1 when nothing
    is said; None: it raises. info["action_mask"] and action_masks() say which actions are legal.
    `copy=False`: observations are the arrays that the next step changes."""

    metadata: Dict[str, Any] = {"render_modes": ["ansi"], "render_fps": 10}

    def __init__(self, *, render_mode: Optional[str] = None, copy: bool = True,
                 illegal_reward: Optional[int] = -1, **options: Any):
        if render_mode not in (None, "ansi"):
            raise ValueError(f"render_mode is {render_mode!r}; use 'ansi' or None")
        self.render_mode = render_mode
        self.boards = Boards(1, autoreset=False, illegal_reward=illegal_reward, **options)
        self.action_space = gymnasium.spaces.Discrete(self.boards.actions)
        self.observation_space = space = _space_of(self.boards)
        self._shown = list(space)
        self._copy = copy
        self._arrays = {name: array[0, ...] for name, array in _arrays_of(self.boards).items()}
        self._mask = self._arrays["mask"].view(np.int8)
        self._ends = _arrays_of(self.boards)
        self._game: Optional[Tuple[int, int]] = None  # seed and number

    def _look(self) -> Tuple[Observation, Dict[str, Any]]:
        seen = {name: self._arrays[name] for name in self._shown}
        mask = self._mask
        if self._copy:
            seen, mask = {name: array.copy() for name, array in seen.items()}, mask.copy()
        return seen, {"action_mask": mask, **_info_of(self.boards.result())}

    def reset(self, *, seed: Optional[int] = None, options: Optional[Dict[str, Any]] = None
              ) -> Tuple[Observation, Dict[str, Any]]:
        """With a seed its game 0, or that of options {"number": n}; without one the next game of the
        last seed, which at first is random."""
        super().reset(seed=seed)
        if seed is None and self._game is not None:
            seed, number = self._game[0], self._game[1] + 1
        else:
            seed = int(self.np_random.integers(2**63)) if seed is None else int(seed)
            number = 0
        self._game = seed, word("number", (options or {}).get("number", number))
        self.boards.begin(0, *self._game)
        return self._look()

    def step(self, action: Any) -> Tuple[Observation, float, bool, bool, Dict[str, Any]]:
        self.boards.action_view[0] = int(action)
        self.boards.step()
        observation, info = self._look()
        ends = self._ends
        return (observation, float(ends["rewards"][0]), bool(ends["terminated"][0]),
                bool(ends["truncated"][0]), info)

    def action_masks(self) -> Any:
        """Which actions are legal, as other libraries ask for it: an array of bool."""
        return self._arrays["mask"].astype(bool)

    def render(self) -> Any:
        return self.boards.render() if self.render_mode == "ansi" else None

    def close(self) -> None:
        self.boards.close()


class VectorEnv(gymnasium.vector.VectorEnv[Observation, Any, Any]):
    """Many boards, which one call of the library steps. Options as of Env. `autoreset_mode`: a
    board whose game has ended begins the next one in the next step ("NextStep"), in the same step
    ("SameStep"; infos have its "final_obs" and "final_info"), or in reset() ("Disabled")."""

    metadata: Dict[str, Any] = {
        "render_modes": ["ansi"], "autoreset_mode": AutoresetMode.NEXT_STEP}

    def __init__(self, num_envs: int = 1, *, render_mode: Optional[str] = None, copy: bool = True,
                 illegal_reward: Optional[int] = -1,
                 autoreset_mode: Union[AutoresetMode, str] = AutoresetMode.NEXT_STEP, **options: Any):
        if render_mode not in (None, "ansi"):
            raise ValueError(f"render_mode is {render_mode!r}; use 'ansi' or None")
        self.render_mode = render_mode
        self.num_envs = num_envs
        self._mode = AutoresetMode(autoreset_mode)
        self.metadata = {**self.metadata, "autoreset_mode": self._mode}
        self.boards = Boards(num_envs, autoreset=self._mode is AutoresetMode.NEXT_STEP,
                             illegal_reward=illegal_reward, **options)
        self._games = [(0, board) for board in range(num_envs)]  # seed and number
        self.single_action_space = gymnasium.spaces.Discrete(self.boards.actions)
        self.single_observation_space = space = _space_of(self.boards)
        self._shown = list(space)
        batch = gymnasium.vector.utils.batch_space
        self.action_space = batch(self.single_action_space, num_envs)
        self.observation_space = batch(self.single_observation_space, num_envs)
        self._copy = copy
        self._arrays = _arrays_of(self.boards)
        for name, kind in (("mask", np.int8), ("terminated", np.bool_), ("truncated", np.bool_)):
            self._arrays[name] = self._arrays[name].view(kind)
        self._actions = np.asarray(self.boards.action_view)

    def _take(self, name: str) -> Any:
        array = self._arrays[name]
        return array.copy() if self._copy else array

    def _look(self) -> Tuple[Observation, Dict[str, Any]]:
        return ({name: self._take(name) for name in self._shown},
                {"action_mask": self._take("mask")})

    def reset(self, *, seed: Any = None, options: Optional[Dict[str, Any]] = None
              ) -> Tuple[Observation, Dict[str, Any]]:
        """Begins game i of the seed on board i; a list has a seed for each board, of which game 0
        begins there. Without a seed it is random, or drawn by that of before. options
        {"reset_mask": m}, an array of bool, says on which boards; else on all."""
        each = isinstance(seed, (list, tuple))
        super().reset(seed=seed[0] if each else seed)
        seed = int(self.np_random.integers(2**63)) if seed is None else seed
        mask = (options or {}).get("reset_mask", [True] * self.num_envs)
        self._begin({board: (int(seed[board]), 0) if each else (int(seed), board)
                     for board in np.flatnonzero(mask).tolist()})
        return self._look()

    def _begin(self, games: Dict[int, Tuple[int, int]]) -> None:
        for board, game in games.items():
            self._games[board] = game
        self.boards.begin_games((board, *game) for board, game in games.items())

    def _finish(self, boards: List[int]) -> Dict[str, Any]:
        """Begins the next games on boards; returns what is seen at the ends of the last ones."""
        infos: Dict[str, Any] = {}
        for board in boards:
            seen = {name: array[board, ...].copy() for name, array in self._arrays.items()}
            infos = self._add_info(infos, {
                "final_obs": {name: seen[name] for name in self._shown},
                "final_info": {"action_mask": seen["mask"], **_info_of(self.boards.result(board))},
            }, board)
        self._begin({board: (self._games[board][0], self._games[board][1] + self.num_envs)
                     for board in boards})
        return infos

    def step(self, actions: Any) -> Tuple[Observation, Any, Any, Any, Dict[str, Any]]:
        self._actions[:] = actions
        self.boards.step()
        rewards = self._arrays["rewards"].astype(np.float64)
        terminated, truncated = (self._arrays[name].copy() for name in ("terminated", "truncated"))
        ended = np.flatnonzero(terminated | truncated).tolist()
        final = self._finish(ended) if ended and self._mode is AutoresetMode.SAME_STEP else {}
        observation, infos = self._look()
        return observation, rewards, terminated, truncated, {**infos, **final}

    def action_masks(self) -> Any:
        """Which actions are legal: an array [boards, actions] of bool."""
        return self._arrays["mask"].astype(bool)

    def render(self) -> Any:
        every = range(self.num_envs)
        return tuple(map(self.boards.render, every)) if self.render_mode == "ansi" else None

    def close_extras(self, **kwargs: Any) -> None:
        del kwargs
        self.boards.close()


def register_envs() -> List[str]:
    """Registers the environments, which importing this module does; returns their names."""
    kinds: Dict[str, Dict[str, Any]] = {
        "dropforge/Places-v0": {}, "dropforge/Keys-v0": {"keys": True, "rules": "srs+180"}}
    for name, options in kinds.items():
        if name not in gymnasium.registry:
            gymnasium.register(id=name, entry_point="dropforge.gym:Env", kwargs=options,
                               vector_entry_point="dropforge.gym:VectorEnv")
    return list(kinds)


register_envs()
