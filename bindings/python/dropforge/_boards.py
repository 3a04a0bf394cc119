"""Boards for programs that learn: any number of them, stepped by one call into shared arrays."""

from __future__ import annotations

import ctypes
from typing import Any, Dict, Iterable, List, NamedTuple, Optional, Sequence, Tuple, Union

from . import _abi as abi
from ._bot import (Choice, DealWish, GameResult, features, read_choice, read_result, sides_of)
from ._library import (DROP_RULES, ORIENTATIONS, Caller, Error, Owned, Resource, check, choose,
                       choose_rules, items, lib, unsigned, word)
from ._pieces import Drop, Pieces, PiecesWish, deal_of

REWARDS = {"lines": abi.DF_ENV_REWARD_LINES, "lines-squared": abi.DF_ENV_REWARD_LINES_SQUARED,
           "pieces": abi.DF_ENV_REWARD_PIECES}
#: The actions of boards with keys.
KEYS = ("none", "left", "right", "down", "clockwise", "anticlockwise", "half-turn", "hard-drop",
        "hold")

Shape = Tuple[int, ...]


class Layout(NamedTuple):
    """An array: the type of its elements, and its shape."""
    kind: Any
    shape: Shape


def _set_of_features(wish: Union[str, Sequence[str]]) -> Tuple[int, List[str]]:
    """The set of names, or of "all", and the names in their order."""
    known = features()
    names = known if wish == "all" else [wish] if isinstance(wish, str) else items("features", wish)
    chosen = sum({1 << choose("features", known, name) for name in names})
    return chosen, [name for i, name in enumerate(known) if chosen >> i & 1]


class Boards(Owned):
    """Boards that learners step, as docs/use/env.md describes them.

    An action is a place of the current piece, by the `rules` "above" at first, or with `keys` a key
    (KEYS), by "srs", "srs+180" or "nes". `features`: names, or "all", of what is measured of each legal place. With
    `autoreset` a board whose game has ended begins the next one in the next step. With `garbage` a row
    with one hole rises from the floor after so many pieces. An illegal action
    raises an Error, and nothing has changed; with an `illegal_reward` it changes nothing on its board
    and earns that. `views` are the arrays that the library writes to in reset() and step(): field,
    pieces, held, mask, rewards, terminated, truncated, and features, or active and position."""

    def __init__(self, boards: int = 1, *, width: int = 10, height: int = 20, rules: Optional[str] = None,
                 keys: bool = False, preview: int = 1, hold: bool = False,
                 deal: DealWish = "uniform", pieces: Optional[PiecesWish] = None,
                 max_pieces: int = 0, garbage: int = 0, reward: str = "lines",
                 features: Union[str, Sequence[str]] = (),  # pylint: disable=redefined-outer-name
                 autoreset: bool = True, record: bool = False,
                 illegal_reward: Optional[int] = None):
        self.own_pieces = Pieces.of(pieces)
        self.pieces = self.own_pieces.list
        self.boards, self.width, self.height = unsigned("boards", boards, 1), width, height
        rules = ("srs" if keys else "above") if rules is None else rules
        self.preview, self.keys, self.rules = preview, keys, rules
        chosen, self.features = _set_of_features(features)
        kind, given, count = deal_of(self.pieces, deal)
        options = abi.df_env_options(
            set=self.own_pieces.set, **sides_of(width, height), boards=boards,
            rules=choose_rules(DROP_RULES, rules),
            preview=unsigned("preview", preview, 1 if hold else 0, abi.DF_ENV_MAX_PREVIEW),
            hold=hold, deal=kind, given_count=count, max_pieces=word("max_pieces", max_pieces),
            garbage=word("garbage", garbage),
            reward=choose("reward", REWARDS, reward), features=chosen, autoreset=autoreset,
            record=record, keys=keys, skips_illegal=illegal_reward is not None,
            illegal_reward=word("illegal_reward", illegal_reward or 0, -2**31, 2**31 - 1))
        if given is not None:
            options.given = ctypes.cast(given, ctypes.POINTER(ctypes.c_uint16))
        pointer, caller = ctypes.c_void_p(), Caller()
        try:
            caller.check(lib.df_env_create(pointer, options, caller.error))
            super().__init__(Resource(pointer, lib.df_env_free, self.own_pieces.resource, given))
            self.actions: int = lib.df_env_actions(pointer, None)
            self._actions = (ctypes.c_int64 * boards)()
            self.action_view = memoryview(self._actions).cast("B").cast("q")
            self._make_arrays()
        except MemoryError:
            raise MemoryError(f"no memory for {boards} boards of {width} by {height}; take fewer") from None

    def layouts(self) -> Dict[str, Layout]:
        """The arrays of one board."""
        field, byte, number = (self.height, self.width), ctypes.c_uint8, ctypes.c_int32
        found = {"field": Layout(byte, field), "pieces": Layout(number, (1 + self.preview,)),
                 "held": Layout(number, ()), "mask": Layout(byte, (self.actions,)),
                 "rewards": Layout(number, ()), "terminated": Layout(byte, ()),
                 "truncated": Layout(byte, ())}
        if self.keys:
            found["active"] = Layout(byte, field)
            found["position"] = Layout(number, (3,))
        elif self.features:
            found["features"] = Layout(number, (self.actions, len(self.features)))
        return found

    def _make_arrays(self) -> None:
        arrays = abi.df_env_arrays()
        self.views: Dict[str, memoryview] = {}
        self._buffers: List[Any] = []
        for name, (kind, shape) in self.layouts().items():
            whole = (self.boards, *shape)
            length = 1
            for side in whole:
                length *= side
            buffer = (kind * length)()
            self._buffers.append(buffer)
            setattr(arrays, name, ctypes.cast(buffer, ctypes.POINTER(kind)))
            view = memoryview(buffer).cast("B")
            self.views[name] = view.cast("i" if kind is ctypes.c_int32 else "B", whole)
        self._arrays = arrays
        self.observe()

    def _number(self, board: int) -> int:
        return word("board", board, 0, self.boards - 1)

    def observe(self) -> None:
        """Writes the arrays anew, which reset(), begin() and step() do."""
        with self.resource.alone() as handle:
            lib.df_env_observe(handle, self._arrays)

    def reset(self, seed: int = 0) -> None:
        """Begins game i of the seed on board i."""
        number = word("seed", seed)
        with self.resource.alone() as handle:
            lib.df_env_reset(handle, number)
            lib.df_env_observe(handle, self._arrays)

    def begin(self, board: int, seed: int, number: int = 0) -> None:
        """Begins any game on a board."""
        self.begin_games([(board, seed, number)])

    def begin_games(self, games: Iterable[Tuple[int, int, int]]) -> None:
        """Begins games, each (board, seed, number)."""
        known = [(self._number(board), word("seed", seed), word("number", number))
                 for board, seed, number in games]
        with self.resource.alone() as handle:
            for game in known:
                check(lib.df_env_begin(handle, *game))
            lib.df_env_observe(handle, self._arrays)

    def step(self, actions: Optional[Iterable[int]] = None) -> None:
        """Takes one action for each board; None: those in `action_view`, an array of 64 bits."""
        given: Any = None
        if actions is not None:
            given = [word("action", action, -2**63, 2**63 - 1)
                     for action in items("actions", actions)]
            if len(given) != self.boards:
                raise Error(f"{len(given)} actions are not one for each of {self.boards} boards")
        with self.resource.alone() as handle:
            if given is not None:
                self._actions[:] = given
            status = lib.df_env_step(handle, self._actions)
            if status == abi.DF_ERROR_ARGUMENT:
                raise Error("an action is not legal, or a game has ended; see mask and truncated")
            check(status)
            lib.df_env_observe(handle, self._arrays)

    def choice(self, action: int, board: int = 0) -> Choice:
        """What a legal action, which is no key, does."""
        choice, number = abi.df_choice(), word("action", action, -2**63, 2**63 - 1)
        board = self._number(board)
        with self.resource.alone() as handle:
            check(lib.df_env_get_choice(handle, board, number, choice),
                  f"action {number} is a key" if self.keys else
                  f"action {number} is not legal on board {board}; see mask")
        return read_choice(self.pieces, choice)

    def action(self, orientation: str, x: int, y: int = 0, holds: bool = False) -> int:
        """The number of the action that puts a piece there, legal or not; -1 if there is none."""
        choice = abi.df_choice(holds=holds, place=abi.df_place(
            choose("orientation", ORIENTATIONS, orientation), word("x", x, 0, 255),
            word("y", y, 0, 1023)))
        with self.resource.alone() as handle:
            return int(lib.df_env_find_action(handle, choice))

    def result(self, board: int = 0) -> GameResult:
        """The result so far of the game on a board."""
        board = self._number(board)
        with self.resource.alone() as handle:
            return read_result(lib.df_env_get_result(handle, board, None).contents)

    def drops(self, board: int = 0) -> List[Drop]:
        """The drops of that game; only with `record`."""
        board = self._number(board)
        with self.resource.alone() as handle:
            plan = ctypes.POINTER(abi.df_plan)()
            lib.df_env_get_result(handle, board, plan)
            if not plan:
                raise Error("no drops are recorded; say record=True")
            inner = plan.contents
            return [self.pieces.read_drop(drop) for drop in inner.drops[:inner.count]]

    def render(self, board: int = 0) -> str:
        """A board as text: ■ where it is full, □ where the falling piece is."""
        self._number(board)
        field: Any = self.views["field"]
        active: Any = self.views.get("active")

        def square(x: int, y: int) -> str:
            is_active = active is not None and active[board, y, x]
            return "□" if is_active else "■" if field[board, y, x] else "·"
        return "\n".join("".join(square(x, y) for x in range(self.width))
                         for y in reversed(range(self.height)))
