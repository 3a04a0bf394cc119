"""Bots: what they choose, and the games that they play."""

from __future__ import annotations

import ctypes
from typing import Any, Dict, Iterable, Iterator, List, Mapping, NamedTuple, Optional, Tuple, Union

from . import _abi as abi
from ._field import Board, words_of
from ._library import (DROP_RULES, ORIENTATIONS, Caller, Error, Owned, Resource, check,
                       choose_rules, encode_text, items, lib, need, unsigned, word)
from ._pieces import Drop, PieceList, Pieces, PiecesWish, deal_of
from ._plan import Plan, make_plan

MAX_LOOKAHEAD = 64
ENDS = ("unplayed", "over", "capped", "dealt")  # the order of df_bot_game_end

Weights = Union[str, Mapping[str, float]]
DealWish = Union[str, Iterable[str]]


class Player(NamedTuple):
    """A built-in player; `source` is where its weights were published."""
    name: str
    source: str
    weights: Dict[str, float]
    score_before_clear: bool


class Choice(NamedTuple):
    """Where a piece is put; `holds`: it is not the current one, which goes into hold."""
    piece: str
    orientation: str
    x: int
    y: int
    holds: bool
    score: int


class GameResult(NamedTuple):
    """`end` is "unplayed", "over", "capped" or "dealt"; clears[i] are drops that cleared i rows."""
    end: str
    pieces: int
    lines: int
    placements: int
    clears: List[int]
    fingerprint: int


def features() -> List[str]:
    """The names of what bots measure of a placement."""
    return [name.decode() for name in lib.df_feature_names]


def _read_player(player: Any) -> Player:
    weights = {name: weight / abi.DF_WEIGHT_ONE
               for name, weight in zip(features(), player.weights.weight) if weight}
    return Player(player.name.decode(), player.source.decode(), weights,
                  player.weights.score_before_clear)


def players() -> List[Player]:
    """The built-in players."""
    return [_read_player(player) for player in lib.df_players]


def _weight(name: str, value: Any) -> float:
    try:
        return float(value)
    except (TypeError, ValueError):
        raise TypeError(f"player: the weight of {name} is {value!r}; use a number") from None


def _weights_of(player: Weights, score_before_clear: bool) -> Any:
    """The df_weights of a name, a text in the format `dropforge-weights 1`, or weights."""
    if isinstance(player, str) and not player.startswith("dropforge-weights"):
        name = encode_text("player", player)
        found = lib.df_player_find(name, len(name))
        if not found:
            raise Error(f"no player is called {player!r}; players() lists them")
        return found.contents.weights
    if isinstance(player, Mapping):
        lines = [f"feature {name} {_weight(name, weight):.12f}" for name, weight in player.items()]
        lines += ["score-before-clear"] if score_before_clear else []
        player = "\n".join(["dropforge-weights 1", *lines, ""])
    weights, caller, text = abi.df_weights(), Caller(), encode_text("player", player)
    caller.check(lib.df_weights_read(weights, text, len(text), caller.error))
    return weights


def read_choice(pieces: PieceList, choice: Any) -> Choice:
    place = choice.place
    return Choice(pieces[choice.piece].name, ORIENTATIONS[place.orientation], place.x, place.y,
                  choice.holds, choice.score)


def read_result(result: Any) -> GameResult:
    clears = list(result.clears)
    while clears and clears[-1] == 0:
        clears.pop()
    return GameResult(ENDS[result.end], result.pieces, result.lines, result.placements, clears,
                      result.fingerprint)


def sides_of(width: int, height: int) -> Dict[str, int]:
    """The options of a board of a bot or a learner."""
    return {"width": unsigned("width", width, 1, abi.DF_NARROW_MAX_WIDTH),
            "height": unsigned("height", height, 1, abi.DF_FIELD_MAX_HEIGHT)}


class Bot(Owned):
    """A player: the name of a built-in one, a text in the format `dropforge-weights 1`, or weights by
    feature. `lookahead`: known pieces that it looks at; `beam`: boards that it keeps after each. Use
    one in one thread at a time."""

    def __init__(self, player: Weights = "dropforge", *, width: int = 10, height: int = 20,
                 rules: str = "above", lookahead: Optional[int] = None, beam: int = 0,
                 hold: bool = False, score_before_clear: bool = False,
                 pieces: Optional[PiecesWish] = None):
        self.own_pieces = Pieces.of(pieces)
        self.pieces = self.own_pieces.list
        self.width, self.height, self.rules = width, height, rules
        self.options = abi.df_bot_options(
            set=self.own_pieces.set, **sides_of(width, height), rules=choose_rules(DROP_RULES, rules),
            weights=_weights_of(player, score_before_clear), beam=unsigned("beam", beam),
            lookahead=unsigned("lookahead", (2 if hold else 1) if lookahead is None else lookahead,
                               0, MAX_LOOKAHEAD), hold=hold)
        pointer, caller = ctypes.c_void_p(), Caller()
        caller.check(lib.df_bot_create(pointer, self.options, caller.error))
        super().__init__(Resource(pointer, lib.df_bot_free, self.own_pieces.resource))

    def rank(self, pieces: Union[str, Iterable[str]], *, board: Optional[Board] = None,
             held: Optional[str] = None, most: int = 10) -> List[Choice]:
        """The best choices, best first. `pieces` are the names of the current piece and those after
        it, or a text of letters; the board is empty when nothing is said."""
        names = items("pieces", pieces, "names or a text of letters")
        known = self.pieces.indices(names)
        rows = words_of(board, self.width, self.height)
        if not names:
            raise Error("pieces: give the current piece at least")
        most = word("most", most, 1, 65535)
        position = abi.df_position(
            ctypes.cast(rows, ctypes.POINTER(ctypes.c_uint64)),
            ctypes.cast(known, ctypes.POINTER(ctypes.c_uint16)), len(known),
            -1 if held is None else self.pieces.find(held))
        choices, count = (abi.df_choice * most)(), ctypes.c_size_t()
        with self.resource.alone() as handle:
            check(lib.df_bot_rank(handle, position, choices, most, count))
        return [read_choice(self.pieces, choice) for choice in choices[:count.value]]

    def choose(self, pieces: Union[str, Iterable[str]], *, board: Optional[Board] = None,
               held: Optional[str] = None) -> Optional[Choice]:
        """The best choice, or None where all end the game."""
        ranked = self.rank(pieces, board=board, held=held, most=1)
        return ranked[0] if ranked else None

    def game(self, *, deal: DealWish = "uniform", seed: int = 0, number: int = 0,
             max_lines: int = 0, max_pieces: int = 0) -> BotGame:
        """Begins game `number` of a seed. `deal` is "uniform", "bag", "nes", "tetrio" or "nullpomino", or the pieces
        in order."""
        return BotGame(self, deal, seed, number, (max_lines, max_pieces))


class BotGame(Owned):
    """A game that a bot plays: iterate over it, or play() so many drops."""

    def __init__(self, bot: Bot, deal: DealWish, seed: int, number: int, caps: Tuple[int, int]):
        need("bot", bot, Bot, "a Bot")
        if not isinstance(caps, tuple) or len(caps) != 2:
            raise TypeError(f"caps is {caps!r}; use (max_lines, max_pieces)")
        kind, given, count = deal_of(bot.pieces, deal)
        used, number = bot.resource, word("number", number)
        options = abi.df_bot_game_options(
            bot=bot.options, deal=kind, given_count=count, seed=word("seed", seed),
            max_lines=word("max_lines", caps[0]), max_pieces=word("max_pieces", caps[1]))
        if given is not None:
            options.given = ctypes.cast(given, ctypes.POINTER(ctypes.c_uint16))
        pointer, caller = ctypes.c_void_p(), Caller()
        caller.check(lib.df_bot_game_create(pointer, options, caller.error))
        super().__init__(Resource(pointer, lib.df_bot_game_free, used, given))
        lib.df_bot_game_reset(pointer, number)
        self._bot = bot
        self._drops: List[Any] = []

    def play(self, most: Optional[int] = None) -> List[Drop]:
        """Lets the bot make up to so many drops, or all to the end; fewer where the game ends."""
        most = None if most is None else word("most", most)
        resource = self.resource
        drops: List[Drop] = []
        drop, outcome = abi.df_drop(), ctypes.c_int(abi.DF_FOUND)
        while most is None or len(drops) < most:
            with resource.alone() as handle:
                check(lib.df_bot_game_step(handle, drop, outcome))
                if outcome.value != abi.DF_FOUND:
                    break
                drops.append(self._bot.pieces.read_drop(drop))
                self._drops.append(drops[-1])
        return drops

    def __iter__(self) -> Iterator[Drop]:
        while True:
            drops = self.play(1)
            if not drops:
                return
            yield drops[0]

    @property
    def result(self) -> GameResult:
        """Of what was played so far."""
        with self.resource.alone() as handle:
            return read_result(lib.df_bot_game_get_result(handle, None).contents)

    @property
    def board(self) -> List[int]:
        """The rows of the board from the floor, bit x for column x."""
        with self.resource.alone() as handle:
            position = abi.df_position()
            lib.df_bot_game_get_result(handle, position)
            return list(position.rows[:self._bot.height])

    def plan(self) -> Plan:
        """All drops so far as a plan."""
        bot = self._bot
        return make_plan(bot.width, bot.height, self._drops, rules=bot.rules,
                         pieces=bot.own_pieces)
